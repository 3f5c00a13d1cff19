"""The real program in a terminal of its own: a pseudo-terminal whose other end is the test."""

import codecs
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from support.tui.terminal_screen import TerminalScreen

SIZE = (80, 24)
LIMIT = 60.0
"""Seconds after which a test gives up; nothing is said about how fast anything must be."""
OPERA = ("-m", "opera_tui.start.cli")
SETTINGS = 'name = "Anna"\npace = 0.0\nguard = 0.0\ntips = false\n'
_QUIET_LOOKS = 15
_PAUSE = 0.01
"""Together longer than the tenth of a second for which Textual waits after Esc: it may begin the code of a key."""
_ASKS_FOR_FRAMES = b"\x1b[?2026$p"
_HAS_FRAMES = "\x1b[?2026;2$y"
_FRAME = b"\x1b[?2026h"
"""Terminals of today are told where a picture begins, so that they show it at once."""
# The terminal must be the controlling one, as in real life, so that a change of its size is told to the program.
_LAUNCHER = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A player of one's own with colours; another value may be given, or the empty text to leave one out."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "LANG", "VIRTUAL_ENV")}
    own = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("DATA", "CONFIG", "STATE", "CACHE")}
    told = {**kept, **own, "HOME": str(folder), "TERM": "xterm-256color", "COLORTERM": "truecolor", **more}
    return {name: value for name, value in told.items() if value}


def write_settings(folder: Path, text: str = SETTINGS) -> None:
    """Settings with which everything is shown at once."""
    (folder / "config" / "opera").mkdir(parents=True, exist_ok=True)
    (folder / "config" / "opera" / "settings.toml").write_text(text, "utf-8")


class Terminal:
    """A program of ours and the terminal it runs in."""

    def __init__(self, arguments: Sequence[str], variables: Mapping[str, str], size: tuple[int, int] = SIZE) -> None:
        self._ours, self._theirs = os.openpty()
        self.screen = TerminalScreen(*size)
        self._tell_size(size)
        self.modes_before: list[Any] = termios.tcgetattr(self._theirs)
        self.written = bytearray()
        """All that the program has sent."""
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="strict")
        self._left_over = ""
        self._process = subprocess.Popen(
            [sys.executable, "-S", "-E", "-c", _LAUNCHER, sys.executable, *arguments],
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            env=dict(variables),
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._theirs)
        os.close(self._ours)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def modes(self) -> list[Any]:
        """How the terminal treats what is typed."""
        return termios.tcgetattr(self._theirs)

    @property
    def text(self) -> str:
        return self.written.decode("utf-8", errors="replace")

    def frames(self, since: int) -> list[int]:
        """The sizes of the pictures that were sent since so many bytes had come."""
        return [len(frame) for frame in bytes(self.written[since:]).split(_FRAME) if frame]

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(columns, rows)
        self._tell_size((columns, rows))

    def _tell_size(self, size: tuple[int, int]) -> None:
        columns, rows = size
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def kill(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def until(self, holds: Callable[[TerminalScreen], object]) -> None:
        """Read until something is so on the screen."""
        give_up_at = time.monotonic() + LIMIT
        while not holds(self.screen):
            assert time.monotonic() < give_up_at, self.screen.text
            assert self._read() or self._process.poll() is None, self.screen.text + self.text[-2000:]

    def until_shown(self, *texts: str) -> None:
        self.until(lambda screen: all(text in screen.text for text in texts))

    def until_quiet(self, enough: int = _QUIET_LOOKS) -> int:
        """Read until the program and its servers sleep and nothing more comes; how many bytes came."""
        before = len(self.written)
        looks = 0
        family: list[int] = []
        give_up_at = time.monotonic() + LIMIT
        while looks < enough:
            assert time.monotonic() < give_up_at, "the program is never quiet"
            has_come = self._read()
            if has_come:
                looks = 0
            if not looks:  # processes that sleep start no others
                family = [self.pid, *children(self.pid)]
            # A look at somebody busy does not count, and takes none back: heartbeats wake them all the time.
            looks += not has_come and not _are_busy(family)
        return len(self.written) - before

    def until_ended(self) -> int:
        """Read until the program has ended; its exit code."""
        give_up_at = time.monotonic() + LIMIT
        while self._process.poll() is None:
            assert time.monotonic() < give_up_at, self.screen.text
            self._read()
        while self._read(0.0):
            pass
        return self._process.returncode

    def _read(self, seconds: float = _PAUSE) -> bool:
        """Take in what is there."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        read = os.read(self._ours, 65536)
        self.written += read
        if _ASKS_FOR_FRAMES in read:
            self.type(_HAS_FRAMES)
        self._left_over = self.screen.feed(self._left_over + self._decoder.decode(read))
        return True


def children(pid: int) -> list[int]:
    """The processes that this one has started, and theirs."""
    parents = {int(entry.name): _parent(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit()}
    found = [pid]
    for parent in found:
        found += [child for child, of in parents.items() if of == parent]
    return found[1:]


def _parent(process: Path) -> int:
    fields = _read_or_nothing(process / "stat").rpartition(")")[2].split()
    return int(fields[1]) if fields else 0


def _are_busy(processes: list[int]) -> bool:
    """Whether a thread of theirs runs or would like to."""
    return any(_state(task) in "RD" for pid in processes for task in _tasks(pid))


def _tasks(pid: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return []


def _state(task: Path) -> str:
    return (_read_or_nothing(task / "stat").rpartition(")")[2].split() or ["X"])[0]


def _read_or_nothing(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError:
        return ""
