"""The line to the program that started this server as its child: the ready line out, its end or `stay` in."""

import asyncio
import contextlib
import socket
from collections.abc import Callable

from opera_protocol.ready import ReadyLine, write_ready

STAY = b"stay\n"


class Parent:
    """A socket pair's other end, handed over by `--ready-fd`."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._socket.setblocking(False)
        self._heard = b""

    def tell(self, line: ReadyLine) -> None:
        """Send the line; a parent that has gone meanwhile is noticed by `watch`."""
        with contextlib.suppress(OSError):
            self._socket.send(write_ready(line))

    def watch(self, gone: Callable[[], None]) -> None:
        """Call `gone` when the parent goes, also if it is killed, unless it said `stay` before."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._socket, self._listen, loop, gone)

    def _listen(self, loop: asyncio.AbstractEventLoop, gone: Callable[[], None]) -> None:
        try:
            heard = self._socket.recv(len(STAY))
        except OSError:
            heard = b""
        self._heard = (self._heard + heard)[-len(STAY) :]
        if heard:
            return
        loop.remove_reader(self._socket)
        self._socket.close()
        if self._heard != STAY:
            gone()
