"""A player with simple habits who plays by keys, so that the pictures show a game under way."""

import asyncio
from collections.abc import Callable
from typing import Final

from support.tui_whole_games import at_table
from textual.pilot import Pilot

from opera_tui.app import OperaApp
from opera_tui.screens.table import TableScreen

Until = Callable[[TableScreen], bool]
HIRING: Final = ("a", "i", "s", "m")
MAIN_PARTS: Final = ["left", "left", *["down", "space"] * 4, "enter"]
WAYS: Final = {
    "BidBox": [["6", "enter"], ["4", "enter"], ["1", "enter"], ["0", "enter"]],
    "ActBox": [],
    "ArchitettoBox": [MAIN_PARTS],
    "ArrangeBox": [["1", "a", "enter", "enter"], ["a", "enter", "enter"]],
    "JoinImpresarioBox": [["a", "enter"]],
}
"""What is tried in each box, one after the other."""
GIVING_UP: Final = [["escape"], ["0", "enter"], ["x", "enter"], ["enter"], ["right", "down"]]
LIMIT: Final = 120


class Player:
    """Plays one table until something is to be seen."""

    def __init__(self, app: OperaApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def play(self, until: Until) -> TableScreen:
        table = await at_table(self.app, self.pilot)
        async with asyncio.timeout(LIMIT):
            while not (table.model.is_deciding and until(table)):
                if table.model.is_behind:
                    await self.press("space")
                elif table.model.is_deciding and not table.model.is_sending:
                    await self._decide(table)
                await self.pilot.pause(0.02)
        await self.pilot.pause(0.3)
        return table

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause(0.08)

    async def _decide(self, table: TableScreen) -> None:
        if table.model.view and table.model.view.head["game"] == "turandot":
            await self.press(*(["enter"] if table.model.box and table.model.box.does else ["right", "down"]))
        else:
            await self._decide_in_opera(table)

    async def _decide_in_opera(self, table: TableScreen) -> None:
        decision = table.model.decision
        for keys in [*self._ways(table), *GIVING_UP]:
            await self.press(*keys)
            if box_of(table) == "ArchitettoBox":
                await self.press(*WAYS["ArchitettoBox"][0])
            elif box_of(table) == "ArrangeBox":
                await self.press(*WAYS["ArrangeBox"][0])
            await self.pilot.pause(0.1)
            if table.model.decision != decision or not table.model.is_deciding:
                return

    def _ways(self, table: TableScreen) -> list[list[str]]:
        if box_of(table) == "ActBox":
            return [["escape", "escape", role, "enter"] for role in HIRING]
        return WAYS.get(box_of(table), [])


def box_of(table: TableScreen) -> str:
    return type(table.model.box).__name__


def round_of(table: TableScreen) -> int:
    """The round, or the turn."""
    game = table.model.view.game if table.model.view else {}
    return int(game.get("round") or game.get("turn") or 0)
