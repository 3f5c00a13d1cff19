"""Servers for system tests: one inside the test, or a process of its own; both on loopback, with real files."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from opera_protocol.client import Client, Endpoints, Patience, connect
from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.local.ready import Failed, Ready, read_ready
from opera_protocol.wire.keys import key_from_text
from opera_server.config.data_folder import DataFolder
from opera_server.config.settings import Limits, Settings
from opera_server.server import Server
from opera_server.tables.table_room import TableRoom

HOST = "127.0.0.1"
LONG_BEAT = 3600.0
"""No heartbeat comes during a test, so that what passes is the same each time."""
PATIENT = Patience(
    answer=10.0, repeat=5.0, first_pause=0.02, longest_pause=0.08, steady=0.2, farewell=0.2, transport=10.0
)
"""Short pauses; limits long enough for a busy machine."""


def endpoints_of(ready: Ready) -> Endpoints:
    key = key_from_text(ready.key)
    assert key is not None
    return Endpoints(HOST, ready.ports[0], ready.ports[1], key)


class Time:
    """The time of a server's tables, which only the test moves on."""

    def __init__(self, now: int = 1_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += int(1000 * seconds)


@dataclass
class Inside:
    """A server in the test's own process, with its insides in reach."""

    server: Server
    endpoints: Endpoints
    clients: list[Client] = field(default_factory=list)

    def room(self, table: str) -> TableRoom:
        return self.server.lobby.tables[table]

    def stop_time(self, now: int = 1_000_000) -> Time:
        """From now on time passes only when the test says so; for tables that are opened later."""
        time = Time(now)
        self.server.lobby.services.now = time
        return time

    async def client(self, identity: Identity | None = None, seen_folder: Path | None = None) -> Client:
        """A client that is closed with the server."""
        client = await connect(self.endpoints, identity or new_identity(), patience=PATIENT, seen_folder=seen_folder)
        self.clients.append(client)
        return client

    async def until_present(self, table: str, *seats: int) -> None:
        """Wait until exactly these seats' holders are there, as everybody at the table sees it."""
        await until(lambda: self.room(table).presence.seats == set(seats))


@contextlib.asynccontextmanager
async def inside(
    data: Path, *, beat: float = LONG_BEAT, limits: Limits | None = None, **settings: Any
) -> AsyncIterator[Inside]:
    """A running server that is stopped at the end, and its clients before it."""
    chosen: dict[str, Any] = {"allow_seed": True, "bot_time": 100, **settings}
    chosen["limits"] = limits or Limits()
    with DataFolder.hold(data) as folder:
        server = Server(Settings(host=HOST, port=0, data=data, **chosen), folder, "La Scala", beat)
        try:
            here = Inside(server, endpoints_of(await server.start()))
            try:
                yield here
            finally:
                await asyncio.gather(*(client.close() for client in here.clients))
        finally:
            await server.stop()


def strict_limits(**chosen: int) -> Limits:
    """Limits that count for this machine too, wide but where a test says otherwise."""
    wide = {
        "requests_per_key": 10_000,
        "burst_per_key": 10_000,
        "requests_per_address": 10_000,
        "burst_per_address": 10_000,
    }
    return Limits(loopback_exempt=False, **{**wide, **chosen})


async def until(holds: Any, pause: float = 0.005) -> None:
    """Wait for something inside a server that tells nobody when it happens; the test's own limit ends it."""
    while not holds():  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(pause)


def free_ports() -> int:
    """The first of three neighbouring ports that are free, below those which the system gives out by itself."""
    chance = Random(os.urandom(8))
    while True:
        first = chance.randrange(20_000, 32_000, 3)
        with contextlib.ExitStack() as stack:
            try:
                for port in range(first, first + 3):
                    stack.enter_context(socket.create_server((HOST, port)))
            except OSError:
                continue
            return first


class ServerProcess:
    """A real `opera-server`, started as a child; it can be killed and started again on the same ports and folder."""

    popen: Any = subprocess.Popen
    """How it is started; tests that are not about that fork it instead (`forked.py`)."""

    def __init__(self, data: Path, *arguments: str, port: int | None = None) -> None:
        self.data = data
        self.port = free_ports() if port is None else port
        self.log = data.with_name(f"{data.name}.log")
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self.ready: Ready | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    @property
    def endpoints(self) -> Endpoints:
        assert self.ready is not None
        return endpoints_of(self.ready)

    def command(self, *more: str) -> list[str]:
        program = [sys.executable, "-c", "from opera_server.cli.main import main; main()"]
        place = ["--host", HOST, "--port", str(self.port), "--data", str(self.data)]
        manners = ["--no-announce", "--allow-seed", "--bot-time", "100", "--log-file", str(self.log)]
        return [*program, *place, *manners, *self._arguments, *more]

    async def start(self) -> Ready:
        """Start it and wait for its ready line."""
        line = await self.launch()
        assert isinstance(line, Ready), line
        self.ready = line
        return line

    async def launch(self) -> Ready | Failed:
        """Start it and give back what it says, be it ready or not."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            self._process = self.popen(
                self.command("--ready-fd", str(theirs.fileno())),
                pass_fds=[theirs.fileno()],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        self._line = ours
        heard = await asyncio.get_running_loop().sock_recv(ours, 4096)
        line = read_ready(heard)
        assert isinstance(line, Ready | Failed), (heard, self.told())
        return line

    def told(self) -> str:
        """The server's log."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def say(self, words: bytes) -> None:
        assert self._line is not None
        self._line.send(words)

    def hang_up(self) -> None:
        """Close the line to the child, as a parent's end does."""
        if self._line is not None:
            self._line.close()
            self._line = None

    async def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        await self.ended()
        self.hang_up()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, and say how it ended."""
        self.process.send_signal(number)
        code = await self.ended()
        self.hang_up()
        return code

    async def ended(self) -> int:
        return await asyncio.to_thread(self.process.wait, 20)

    async def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            await self.kill()
        self.hang_up()


@contextlib.asynccontextmanager
async def a_process(data: Path, *arguments: str, port: int | None = None) -> AsyncIterator[ServerProcess]:
    """A server process that is running, and gone at the end."""
    process = ServerProcess(data, *arguments, port=port)
    try:
        await process.start()
        yield process
    finally:
        await process.close()


def plain(value: Any) -> Any:
    """As it is after a way over the wire: no tuples, keys as text."""
    return msgspec.json.decode(msgspec.json.encode(value))
