"""Raw sockets of many clients: they greet and come in by the codec, and after that frames are only counted."""

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import zmq

from opera_protocol.wire.codec import MAX_FRAME, Message, decode, encode
from opera_protocol.wire.messages import (
    PROTOCOL,
    Act,
    AnyReply,
    Attach,
    Attached,
    Beat,
    Create,
    Done,
    Enter,
    FromServer,
    Hello,
    Ready,
    Request,
    Sit,
    Start,
)
from opera_rules.api import Map

from .wire_bare import ATTACH, SPECTATOR, act_frame, nothing_frame
from .wire_script import NAMES, GameName, Line, script, settings_for

PATIENCE_MS: Final = 10_000
"""Nothing is waited for longer than this."""
QUIET_SECONDS: Final = 0.1
NO_ONES_TABLE: Final = 0xFFFF
BEAT_SECONDS: Final = 1.0
BEATS: Final = encode(Beat(attachment=bytes(16)))[:11]
"""How every heartbeat begins."""
DONE: Final = encode(Done(id=bytes(16), result={}))[:11]

Socket = zmq.Socket[bytes]
Keys = tuple[bytes, bytes]
"""Public and secret key of a client in Z85."""


class Place(NamedTuple):
    """Where to connect to."""

    pid: int
    requests: int
    updates: int
    key: bytes
    """The public key in Z85."""


class Peer:
    """Both connections of one client."""

    def __init__(self, context: "zmq.Context[Socket]", place: Place, keys: Keys | None = None) -> None:
        keys = keys or zmq.curve_keypair()
        self.requests = _dealer(context, place, place.requests, keys)
        self.updates = _dealer(context, place, place.updates, keys)
        self.attachment = b""

    def close(self) -> None:
        self.requests.close(linger=0)
        self.updates.close(linger=0)


class ScriptedAct(NamedTuple):
    """An action to be sent, and how many updates each player gets of it and, last, every spectator."""

    actor: Socket
    frame: bytes
    updates: tuple[int, ...]


class Table(NamedTuple):
    """A game ready to be played: its actions, one after the other, and who gets to hear of them."""

    acts: Sequence[ScriptedAct]
    players: Sequence[Socket]
    spectators: Sequence[Socket]


def _dealer(context: "zmq.Context[Socket]", place: Place, port: int, keys: Keys) -> Socket:
    socket = context.socket(zmq.DEALER)
    socket.curve_publickey, socket.curve_secretkey = keys
    socket.curve_serverkey = place.key
    socket.rcvtimeo = PATIENCE_MS
    socket.rcvhwm = 0
    socket.linger = 0
    socket.connect(f"tcp://127.0.0.1:{port}")
    return socket


def heard(socket: Socket, updates: int) -> None:
    """Wait for so many things that are no heartbeats."""
    while updates:
        updates -= not socket.recv_multipart()[0].startswith(BEATS)


def hear_out(sockets: Iterable[Socket]) -> int:
    """Take whatever has come; how many there were besides heartbeats."""
    count = 0
    for socket in sockets:
        while socket.poll(0):
            count += not socket.recv_multipart()[0].startswith(BEATS)
    return count


def settle(peers: Iterable[Peer]) -> None:
    """Wait until nothing comes any more."""
    sockets = [peer.updates for peer in peers]
    time.sleep(QUIET_SECONDS)
    while hear_out(sockets):
        time.sleep(QUIET_SECONDS)


def check_done(answer: bytes) -> None:
    if not answer.startswith(DONE):
        raise RuntimeError(f"refused: {decode(answer, AnyReply, limit=MAX_FRAME)}")


