"""Count the bytes of one connection: those that are kept until they can be read, and those that it leaves unread.

ZeroMQ tells an application nothing of connections that never send a whole message, yet each costs memory, and one
that sends the parts of a message without ever ending it takes all memory. Nor does it tell how much it keeps for a
peer that does not read. The system knows how much went in and out: what came in is kept in memory unless it was read
as a whole message or was a heartbeat.
"""

from dataclasses import dataclass, field
from typing import Final

from opera_server.config.logs import get_logger
from opera_server.net.heartbeats import SHORTEST_PONG, pings_behind
from opera_server.net.limits import plain_address
from opera_server.net.tcp import Address, cut, traffic_of, waiting_in

_log = get_logger(__name__)

MOST_UNHEARD = 1024 * 1024
"""Bytes of one connection that are kept until they can be read; any message of ours is far smaller. ZeroMQ hands a
message out only when it is whole, and bounds how many wait, but not of how many parts."""
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
    pings: int = 0
    """The bytes of ZeroMQ's own heartbeats that came in, as far as answers prove it; the answers to its handshake, too,
    are taken for such, and are shorter than it."""
    unheard: int = 0
    """All other bytes that came in, which are kept; some hundreds of the handshake are always among them."""
    sent: int = 0
    """The bytes of all messages that were sent to it, as they go over the wire."""
    answers: int = 0
    """The bytes that went to it besides: those that ZeroMQ sends by itself."""
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

    def look(self) -> None:
        """Look how much came in that nobody could read yet, and how much was taken of what was sent.

        The sums never fall below 0: what ZeroMQ sends by itself is taken, too, and must not count for more later.
        """
        traffic = traffic_of(self.descriptor)
        if traffic is None:
            self.unread, self.unheard = 0, 0
            return
        self._count_pings(traffic.written - self.sent)
        self._count_unheard(traffic.received)
        self.unread = max(0, self.unread - max(0, traffic.taken - self.taken))
        self.taken = traffic.taken
        self._measured_at = self.unread + MEASURED_EVERY

    def _count_pings(self, answers: int) -> None:
        """Count the heartbeats behind what ZeroMQ has written by itself; later, if messages are still to be written."""
        more = answers - self.answers
        if more >= SHORTEST_PONG:
            self.answers = answers
            self.pings += pings_behind(more)

    def _count_unheard(self, received: int) -> None:
        # Never more is whole than came: it was said by who had this descriptor before.
        self.whole = min(self.whole, received)
        unheard = received - self.whole - self.pings
        if unheard > MEASURED_EVERY:
            unheard -= waiting_in(self.descriptor)
        self.unheard = max(0, unheard)

    def hear(self, size: int) -> None:
        """Count a whole message that was read."""
        self.has_spoken = True
        self.whole += size

    @property
    def is_endless(self) -> bool:
        """Whether more came without a whole message than any of ours has, however slowly."""
        return self.unheard > MOST_UNHEARD

    def may_be_sent(self, size: int) -> bool:
        """Count bytes that are to be sent, and look from time to time how many were taken; False if too many wait."""
        if self.unread + size > MOST_UNREAD:
            self.look()
            if self.unread + size > MOST_UNREAD:
                return False
        self.sent += size
        self.unread += size
        if self.unread >= self._measured_at:
            self.look()
        return True

    def take_back(self, size: int) -> None:
        """Count no longer what could not be sent."""
        self.sent -= size
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
