"""Looking back: a table as it was after an earlier action, for spectators and after the end."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from opera_protocol.client import Client, View
from opera_tui.table_view import TableView


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
        return TableView(_view_of(present.view, moment, self.seat), present.glyphs)


def _view_of(present: View, moment: Mapping[str, Any], seat: int | None) -> View:
    """The view as it was; the table's own part stays that of today."""
    public = {**present.public, "game": moment["public"]}
    private = None
    if seat is not None:
        private = {"seat": seat, "decision": None, "game": moment["private"], "choices": None}
    return replace(present, public=public, private=private)


def _round(view: TableView) -> object:
    return view.game.get("round", view.game.get("turn"))
