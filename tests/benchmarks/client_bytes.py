"""How many bytes the client sends to the terminal: for a whole picture, for usual moves, and while nothing happens.

Pictures are those of the gallery, with the widest content; what is sent is what the driver leaves of it.
"""

import asyncio
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pytest
from rich.console import Console
from support.tui import opera_scenes, shell_scenes, turandot_scenes
from support.tui.gallery import LOOKS, Hall, application
from support.tui.shell_app import LARGE, SMALL, use_folders
from textual._context import visible_screen_stack

from opera_tui.shell.app import OperaApp
from opera_tui.terminal.cell_diff import Picture

from .client_start import DECISION, Start, program_in_terminal, read_until
from .measuring import Figure, figure

SCENES: Final = {**shell_scenes.SCENES, **opera_scenes.SCENES, **turandot_scenes.SCENES}
AIMED: Final = "what was aimed at"
WHOLE: Final = (
    "opera-act",
    "opera-bid",
    "opera-houses",
    "opera-impresario",
    "opera-counting",
    "home",
    "lobby",
    "opera-over",
    "turandot-offer",
    "turandot-casts",
)
MOST_WHOLE: Final = 6_500
MOST_WHOLE_LARGE: Final = 14_000
MOST_MOVE: Final = 3_000
MOST_BOX: Final = 6_500
IDLE_SECONDS: Final = 3.0


class Move(NamedTuple):
    """Keys in a scene, and the most bytes that they should send."""

    scene: str
    keys: tuple[str, ...]
    most: int = MOST_MOVE


MOVES: Final[Mapping[str, Move]] = {
    "cursor one row down": Move("opera-act", ("down",)),
    "a bid one higher": Move("opera-bid", ("right",)),
    "from the board to the houses": Move("opera-act", ("o",), MOST_BOX),
    "Impresario's box opens": Move("opera-act", ("i", "enter"), MOST_BOX),
    "another number in an offer": Move("turandot-offer", ("3",)),
}


class Scales(Hall):
    """Weigh a scene instead of taking its picture."""

    sent = 0

    async def take(self) -> None:
        self.sent = _bytes(self.app, Picture())


def measure() -> Iterator[Figure]:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        use_folders(patch, Path(folder))
        yield from asyncio.run(_measured(patch))
    yield figure(f"bytes in {IDLE_SECONDS:g} s without a key", _idle(), "bytes", 1, "one byte")


async def _measured(patch: pytest.MonkeyPatch) -> list[Figure]:
    figures = []
    for scene in WHOLE:
        sent = await _whole(scene, "gala", SMALL, patch)
        figures.append(figure(f"whole picture 80x24, {scene}", sent, "bytes", MOST_WHOLE, AIMED))
    for look in ("matinee", "16"):
        sent = await _whole("opera-act", look, SMALL, patch)
        figures.append(figure(f"  in {look}, opera-act", sent, "bytes", figures[0].value, "gala"))
    sent = await _whole("opera-act", "gala", LARGE, patch)
    figures.append(figure("whole picture 120x36, opera-act", sent, "bytes", MOST_WHOLE_LARGE, AIMED))
    for name, move in MOVES.items():
        figures.append(figure(name, await _moved(move, patch), "bytes", move.most, AIMED))
    return figures


async def _whole(scene: str, look: str, size: tuple[int, int], patch: pytest.MonkeyPatch) -> int:
    app = application(LOOKS[look], patch)
    async with app.run_test(size=size) as pilot:
        hall = Scales(app, pilot)
        await SCENES[scene](hall)
        if not hall.sent:
            await hall.take()
        return hall.sent


async def _moved(move: Move, patch: pytest.MonkeyPatch) -> int:
    app, terminal = application(LOOKS["gala"], patch), Picture()
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot)
        await SCENES[move.scene](hall)
        _bytes(app, terminal)
        await hall.press(*move.keys[:-1])
        sent = _bytes(app, terminal)
        await hall.press(move.keys[-1])
        return sent + _bytes(app, terminal)


def _bytes(app: OperaApp, terminal: Picture) -> int:
    """What is sent to a terminal that shows the picture before, until it shows the screen as it is now."""
    visible_screen_stack.set(app._background_screens)
    console = Console(color_system="truecolor", force_terminal=True, no_color=False, width=app.size.width)
    written = app.screen._compositor.render_full_update().render_segments(console)
    return len(terminal.news(written + "\x1b[1;1H").encode())


def _idle() -> int:
    """What the program sends while it waits for a decision and nobody presses a key."""
    with program_in_terminal(Start(("-m", "opera_tui.start.cli", "play"), DECISION)) as terminal:
        read_until(terminal, DECISION)
        os.set_blocking(terminal, False)
        _drain_for(terminal, 1.0)
        return _drain_for(terminal, IDLE_SECONDS)


def _drain_for(terminal: int, seconds: float) -> int:
    """Read all that comes for so long, and count it."""
    count, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            count += len(os.read(terminal, 65536))
        except BlockingIOError:
            time.sleep(0.02)
    return count
