"""The update connections: opened by tickets, kept alive by heartbeats, and sent to."""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec
import zmq

from opera_protocol.wire.codec import decode, encode
from opera_protocol.wire.errors import Malformed
from opera_protocol.wire.keys import fingerprint, short_fingerprint
from opera_protocol.wire.messages import RESYNC, Attach, Attached, Beat, Detach, Detached, Expelled, FromClient
from opera_server.config.logs import get_logger
from opera_server.net.access import AccessControl
from opera_server.net.rotation import Rotation
from opera_server.net.sockets import Router, Sender

_log = get_logger(__name__)

TICKET_SECONDS = 10.0
TICKETS_PER_KEY = 8
MISSED_BEATS = 2
UNREAD_BEATS = 3
"""Beats in a row during which a connection reads nothing of what waits for it: then it is cut."""
MOST_TICKETS = 10_000
BEATS: Final = 32
"""In how many parts the connections get their heartbeats, one after the other."""


@dataclass(eq=False)
class UpdateConnection:
    """One connection of a person over which updates are sent; `number` is what the wire calls its attachment."""

    number: bytes
    router: Router
    peer: bytes
    key: bytes
    address: str
    heard: float
    rooms: set[str] = field(default_factory=set)
    lagging: set[str] = field(default_factory=set)
    """Rooms of which an update could not be sent: the client has to enter them again."""
    unread_beats: int = 0
    """For how many beats in a row it has read nothing."""
    beat: bytes = field(init=False)
    """The heartbeat that both sides send."""
    is_unreachable: bool = False
    is_gone: bool = False

    def __post_init__(self) -> None:
        self.beat = encode(Beat(attachment=self.number))

    def send(self, *frames: bytes) -> bool:
        """Send without waiting; say whether it was taken. A connection that cannot be reached ends at the next beat."""
        sent = self.router.send(self.peer, *frames)
        if sent == "gone":
            self.is_unreachable = True
        return sent == "sent"


