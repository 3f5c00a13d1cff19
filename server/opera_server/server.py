"""Put a server together from sockets, access control, lobby and dispatcher, and run it from start to stop."""

import asyncio
import contextlib
import errno
import os
import time
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import zmq

from opera_bots.levels import LEVELS
from opera_bots.worker import usable_cores
from opera_protocol.local.ready import Ready
from opera_protocol.wire.greeting import Greeting, open_greeting_port, serve_greeting
from opera_protocol.wire.keys import key_to_text
from opera_protocol.wire.messages import Detached
from opera_rules.refusals import Refused
from opera_server.config.data_folder import DataFolder
from opera_server.config.logs import get_logger
from opera_server.config.settings import Settings
from opera_server.faults import ServerFault
from opera_server.history.transcript import import_transcript
from opera_server.journal.journal import Journal
from opera_server.lobby.housekeeping import Housekeeper
from opera_server.lobby.lobby import Lobby
from opera_server.net.access import AccessControl, ZapAuth
from opera_server.net.connection_guard import ConnectionGuard
from opera_server.net.limits import Tally
from opera_server.net.neighbours import Neighbours
from opera_server.net.sockets import Router, curve_router
from opera_server.net.update_connections import BEATS, UpdateConnections
from opera_server.requests.dispatcher import Dispatcher
from opera_server.requests.handlers import RequestContext
from opera_server.tables.table_room import Services
from opera_server.worker_pool import WorkerPool

_log = get_logger(__name__)

