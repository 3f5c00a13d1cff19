"""The program that started this one: tell it when the server is ready, and notice when it ends or is lost.

At its end it writes a word: `stop` ends the server, `stay` lets it go on. Without a word it was lost, by kill -9 or
with its ssh session: the server then ends once nobody has been connected for the time that it may linger.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Mapping
from typing import Any, Final

from opera_protocol.local.ready import STAY, STOP, Failed, ReadyLine, write_ready
from opera_server.faults import ServerFault

READY_FD: Final = "OPERA_READY_FD"
LOOKS_EVERY: Final = 2.0
"""Seconds between two looks at who is connected."""


class Parent:
    """The program that started this one, at the other end of the socket pair given by `--ready-fd`."""

    def __init__(self, descriptor: int) -> None:
        try:
            self._socket = socket.socket(fileno=descriptor)
        except OSError as error:
            problem = error.strerror or "unknown"
            raise ServerFault("ready_fd_unusable", descriptor=descriptor, problem=problem) from None
        self._socket.setblocking(False)
        self._heard = b""

    def tell(self, line: ReadyLine) -> None:
        """Send the line; `watch` notices a parent that has ended."""
        with contextlib.suppress(OSError):
            self._socket.send(write_ready(line))

    def refuse(self, code: str, parameters: Mapping[str, Any], sentence: str) -> None:
        """Tell the parent why the server does not start; file names may hold bytes that are no text."""
        plain = {name: _text(value) if isinstance(value, str) else value for name, value in parameters.items()}
        self.tell(Failed(code=code, parameters=plain, sentence=_text(sentence)))

    def watch(self, stop: Callable[[], None], lost: Callable[[], None]) -> None:
        """Call `stop` when the parent says so, and `lost` when it ends, also if it is killed, without a word."""
        asyncio.get_running_loop().add_reader(self._socket, self._listen, stop, lost)

    def _listen(self, stop: Callable[[], None], lost: Callable[[], None]) -> None:
        try:
            heard = self._socket.recv(len(STAY))
        except OSError:
            heard = b""
        self._heard = (self._heard + heard)[-len(STAY) :]
        if heard and self._heard != STOP:
            return
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()
        if self._heard == STOP:
            stop()
        elif self._heard != STAY:
            lost()


def _text(value: str) -> str:
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def parent_of(flag: int | None) -> Parent | None:
    """Find the parent before the settings are read, since it must also hear what is wrong with them."""
    number = os.environ.get(READY_FD, "") if flag is None else str(flag)
    return Parent(int(number)) if number.isdecimal() else None


async def until_left_alone(
    seconds: int, now: Callable[[], int], connected: Callable[[], int], pause: float = LOOKS_EVERY
) -> None:
    """Wait until nobody has been connected for so long; `now` is in milliseconds."""
    alone_since = now()
    while now() - alone_since < 1000 * seconds:
        await asyncio.sleep(pause)
        if connected():
            alone_since = now()
