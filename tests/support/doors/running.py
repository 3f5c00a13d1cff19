"""A real server with doors, and visitors with asyncssh or OpenSSH at the other end."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
from support.server.running import HOST, PATIENT, endpoints_of
from support.tui.pty import children
from support.tui.terminal_screen import TerminalScreen

from opera_doors.identity import identity_of, load_or_create_secret
from opera_protocol.client import Client, connect
from opera_protocol.local.identity import Identity
from opera_protocol.local.ready import LONGEST_LINE, Ready, read_ready

USER = "nobody" if os.geteuid() == 0 else ""
SIZE = (80, 24)
LIMIT = 60.0
"""Seconds after which a test gives up."""


class ServerWithDoor:
    """An `opera-server` with doors, usually one for ssh, in processes of its own."""

    def __init__(self, folder: Path, settings: str = "", port: int = 0, doors: Sequence[str] = ("ssh",)) -> None:
        self.data = folder / "data"
        config = folder / "server.toml"
        config.write_text(
            f'door_user = "{USER}"\nport = {port}\nhost = "{HOST}"\nannounce = false\n'
            + "".join(f"{door} = 0\n" for door in doors)
            + settings
        )
        ours, theirs = socket.socketpair()
        self._line = ours
        self.log = folder / "log"
        with theirs, self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-c", "from opera_server.cli.main import main; main()"),
                    *("--data", str(self.data), "--config", str(config), "--ready-fd", str(theirs.fileno())),
                ],
                pass_fds=[theirs.fileno()],
                stdout=log,
                stderr=log,
            )
        ours.settimeout(LIMIT)
        ready = read_ready(ours.recv(LONGEST_LINE))
        assert isinstance(ready, Ready), (ready, self.log.read_text())
        self.ready = ready

    @property
    def door(self) -> int:
        """The process of the door."""
        return next(pid for pid in children(self.process.pid) if b"opera_doors.program" in _command(pid))

    @property
    def preloader(self) -> int:
        return next(pid for pid in children(self.process.pid) if b"opera_doors.preloader" in _command(pid))

    @property
    def visits(self) -> list[int]:
        """The processes of visitors."""
        return children(self.preloader)

    def identity(self, key: asyncssh.SSHKey) -> Identity:
        """Who somebody with a key is."""
        return identity_of(load_or_create_secret(self.data), "ssh", key.public_data)

    async def client(self, visitor: asyncssh.SSHKey | Identity) -> Client:
        """A second client of a visitor, over the wire."""
        identity = visitor if isinstance(visitor, Identity) else self.identity(visitor)
        return await connect(endpoints_of(self.ready), identity, patience=PATIENT)

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(LIMIT)
        self._line.close()


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


class Visitor:
    """Somebody at a terminal, logged in by ssh."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes], size: tuple[int, int] = SIZE) -> None:
        self.process = process
        self.screen = TerminalScreen(*size)
        self.written = b""
        self._left_over = ""

    async def until(self, holds: Callable[[], object]) -> None:
        give_up_at = time.monotonic() + LIMIT
        while not holds():
            try:
                async with asyncio.timeout(1.0):
                    part = await self.process.stdout.read(65536)
            except TimeoutError:
                assert time.monotonic() < give_up_at, self.screen.text
                continue
            assert part or holds(), self.screen.text
            self.written += part
            self._left_over = self.screen.feed(self._left_over + part.decode("utf-8", "replace"))

    async def take_in(self, seconds: float = 0.05) -> None:
        """Read what comes within a moment."""
        try:
            async with asyncio.timeout(seconds):
                while part := await self.process.stdout.read(65536):
                    self.written += part
                    self._left_over = self.screen.feed(self._left_over + part.decode("utf-8", "replace"))
        except TimeoutError:
            return

    async def until_shown(self, *texts: str) -> None:
        await self.until(lambda: all(text in self.screen.text for text in texts))

    def type(self, keys: str) -> None:
        self.process.stdin.write(keys.encode())


def ssh(server: ServerWithDoor, key: asyncssh.SSHKey | None, user: str = "anna", **more: Any) -> Any:
    """Connect with asyncssh; for use with `async with`."""
    return asyncssh.connect(
        HOST,
        server.ready.ssh,
        username=user,
        client_keys=[key] if key else None,
        known_hosts=None,
        config=None,
        agent_path=None,
        **more,
    )


@asynccontextmanager
async def visiting(
    server: ServerWithDoor,
    key: asyncssh.SSHKey | None,
    command: str | None = None,
    *,
    user: str = "anna",
    size: tuple[int, int] = SIZE,
    term: str = "xterm-256color",
    variables: Mapping[str, str] | None = None,
    **more: Any,
) -> AsyncIterator[Visitor]:
    """Log in with a terminal."""
    async with ssh(server, key, user, **more) as connection:
        process = await connection.create_process(
            command, term_type=term, term_size=size, encoding=None, env=dict(variables or {"LANG": "C.UTF-8"})
        )
        yield Visitor(process, size)


async def until(holds: Callable[[], object]) -> None:
    """Wait for processes."""
    give_up_at = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < give_up_at
        await asyncio.sleep(0.02)
