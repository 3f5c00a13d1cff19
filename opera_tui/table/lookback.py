"""Looking back: a table as it was after an earlier action, for spectators and after the end."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from opera_games.api import Map
from opera_protocol.client import Client, read
from opera_protocol.wire.answers import Moment
from opera_protocol.wire.messages import MOST_HISTORY
from opera_tui.games.reading import read_events, read_moment
from opera_tui.games.view import AnyGameView, AnyLine
from opera_tui.look.i18n import _
from opera_tui.table.log import TableLog

NEWEST: Final = 2**53
"""A number greater than that of any line of a log."""


class Past(NamedTuple):
    """A moment that is shown instead of the present, and the log up to it."""

    view: AnyGameView
    log: TableLog

    @property
    def watched(self) -> AnyGameView:
        """The same as a spectator sees it: nobody waits for anything, so the box shows the last moves."""
        return replace(self.view, me=None, own=None)


def _from_seat(back: "Lookback", present: AnyGameView, seat: int) -> Awaitable[AnyGameView | None]:
    return back.from_seat(present, seat)


Move = Callable[["Lookback", AnyGameView], Awaitable[AnyGameView | None]]
MOVES: Final[Mapping[str, Move]] = {
    "left": lambda back, present: back.step(present, -1),
    "right": lambda back, present: back.step(present, 1),
    "pageup": lambda back, present: back.to_other_round(present, -1),
    "pagedown": lambda back, present: back.to_other_round(present, 1),
    "home": lambda back, present: back.to(present, 0),
    "end": lambda back, present: back.to(present, None),
    "follow": lambda back, present: back.follow(),
    "0": lambda back, present: back.from_seat(present, None),
    **{str(number): partial(_from_seat, seat=number - 1) for number in range(1, 10)},
}
"""Moves to earlier and later moments, by their keys; digits show what a seat saw, 0 what everybody saw."""


class Lookback:
    """Go back and forth in a game; at its last action it is the present again."""

    def __init__(self, client: Client, table_id: str, seat: int | None) -> None:
        self._client = client
        self._table_id = table_id
        self.seat = seat
        """Whose hidden things are shown; None for nobody's."""
        self.at: int | None = None
        """The action last looked at; None for the present."""
        self.last = 0
        self._log: list[AnyLine] = []
        self._log_end = 0

    async def go(self, move: str, present: AnyGameView) -> Past | None:
        """Make one of the `MOVES` and return the moment that it leads to; None for the present."""
        view = await MOVES[move](self, present)
        return Past(view, TableLog.of(await self._log_then(type(view)), view)) if view else None

    def describe(self, past: Past | None, *, is_open: bool) -> str:
        """Say which moment is shown, and in a transcript by which player it is seen."""
        if past is None or self.at is None:
            return ""
        text = _("Move {at} of {last}").format(at=self.at, last=self.last)
        if self.seat is None or not is_open:
            return text
        return _("{told}, seen by {name}").format(told=text, name=past.view.name(self.seat))

    async def _log_then(self, kind: type[AnyGameView]) -> list[AnyLine]:
        """Return the log up to the moment that is looked at."""
        if len(self._log) < self._log_end:
            self._log = await whole_log(self._client, self._table_id, kind)
        return self._log[: self._log_end]

    async def step(self, present: AnyGameView, by: int) -> AnyGameView | None:
        """Go so many actions earlier or later; return None at the present."""
        last = present.head.actions
        at = last if self.at is None else self.at
        return await self._go(present, max(0, at + by))

    async def to_other_round(self, present: AnyGameView, by: int) -> AnyGameView | None:
        """Go to the end of the round before, or of the next one."""
        here = await self._shown(present)
        seen: AnyGameView | None = here
        while seen is not None and seen.round == here.round and self.at != 0:
            seen = await self.step(present, by)
        return seen

    async def _shown(self, present: AnyGameView) -> AnyGameView:
        return present if self.at is None else (await self._go(present, self.at) or present)

    async def to(self, present: AnyGameView, n: int | None) -> AnyGameView | None:
        return await self._go(present, present.head.actions if n is None else n)

    async def from_seat(self, present: AnyGameView, seat: int | None) -> AnyGameView | None:
        """Show the same moment as another seat saw it; None for what everybody saw."""
        self.seat = seat
        return await self._go(present, present.head.actions if self.at is None else self.at)

    async def follow(self) -> AnyGameView | None:
        """Return to the present, and go on with it."""
        self.at = None
        return None

    async def _go(self, present: AnyGameView, n: int) -> AnyGameView | None:
        self.last = present.head.actions
        if n >= self.last and self.seat is None:
            self.at = None
            return None
        self.at = min(n, self.last)
        moment = read(await self._client.moment(self._table_id, self.at, self.seat), Moment)
        self._log_end = moment.log
        return read_moment(present, moment, self.seat)


async def whole_log(client: Client, table_id: str, kind: type[AnyGameView]) -> list[AnyLine]:
    """Fetch every line of a table's log, also those from before this client entered."""
    lines: list[Map] = []
    start = NEWEST
    while start > 0:
        earlier = await client.history(table_id, "log", start, MOST_HISTORY)
        if earlier.start >= start:
            break
        lines[:0] = earlier.lines
        start = earlier.start
    return read_events(kind, lines)
