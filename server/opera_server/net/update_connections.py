"""Keep the update connections: tickets to open them, heartbeats to keep them alive, the rooms they are in."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

TICKET_SECONDS = 10.0
TICKETS_PER_KEY = 8
MISSED_BEATS = 2
MOST_TICKETS = 10_000


@dataclass(eq=False)
class UpdateConnection:
    """One connection of a person over which updates are sent; `number` is what the wire calls its attachment."""

    number: bytes
    peer: bytes
    key: bytes
    address: str
    heard: float
    rooms: set[str] = field(default_factory=set)
    lagging: set[str] = field(default_factory=set)
    """Rooms of which an update could not be sent: the client has to enter them again."""
    is_gone: bool = False


class UpdateConnections:
    """All update connections, by number and by peer."""

    def __init__(self, beat_seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.beat_seconds = beat_seconds
        self._now = now
        self._tickets: dict[bytes, tuple[bytes, float]] = {}
        self._tickets_of: dict[bytes, list[bytes]] = {}
        self._by_peer: dict[bytes, UpdateConnection] = {}
        self._by_number: dict[bytes, UpdateConnection] = {}

    def __iter__(self) -> Iterator[UpdateConnection]:
        return iter(list(self._by_number.values()))

    def __len__(self) -> int:
        return len(self._by_number)

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
        """Forget tickets that have expired; they are kept in the order of their end, so the old ones stand in front."""
        now = self._now()
        while self._tickets:
            ticket, (_, end) = next(iter(self._tickets.items()))
            if end > now and len(self._tickets) < MOST_TICKETS:
                return
            self._forget_ticket(ticket)

    def redeem(self, peer: bytes, key: bytes, ticket: bytes) -> bool:
        """Use a ticket up if it is fresh and this key's; say whether it was. One peer attaches once."""
        owner, end = self._tickets.get(ticket, (b"", 0.0))
        if owner != key or end <= self._now() or peer in self._by_peer:
            return False
        self._forget_ticket(ticket)
        return True

    def add(self, peer: bytes, key: bytes, address: str) -> UpdateConnection:
        connection = UpdateConnection(secrets.token_bytes(16), peer, key, address, self._now())
        self._by_peer[peer] = self._by_number[connection.number] = connection
        return connection

    def of_peer(self, peer: bytes, key: bytes, number: bytes) -> UpdateConnection | None:
        """Return the connection a message came over, if it names itself rightly."""
        connection = self._by_peer.get(peer)
        return connection if connection and connection.number == number and connection.key == key else None

    def of_number(self, number: bytes, key: bytes) -> UpdateConnection | None:
        connection = self._by_number.get(number)
        return connection if connection and connection.key == key else None

    def hear(self, connection: UpdateConnection) -> None:
        """Note a heartbeat."""
        connection.heard = self._now()

    def silent(self) -> list[UpdateConnection]:
        """Return the connections that missed two beats."""
        limit = self._now() - self.beat_seconds * (MISSED_BEATS + 0.5)
        return [connection for connection in self._by_number.values() if connection.heard < limit]

    def remove(self, connection: UpdateConnection) -> None:
        connection.is_gone = True
        self._by_peer.pop(connection.peer, None)
        self._by_number.pop(connection.number, None)
