"""A server of this machine: found by its lock file if it runs, started as a child process if it does not.

The child ends when the line to it closes, also after kill -9 of the client, unless it was told to stay. Of several
clients that start one at once, whoever gets the lock wins and the others join.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping
from typing import Any, Final

from opera_protocol.client import ClientError, Endpoints
from opera_protocol.curve_keys import key_from_text
from opera_protocol.errors import Malformed
from opera_protocol.ready import LONGEST_LINE, Failed, Ready, ReadyLine, holder, read_ready
from opera_tui.child_process import LOOPBACK, ChildProcess, Recipe, start
from opera_tui.i18n import _

STAY: Final = b"stay\n"
OTHERS_WON: Final = frozenset({"folder_locked", "folder_starting"})

START_SECONDS: Final = 20.0
STOP_SECONDS: Final = 10.0
_PAUSE: Final = 0.05


class ServerFailed(ClientError):  # noqa: N818  (what happened)
    """A server of this machine did not start; the sentence says why."""

    def __init__(self, code: str, told: str, parameters: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, parameters)
        self.told = told


class Child:
    """A server process that this client has started, and the line to it."""

    def __init__(self, started: ChildProcess) -> None:
        self.process = started.process
        self._line = started.line

    async def first_line(self) -> ReadyLine | None:
        """What the server says about itself; None if it died without a word."""
        heard = b""
        while not heard.endswith(b"\n") and len(heard) <= LONGEST_LINE:
            part = await asyncio.get_running_loop().sock_recv(self._line, LONGEST_LINE)
            if not part:
                return None
            heard += part
        return read_ready(heard)

    def stay(self) -> None:
        """Let the server live on without this client."""
        with contextlib.suppress(OSError):
            self._line.send(STAY)
        self._line.close()

    async def stop(self) -> None:
        """Let go of the server and wait until it has written everything down."""
        self._line.close()
        try:
            await asyncio.to_thread(self.process.wait, STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            await asyncio.to_thread(self.process.wait)


class LocalServer:
    """The server of one data folder: a target that is always there, because whoever looks for it may start it."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.child: Child | None = None
        self.ready: Ready | None = None
        """What the server said when it was last found."""
        self._early: Child | None = None

    def adopt(self, early: ChildProcess) -> None:
        """Take over a child that was started before there was anybody to look for it."""
        self._early = Child(early)

    async def locate(self) -> Endpoints:
        """Find the server or start it."""
        try:
            async with asyncio.timeout(START_SECONDS):
                self.ready = await self._found_or_started()
        except TimeoutError:
            raise self._failed("server_slow", _("The server does not start; its log is {file}.")) from None
        return _endpoints(self.ready)

    def let_stay(self) -> None:
        """The server goes on without this client."""
        if self.child:
            self.child.stay()
            self.child = None

    async def stop(self) -> None:
        """End the server if this client has started it; others who need it start it again."""
        children = [child for child in (self.child, self._early) if child]
        self.child = self._early = None
        for child in children:
            await child.stop()

    async def stop_for_all(self) -> None:
        """End the server whoever has started it."""
        line = await asyncio.to_thread(holder, self.recipe.folder)
        if isinstance(line, Ready):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(line.pid, signal.SIGTERM)
        await self.stop()

    async def _found_or_started(self) -> Ready:
        while True:
            line = None if self._early else await asyncio.to_thread(holder, self.recipe.folder)
            if line is None:
                line = await self._started()
            if isinstance(line, Ready):
                return line
            await asyncio.sleep(_PAUSE)

    async def _started(self) -> Ready | None:
        """Start a child; None if another client was faster."""
        early, self._early = self._early, None
        await self.stop()
        child = early or self._new_child()
        try:
            line = await child.first_line()
        except BaseException:
            await asyncio.shield(child.stop())
            raise
        if isinstance(line, Ready):
            self.child = child
            return line
        await child.stop()
        if isinstance(line, Failed):
            if line.code in OTHERS_WON:
                return None
            raise ServerFailed(line.code, line.sentence, line.parameters)
        raise self._failed("server_died", _("The server ended before it was ready; its log is {file}."))

    def _new_child(self) -> Child:
        try:
            return Child(start(self.recipe))
        except OSError as error:
            told = _("The server cannot be started: {problem} ({file}).")
            raise self._failed("server_unstartable", told, problem=error.strerror or "") from error

    def _failed(self, code: str, told: str, **parameters: str) -> ServerFailed:
        return ServerFailed(code, told.format(file=self.recipe.log, **parameters))


def _endpoints(ready: Ready) -> Endpoints:
    key = key_from_text(ready.key)
    if key is None:
        raise Malformed("wrong_shape")
    return Endpoints(LOOPBACK, ready.ports[0], ready.ports[1], key)
