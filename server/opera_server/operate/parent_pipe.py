"""Talk with the program that started this server as its child: send it the ready line, notice when it goes."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Mapping
from typing import Any

from opera_protocol.local.ready import Failed, ReadyLine, write_ready
from opera_server.faults import ServerFault

STAY = b"stay\n"
VARIABLE = "OPERA_READY_FD"


def parent_of(flag: int | None, environment: Mapping[str, str] = os.environ) -> "Parent | None":
    """Find the parent before the settings are read, since it must hear also what is wrong with those."""
    told = environment.get(VARIABLE, "") if flag is None else str(flag)
    return Parent(int(told)) if told.isdecimal() else None


class Parent:
    """The program at the other end of a socket pair, which was handed over by `--ready-fd`."""

    def __init__(self, descriptor: int) -> None:
        try:
            self._socket = socket.socket(fileno=descriptor)
        except OSError as error:
            problem = error.strerror or "unknown"
            raise ServerFault("ready_fd_unusable", descriptor=descriptor, problem=problem) from None
        self._socket.setblocking(False)
        self._heard = b""

    def tell(self, line: ReadyLine) -> None:
        """Send the line; a parent that has gone meanwhile is noticed by `watch`."""
        with contextlib.suppress(OSError):
            self._socket.send(write_ready(line))

    def refuse(self, code: str, parameters: Mapping[str, Any], sentence: str) -> None:
        """Say why the server does not start; names of files may have bytes that are no text."""
        plain = {name: _text(value) if isinstance(value, str) else value for name, value in parameters.items()}
        self.tell(Failed(code=code, parameters=plain, sentence=_text(sentence)))

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


def _text(value: str) -> str:
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
