"""What a table asks of the server, and what becomes of the answers."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from opera_games.api import Action, Map
from opera_games.errors import Coded
from opera_tui.games.box import Layout, Previews
from opera_tui.games.reading import read_layout, read_previews
from opera_tui.games.view import AnyGameView
from opera_tui.look.i18n import sentence_of
from opera_tui.table.model.proposals import read_proposal

if TYPE_CHECKING:
    from opera_tui.table.screen import TableScreen

T = TypeVar("T")
NOT_NOW = frozenset({"not_now_in_lesson", "not_best_in_puzzle"})
"""Refusals of a move that the rules allow: their reasons stand where the lesson speaks."""


class TableRequests:
    """Send and ask in the background, so that every key works meanwhile; a newer question ends an older one."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._came_back_at: int | None = None
        """How many actions the game had when the seat was asked back; asked again only once it has gone on."""

    def send(self, decision: int, action: Action) -> None:
        self._screen.run_worker(self._send(decision, action), group="send", exclusive=True)

    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None:
        written = [*map(self._written, actions)]
        request = partial(self._screen.session.client.preview, self._screen.table_id, written)
        self._screen.run_worker(self._ask(request, read_previews, take), group="preview", exclusive=True)

    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], None]) -> None:
        request = partial(self._screen.session.client.arrange, self._screen.table_id, tuple(buy), goal)
        self._screen.run_worker(self._ask(request, read_layout, take), group="preview", exclusive=True)

    def propose(self, decision: int) -> None:
        self._screen.run_worker(self._propose(decision), group="propose", exclusive=True)

    def take_back(self, decision: int) -> None:
        request = partial(self._screen.session.client.take_back, self._screen.table_id, decision)
        self._screen.run_worker(self._demand(request), group="send", exclusive=True)

    def take_seat_back(self) -> None:
        """Ask for the seat if a bot acts for the player, whom a key or click has shown to be there."""
        present = self._screen.model.present
        at = present.head.actions if present.head and present.is_replaced else None
        if at is not None and at != self._came_back_at:
            request = partial(self._screen.session.client.return_to_seat, self._screen.table_id)
            self._screen.run_worker(self._demand(request), group="return", exclusive=True)
        self._came_back_at = at

    async def _demand(self, request: Callable[[], Awaitable[object]]) -> None:
        """Send a request whose success comes as an update; say why it is refused."""
        try:
            await request()
        except Coded as error:
            self._screen.model.decision.notice = sentence_of(error)
            self._screen.paint()

    def _written(self, action: Action) -> Map:
        """Return the action as the map that goes over the wire."""
        written: Map = self._screen.model.face.view.types.write_action(action)
        return written

    async def _send(self, decision: int, action: Action) -> None:
        """Send the answer; a refusal is shown as a sentence, and what was prepared stays.

        One that was taken is on its way until the table shows what it led to, which may come later than the word of it.
        """
        screen, model = self._screen, self._screen.model
        model.decision.is_sending = True
        screen.paint()
        try:
            await screen.session.client.act(screen.table_id, decision, self._written(action))
        except Coded as error:
            if error.code in NOT_NOW:
                model.lesson.reason = sentence_of(error)
            else:
                model.decision.notice = sentence_of(error)
            model.decision.is_sending = False
            screen.paint()

    async def _ask(
        self,
        request: Callable[[], Awaitable[Map]],
        read: Callable[[type[AnyGameView], Map], T],
        take: Callable[[T], None],
    ) -> None:
        """Ask and pass the answer on; one that is refused or cannot be read is dropped."""
        try:
            answer = read(self._screen.model.face.view, await request())
        except Coded:
            return
        with self._screen.safely():
            take(answer)
        self._screen.paint()

    async def _propose(self, decision: int) -> None:
        """Ask for a proposal; the model drops an answer that comes after the decision."""
        screen = self._screen
        try:
            answer = await screen.session.client.propose(screen.table_id, decision)
            proposal = read_proposal(screen.model.face.view, decision, answer)
        except Coded as error:
            screen.model.take_no_proposal(decision, sentence_of(error))
        else:
            with screen.safely():
                screen.model.take_proposal(proposal)
        screen.paint()
