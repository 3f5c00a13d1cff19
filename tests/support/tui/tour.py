"""A walk through the client, with what each screen showed as JSON lines: `python tour.py FOLDER STOP[=FILE] ...`.

It runs in a process of its own, because the language is chosen once and the wheel's modules are to be used. At every
stop somebody else is the player, whose files are in the folder.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from support.garbage import collect_rarely
from support.tui.idle import use_events
from support.tui.painting import paint_when_looked_at
from support.tui.shell_app import LARGE, SMALL, free_port, opera, rows, until, use_folders
from support.tui.stylesheets import share_stylesheets
from support.tui.whole_games import at_table
from textual.pilot import Pilot

from opera_tui.help.rules_screen import RulesScreen
from opera_tui.home.find import FindScreen
from opera_tui.home.home import HomeScreen
from opera_tui.home.settings import SettingsScreen
from opera_tui.lobby.new_table import NewTableScreen
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.session.intents import GoHome, Host, Intent, Play, Replay
from opera_tui.session.solo import SoloGame
from opera_tui.shell.app import OperaApp
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.dialogs import QuestionScreen

DECISIONS: Final = 8
ROLES: Final = "iasmce"
QUICK: Final = {"pace": 0, "guard": 0, "bell": False}


class Tour:
    """The application, keys for it, and notes of what it shows."""

    def __init__(self, stop: str, app: OperaApp, pilot: Pilot[None]) -> None:
        self.stop, self.app, self.pilot = stop, app, pilot

    async def note(self, where: str) -> None:
        await self.pilot.pause()
        print(json.dumps({"stop": self.stop, "where": where, "rows": rows(self.app)}), flush=True)

    async def press(self, *keys: str, note: str = "") -> None:
        await self.pilot.press(*keys)
        if note:
            await self.note(note)

    async def until_at(self, kind: type) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, kind))

    async def read(self, where: str) -> None:
        """Every page of a text, then back."""
        await self.until_at(RulesScreen)
        before: list[str] = []
        while rows(self.app) != before:
            before = rows(self.app)
            await self.note(where)
            await self.press("pagedown")


async def shell(tour: Tour) -> None:
    """Home, settings, rules, finding."""
    await tour.until_at(HomeScreen)
    await tour.note("home")
    await tour.press("s")
    await tour.until_at(SettingsScreen)
    await tour.note("settings")
    await tour.press("escape", "question_mark")
    await tour.read("help")
    await tour.press("escape", "r")
    await tour.read("rules of Opera")
    await tour.press("tab")
    await tour.read("rules of Turandot")
    await tour.press("escape", "f")
    await tour.until_at(FindScreen)
    await tour.note("find")
    await tour.press("escape", "q")
    await tour.until_at(QuestionScreen)
    await tour.note("quit")


async def lobby(tour: Tour) -> None:
    """A table for others, from the form to a bot at a seat."""
    await tour.until_at(NewTableScreen)
    await tour.note("new table")
    await tour.press("down", "down", "right", note="new table")
    await tour.press("enter")
    await tour.until_at(LobbyScreen)
    await tour.note("lobby")
    await tour.press("b", note="bots")
    await tour.press("enter", note="lobby")
    await tour.press("x", note="ready")
    await tour.press("s", note="start")
    await tour.press("question_mark")
    await tour.read("help of the lobby")
    await tour.press("escape", "escape", note="leaving")


async def opera_table(tour: Tour) -> None:
    """The first decisions, every role's box, the panels, and leaving."""
    table = await at_table(tour.app, tour.pilot)
    await look_at_panels(tour, "gbo")
    await tour.press("v", note="review")
    await tour.press("question_mark")
    await tour.read("help at the table")
    await tour.press("escape")
    await decide(tour, table, look_at_roles)
    await leave(tour)


async def turandot_table(tour: Tour) -> None:
    """The first decisions, the panels, and leaving."""
    table = await at_table(tour.app, tour.pilot)
    await look_at_panels(tour, "goud")
    await decide(tour, table, vary)
    await leave(tour)


