"""Looking back: a table as it was after an earlier action, for spectators and after the end."""

from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from opera_protocol.client import Client, read
from opera_protocol.wire.answers import Moment
from opera_tui.games.face import Face
from opera_tui.games.reading import read_moment
from opera_tui.games.taken_back import standing
from opera_tui.games.view import AnyGameView, AnyLine
from opera_tui.look.i18n import _
from opera_tui.session.whole_log import whole_log
from opera_tui.table.model.log import TableLog

STEPS: Final = {"left": -1, "right": 1}
"""By how many actions a key leads to another moment."""


class Past(NamedTuple):
    """A moment that is shown instead of the present, and the log up to it."""

    view: AnyGameView
    log: TableLog

    @property
    def watched(self) -> AnyGameView:
        """The same as a spectator sees it: nobody waits for anything, so the box shows the last moves."""
        return replace(self.view, me=None, own=None)


class Lookback:
    """Go back and forth in a game; seen as a spectator, its last action is the present again."""

    def __init__(self, client: Client, face: Face[Any], table_id: str, seat: int | None) -> None:
        self._client = client
        self._face = face
        self._table_id = table_id
        self.seat = seat
        """Whose hidden things are shown; None for nobody's."""
        self.at: int | None = None
        """The action last looked at; None for the present."""
        self.last = 0
        self._log: list[AnyLine] = []
        self._log_end = 0

    async def go(self, move: str, present: AnyGameView) -> Past | None:
        """Go to another moment, by the key that leads there, and return it; None for the present.

        Digits show the same moment as a seat saw it, 0 as everybody did; those of no seat change nothing.
        """
        view = await self._moved(move, present)
        return Past(view, TableLog.of(self._face, await self.log_then(type(view)), view)) if view else None

    def describe(self, past: Past | None, *, is_open: bool) -> str:
        """Say which moment is shown and, in a transcript, from which player's seat."""
        if past is None or self.at is None:
            return ""
        text = self.describe_move()
        if self.seat is None or not is_open:
            return text
        return _("{told}, seen by {name}").format(told=text, name=past.view.name(self.seat))

    def describe_move(self) -> str:
        """Say which moment is looked at."""
        at = self.last if self.at is None else self.at
        return _("Move {at} of {last}").format(at=at, last=self.last)

    async def log_then(self, kind: type[AnyGameView]) -> list[AnyLine]:
        """Return the log up to the moment that is looked at."""
        if len(self._log) < self._log_end:
            self._log = await whole_log(self._client, self._table_id, kind)
        return standing(self._log[: self._log_end])

    async def _moved(self, move: str, present: AnyGameView) -> AnyGameView | None:
        last = present.head.actions
        here = last if self.at is None else self.at
        if move in STEPS:
            return await self.to(present, here + STEPS[move])
        if move == "pageup":
            return await self._to_round_start(present)
        if move == "pagedown":
            return await self._to_next_round(present)
        if move in ("home", "end"):
            return await self.to(present, 0 if move == "home" else last)
        if move == "follow":
            self.at = None
            return None
        if int(move) <= len(present.seats):
            self.seat = int(move) - 1 if move != "0" else None
        return await self.to(present, here)

    async def _to_next_round(self, present: AnyGameView) -> AnyGameView | None:
        """Go on to the beginning of the next round, or to the end."""
        at = present.head.actions if self.at is None else self.at
        here = seen = present if self.at is None else await self.to(present, at)
        while seen is not None and here is not None and seen.round == here.round and at < present.head.actions:
            at += 1
            seen = await self.to(present, at)
        return None if self.at is None else seen

    async def _to_round_start(self, present: AnyGameView) -> AnyGameView | None:
        """Go back to the beginning of this round; from there to that of the round before."""
        at = max(0, (present.head.actions if self.at is None else self.at) - 1)
        start = await self.to(present, at)
        while start is not None and at > 0:
            before = await self.to(present, at - 1)
            if before is None or before.round != start.round:
                return await self.to(present, at)
            at, start = at - 1, before
        return start

    async def to(self, present: AnyGameView, n: int) -> AnyGameView | None:
        """Go to the table as it was after so many actions; return None at the present."""
        self.last = present.head.actions
        if n >= self.last and self.seat is None:
            self.at = None
            return None
        self.at = max(0, min(n, self.last))
        moment = read(await self._client.moment(self._table_id, self.at, self.seat), Moment)
        self._log_end = moment.log
        return read_moment(present, moment, self.seat)
