"""Servers of this machine: found by the lock file if they run, started as child processes if they do not.

A child ends when it is told to, or when the socket to it closes, also after kill -9 of the client; a server for others
then stays until nobody has been connected for a while. If several clients start one at once, the child that gets the
lock wins, and all use it.
"""

import asyncio
import contextlib
import os
import shlex
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Final, Self

from opera_protocol.client import ClientError, Endpoints
from opera_protocol.local.ready import LONGEST_LINE, STAY, STOP, Failed, Ready, ReadyLine, holder, read_ready
from opera_protocol.local.storage import code_of
from opera_protocol.wire.errors import Malformed
from opera_protocol.wire.keys import fingerprint, key_from_text
from opera_tui.local.child_process import (
    LOOPBACK,
    NO_DOORS,
    ChildProcess,
    Doors,
    Recipe,
    archive_recipe,
    host_recipe,
    replay_recipe,
    solo_recipe,
    start,
)
from opera_tui.local.hosted_port import kept_port

OTHERS_WON: Final = frozenset({"folder_locked", "folder_starting"})

START_SECONDS: Final = 20.0
STOP_SECONDS: Final = 10.0
_PAUSE: Final = 0.05


class ServerFailed(ClientError):
    """A server of this machine did not start; `sentence` is what it said itself."""

    sentence = ""

    @classmethod
    def of_line(cls, line: Failed) -> Self:
        """Return the error for a server that said why."""
        failed = cls(line.code, **line.parameters)
        failed.sentence = line.sentence
        return failed


class Child:
    """A server process that this client has started, and the socket to it."""

    def __init__(self, started: ChildProcess) -> None:
        self.process = started.process
        self._connection = started.connection

    async def first_line(self) -> ReadyLine | None:
        """Read what the server says about itself; return None if it died without a word."""
        heard = b""
        while not heard.endswith(b"\n") and len(heard) <= LONGEST_LINE:
            part = await asyncio.get_running_loop().sock_recv(self._connection, LONGEST_LINE)
            if not part:
                return None
            heard += part
        return read_ready(heard)

    def stay(self) -> None:
        """Let the server live on without this client."""
        self._part(STAY)

    async def stop(self) -> None:
        """End the server and wait until it has written everything down."""
        self._part(STOP)
        try:
            await asyncio.to_thread(self.process.wait, STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            await asyncio.to_thread(self.process.wait)

    def _part(self, word: bytes) -> None:
        with contextlib.suppress(OSError):
            self._connection.send(word)
        self._connection.close()


class LocalServer:
    """The server of one data folder: a target that is always there, since looking for it starts it."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.child: Child | None = None
        self.ready: Ready | None = None
        """What the server said when it was last found."""
        self._early: Child | None = None

    @property
    def stop_command(self) -> str:
        """The command that stops this server once it was left running."""
        return f"opera-server admin stop --data {shlex.quote(str(self.recipe.folder))}"

    @property
    def fingerprint(self) -> str:
        """Return the fingerprint of the server's key as it was last found; empty before."""
        key = key_from_text(self.ready.key) if self.ready else None
        return fingerprint(key) if key else ""

    def adopt(self, early: ChildProcess) -> None:
        """Take over a child that was started before this object was made."""
        self._early = Child(early)

    async def locate(self) -> Endpoints:
        """Find the server or start it."""
        try:
            async with asyncio.timeout(START_SECONDS):
                self.ready = await self._found_or_started()
        except TimeoutError:
            raise ServerFailed("server_slow", file=str(self.recipe.log)) from None
        return _endpoints(self.ready)

    def let_stay(self) -> bool:
        """Let the server go on without this client; return whether it is this client's to say so."""
        child, self.child = self.child, None
        if child:
            child.stay()
        return child is not None

    async def stop(self) -> None:
        """End the server if this client has started it; other clients that need it start it again."""
        children = [child for child in (self.child, self._early) if child]
        self.child = self._early = None
        for child in children:
            await child.stop()

    async def stop_for_all(self) -> None:
        """End the server, also if another client has started it."""
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
            if isinstance(line, Ready) and (self.recipe.is_for_one or not line.for_one):
                return line
            # It is starting, or it was started for a moment, to be asked about finished games.
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
            raise ServerFailed.of_line(line)
        raise ServerFailed("server_died", file=str(self.recipe.log))

    def _new_child(self) -> Child:
        try:
            return Child(start(self.recipe))
        except OSError as error:
            raise ServerFailed("server_unstartable", problem=code_of(error), file=str(self.recipe.log)) from error


def _endpoints(ready: Ready) -> Endpoints:
    key = key_from_text(ready.key)
    if key is None:
        raise Malformed("wrong_shape")
    return Endpoints(LOOPBACK, ready.ports[0], ready.ports[1], key)


class OwnServers:
    """Servers that end with this client, unless one is to stay."""

    def __init__(self) -> None:
        self.solo = LocalServer(solo_recipe())
        self._host: LocalServer | None = None
        self._replays: list[LocalServer] = []
        self._folders = contextlib.ExitStack()

    def host(self, port: int | None = None, doors: Doors = NO_DOORS) -> LocalServer:
        """Return the server for others; without a port it starts where it ran last."""
        is_asked = port is not None or doors != NO_DOORS
        if self._host is None or (is_asked and self._host.child is None):
            self._host = LocalServer(host_recipe(port or kept_port(), doors))
        return self._host

    def archive(self) -> LocalServer:
        """Return the server for others if it runs, else one of its data folder that no other machine can reach."""
        return LocalServer(archive_recipe())

    def scratch_file(self, name: str, content: bytes, time_ms: int = 0) -> Path:
        """Write a file that is removed when the client ends; its time says when its game ended, if that is known."""
        folder = self._folders.enter_context(tempfile.TemporaryDirectory(prefix="opera-transcript-"))
        path = Path(folder) / name
        path.write_bytes(content)
        if time_ms:
            with contextlib.suppress(OSError, OverflowError):
                os.utime(path, (time_ms // 1000, time_ms // 1000))
        return path

    def replay(self, file: Path) -> LocalServer:
        """Return a server that checks and shows a transcript; its data folder is removed when the client ends."""
        folder = Path(self._folders.enter_context(tempfile.TemporaryDirectory(prefix="opera-replay-")))
        server = LocalServer(replay_recipe(folder, file.absolute()))
        self._replays.append(server)
        return server

    async def close(self) -> None:
        """End all servers that this client has started."""
        for server in (self.solo, *([self._host] if self._host else []), *self._replays):
            await server.stop()
        self.remove_folders()

    def remove_folders(self) -> None:
        """Remove files and data folders of transcripts, which are only for this start."""
        self._folders.close()
