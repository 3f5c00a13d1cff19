"""Pictures of every screen, kept as text: its rows, and below them how they are styled in each look."""

import contextlib
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from difflib import unified_diff
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from rich.style import Style
from support.tui.shell_app import LARGE, SMALL, painted
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from opera_tui.config.appearance import Terminal, prepare_environment
from opera_tui.config.settings import Settings
from opera_tui.home.home import HomeScreen
from opera_tui.look.i18n import spell
from opera_tui.look.palette import Mode
from opera_tui.session.intents import GoHome
from opera_tui.shell.app import OperaApp

FOLDER: Final = Path(__file__).parents[2] / "tui" / "pictures"
UPDATE: Final = "UPDATE_PICTURES"
ROW: Final = "| "
"""Stands before the rows of a look that has others than the first."""
ANSWERED: Final = ("begin", "preview", "look", "host", "find")
"""Workers that ask the server and then paint."""
LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Look(NamedTuple):
    """How the program is set to look."""

    mode: Mode
    settings: Mapping[str, Any]


LOOKS: Final[Mapping[str, Look]] = {
    "gala": Look("full", {}),
    "matinee": Look("full", {"theme": "matinee"}),
    "256": Look("256", {}),
    "16": Look("16", {}),
    "none": Look("none", {}),
    "ascii": Look("none", {"ascii": "yes"}),
}
COLOURED: Final = ("matinee", "256", "16", "none")
"""The looks that differ from the first in nothing but colours: the program changes to them while it runs."""
SIZES: Final = (SMALL, (80, 23), (100, 30), LARGE)


class Picture(NamedTuple):
    """What a screen shows."""

    rows: list[str]
    styles: list[str]
    """A legend, then runs of cells by row."""


class Taken(NamedTuple):
    """A picture, and how it was taken."""

    size: tuple[int, int]
    look: str
    picture: Picture


class Hall:
    """The application in front of which scenes are set."""

    def __init__(
        self,
        app: OperaApp,
        pilot: Pilot[None],
        sizes: Sequence[tuple[int, int]] = (),
        colours: Sequence[str] = (),
    ) -> None:
        self.app, self.pilot, self._sizes, self._colours = app, pilot, sizes or [app.size], colours
        self.taken: list[Taken] = []
        """The pictures of a scene; it takes them itself if it is gone at its end."""
        self.shows_another = False
        """Whether another screen shows through, which Textual lays out anew at some later time after a resize."""

    async def show(self, screen: Screen[Any]) -> None:
        await self.app.push_screen(screen)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Keys one after the other; what they ask for is answered before the next."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Until nothing is under way any more."""
        await self.pilot.pause()
        while any(worker.group in ANSWERED and not worker.is_finished for worker in self.app.workers):
            await self.pilot.pause(0.005)
        await self.pilot.pause()

    async def take(self) -> None:
        """A picture in each size; the terminal changes its size for it, as people's windows do."""
        self.shows_another = bool(self.app._background_screens)
        for size in self._sizes[:1] if self.shows_another else self._sizes:
            await self.resize(size)
            self.taken.append(Taken(size, self._first_look, take(self.app)))
            if size == SMALL and self._colours:
                await self._take_coloured(size)

    async def take_small(self, size: tuple[int, int]) -> None:
        """Pictures in a terminal of another size only."""
        await self.resize(size)
        self.taken.append(Taken(size, self._first_look, take(self.app)))

    @property
    def _first_look(self) -> str:
        return "ascii" if self.app.looks.glyphs.is_ascii else "gala"

    async def _take_coloured(self, size: tuple[int, int]) -> None:
        """The same screen in all other colours."""
        terminal, settings = self.app.terminal, self.app.looks.settings
        for name in self._colours:
            self.app.terminal = Terminal(LOOKS[name].mode)
            self.app.change_settings(msgspec.structs.replace(settings, **LOOKS[name].settings))
            await self.settle()
            self.taken.append(Taken(size, name, take(self.app)))
        self.app.terminal = terminal
        self.app.change_settings(settings)
        await self.settle()

    async def resize(self, size: tuple[int, int]) -> None:
        if size != self.app.size:
            await self.pilot.resize_terminal(*size)
        await self.settle()

    async def clear(self) -> None:
        """Go back to the home screen in the first size, where every scene begins."""
        while not isinstance(self.app.screen, HomeScreen):
            await self.app.pop_screen()
        await self.resize(self._sizes[0])


Scene = Callable[[Hall], Awaitable[None]]


