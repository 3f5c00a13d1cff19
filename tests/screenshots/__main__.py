"""`make pictures`: the front page's pictures, taken from the running program at real tables."""

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from support.doors.chromium import CHROMIUM
from support.tui.shell_app import LARGE, SMALL

from opera_games.opera.choices import ActChoices
from opera_tui.config.appearance import Terminal
from opera_tui.config.settings import Settings
from opera_tui.games.opera.view import OperaView
from opera_tui.look.palette import ThemeName
from opera_tui.session.intents import GoHome, Intent, Play
from opera_tui.session.solo import SoloGame
from opera_tui.shell.app import OperaApp
from opera_tui.table.screen import TableScreen

from .browser import take_browser
from .player import Player, box_of, round_of

FOLDER: Final = Path(__file__).parent / "pictures"
BROWSER: Final = "browser"
SEED: Final = "La traviata"
FONT_FROM_AFAR: Final = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
"""A picture must not fetch anything; whoever has no such font sees another one of fixed width."""


async def opera_table(player: Player) -> None:
    """A decision with its proposal."""
    table = await player.play(lambda table: box_of(table) == "ActBox" and round_of(table) >= 5)
    await player.propose(table)


async def arranging(player: Player) -> None:
    """Two pieces bought, everything arranged, and one piece in hand again."""
    table = await player.play(lambda table: round_of(table) >= 5 and may_arrange(table))
    await player.press("i" if box_of(table) == "ActBox" else "a", "enter", "1", "2", "3", "a", "down", "space")


def may_arrange(table: TableScreen) -> bool:
    """Whether the Impresario can be hired, or joined in with."""
    if box_of(table) != "ActBox":
        return box_of(table) == "JoinImpresarioBox"
    choices = table.model.view.choices if isinstance(table.model.view, OperaView) else None
    rows = choices.rows if isinstance(choices, ActChoices) else ()
    return any(row.role == "impresario" and not row.refusal for row in rows)


async def turandot_offer(player: Player) -> None:
    await player.play(lambda table: box_of(table) == "OfferBox" and round_of(table) >= 3)
    await player.press("o", "3")


async def home(player: Player) -> None:
    await player.pilot.pause(0.3)


class Picture(NamedTuple):
    """What is taken: how the program starts, how large it is, and what leads there."""

    intent: Intent
    size: tuple[int, int]
    way: Callable[[Player], Awaitable[None]]
    theme: ThemeName = "gala"


PICTURES: Final[Mapping[str, Picture]] = {
    "turandot": Picture(Play(SoloGame("turandot", 4, seed=SEED)), SMALL, turandot_offer),
    "opera-small": Picture(Play(SoloGame("opera", 3, seed=SEED)), SMALL, arranging),
    "opera": Picture(Play(SoloGame("opera", 3, seed=SEED)), LARGE, opera_table),
    "opera-matinee": Picture(Play(SoloGame("opera", 3, seed=SEED)), SMALL, opera_table, "matinee"),
    "home": Picture(GoHome(), SMALL, home),
}
"""In this order: the home screen offers to go on with the game before it."""


async def take(name: str, picture: Picture) -> None:
    settings = Settings(name="Anna", theme=picture.theme, pace=0, guard=0, bell=False, tips=False)
    app = OperaApp(settings, picture.intent, Terminal(), looks_around=False)
    async with app.run_test(size=picture.size) as pilot:
        await picture.way(Player(app, pilot))
        content = FONT_FROM_AFAR.sub("", app.export_screenshot(title="opera"))
    (FOLDER / f"{name}.svg").write_text(content, "utf-8")
    print(FOLDER / f"{name}.svg")


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, patch("secrets.choice", lambda words: words[0]):
        os.environ |= {f"XDG_{kind}_HOME": f"{folder}/{kind}" for kind in ("DATA", "CONFIG")}
        os.environ["LANGUAGE"] = "en"
        for name in names or (*PICTURES, BROWSER):
            if name != BROWSER:
                asyncio.run(take(name, PICTURES[name]))
            elif CHROMIUM:
                asyncio.run(take_browser(FOLDER / f"{BROWSER}.svg"))
            else:
                print("no chromium is installed: its picture stays as it is")


main(sys.argv[1:])