DOMAIN = "opera"
BEAT_SECONDS = 2.0
IO_THREADS = 2
"""One thread encrypts some 65,000 messages a second: too few for a busy table with a hundred spectators."""
BOT_WORKERS = min(16, usable_cores() + 2)
"""More than cores, because a bot that hangs occupies a worker for a while."""
HINT_WORKERS = max(1, usable_cores() // 2)
BOT_NICENESS = 5
HINT_NICENESS = 10
"""People who play need the processor before bots that think, and bots before hints."""

_SINCE_1970 = time.time_ns() - time.monotonic_ns()


def now_ms() -> int:
    """Return the milliseconds since 1970; setting the system clock while the server runs does not change them."""
    return (_SINCE_1970 + time.monotonic_ns()) // 1_000_000


class Server:
    """One running server."""

    def __init__(self, settings: Settings, folder: DataFolder, name: str, beat_seconds: float = BEAT_SECONDS) -> None:
        self.settings = settings
        self.folder = folder
        self.name = name
        self.identity = folder.identity()
        self.journal = Journal.open(folder.journal)
        self.access = AccessControl(settings)
        self.stopping = asyncio.Event()
        self._beat_seconds = beat_seconds
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context(io_threads=IO_THREADS)
        self._bot_pool = WorkerPool(BOT_WORKERS, BOT_NICENESS)
        self._hint_pool = WorkerPool(HINT_WORKERS, HINT_NICENESS)
        self._tasks: list[asyncio.Task[Any]] = []
        self._ports = contextlib.ExitStack()
        """Closes the ports that are open, the last one first."""
        services = Services(
            journal=self.journal,
            bot_pool=self._bot_pool,
            hint_pool=self._hint_pool,
            now=now_ms,
            bot_seconds=settings.bot_time / 1000,
            address_of=self.access.address_of,
            is_for_one=settings.owner is not None,
        )
        self.lobby = Lobby(services, settings)
        self.connections = UpdateConnections(self.access, self.lobby.leave_all, beat_seconds)
        welcome = {
            "server": name,
            "version": version("opera-tui"),
            "levels": list(LEVELS),
            "seeds": settings.allow_seed,
        }
        self.dispatcher = Dispatcher(RequestContext(self.lobby, self.connections, welcome), self.access)

    @property
    def pools(self) -> Mapping[str, WorkerPool]:
        """The workers by what they think about."""
        return {"bots": self._bot_pool, "hints": self._hint_pool}

    @property
    def open_connections(self) -> Mapping[str, int]:
        """How many connections are open at each port, also of those who are not attached."""
        return {port: len(guard) for port, guard in zip(self.routers, self._guards, strict=True)}

    async def start(self) -> Ready:
        """Rebuild the tables, open the ports, and return where they are."""
        self.access.load(await self.journal.access_list())
        await self.lobby.restore(await self.journal.open_tables())
        self._housekeeper = Housekeeper(self.lobby, self.settings)
        if self.settings.replay is not None:
            await import_transcript(self.journal, self.settings.replay)
        ports = self._open_ports()
        greeting = Greeting(name=self.name, key=self.identity.public_key, requests=ports[0], updates=ports[1])
        work = (
            self._keep_beating(),
            self._keep_tidy(),
            serve_greeting(self._greeting, greeting, self.access.may_greet),
        )
        self._tasks = [asyncio.create_task(each) for each in work]
        key, for_one = key_to_text(self.identity.public_key), self.settings.owner is not None
        ready = Ready(pid=os.getpid(), ports=ports, key=key, name=self.name, for_one=for_one)
        self.folder.announce(ready)
        return ready

    def _open_ports(self) -> tuple[int, int, int]:
        secret = key_to_text(self.identity.secret_key).encode()
        self._ports.callback(ZapAuth(self._context, DOMAIN, self.access).close)
        requests = curve_router(self._context, DOMAIN, secret, self.settings.limits.message_bytes)
        updates = curve_router(self._context, DOMAIN, secret, 1024)
        host, port = self.settings.host, self.settings.port
        first = _bind(requests, host, port)
        second = _bind(updates, host, port + 1 if port else 0)
        neighbours = Neighbours()
        self._guards = self._guard(requests, neighbours), self._guard(updates, neighbours)
        requests_router = Router(requests, self._guards[0], self.dispatcher.receive)
        self.dispatcher.open(requests_router)
        updates_router = Router(updates, self._guards[1], self.connections.receive)
        self.connections.open(updates_router)
        self.routers = {"requests": requests_router, "updates": updates_router}
        for socket in (updates_router, requests_router, *self._guards):
            self._ports.callback(socket.close)
        third = port + 2 if port else 0
        try:
            self._greeting = open_greeting_port("" if host == "*" else host, third)
        except OSError as error:
            raise _unbound(host, third, error) from error
        self._ports.callback(self._greeting.close)
        return first, second, self._greeting.getsockname()[1]

    def _guard(self, socket: "zmq.Socket[bytes]", neighbours: Neighbours) -> ConnectionGuard:
        """Guard a socket; it may have twice as many connections as may be attached, for those that come and go."""
        limits = self.settings.limits
        tally = Tally(limits.connections, 2 * limits.connections_per_address, 2 * limits.connections)
        return ConnectionGuard(socket, self.access, tally, neighbours)

    async def _keep_beating(self) -> None:
        now, pause = asyncio.get_running_loop().time, self._beat_seconds / BEATS
        due = now()
        while True:
            # By the clock: on a busy loop, delays would add up to beats that clients miss.
            due = max(due + pause, now())
            await asyncio.sleep(due - now())
            try:
                self.connections.beat_next()
            except Exception:  # noqa: BLE001 - without beats every client would take the server for dead
                _log.exception("beat_failed")

    async def _keep_tidy(self) -> None:
        while True:
            await asyncio.sleep(max(1.0, self._beat_seconds))
            try:
                await self.tidy()
            except (Refused, ServerFault) as error:
                # A disk that is full today may not be tomorrow.
                _log.warning("tidying_failed", code=error.code)
            except Exception:  # noqa: BLE001 - without this nothing would ever be tidied again
                _log.exception("tidying_failed")

    async def tidy(self) -> None:
        """Do what is due at tables."""
        await self._housekeeper.tidy()

    async def stop(self) -> None:
        """Tell every client, then close everything, dependents first."""
        self.connections.tell_all(Detached(code="restarting"))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.dispatcher.close()
        for room in self.lobby.tables.values():
            await room.tasks.close()
        await self.lobby.tasks.close()
        await self.lobby.save_listing()
        await self._bot_pool.close()
        await self._hint_pool.close()
        await self.journal.close()
        self._ports.close()
        self._context.destroy(linger=200)


def _bind(socket: "zmq.Socket[bytes]", host: str, port: int) -> int:
    where = f"[{host}]" if ":" in host else host
    try:
        socket.bind(f"tcp://{where}:{port or '*'}")
    except zmq.ZMQError as error:
        raise _unbound(host, port, error) from error
    endpoint = socket.getsockopt_string(zmq.LAST_ENDPOINT)
    return int(endpoint.rpartition(":")[2].rstrip("\0"))


def _unbound(host: str, port: int, error: zmq.ZMQError | OSError) -> ServerFault:
    """Return why the port cannot be opened: another program has it, or the address is not this machine's."""
    if error.errno in (errno.EADDRINUSE, errno.EACCES):
        return ServerFault("port_taken", port=port)
    return ServerFault("host_unusable", host=host, problem=error.strerror or str(error))