class RealPeers:
    """Clients of an opera-server."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.peers: list[Peer] = []
        self._context: zmq.Context[Socket] = zmq.Context()
        self._context.max_sockets = 8192
        self._next_beat = 0.0

    def connect(self, count: int) -> list[Peer]:
        """So many more clients, attached and in no room."""
        return self._attached([Peer(self._context, self.place) for _ in range(count)])

    def _attached(self, peers: list[Peer]) -> list[Peer]:
        welcomes = ask_all([(peer, Hello(id=new_id(), protocol=PROTOCOL)) for peer in peers])
        for peer, welcome in zip(peers, welcomes, strict=True):
            peer.updates.send(encode(Attach(ticket=welcome["ticket"])))
        for peer in peers:
            attached: Any = decode(peer.updates.recv(), FromServer)
            assert isinstance(attached, Attached)
            peer.attachment = attached.attachment
        self.peers += peers
        return peers

    def start_tables(self, game: GameName, groups: Sequence[Sequence[Peer]], watchers: Sequence[Peer]) -> list[Table]:
        """A running table for each group, watched by all of the others."""
        seats = len(groups[0])
        settings = settings_for(game, seats)
        hosts = [group[0] for group in groups]
        opened = ask_all([(host, Create(id=new_id(), settings=settings, name=NAMES[0])) for host in hosts])
        tables = [str(answer["table"]) for answer in opened]
        for seat in range(1, seats):
            self._ask_seat(groups, tables, seat, lambda table, name: Sit(id=new_id(), table=table, name=name))
        for seat in range(seats):
            self._ask_seat(groups, tables, seat, lambda table, _name: Ready(id=new_id(), table=table, ready=True))
        ask_all([(host, Start(id=new_id(), table=table)) for host, table in zip(hosts, tables, strict=True)])
        for group, table in zip(groups, tables, strict=True):
            self.enter(table, [*group, *watchers])
        return [real_table(game, group, watchers, table) for group, table in zip(groups, tables, strict=True)]

    def _ask_seat(self, groups: Sequence[Sequence[Peer]], tables: Sequence[str], seat: int, request: Any) -> None:
        """The same of whoever has this number in each group."""
        self.beat()
        asked = zip(groups, tables, strict=True)
        ask_all([(group[seat], request(table, NAMES[seat])) for group, table in asked])

    def enter(self, table: str, peers: Sequence[Peer]) -> None:
        self.beat()
        ask_all([(peer, Enter(id=new_id(), room=table, attachment=peer.attachment)) for peer in peers])
        hear_out([peer.updates for peer in peers])

    def beat(self) -> None:
        """Be alive, if it is time to say so."""
        now = time.monotonic()
        if now >= self._next_beat:
            self._next_beat = now + BEAT_SECONDS
            for peer in self.peers:
                peer.updates.send(encode(Beat(attachment=peer.attachment)))

    def close(self) -> None:
        for peer in self.peers:
            peer.close()
        self._context.term()


class BarePeers:
    """Clients of the baseline."""

    def __init__(self, place: Place, meanwhile: Callable[[], None]) -> None:
        self.place = place
        self.peers: list[Peer] = []
        self._context: zmq.Context[Socket] = zmq.Context()
        self._context.max_sockets = 8192
        self._tables = 0
        self._meanwhile = meanwhile

    def connect(self, count: int) -> list[Peer]:
        """So many more clients, with both connections up."""
        peers = [Peer(self._context, self.place) for _ in range(count)]
        for peer in peers:
            peer.requests.send(nothing_frame())
            peer.updates.send(ATTACH.pack(NO_ONES_TABLE, SPECTATOR))
        for peer in peers:
            peer.requests.recv()
            peer.updates.recv()
        self.peers += peers
        return peers

    def start_tables(self, game: GameName, groups: Sequence[Sequence[Peer]], watchers: Sequence[Peer]) -> list[Table]:
        return [self._start_table(game, group, watchers) for group in groups]

    def _start_table(self, game: GameName, group: Sequence[Peer], watchers: Sequence[Peer]) -> Table:
        self._tables += 1
        for seat, peer in enumerate([*group, *watchers]):
            peer.updates.send(ATTACH.pack(self._tables, seat if seat < len(group) else SPECTATOR))
        for peer in (*group, *watchers):
            peer.updates.recv()
        lines = script(game, len(group))
        lengths = [len(_act("abcdefgh", line)) for line in lines]
        return Table(
            acts=[
                ScriptedAct(group[line.seat].requests, act_frame(self._tables, line, length), line.counts)
                for line, length in zip(lines, lengths, strict=True)
            ],
            players=[peer.updates for peer in group],
            spectators=[peer.updates for peer in watchers],
        )

    def beat(self) -> None:
        """Nobody asks for it here; the others may have to."""
        self._meanwhile()

    def close(self) -> None:
        for peer in self.peers:
            peer.close()
        self._context.term()


Peers = RealPeers | BarePeers


def real_table(game: GameName, group: Sequence[Peer], watchers: Sequence[Peer], table: str) -> Table:
    return Table(
        acts=[
            ScriptedAct(group[line.seat].requests, _act(table, line), line.counts) for line in script(game, len(group))
        ],
        players=[peer.updates for peer in group],
        spectators=[peer.updates for peer in watchers],
    )


def _act(table: str, line: Line) -> bytes:
    return encode(Act(id=new_id(), table=table, decision=line.decision, action=line.action))


def ask_all(requests: Sequence[tuple[Peer, Request]]) -> list[Map]:
    """Ask everybody at once, and wait for all the answers."""
    for peer, request in requests:
        peer.requests.send(encode(request))
    return [_answer(peer) for peer, _ in requests]


def _answer(peer: Peer) -> Map:
    reply: Message = decode(peer.requests.recv(), AnyReply, limit=MAX_FRAME)
    if not isinstance(reply, Done):
        raise TypeError(f"refused: {reply}")
    return reply.result


def new_id() -> bytes:
    return secrets.token_bytes(16)
