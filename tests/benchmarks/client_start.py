"""How long the client takes from its start to its first picture, and to the first decision with its server started.

Next to it an empty application of Textual and one with twelve panels, each in a terminal of its own and in turn.
"""

import fcntl
import os
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

from .measuring import Figure

REPETITIONS: Final = 5
COLUMNS, ROWS = 80, 24
LAST_ROW: Final = b"\x1b[24;1H"
"""Whoever paints the last row has painted a whole picture."""
DECISION: Final = b"YOUR DECISION"
EMPTY: Final = "from textual.app import App; App().run()"
PANELS: Final = """
from textual.app import App
from textual.widgets import Static

class Panels(App):
    CSS = "Screen { layout: grid; grid-size: 3 4; } Static { border: round white; }"

    def compose(self):
        for number in range(12):
            yield Static(f"panel {number}")

Panels().run()
"""
BESIDE: Final = "first picture of a Textual app with 12 panels"


class Start(NamedTuple):
    """A program and what it has painted when it counts as there."""

    arguments: tuple[str, ...]
    mark: bytes = LAST_ROW


STARTS: Final[Mapping[str, Start]] = {
    "first picture, empty Textual app": Start(("-c", EMPTY)),
    "first picture, opera": Start(("-m", "opera_tui.start.cli")),
    "first picture, opera play": Start(("-m", "opera_tui.start.cli", "play")),
    "first decision, opera play with its server": Start(("-m", "opera_tui.start.cli", "play"), DECISION),
}


def measure() -> Iterator[Figure]:
    """Medians of the times, and of the ratios within a repetition."""
    rounds = []
    for _ in range(REPETITIONS):
        baseline = milliseconds(Start(("-c", PANELS)))
        rounds.append((baseline, {name: milliseconds(start) for name, start in STARTS.items()}))
    base = median(baseline for baseline, _ in rounds)
    for name in STARTS:
        ratio = median(times[name] / baseline for baseline, times in rounds)
        yield Figure(name, median(times[name] for _, times in rounds), "ms", base, ratio, BESIDE)


def milliseconds(start: Start) -> float:
    """From the start of the program until it has painted its mark."""
    begun = perf_counter()
    with program_in_terminal(start) as terminal:
        read_until(terminal, start.mark)
        return (perf_counter() - begun) * 1000


@contextmanager
def program_in_terminal(start: Start) -> Iterator[int]:
    """Run a program in a terminal and give the descriptor of that."""
    with TemporaryDirectory() as folder:
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        program = subprocess.Popen(
            [sys.executable, *start.arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=_environment(Path(folder)),
            start_new_session=True,
        )
        try:
            yield ours
        finally:
            _end(program, ours)
            os.close(theirs)
            os.close(ours)


def _environment(folder: Path) -> dict[str, str]:
    """A player of one's own, in a terminal with colours."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "LANG")}
    own = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("DATA", "CONFIG", "STATE", "CACHE")}
    return {**kept, **own, "HOME": str(folder), "TERM": "xterm-256color", "COLORTERM": "truecolor"}


def read_until(terminal: int, mark: bytes) -> None:
    seen = b""
    while mark not in seen:
        seen = seen[-len(mark) :] + os.read(terminal, 65536)


def _end(program: "subprocess.Popen[bytes]", terminal: int) -> None:
    """Let it go down in order, so that its server is gone before the next one starts."""
    program.terminate()
    os.set_blocking(terminal, False)
    while program.poll() is None:
        try:
            os.read(terminal, 65536)
        except BlockingIOError:
            _wait_a_moment(program)


def _wait_a_moment(program: "subprocess.Popen[bytes]") -> None:
    try:
        program.wait(0.01)
    except subprocess.TimeoutExpired:
        return
