"""A player who does by keys what the program proposes, so that the pictures show a good game under way."""

import asyncio
from collections.abc import Callable
from typing import Final

from support.tui.whole_games import at_table
from textual.pilot import Pilot

from opera_tui.games.view import GameView
from opera_tui.shell.app import OperaApp
from opera_tui.table.screen import TableScreen

Until = Callable[[TableScreen], bool]
LIMIT: Final = 300


class Player:
    """Plays one table until something is to be seen."""

    def __init__(self, app: OperaApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def play(self, until: Until) -> TableScreen:
        table = await at_table(self.app, self.pilot)
        async with asyncio.timeout(LIMIT):
            while not (table.model.is_deciding and until(table)):
                if table.model.playback.is_behind:
                    await self.press("space")
                elif table.model.is_deciding and not table.model.decision.is_sending:
                    await self._decide(table)
                await self.pilot.pause(0.02)
        await self.pilot.pause(0.3)
        return table

    async def _decide(self, table: TableScreen) -> None:
        decision = table.model.decision.number
        await self.propose(table)
        while (
            table.model.decision.number == decision and table.model.is_deciding and not table.model.decision.is_sending
        ):
            await self.press("enter")

    async def propose(self, table: TableScreen) -> None:
        """Have the decision prepared, and wait until it is."""
        await self.press("p")
        while table.model.is_thinking:
            await self.pilot.pause(0.02)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause(0.08)


def box_of(table: TableScreen) -> str:
    return type(table.model.box).__name__


def round_of(table: TableScreen) -> int:
    """The round, or the turn."""
    return table.model.view.round if isinstance(table.model.view, GameView) else 0
