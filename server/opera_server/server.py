"""The server: sockets, gate, lobby and desk put together, from start to stop."""

import asyncio
import contextlib
import errno
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

import zmq

from opera_bots.levels import LEVELS
from opera_protocol.curve_keys import key_to_text
from opera_protocol.fingerprint import fingerprint
from opera_protocol.greeting import Greeting, open_greeting_port, serve_greeting
from opera_protocol.ready import Ready
from opera_rules.editions import built_in
from opera_rules.games import GAMES
from opera_rules.refusals import Refused
from opera_server.attachments import Attachment, Attachments
from opera_server.cores import cores
from opera_server.data_folder import DataFolder
from opera_server.desk import Desk, too_fast
from opera_server.doorkeeper import Doorkeeper
from opera_server.faults import ServerFault
from opera_server.gate import Gate
from opera_server.handlers import Premises
from opera_server.journal import Journal
from opera_server.limits import AddressBook, RateLimit, RequestLimits, Tally
from opera_server.lobby import Limits as LobbyLimits
from opera_server.lobby import Lobby
from opera_server.replaying import import_transcript
from opera_server.settings import Settings, load_editions
from opera_server.sockets import Router, curve_router
from opera_server.table_room import Services
from opera_server.thinkers import Thinkers
from opera_server.tidying import tidy
from opera_server.updates import Updates
from opera_server.watching import leave_room

_log = logging.getLogger(__name__)

