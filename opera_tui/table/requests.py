"""What a table asks of the server, and what becomes of the answers."""

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from opera_games.api import Action, Map
from opera_protocol.client import ClientError
from opera_tui.games.box import Layout, Previews
from opera_tui.games.reading import read_layout, read_previews
from opera_tui.session.sentences import sentence_of
from opera_tui.table.proposals import read_proposal

if TYPE_CHECKING:
    from opera_tui.table.screen import TableScreen


class TableRequests:
    """Send and ask in the background, so that every key works meanwhile; a newer question ends an older one."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen

    def send(self, decision: int, action: Action) -> None:
        self._start("send", self._send(decision, action))

    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None:
        self._start("preview", self._preview(actions, take))

    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], None]) -> None:
        self._start("preview", self._arrange(buy, goal, take))

    def propose(self, decision: int) -> None:
        self._start("propose", self._propose(decision))

    def _start(self, group: str, request: Coroutine[Any, Any, None]) -> None:
        self._screen.run_worker(request, group=group, exclusive=True)

    def _written(self, action: Action) -> Map:
        """The action as the map that goes over the wire."""
        written: Map = self._screen.model.face.view.types.write_action(action)
        return written

    async def _send(self, decision: int, action: Action) -> None:
        """Send the answer; a refusal is shown as a sentence, and what was prepared stays."""
        screen, model = self._screen, self._screen.model
        model.decision.is_sending = True
        screen.paint()
        try:
            await screen.session.client.act(screen.table_id, decision, self._written(action))
        except ClientError as error:
            model.decision.notice = sentence_of(error)
        model.decision.is_sending = False
        screen.paint()

    async def _preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None:
        screen = self._screen
        try:
            answer = await screen.session.client.preview(screen.table_id, [*map(self._written, actions)])
            previews = read_previews(screen.model.face.view, answer)
        except ClientError:
            return
        screen.safely(partial(take, previews))
        screen.paint()

    async def _arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], None]) -> None:
        screen = self._screen
        try:
            answer = await screen.session.client.arrange(screen.table_id, tuple(buy), goal)
            layout = read_layout(screen.model.face.view, answer)
        except ClientError:
            return
        screen.safely(partial(take, layout))
        screen.paint()

    async def _propose(self, decision: int) -> None:
        """Ask for a proposal; the model drops an answer that comes after the decision."""
        screen = self._screen
        try:
            answer = await screen.session.client.propose(screen.table_id, decision)
            proposal = read_proposal(screen.model.face.view, decision, answer)
        except ClientError as error:
            screen.model.take_no_proposal(decision, sentence_of(error))
        else:
            screen.safely(partial(screen.model.take_proposal, proposal))
        screen.paint()