@contextlib.asynccontextmanager
async def in_hall(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    """Run the application in a terminal of this size."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=size) as pilot:
        yield Hall(app, pilot)


def application(look: Look, monkeypatch: pytest.MonkeyPatch) -> OperaApp:
    """The program as a player called Ada starts it on a terminal of this kind."""
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    environment: dict[str, str] = {}
    prepare_environment(environment)
    for name, content in environment.items():
        monkeypatch.setenv(name, content)
    settings = Settings(name="Ada", pace=0, guard=0, bell=False, **look.settings)
    return OperaApp(settings, GoHome(), Terminal(look.mode), looks_around=False)


async def pictures(
    start: Callable[[], OperaApp], sizes: Sequence[tuple[int, int]], scene: Scene, colours: Sequence[str] = ()
) -> list[Taken]:
    """A scene in every size, at 80x24 also in colours; over another screen the program starts anew in each size."""
    taken, is_all = await _pictures(start(), sizes, scene, colours)
    for size in () if is_all else sizes[1:]:
        taken += (await _pictures(start(), [size], scene, colours))[0]
    return taken


async def _pictures(
    app: OperaApp, sizes: Sequence[tuple[int, int]], scene: Scene, colours: Sequence[str]
) -> tuple[list[Taken], bool]:
    """Pictures of one run of the program, and whether they are those of all sizes."""
    try:
        async with app.run_test(size=sizes[0]) as pilot:
            hall = Hall(app, pilot, sizes, colours)
            await scene(hall)
            if not hall.taken:
                await hall.take()
            return hall.taken, not hall.shows_another
    finally:
        spell(plainly=False)


def take(app: OperaApp) -> Picture:
    for typed in app.screen.query(Input):
        typed.cursor_blink = False
    strips = painted(app)
    cells = [[cell for segment in strip for cell in _cells(segment.text, segment.style)] for strip in strips]
    letters: dict[str, str] = {}
    lines = []
    for row in cells:
        for _text, style in row:
            letters.setdefault(style, LETTERS[len(letters)])
        lines.append(_runs(letters[style] for _text, style in row))
    legend = [f"{letter} {style}" for style, letter in letters.items()]
    return Picture(["".join(text for text, _style in row).rstrip() for row in cells], [*legend, *_folded(lines)])


def _cells(text: str, style: Style | None) -> list[tuple[str, str]]:
    """Each character with what can be seen of its style."""
    style = style or Style.null()
    ink, blank = _visible(style), _visible(style, is_blank=True)
    return [(character, blank if character == " " else ink) for character in text]


@lru_cache(maxsize=1000)
def _visible(style: Style, *, is_blank: bool = False) -> str:
    """Name what can be seen of a style; a blank shows nothing but its background."""
    attributes = ["reverse"] if style.reverse else []
    attributes += ["underline"] if style.underline else []
    back = f"on {style.bgcolor.name}" if style.bgcolor and not style.bgcolor.is_default else ""
    if is_blank and not style.reverse:
        return " ".join([*attributes, back]).strip() or "-"
    attributes += ["bold"] if style.bold else []
    attributes += ["dim"] if style.dim else []
    front = style.color.name if style.color and not style.color.is_default else ""
    return " ".join(part for part in (*attributes, front, back) if part) or "-"


def _runs(letters: Iterable[str]) -> str:
    """`a12b3`: twelve cells of one style, then three of another."""
    return re.sub(r"(.)\1*", lambda run: f"{run[1]}{len(run[0])}", "".join(letters))


def _folded(lines: list[str]) -> list[str]:
    """Rows with their numbers; those that are like the one before are left out."""
    return [f"{place:>2} {line}" for place, line in enumerate(lines) if not place or line != lines[place - 1]]


def kept(name: str) -> dict[str, Picture]:
    """The kept picture in each look; rows stand in the file once, and again only in a look that has others."""
    path = FOLDER / f"{name}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    headings = [place for place, line in enumerate(lines) if line.removeprefix("= ") in LOOKS]
    pictures: dict[str, Picture] = {}
    for start, end in pairwise([*headings, len(lines)]):
        part = lines[start + 1 : end]
        own = [line.removeprefix(ROW) for line in part if line.startswith(ROW)]
        styles = [line for line in part if not line.startswith(ROW)]
        pictures[lines[start].removeprefix("= ")] = Picture(own or lines[: headings[0]], styles)
    return pictures


def keep(name: str, look: str, picture: Picture) -> None:
    """Put a picture into its file, beside those of the other looks."""
    pictures = {**kept(name), look: picture}
    looks = [look for look in LOOKS if look in pictures]
    common = pictures[looks[0]].rows
    parts: list[str] = [*common]
    for one in looks:
        rows, styles = pictures[one]
        parts += [f"= {one}", *([] if rows == common else [f"{ROW}{row}" for row in rows]), *styles]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("\n".join(parts) + "\n", encoding="utf-8")


def difference(scene: str, taken: Taken) -> str:
    """What is not as in the kept picture, line by line; UPDATE_PICTURES=1 keeps the new one."""
    name, picture = f"{scene}-{taken.size[0]}x{taken.size[1]}", taken.picture
    if os.environ.get(UPDATE):
        keep(name, taken.look, picture)
    before = kept(name).get(taken.look, Picture([], []))
    lines = unified_diff([*before.rows, *before.styles], [*picture.rows, *picture.styles], name, "now", lineterm="")
    return "\n".join(lines)