DOMAIN = "opera"
BEAT_SECONDS = 2.0
IO_THREADS = 2
"""One encrypts some 65,000 messages a second: too few for a busy table with a hundred spectators."""
BOT_WORKERS = min(16, cores() + 2)
"""A bot that hangs keeps one for a while, so there are more than cores."""
HINT_WORKERS = max(1, cores() // 2)
HINT_NICENESS = 5
MOST_ADDRESSES = 20_000


_SINCE_1970 = time.time_ns() - time.monotonic_ns()


def now_ms() -> int:
    """Milliseconds since 1970; a clock that is set while the server runs ends nobody's time."""
    return (_SINCE_1970 + time.monotonic_ns()) // 1_000_000


class Server:
    """One running server."""

    def __init__(self, settings: Settings, folder: DataFolder, name: str, beat_seconds: float = BEAT_SECONDS) -> None:
        self.settings = settings
        self.folder = folder
        self.name = name
        self.identity = folder.identity()
        self.journal = Journal.open(folder.journal)
        self.banned: set[str] = set()
        self.allowed: set[str] = set()
        self.stopping = asyncio.Event()
        self._beat_seconds = beat_seconds
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context(io_threads=IO_THREADS)
        self._thinkers = Thinkers(BOT_WORKERS)
        self._advisers = Thinkers(HINT_WORKERS, HINT_NICENESS)
        self._tasks: list[asyncio.Task[Any]] = []
        self._ports = contextlib.ExitStack()
        """Closes what is open of them, the last one first."""
        limits = settings.limits
        self._addresses = AddressBook(limits.loopback_exempt)
        self._visits = RateLimit(limits.requests_per_address, limits.burst_per_address)
        self._request_limits = RequestLimits(
            RateLimit(limits.requests_per_key, limits.burst_per_key),
            RateLimit(limits.requests_per_address, limits.burst_per_address),
        )
        self._known_addresses: OrderedDict[bytes, str] = OrderedDict()
        """From where keys asked for something last, where that counts."""
        self._connections = Tally(limits.connections_per_key, limits.connections_per_address, limits.connections)
        self.updates = Updates(Attachments(beat_seconds), self._take_place, self._ended)
        self.lobby = self._make_lobby()
        welcome = {
            "server": name,
            "version": version("opera-tui"),
            "levels": list(LEVELS),
            "seeds": settings.allow_seed,
        }
        self.desk = Desk(Premises(self.lobby, self.updates.attachments, welcome), self._answer)

    def _make_lobby(self) -> Lobby:
        services = Services(
            journal=self.journal,
            post=self.updates.post,
            thinkers=self._thinkers,
            advisers=self._advisers,
            now=now_ms,
            bot_seconds=self.settings.bot_time / 1000,
            changed=lambda _room: None,
        )
        editions = {game: built_in(game) for game in GAMES} | load_editions(self.settings.edition)
        limits = self.settings.limits
        of_lobby = LobbyLimits(
            tables_per_key=limits.tables_per_key,
            tables_per_address=limits.tables_per_address,
            tables=limits.tables,
            seats_per_key=limits.seats_per_key,
            seats_per_address=limits.seats_per_address,
            seats=limits.seats,
        )
        allow_seed = self.settings.allow_seed
        return Lobby(services, editions, of_lobby, allow_seed=allow_seed, address_of=self._known_addresses.get)

    async def start(self) -> Ready:
        """Rebuild the tables, open the ports, and say where they are."""
        standings = await self.journal.standings()
        self.banned = {who for who, standing in standings.items() if standing == "banned"}
        self.allowed = {who for who, standing in standings.items() if standing == "allowed"}
        await self.lobby.restore(await self.journal.open_tables())
        if self.settings.replay is not None:
            await import_transcript(self.journal, self.settings.replay, now_ms())
        ports = self._open_ports()
        self._tasks = [asyncio.create_task(self._keep_beating()), asyncio.create_task(self._keep_tidy())]
        self._tasks.append(asyncio.create_task(self._greet(ports)))
        ready = Ready(pid=os.getpid(), ports=ports, key=key_to_text(self.identity.public_key), name=self.name)
        self.folder.announce(ready)
        return ready

    def _open_ports(self) -> tuple[int, int, int]:
        secret = key_to_text(self.identity.secret_key).encode()
        self._ports.callback(Gate(self._context, DOMAIN, self._may_connect).close)
        requests = curve_router(self._context, DOMAIN, secret, self.settings.limits.message_bytes)
        updates = curve_router(self._context, DOMAIN, secret, 1024)
        host, port = self.settings.host, self.settings.port
        first = _bind(requests, host, port)
        second = _bind(updates, host, port + 1 if port else 0)
        self._doors = self._doorkeeper(requests), self._doorkeeper(updates)
        self._requests = Router(requests, self._receive_request)
        updates_router = Router(updates, self._receive_update)
        self.updates.open(updates_router)
        for socket in (updates_router, self._requests, *self._doors):
            self._ports.callback(socket.close)
        third = port + 2 if port else 0
        try:
            self._greeting = open_greeting_port("" if host == "*" else host, third)
        except OSError as error:
            raise _unbound(host, third, error) from error
        self._ports.callback(self._greeting.close)
        return first, second, self._greeting.getsockname()[1]

    def _doorkeeper(self, socket: "zmq.Socket[bytes]") -> Doorkeeper:
        """Of connections there may be twice as many as attached ones, for those that come and go."""
        limits = self.settings.limits
        places = Tally(limits.connections, 2 * limits.connections_per_address, 2 * limits.connections)
        return Doorkeeper(socket, self._addresses, places)

    async def _greet(self, ports: tuple[int, int, int]) -> None:
        greeting = Greeting(name=self.name, key=self.identity.public_key, requests=ports[0], updates=ports[1])
        await serve_greeting(self._greeting, greeting)

    def _may_connect(self, address: str, key: bytes) -> bool:
        """Nobody connects too often."""
        counted = self._addresses.counted(address)
        return self._is_welcome(key) and (counted is None or self._visits.allows(counted))

    def _is_welcome(self, key: bytes) -> bool:
        """Banned keys stay outside, strangers too where only listed ones are wanted."""
        if not self.banned and self.settings.access == "open":
            return True
        who = fingerprint(key)
        return who not in self.banned and (self.settings.access == "open" or who in self.allowed)

    def _listens_to(self, door: Doorkeeper, key: bytes, frame: zmq.Frame) -> bool:
        """Who was banned since connecting is not heard any more, over none of his connections."""
        door.hear(frame)
        is_welcome = self._is_welcome(key)
        if not is_welcome:
            door.cut(frame)
        return is_welcome

    def _receive_request(self, peer: bytes, key: bytes, address: str, frames: Sequence[zmq.Frame]) -> None:
        if not self._listens_to(self._doors[0], key, frames[0]):
            return
        counted = self._addresses.counted(address)
        if self._request_limits.over(key, counted):
            self._answer(peer, too_fast(frames))
            return
        self._remember_address(key, counted)
        self.desk.receive(peer, key, frames, partial(self._request_limits.charge, key, counted))

    def _remember_address(self, key: bytes, counted: str | None) -> None:
        if counted is None:
            self._known_addresses.pop(key, None)
            return
        self._known_addresses[key] = counted
        self._known_addresses.move_to_end(key)
        if len(self._known_addresses) > MOST_ADDRESSES:
            self._known_addresses.popitem(last=False)

    def _receive_update(self, peer: bytes, key: bytes, address: str, frames: Sequence[zmq.Frame]) -> None:
        is_listened_to = self._listens_to(self._doors[1], key, frames[0])
        if is_listened_to and not self._request_limits.over(key, self._addresses.counted(address)):
            self.updates.receive(peer, key, address, frames)

    def _answer(self, peer: bytes, frame: bytes) -> None:
        self._requests.send(peer, frame)

    def _take_place(self, key: bytes, address: str) -> bool:
        """Whether one more update connection is allowed; those of this machine count only for the total."""
        counted = self._addresses.counted(address)
        return self._connections.take(key if counted else None, counted) is None

    def _ended(self, attachment: Attachment) -> None:
        counted = self._addresses.counted(attachment.address)
        self._connections.give_back(attachment.key if counted else None, counted)
        for room in sorted(attachment.rooms):
            leave_room(self.lobby, room, attachment)

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._beat_seconds)
            try:
                self.updates.beat()
            except Exception:  # noqa: BLE001 - without beats every client would take the server for dead
                _log.exception("beat_failed")

    async def _keep_tidy(self) -> None:
        while True:
            await asyncio.sleep(max(1.0, self._beat_seconds))
            try:
                await self.tidy()
            except (Refused, ServerFault) as error:
                # A disk that is full today may not be tomorrow.
                _log.warning("tidying_failed code=%s", error.code)
            except Exception:  # noqa: BLE001 - without this nothing would ever be tidied again
                _log.exception("tidying_failed")

    async def tidy(self) -> None:
        await tidy(self.lobby, self.settings)

    async def stop(self) -> None:
        """Tell everybody, then close in the order in which things depend on each other."""
        self.updates.dismiss_all("restarting")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.desk.close()
        for room in self.lobby.tables.values():
            await room.errands.close()
        await self.lobby.errands.close()
        await self._thinkers.close()
        await self._advisers.close()
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
    """Why nothing can listen there: somebody else does, or the address is none of this machine's."""
    if error.errno in (errno.EADDRINUSE, errno.EACCES):
        return ServerFault("port_taken", port=port)
    return ServerFault("host_unusable", host=host, problem=error.strerror or str(error))