async def look_at_panels(tour: Tour, keys: str) -> None:
    """Every panel, and the details of a row of the last one; then the box has the focus again."""
    for key in keys:
        await tour.press(key, note=f"panel {key}")
    await tour.press("enter")
    await tour.read("details")
    await tour.press("escape", "escape")


async def decide(tour: Tour, table: TableScreen, look: Callable[[Tour, str], Awaitable[None]]) -> None:
    """Answer some decisions and look at what lies between them."""
    seen: dict[int | None, str] = {}
    while True:
        model = table.model
        kind = type(model.box).__name__
        if model.is_deciding and not model.decision.is_sending and model.decision.number not in seen:
            await tour.note(kind)
            if kind not in seen.values():
                await look(tour, kind)
            seen[model.decision.number] = kind
            if len(seen) > DECISIONS:
                return
        if model.playback.is_behind:
            await tour.note(kind)
        await tour.press(*answer(table))
        await tour.pilot.pause(0.005)


def answer(table: TableScreen) -> list[str]:
    kind = type(table.model.box).__name__
    if not table.model.is_deciding or table.model.decision.is_sending:
        return ["space"] if table.model.playback.is_behind else []
    if "Doubt" in kind:
        return ["y"]
    if "Bid" in kind or "Act" in kind:
        return ["1" if "Bid" in kind else "x", "enter"]
    if "Join" in kind or hasattr(table.model.box, "play"):
        return ["0", "enter"]
    return ["enter"] if table.model.box is None or table.model.box.does else ["right", "down"]


async def look_at_roles(tour: Tour, kind: str) -> None:
    """Every role that can be hired, as far as its first keys lead, and back again."""
    if "Act" not in kind:
        await vary(tour, kind)
        return
    for role in ROLES:
        await tour.press(role, note=f"role {role}")
        await tour.press("enter", note=f"box of {role}")
        await tour.press("1", "space", "right", note=f"box of {role}")
        await tour.press("escape", "escape", "escape")


async def vary(tour: Tour, kind: str) -> None:
    await tour.press("right", note=kind)
    await tour.press("down", "right", note=kind)


async def leave(tour: Tour) -> None:
    await tour.press("escape", "q")
    await tour.until_at(QuestionScreen)
    await tour.note("leave")


async def end(tour: Tour) -> None:
    """The end of a finished game, and a look back."""
    await tour.until_at(TableScreen)
    await tour.note("looking back")
    await tour.press("v")
    await tour.until_at(GameOverScreen)
    await tour.note("game over")
    await tour.press("v")
    await tour.until_at(TableScreen)
    await tour.press("right", note="looking back")
    await tour.press("1", note="looking back")
    await tour.press("pageup", note="looking back")
    await tour.press("g", note="log")


Walk = Callable[[Tour], Awaitable[None]]
STOPS: Final[Mapping[str, tuple[Walk, tuple[int, int], dict[str, Any]]]] = {
    "shell": (shell, SMALL, {}),
    "lobby": (lobby, SMALL, {}),
    "opera": (opera_table, LARGE, QUICK),
    "opera-small": (opera_table, SMALL, QUICK),
    "turandot": (turandot_table, SMALL, QUICK),
    "end": (end, LARGE, QUICK),
}


def plan_of(stop: str, file: str) -> Intent:
    if file:
        return Replay(Path(file))
    if stop == "lobby":
        return Host(free_port())
    if stop == "shell":
        return GoHome()
    return Play(SoloGame(game=stop.partition("-")[0], players=3, level="random", seed="tour"))


async def visit(stop: str, file: str) -> None:
    walk, size, settings = STOPS[stop.partition(" ")[0]]
    app = opera(plan_of(stop, file), **settings)
    async with asyncio.timeout(100), app.run_test(size=size) as pilot:
        await walk(Tour(stop, app, pilot))


def main(folder: str, *stops: str) -> None:
    collect_rarely()
    patches = pytest.MonkeyPatch()
    use_events(patches)
    share_stylesheets(patches)
    paint_when_looked_at(patches)
    for stop in stops:
        name, _, file = stop.partition("=")
        use_folders(patches, Path(folder) / name)
        asyncio.run(visit(name, file))


if __name__ == "__main__":
    main(*sys.argv[1:])
