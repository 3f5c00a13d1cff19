"""A crowd of clients, each at several tables, and actions that come at a given pace whatever the server does."""

import contextlib
import select
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
import zmq

from opera_protocol.wire.codec import encode
from opera_protocol.wire.messages import LOBBY, PROTOCOL, Beat, Enter, Hello, Request

from .scale_games import PLAYERS, StoredGame
from .wire_peers import (
    PATIENCE_MS,
    Keys,
    Peer,
    Place,
    RealPeers,
    ScriptedAct,
    Socket,
    Table,
    ask_all,
    check_done,
    hear_out,
    new_id,
)

CLIENTS_BEAT_SECONDS: Final = 2.0
"""How often a client shows that it is alive, as the server asks for."""
AT_ONCE: Final = 100
"""Clients that connect or ask at the same time."""
HELLO_FIRST: Final = b"hello_first"
LONGEST_WAIT: Final = 0.01
"""Seconds after which heartbeats are looked after, if nothing happens."""


class _Room(msgspec.Struct):
    """All that is read of an update."""

    room: str = ""


_room_of: Final = msgspec.msgpack.Decoder(_Room).decode


class Crowd(RealPeers):
    """Clients with keys of their own, whose heartbeats come one after the other as those of strangers do."""

    def __init__(self, place: Place, meanwhile: Callable[[], None] = lambda: None) -> None:
        """`meanwhile` is called with every beat: another crowd may have to show that it is there."""
        super().__init__(place)
        self._meanwhile = meanwhile
        self.by_key: dict[bytes, Peer] = {}
        self._beaten = time.monotonic()
        self._turn = 0
        self.sent_over: Callable[[Socket], None] = _ignore
        """Called after something was sent over a socket for updates."""

    def join(self, keys: Sequence[Keys]) -> None:
        """Let the holders of these keys connect and attach."""
        for start in range(0, len(keys), AT_ONCE):
            some = keys[start : start + AT_ONCE]
            peers = self._attached([Peer(self._context, self.place, pair) for pair in some])
            self.by_key.update((public, peer) for (public, _), peer in zip(some, peers, strict=True))
            self.beat()

    def enter_all(self, tables: Iterable[StoredGame]) -> None:
        """Let everybody enter the tables where they play."""
        self.enter_rooms([(self.by_key[public], table.id) for table in tables for public, _ in table.players])

    def enter_rooms(self, wishes: Sequence[tuple[Peer, str]]) -> list[float]:
        """Let clients enter rooms, many at once; return how long each part took."""
        taken = []
        for start in range(0, len(wishes), AT_ONCE):
            began = time.perf_counter()
            some = wishes[start : start + AT_ONCE]
            ask_in_turn([(peer, Enter(id=new_id(), room=room, attachment=peer.attachment)) for peer, room in some])
            taken.append(time.perf_counter() - began)
            self.beat()
        self.hear_all()
        return taken

    def enter_lobby(self, peers: Sequence[Peer]) -> list[float]:
        """Let clients enter the lobby one after the other; return the seconds each of them waited."""
        taken = []
        for peer in peers:
            request = Enter(id=new_id(), room=LOBBY, attachment=peer.attachment)
            began = time.perf_counter()
            ask_all([(peer, request)])
            taken.append(time.perf_counter() - began)
            self.beat()
        return taken

    def beat(self) -> None:
        """Send the heartbeats that are due."""
        self._meanwhile()
        now, count = time.monotonic(), len(self.peers)
        due = min(count, int((now - self._beaten) / CLIENTS_BEAT_SECONDS * count))
        if not due:
            return
        self._beaten = now
        for number in range(self._turn, self._turn + due):
            peer = self.peers[number % count]
            peer.updates.send(encode(Beat(attachment=peer.attachment)))
            self.sent_over(peer.updates)
        self._turn = (self._turn + due) % count

    def hear_all(self) -> int:
        """Take all updates that have come; return how many they were."""
        return hear_out(peer.updates for peer in self.peers)

    def settle(self) -> None:
        """Wait until nothing comes any more."""
        pause = time.monotonic()
        while self.hear_all() or time.monotonic() < pause + 1.0:
            self.beat()
            time.sleep(0.05)

    def tables(self, stored: Sequence[StoredGame], actions: int) -> list[Table]:
        """Make these tables ready for so many actions."""
        return [self._table(each, actions) for each in stored]

    def _table(self, stored: StoredGame, actions: int) -> Table:
        peers = [self.by_key[public] for public, _ in stored.players]
        lines = stored.game.ahead[:actions]
        return Table(
            acts=[
                ScriptedAct(peers[line.seat].requests, encode(stored.game.act(stored.id, number)), line.counts)
                for number, line in enumerate(lines)
            ],
            players=[peer.updates for peer in peers],
            spectators=(),
        )


def _ignore(_socket: Socket) -> None: ...


