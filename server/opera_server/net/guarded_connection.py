"""Count the bytes of one connection: those that are kept until they can be read, and those that it leaves unread.

ZeroMQ tells an application nothing of connections that never send a whole message, yet each costs memory, and one
that sends the parts of a message without ever ending it takes all memory. Nor does it tell how much it keeps for a
peer that does not read. The system knows how much went in and out: what came in and was not read as a whole message
is kept in memory.
"""

import time
from dataclasses import dataclass, field
from typing import Final

from opera_server.config.logs import get_logger
from opera_server.net.limits import plain_address
from opera_server.net.tcp import Address, cut, traffic_of, waiting_in

_log = get_logger(__name__)

MOST_UNHEARD = 1024 * 1024
"""Bytes of one connection that are kept until they can be read; any message of ours is far smaller. ZeroMQ hands a
message out only when it is whole, and bounds how many wait, but not of how many parts."""
BESIDE_PER_SECOND: Final = 64
"""Bytes of a connection that are taken for ZeroMQ's own heartbeats, which nobody reads and which are not kept."""
MOST_UNREAD = 2 * 1024 * 1024
"""Bytes that are kept for one connection until they are read."""
MEASURED_EVERY: Final = 64 * 1024
"""Bytes sent to a connection after which we look how many of them were taken."""


@dataclass(eq=False)
class GuardedConnection:
    """One connection, from the moment it is accepted to its end."""

    descriptor: int
    address: Address
    counted: str | None
    came: float
    is_told: bool = False
    """Whether ZeroMQ's monitor has told of it: until then it is a guess whose descriptor this is."""
    has_spoken: bool = False
    has_greeted: bool = False
    """Whether its first request, `hello`, was accepted."""
    whole: int = 0
    """The bytes of its whole messages, as they came over the wire."""
    unheard: float = 0
    """The bytes that came in and are kept, as far as we know."""
    beside: float = 0
    """The bytes that came in and are taken for no part of a message."""
    beside_since_heard: float = 0
    """Those of them that came after its last whole message."""
    unread: int = 0
    """The bytes sent that the other side has not taken, as far as we know."""
    taken: int = 0
    """The bytes that the other side had taken when we looked last."""
    taken_before: int = 0
    """The same, when we asked last whether it reads."""
    is_cut: bool = False
    peers: list[bytes] = field(default_factory=list)
    """ZeroMQ's own id of the peer, once it has spoken."""
    _measured_at: int = MEASURED_EVERY
    _looked_at: float = field(default_factory=time.monotonic)

    def look(self) -> None:
        """Look how much came in that nobody could read yet, and how much was taken of what was sent.

        The sums never fall below 0: what ZeroMQ sends by itself is taken, too, and must not count for more later.
        """
        traffic = traffic_of(self.descriptor)
        if traffic is None:
            self.unread, self.unheard = 0, 0
            return
        self._count_unheard(traffic.received)
        self.unread = max(0, self.unread - max(0, traffic.taken - self.taken))
        self.taken = traffic.taken
        self._measured_at = self.unread + MEASURED_EVERY

    def _count_unheard(self, received: int) -> None:
        unheard = max(0.0, received - self.whole - self.beside)
        if unheard > MEASURED_EVERY:
            unheard = max(0.0, unheard - waiting_in(self.descriptor))
        before, self._looked_at = self._looked_at, time.monotonic()
        beside = min(unheard, BESIDE_PER_SECOND * (self._looked_at - before))
        self.beside += beside
        self.beside_since_heard += beside
        self.unheard = unheard - beside

    def hear(self, size: int) -> None:
        """Count a whole message that was read."""
        self.has_spoken = True
        self.whole += size
        self.beside_since_heard = 0

    @property
    def is_endless(self) -> bool:
        """Whether more came without a whole message than any of ours has; of a slow one that takes hours."""
        return self.unheard + self.beside_since_heard > MOST_UNHEARD

    def may_be_sent(self, size: int) -> bool:
        """Count bytes that are to be sent, and look from time to time how many were taken; False if too many wait."""
        if self.unread + size > MOST_UNREAD:
            self.look()
            if self.unread + size > MOST_UNREAD:
                return False
        self.unread += size
        if self.unread >= self._measured_at:
            self.look()
        return True

    def take_back(self, size: int) -> None:
        """Count no longer what could not be sent."""
        self.unread = max(0, self.unread - size)

    def has_read(self) -> bool:
        """Say whether it has taken something since this was asked last, or has nothing to take."""
        self.look()
        before, self.taken_before = self.taken_before, self.taken
        return not self.unread or self.taken > before

    def end(self, reason: str) -> None:
        """Cut the connection off, once: much that it sent before may still come and would each be told in the log.

        One that the monitor has not told of is left alone: its descriptor may be somebody else's, at the other port as
        well. If it does the same again, it will have been told of.
        """
        if self.is_cut or not self.is_told:
            return
        self.is_cut = True
        _log.info("connection_cut", address=plain_address(self.address[0]), reason=reason)
        cut(self.descriptor, self.address)
