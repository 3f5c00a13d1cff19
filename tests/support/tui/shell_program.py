"""The real program under a pseudo-terminal."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

LIMIT = 30.0


class Program:
    """`opera` in a terminal of its own; what it writes is collected."""

    def __init__(
        self,
        *arguments: str,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        leader: Sequence[str] = (),
    ) -> None:
        self.master, self.terminal = pty.openpty()
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.terminal)
        self.output = b""
        """What was written since the last text that was waited for."""
        self.everything = b""
        self.process = subprocess.Popen(
            [*leader, sys.executable, "-m", "opera_tui.start.cli", *arguments],
            stdin=self.terminal,
            stdout=self.terminal,
            stderr=self.terminal,
            env={
                **os.environ,
                "TERM": "xterm-256color",
                "COLORTERM": "",
                "XDG_DATA_HOME": str(folder / "data"),
                "XDG_CONFIG_HOME": str(folder / "config"),
                **(environment or {}),
            },
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509 - there are no threads yet
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for descriptor in (self.master, self.terminal):
            if descriptor >= 0:
                os.close(descriptor)

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def wait_for(self, text: str) -> None:
        """Until the program has written something since the last time."""
        give_up_at = time.monotonic() + LIMIT
        while text.encode() not in self.output:
            assert time.monotonic() < give_up_at, self.output[-2000:]
            self._read()
        self.output = b""

    def wait_end(self) -> int:
        """The exit code, whatever is written on the way."""
        give_up_at = time.monotonic() + LIMIT
        while self.process.poll() is None:
            assert time.monotonic() < give_up_at, self.output[-2000:]
            self._read()
        self._read()
        return self.process.returncode

    def hang_up(self) -> None:
        """The window is closed."""
        os.close(self.terminal)
        os.close(self.master)
        self.master = self.terminal = -1

    def is_terminal_restored(self) -> bool:
        return termios.tcgetattr(self.terminal) == self.before

    def _read(self) -> None:
        if select.select([self.master], [], [], 0.05)[0]:
            written = os.read(self.master, 65536)
            self.output += written
            self.everything += written


def _take_terminal() -> None:
    """Make the terminal the one that signals this program when it goes."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