def ask_in_turn(requests: Sequence[tuple[Peer, Request]]) -> None:
    """Ask many at once; a client that is named twice asks twice, and nobody reads the answers."""
    for peer, request in requests:
        peer.requests.send(encode(request))
    for peer, request in requests:
        answer = peer.requests.recv()
        if HELLO_FIRST in answer:
            # Seen once in thousands of connections on a busy machine: the server has forgotten this one.
            print("a client had to greet again", file=sys.stderr)
            ask_all([(peer, Hello(id=new_id(), protocol=PROTOCOL))])
            ask_all([(peer, request)])
        else:
            check_done(answer)


class Flight(NamedTuple):
    """An action whose updates have not all come."""

    left: int
    landed: Callable[[float], None]
    """Called with the moment at which the last update came."""


@contextlib.contextmanager
def traffic(crowd: Crowd) -> Iterator["Traffic"]:
    """Read all that comes in for a crowd, until the end of the block."""
    reader = Traffic(crowd)
    try:
        yield reader
    finally:
        reader.close()


class Traffic:
    """Reads what comes in over all sockets of a crowd, and tells when an action has come to its last reader."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.flights: dict[str, Flight] = {}
        self.answered = 0
        self._epoll = select.epoll()
        self._sources: dict[int, tuple[Socket, Callable[[Socket], None]]] = {}
        crowd.hear_all()
        for peer in crowd.peers:
            self._watch(peer.requests, self._read_answers)
            self._watch(peer.updates, self._read_updates)
        # ZeroMQ's descriptors tell only of what comes after nothing was left to read, also after a send.
        crowd.sent_over = self._read_updates

    def _watch(self, socket: Socket, read: Callable[[Socket], None]) -> None:
        self._sources[socket.fileno()] = socket, read
        self._epoll.register(socket.fileno(), select.EPOLLIN)
        read(socket)

    def send(self, act: ScriptedAct, room: str, flight: Flight) -> None:
        """Send an action, and wait for its updates while other things happen."""
        self.flights[room] = flight
        act.actor.send(act.frame)
        self._read_answers(act.actor)

    def look(self, seconds: float) -> None:
        """Read what comes within this time, and look after heartbeats."""
        self.crowd.beat()
        for descriptor, _ in self._epoll.poll(max(0.0, min(seconds, LONGEST_WAIT))):
            socket, read = self._sources[descriptor]
            read(socket)

    def _read_answers(self, socket: Socket) -> None:
        while True:
            try:
                check_done(socket.recv(zmq.NOBLOCK))
            except zmq.Again:
                return
            self.answered += 1

    def _read_updates(self, socket: Socket) -> None:
        while True:
            try:
                frames = socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            room = _room_of(frames[0]).room
            flight = self.flights.get(room)
            if flight is None:
                continue
            if flight.left > 1:
                self.flights[room] = flight._replace(left=flight.left - 1)
            else:
                del self.flights[room]
                flight.landed(time.perf_counter())

    def close(self) -> None:
        self._epoll.close()
        self.crowd.sent_over = _ignore


def paced(reader: Traffic, stored: Sequence[StoredGame], actions: int, rate: float) -> list[float]:
    """Play so many actions at each table, at one after the other, so many a second; return the seconds from when each
    was due until its last reader had it.
    """
    tables = reader.crowd.tables(stored, actions)
    waiting = deque((each.id, iter(table.acts)) for each, table in zip(stored, tables, strict=True))
    taken: list[float] = []
    due = time.perf_counter() + 0.1
    expected = len(stored) * actions
    give_up = due + expected / rate + PATIENCE_MS / 1000
    while len(taken) < expected:
        now = time.perf_counter()
        if now > give_up:
            raise TimeoutError(f"{expected - len(taken)} actions did not come to their readers")
        if not waiting or now < due or waiting[0][0] in reader.flights:
            reader.look(due - now if waiting and now < due else LONGEST_WAIT)
            continue
        room, acts = waiting.popleft()
        act = next(acts, None)
        if act is None:
            continue
        reader.send(act, room, Flight(sum(act.updates[:PLAYERS]), _landed(taken, due)))
        waiting.append((room, acts))
        due += 1 / rate
    return taken


def _landed(taken: list[float], began: float) -> Callable[[float], None]:
    return lambda now: taken.append(now - began)


def all_at_once(reader: Traffic, stored: Sequence[StoredGame]) -> list[float]:
    """Act at tables where a bot has to answer, and wait until that is done; return a list in which the seconds until
    the bots' moves appear.
    """
    taken: list[float] = []
    expected = reader.answered + len(stored)
    for each, table in zip(stored, reader.crowd.tables(stored, 1), strict=True):
        act = table.acts[0]
        reader.send(act, each.id, Flight(act.updates[0] + 1, _landed(taken, time.perf_counter())))
    while reader.answered < expected:
        reader.look(LONGEST_WAIT)
    return taken