class UpdateConnections:
    """All update connections, by number and by peer."""

    def __init__(self, access: AccessControl, ended: Callable[[UpdateConnection], None], beat_seconds: float) -> None:
        self.beat_seconds = beat_seconds
        self._access = access
        self._ended = ended
        self._now = time.monotonic
        self._tickets: dict[bytes, tuple[bytes, float]] = {}
        self._tickets_of: dict[bytes, list[bytes]] = {}
        self._by_peer: dict[bytes, UpdateConnection] = {}
        self._by_number: dict[bytes, UpdateConnection] = {}
        self._in_turn: Rotation[UpdateConnection] = Rotation(BEATS)

    def open(self, router: Router) -> None:
        """Set the socket to send through."""
        self._router = router

    def __iter__(self) -> Iterator[UpdateConnection]:
        return iter(list(self._by_number.values()))

    def __len__(self) -> int:
        return len(self._by_number)

    def of_number(self, number: bytes, key: bytes) -> UpdateConnection | None:
        connection = self._by_number.get(number)
        return connection if connection and connection.key == key else None

    def issue_ticket(self, key: bytes) -> bytes:
        """Issue a ticket that opens one connection for this key, soon; a key that hoards them loses the oldest."""
        self._forget_old_tickets()
        own = self._tickets_of.get(key, [])
        if len(own) >= TICKETS_PER_KEY:
            self._forget_ticket(own[0])
        ticket = secrets.token_bytes(16)
        self._tickets[ticket] = key, self._now() + TICKET_SECONDS
        self._tickets_of.setdefault(key, []).append(ticket)
        return ticket

    def _forget_ticket(self, ticket: bytes) -> None:
        key, _ = self._tickets.pop(ticket)
        own = self._tickets_of[key]
        own.remove(ticket)
        if not own:
            del self._tickets_of[key]

    def _forget_old_tickets(self) -> None:
        """Forget expired tickets, and the oldest if there are too many; they are in the order of their end."""
        now = self._now()
        while self._tickets:
            ticket, (_, end) = next(iter(self._tickets.items()))
            if end > now and len(self._tickets) < MOST_TICKETS:
                return
            self._forget_ticket(ticket)

    def receive(self, sender: Sender, frames: Sequence[zmq.Frame]) -> None:
        """Open, keep alive or end an update connection as the message says; drop other messages."""
        if len(frames) != 1 or not self._access.may_send(sender.key, sender.address):
            return
        frame, connection = frames[0].bytes, self._by_peer.get(sender.peer)
        if connection is not None and frame == connection.beat:
            # Most of what comes in: it need not be decoded to be known.
            connection.heard = self._now()
            return
        try:
            message: object = decode(frame, FromClient)
        except Malformed:
            return
        if isinstance(message, Attach):
            self._router.send(sender.peer, encode(self._attach(sender, message.ticket)))
        elif isinstance(message, Beat | Detach):
            connection = self.of_number(message.attachment, sender.key)
            if connection is None or connection.peer != sender.peer:
                self._router.send(sender.peer, encode(Detached(code="attachment_unknown")))
            elif isinstance(message, Beat):
                connection.heard = self._now()
            else:
                self.end(connection)

    def _attach(self, sender: Sender, ticket: bytes) -> Attached | Detached:
        """Open a connection for a fresh ticket of this key; a peer attaches only once."""
        peer, key, address, _ = sender
        owner, end = self._tickets.get(ticket, (b"", 0.0))
        if owner != key or end <= self._now() or peer in self._by_peer:
            return Detached(code="ticket_refused")
        self._forget_ticket(ticket)
        if not self._access.take_place(key, address):
            return Detached(code="too_many_connections")
        connection = UpdateConnection(secrets.token_bytes(16), self._router, peer, key, address, self._now())
        self._by_peer[peer] = self._by_number[connection.number] = connection
        self._in_turn.add(connection)
        _log.info("attached", key=short_fingerprint(key), address=address)
        return Attached(attachment=connection.number, beat=int(1000 * self.beat_seconds))

    def beat_next(self) -> None:
        """Send heartbeats to the connections whose turn it is; all have had theirs after `BEATS` calls."""
        self.beat(self._in_turn.next_part())

    def beat(self, connections: Iterable[UpdateConnection]) -> None:
        """Send heartbeats, drop dead connections, and ask slow ones to enter rooms again."""
        limit = self._now() - self.beat_seconds * (MISSED_BEATS + 0.5)
        for connection in connections:
            # While messages wait to be read, one of them may be this connection's beat.
            is_silent = connection.heard < limit and not self._router.is_behind
            if is_silent or connection.is_unreachable or self._is_unread(connection):
                if connection.unread_beats and not self._router.has_read(connection.peer):
                    # Nobody looks after it from now on, and what waits there would be kept.
                    self._router.cut(connection.peer, "unread")
                self.end(connection)
                continue
            connection.send(connection.beat)
            for room in sorted(connection.lagging):
                if connection.send(encode(Expelled(room=room, code=RESYNC))):
                    connection.lagging.discard(room)

    def _is_unread(self, connection: UpdateConnection) -> bool:
        """Say whether a connection has read nothing for several beats."""
        connection.unread_beats = 0 if self._router.has_read(connection.peer) else connection.unread_beats + 1
        return connection.unread_beats >= UNREAD_BEATS

    def end(self, connection: UpdateConnection) -> None:
        """Forget a connection and take it out of its rooms."""
        if connection.is_gone:
            return
        connection.is_gone = True
        del self._by_peer[connection.peer], self._by_number[connection.number]
        self._in_turn.discard(connection)
        self._access.give_back_place(connection.key, connection.address)
        self._ended(connection)
        _log.info("detached", key=short_fingerprint(connection.key), address=connection.address)

    def tell_all(self, message: msgspec.Struct) -> None:
        """Send a message to every connection, such as a notice."""
        frame = encode(message)
        for connection in self:
            connection.send(frame)

    def dismiss(self, who: str) -> int:
        """Cut the connections of a key that was banned, named by its fingerprint; return how many they were."""
        theirs = [connection for connection in self if fingerprint(connection.key) == who]
        for connection in theirs:
            connection.send(encode(Detached(code="banned")))
            self.end(connection)
        return len(theirs)
