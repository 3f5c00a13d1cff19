"""Looking back: a table as it was after an earlier action, for spectators and after the end."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from opera_protocol.client import Client, View
from opera_protocol.messages import MOST_HISTORY
from opera_tui.i18n import _
from opera_tui.table_log import TableLog
from opera_tui.table_view import TableView

NEWEST: Final = 2**53
"""Before this number are all lines that a log can have."""


class Past(NamedTuple):
    """A moment that is shown instead of the present, and what had been told by then."""

    view: TableView
    log: TableLog

    @property
    def watched(self) -> TableView:
        """The same as who only watches sees it: nobody waits for anything, so the box tells the last moves."""
        return self.view._replace(view=replace(self.view.view, private=None))


Move = Callable[["Lookback", TableView], Awaitable[TableView | None]]
MOVES: Final[Mapping[str, Move]] = {
    "left": lambda back, present: back.step(present, -1),
    "right": lambda back, present: back.step(present, 1),
    "pageup": lambda back, present: back.to_other_round(present, -1),
    "pagedown": lambda back, present: back.to_other_round(present, 1),
    "home": lambda back, present: back.to(present, 0),
    "end": lambda back, present: back.to(present, None),
    "f": lambda back, present: back.follow(),
}
"""Keys for earlier and later moments."""
SEATS: Final = frozenset("0123456789")
"""Keys for whose hidden things are shown, in a transcript; 0 for nobody's."""


class Lookback:
    """Goes back and forth in a game; at its last action it is the present again."""

    def __init__(self, client: Client, table_id: str, seat: int | None) -> None:
        self._client = client
        self._table_id = table_id
        self.seat = seat
        """Whose hidden things are shown; None for nobody's."""
        self.at: int | None = None
        """The action last looked at; None for the present."""
        self.last = 0
        self._log: list[Mapping[str, Any]] = []
        self._log_end = 0

    async def press(self, key: str, present: TableView) -> Past | None:
        """Where a key leads; None for the present."""
        if key in SEATS:
            view = await self.from_seat(present, int(key) - 1 if key != "0" else None)
        else:
            view = await MOVES[key](self, present)
        return Past(view, TableLog.of(await self.log(), view)) if view else None

    def told(self, past: Past | None, *, is_open: bool) -> str:
        """Which moment is shown, and in a transcript by whom it is seen."""
        if past is None or self.at is None:
            return ""
        told = _("Move {at} of {last}").format(at=self.at, last=self.last)
        if self.seat is None or not is_open:
            return told
        return _("{told}, seen by {name}").format(told=told, name=past.view.name(self.seat))

    async def log(self) -> list[Mapping[str, Any]]:
        """What had been told by the moment looked at."""
        if len(self._log) < self._log_end:
            self._log = await whole_log(self._client, self._table_id)
        return self._log[: self._log_end]

    async def step(self, present: TableView, by: int) -> TableView | None:
        """So many actions earlier or later; None at the present."""
        last = present.head["actions"]
        at = last if self.at is None else self.at
        return await self._go(present, max(0, at + by))

    async def to_other_round(self, present: TableView, by: int) -> TableView | None:
        """To the end of the round before, or of the next one."""
        here = await self._shown(present)
        seen: TableView | None = here
        while seen is not None and _round(seen) == _round(here) and self.at != 0:
            seen = await self.step(present, by)
        return seen

    async def _shown(self, present: TableView) -> TableView:
        return present if self.at is None else (await self._go(present, self.at) or present)

    async def to(self, present: TableView, n: int | None) -> TableView | None:
        return await self._go(present, present.head["actions"] if n is None else n)

    async def from_seat(self, present: TableView, seat: int | None) -> TableView | None:
        """The same moment with what another seat saw of it; None for what everybody saw."""
        self.seat = seat
        return await self._go(present, present.head["actions"] if self.at is None else self.at)

    async def follow(self) -> TableView | None:
        """Back to the present, and on with it."""
        self.at = None
        return None

    async def _go(self, present: TableView, n: int) -> TableView | None:
        self.last = present.head["actions"]
        if n >= self.last and self.seat is None:
            self.at = None
            return None
        self.at = min(n, self.last)
        moment = await self._client.moment(self._table_id, self.at, self.seat)
        self._log_end = moment["log"]
        return TableView(_view_of(present.view, moment, self.seat), present.glyphs)


async def whole_log(client: Client, table_id: str) -> list[Mapping[str, Any]]:
    """Every line of a table's log, also those from before this client came in."""
    lines: list[Mapping[str, Any]] = []
    start = NEWEST
    while start > 0:
        earlier = await client.history(table_id, "log", start, MOST_HISTORY)
        if earlier.start >= start:
            break
        lines[:0] = earlier.lines
        start = earlier.start
    return lines


def _view_of(present: View, moment: Mapping[str, Any], seat: int | None) -> View:
    """The view as it was; the table's own part stays that of today."""
    public = {**present.public, "game": moment["public"]}
    private = None
    if seat is not None:
        private = {"seat": seat, "decision": None, "game": moment["private"], "choices": None}
    return replace(present, public=public, private=private)


def _round(view: TableView) -> object:
    return view.game.get("round", view.game.get("turn"))
