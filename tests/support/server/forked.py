"""Servers and bots that are forked from a process which has loaded them: as real as any, at a tenth of the work.

Tests of how they are started, and of how they end, start them as people do: `@pytest.mark.started`.
"""

import asyncio
import atexit
import contextlib
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

TESTS: Final = Path(__file__).parents[2]
NUMBER: Final = struct.Struct("!q")
File = int | IO[bytes] | None

_orders: socket.socket | None = None
_starting = threading.Lock()


class Order(NamedTuple):
    """A process as `subprocess.Popen` would start it."""

    arguments: list[str]
    """Of the interpreter: `-c` with a program, or `-m` with a module that has a function `main`."""
    environment: dict[str, str]
    folder: str
    descriptors: list[int]
    """The numbers that the descriptors get."""
    has_own_session: bool


def give_orders_to(orders: socket.socket) -> None:
    """Use this socket to the process that forks; without one it is started when it is needed."""
    global _orders  # noqa: PLW0603 - one for each process
    _orders = orders


def _nursery() -> socket.socket:
    with _starting:
        if _orders is None:
            _start_nursery()
        assert _orders is not None
        return _orders


def _start_nursery() -> None:
    """Start the process that forks; it ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "support.server.nursery", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
            start_new_session=True,
        )
    give_orders_to(ours)

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)


class Forked:
    """What `subprocess.Popen` would be for the same arguments, as far as it is needed for servers."""

    def __init__(
        self,
        args: Sequence[str],
        *,
        pass_fds: Sequence[int] = (),
        stdin: File = None,
        stdout: File = None,
        stderr: File = None,
        env: Mapping[str, str] | None = None,
        start_new_session: bool = False,
    ) -> None:
        assert args[0] == sys.executable
        self.returncode: int | None = None
        self._reading = threading.Lock()
        self._line, theirs = socket.socketpair()
        numbers = [0, 1, 2, *pass_fds]
        order = Order(list(args[1:]), dict(env or os.environ), str(Path.cwd()), numbers, start_new_session)
        with theirs, Path(os.devnull).open("r+b") as nothing:
            files = [_descriptor(file, usual, nothing) for usual, file in enumerate((stdin, stdout, stderr))]
            self._line.sendall(json.dumps(order).encode() + b"\n")
            socket.send_fds(_nursery(), [b"!"], [theirs.fileno(), *files, *pass_fds])
        self.pid = self._number()

    def _number(self) -> int:
        heard = self._line.recv(NUMBER.size)
        assert heard, "the process that forks has ended"
        (number,) = NUMBER.unpack(heard)
        return int(number)

    def poll(self) -> int | None:
        """Return the exit status, if there is one."""
        if self._reading.acquire(blocking=False):
            try:
                self._look(0)
            finally:
                self._reading.release()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        with self._reading:
            self._look(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return self.returncode

    def _look(self, timeout: float | None) -> None:
        if self.returncode is None and select.select([self._line], [], [], timeout)[0]:
            self.returncode = self._number()
            self._line.close()

    def send_signal(self, number: int) -> None:
        # It may be gone though its end is not told yet.
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __del__(self) -> None:
        self._line.close()  # nobody waits for it any more


def _descriptor(file: File, usual: int, nothing: IO[bytes]) -> int:
    if file is None:
        return usual
    if file == subprocess.DEVNULL:
        return nothing.fileno()
    return file if isinstance(file, int) else file.fileno()


class Piped:
    """What `asyncio.subprocess.Process` would be, as far as it is needed for bots."""

    def __init__(self, process: Forked, stdout: asyncio.StreamReader, stdin: asyncio.StreamWriter) -> None:
        self.stdout, self.stdin = stdout, stdin
        self.pid = process.pid
        self._process = process

    @property
    def returncode(self) -> int | None:
        return self._process.poll()

    def kill(self) -> None:
        self._process.kill()

    async def wait(self) -> int:
        code = await asyncio.to_thread(self._process.wait)
        self.stdin.close()
        return code


async def create_subprocess_exec(program: str, *args: str, start_new_session: bool = False, **_pipes: Any) -> Piped:
    """Do what asyncio's function of this name does, with one socket for both pipes."""
    ours, theirs = socket.socketpair()
    with theirs:
        stream = theirs.fileno()
        process = Forked((program, *args), stdin=stream, stdout=stream, start_new_session=start_new_session)
    return Piped(process, *await asyncio.open_connection(sock=ours))
