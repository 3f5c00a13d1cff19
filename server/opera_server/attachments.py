"""Update connections: tickets to open them, heartbeats to keep them, and which rooms they are in."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

TICKET_SECONDS = 10.0
TICKETS_PER_KEY = 8
MISSED_BEATS = 2
MOST_TICKETS = 10_000


@dataclass(eq=False)
class Attachment:
    """One update connection of a person."""

    number: bytes
    peer: bytes
    key: bytes
    address: str
    heard: float
    rooms: set[str] = field(default_factory=set)
    lagging: set[str] = field(default_factory=set)
    """Rooms of which an update could not be sent: the client has to enter them again."""
    is_gone: bool = False


class Attachments:
    """All update connections, by number and by peer."""

    def __init__(self, beat_seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.beat_seconds = beat_seconds
        self._now = now
        self._tickets: dict[bytes, tuple[bytes, float]] = {}
        self._tickets_of: dict[bytes, list[bytes]] = {}
        self._by_peer: dict[bytes, Attachment] = {}
        self._by_number: dict[bytes, Attachment] = {}

    def __iter__(self) -> Iterator[Attachment]:
        return iter(list(self._by_number.values()))

    def __len__(self) -> int:
        return len(self._by_number)

    def issue_ticket(self, key: bytes) -> bytes:
        """A ticket that opens one connection for this key, soon; who hoards them loses the oldest."""
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
        """Tickets are kept in the order of their end, so the old ones stand in front."""
        now = self._now()
        while self._tickets:
            ticket, (_, end) = next(iter(self._tickets.items()))
            if end > now and len(self._tickets) < MOST_TICKETS:
                return
            self._forget_ticket(ticket)

    def redeem(self, peer: bytes, key: bytes, ticket: bytes) -> bool:
        """Whether the ticket is unused, fresh and this key's; then it is used up. One peer attaches once."""
        owner, end = self._tickets.get(ticket, (b"", 0.0))
        if owner != key or end <= self._now() or peer in self._by_peer:
            return False
        self._forget_ticket(ticket)
        return True

    def add(self, peer: bytes, key: bytes, address: str) -> Attachment:
        attachment = Attachment(secrets.token_bytes(16), peer, key, address, self._now())
        self._by_peer[peer] = self._by_number[attachment.number] = attachment
        return attachment

    def of_peer(self, peer: bytes, key: bytes, number: bytes) -> Attachment | None:
        """The connection a message came over, if it names itself rightly."""
        attachment = self._by_peer.get(peer)
        return attachment if attachment and attachment.number == number and attachment.key == key else None

    def of_number(self, number: bytes, key: bytes) -> Attachment | None:
        attachment = self._by_number.get(number)
        return attachment if attachment and attachment.key == key else None

    def hear(self, attachment: Attachment) -> None:
        attachment.heard = self._now()

    def silent(self) -> list[Attachment]:
        """Connections that missed two beats."""
        limit = self._now() - self.beat_seconds * (MISSED_BEATS + 0.5)
        return [attachment for attachment in self._by_number.values() if attachment.heard < limit]

    def remove(self, attachment: Attachment) -> None:
        attachment.is_gone = True
        self._by_peer.pop(attachment.peer, None)
        self._by_number.pop(attachment.number, None)
