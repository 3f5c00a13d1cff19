"""Guard a port: count its connections by address, and cut those that send an endless message, nothing, or do not read.

ZeroMQ tells an application nothing of connections that never send a whole message, yet each costs memory, and one
that sends the parts of a message without ever ending it takes all memory. Nor does it tell how much it keeps for a
peer that does not read. Its monitor names every connection's descriptor: enough to count them by address, to see how
much went in and out, and to cut one off. What came in and was not read as a whole message is kept in memory.
"""

import asyncio
import struct
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import zmq

from opera_server.config.logs import get_logger
from opera_server.net.access import AccessControl
from opera_server.net.limits import Tally, plain_address
from opera_server.net.rotation import Rotation
from opera_server.net.sockets import DrainedSocket, Sender
from opera_server.net.tcp import Address, address_of, cut, traffic_of, waiting_in

_log = get_logger(__name__)

LOOK_SECONDS = 1.0
"""How often every connection is looked at, however little comes in."""
LOOKS: Final = 32
"""In how many parts, one after the other."""
LOOK_AFTER: Final = 0.05
"""Seconds for which other threads have worked: then all are looked at, since much may have come in. Nothing comes in
without such work, and a second is long enough to send hundreds of megabytes."""
LEAST_REST: Final = 19
"""How many times as long as that took nobody is looked at so again, however many they are."""
SILENT_SECONDS = 10.0
"""A connection that has said nothing by then is no client."""
FORGET_SECONDS: Final = 10.0
"""How long a connection that has gone is remembered: what it sent last may still be on its way through ZeroMQ."""
MOST_UNHEARD = 1024 * 1024
MOST_UNHEARD_OF_ALL = 16 * 1024 * 1024
"""Bytes of one connection, and of all at a port, that are kept until they can be read; any message of ours is far
smaller. ZeroMQ hands a message out only when it is whole, and bounds how many wait, but not of how many parts."""
BESIDE_PER_SECOND: Final = 64
"""Bytes of a connection that are taken for ZeroMQ's own heartbeats, which nobody reads and which are not kept."""
MOST_UNREAD = 2 * 1024 * 1024
MOST_UNREAD_OF_ADDRESS = 16 * 1024 * 1024
"""Bytes that are kept for one connection, and for all of one address, until they are read."""
MEASURED_EVERY: Final = 64 * 1024
"""Bytes sent to a connection after which we look how many of them were taken."""


@dataclass(eq=False)
class GuardedConnection:
    """One connection, from the moment it is accepted to its end."""

    descriptor: int
    address: Address
    counted: str | None
    came: float
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

    def count_sent(self, size: int) -> None:
        """Count bytes that were sent; look from time to time how many of them were taken."""
        self.unread += size
        if self.unread >= self._measured_at:
            self.look()

    def end(self, reason: str) -> None:
        """Cut the connection off, once: much that it sent before may still come and would each be told in the log."""
        if self.is_cut:
            return
        self.is_cut = True
        _log.info("connection_cut", address=plain_address(self.address[0]), reason=reason)
        cut(self.descriptor, self.address)


@dataclass
class Neighbours:
    """The connections of each address, over all ports of a server."""

    _by_address: dict[str, set[GuardedConnection]] = field(default_factory=dict)

    def add(self, connection: GuardedConnection) -> None:
        if connection.counted is not None:
            self._by_address.setdefault(connection.counted, set()).add(connection)

    def remove(self, connection: GuardedConnection) -> None:
        if connection.counted is None:
            return
        others = self._by_address[connection.counted]
        others.discard(connection)
        if not others:
            del self._by_address[connection.counted]

    def of(self, connection: GuardedConnection) -> Iterable[GuardedConnection]:
        """Return the connections of the same address; of one that is exempt only itself."""
        return self._by_address.get(connection.counted or "", {connection})


class ConnectionGuard:
    """Watches the connections of one bound socket."""

    def __init__(
        self, watched: "zmq.Socket[bytes]", access: AccessControl, tally: Tally, neighbours: Neighbours
    ) -> None:
        self._watched = watched
        self._access = access
        self._tally = tally
        self._neighbours = neighbours
        self._connections: dict[int, GuardedConnection] = {}
        self._untold: dict[int, GuardedConnection] = {}
        """Connections that speak but that the monitor has not told of yet, or not any more."""
        self._in_turn: Rotation[GuardedConnection] = Rotation(LOOKS)
        self._by_peer: dict[bytes, Sender] = {}
        """Who has spoken, by ZeroMQ's own id of the peer, which never comes again; nor do key and address change."""
        self._loop = asyncio.get_running_loop()
        monitor = watched.get_monitor_socket(zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED)
        self._drained = DrainedSocket(monitor, self._happened)
        self._worked = _work_of_others()
        """For how long other threads had worked when all connections were looked at last."""
        self._rests_until = 0.0
        self._timer = self._loop.call_later(LOOK_SECONDS / LOOKS, self._look)

    def __len__(self) -> int:
        return len(self._connections)

    def _happened(self, frames: list[zmq.Frame]) -> None:
        event, descriptor = struct.unpack("=hi", frames[0].bytes)
        if event == zmq.EVENT_ACCEPTED:
            self._came(descriptor)
        else:
            self._went(descriptor)

    def _came(self, descriptor: int) -> None:
        self._went(descriptor)
        address = address_of(descriptor)
        if address is None:
            return
        connection = self._untold.pop(descriptor, None)
        if connection is None or connection.address != address:
            connection = self._new(descriptor, address)
        if self._tally.take(None, connection.counted):
            connection.end("too_many")
            return
        self._connections[descriptor] = connection
        self._in_turn.add(connection)
        self._neighbours.add(connection)

    def _new(self, descriptor: int, address: Address) -> GuardedConnection:
        return GuardedConnection(descriptor, address, self._access.counted(address[0]), self._loop.time())

    def _went(self, descriptor: int) -> None:
        connection = self._connections.pop(descriptor, None)
        if connection is not None:
            self._tally.give_back(None, connection.counted)
            self._in_turn.discard(connection)
            self._neighbours.remove(connection)
            self._loop.call_later(FORGET_SECONDS, self._forget, connection)

    def _forget_untold(self, untold: GuardedConnection) -> None:
        """Forget a connection unless the monitor has told of it since: it had gone."""
        if self._untold.get(untold.descriptor) is untold:
            del self._untold[untold.descriptor]
        if self._connections.get(untold.descriptor) is not untold:
            self._forget(untold)

    def _forget(self, gone: GuardedConnection) -> None:
        for peer in gone.peers:
            self._by_peer.pop(peer, None)

    def note_message(self, peer: bytes, frame: zmq.Frame, size: int) -> Sender | None:
        """Note that a whole message of so many bytes came over the wire and return its sender.

        None if it was not let in or is unwelcome and cut.
        """
        sender = self._by_peer.get(peer) or self._introduce(peer, frame)
        if sender is None:
            return None
        connection = sender.connection
        connection.hear(size)
        if self._access.is_welcome(sender.key):
            return sender
        connection.end("unwelcome")
        return None

    def _introduce(self, peer: bytes, frame: zmq.Frame) -> Sender | None:
        """Find out who speaks for the first time, and over which connection; None if it has no key."""
        try:
            key = bytes.fromhex(str(frame.get("User-Id")))
            address = self._access.origin(key, plain_address(str(frame.get("Peer-Address"))))
        except (zmq.ZMQError, ValueError):
            return None
        sender = Sender(peer, key, address, self._connection(int(frame.get(zmq.SRCFD))))
        self._count_for(sender.connection, self._access.counted(address))
        sender.connection.peers.append(peer)
        self._by_peer[peer] = sender
        return sender

    def _count_for(self, connection: GuardedConnection, counted: str | None) -> None:
        """Count a visitor's connection, which came from this machine, for where the visitor comes from."""
        if counted is None or connection.counted is not None:
            return
        if self._connections.get(connection.descriptor) is not connection:
            connection.counted = counted  # from when the monitor tells of it on
            return
        if self._tally.take(None, counted):
            connection.end("too_many")
            return
        self._tally.give_back(None, None)
        connection.counted = counted
        self._neighbours.add(connection)

    def _connection(self, descriptor: int) -> GuardedConnection:
        """Find the connection of a descriptor over which a message came."""
        # What the monitor told of it may not be read yet: behind much else, if many come.
        self._drained.drain()
        while self._drained.is_behind and descriptor not in self._connections:
            self._drained.drain()
        return self._connections.get(descriptor) or self._untold_one(descriptor)

    def _untold_one(self, descriptor: int) -> GuardedConnection:
        """Make a connection of which the monitor says nothing.

        It has gone already, and what it said is still heard. Or it is told of later: the thread of ZeroMQ that accepts
        a connection hands it to another one before it tells, and on a busy machine that one may be far ahead.
        """
        address = address_of(descriptor)
        untold = (
            self._new(descriptor, address)
            if address
            else GuardedConnection(descriptor, ("", 0), None, self._loop.time())
        )
        self._untold[descriptor] = untold
        self._loop.call_later(FORGET_SECONDS, self._forget_untold, untold)
        return untold

    def may_send(self, peer: bytes, size: int) -> bool:
        """Count bytes that are to be sent to a peer; False if it has too much to read already.

        Of an address that has too much to read in all, the connection with the most is cut.
        """
        sender = self._by_peer.get(peer)
        if sender is None:
            return True
        connection = sender.connection
        if connection.unread + size < MEASURED_EVERY:
            connection.unread += size
            return True
        if connection.unread + size > MOST_UNREAD:
            connection.look()
            if connection.unread + size > MOST_UNREAD:
                return False
        connection.count_sent(size)
        if connection.unread > MEASURED_EVERY:
            self._bound_address(connection)
        return True

    def _bound_address(self, connection: GuardedConnection) -> None:
        others = self._neighbours.of(connection)
        if sum(other.unread for other in others) > MOST_UNREAD_OF_ADDRESS:
            fullest = max(others, key=lambda other: other.unread)
            fullest.look()
            if sum(other.unread for other in others) > MOST_UNREAD_OF_ADDRESS:
                fullest.end("unread")

    def has_read(self, peer: bytes) -> bool:
        """Say whether a peer has taken something since this was asked last, or has nothing to take."""
        sender = self._by_peer.get(peer)
        if sender is None:
            return True
        connection = sender.connection
        connection.look()
        before, connection.taken_before = connection.taken_before, connection.taken
        return not connection.unread or connection.taken > before

    def cut(self, peer: bytes, reason: str) -> None:
        """End the connection of a peer."""
        sender = self._by_peer.get(peer)
        if sender is not None:
            sender.connection.end(reason)

    def _look(self) -> None:
        """Look at the connections whose turn it is, or at all if much may have come in."""
        self._timer = self._loop.call_later(LOOK_SECONDS / LOOKS, self._look)
        worked, began = _work_of_others(), self._loop.time()
        if worked - self._worked < LOOK_AFTER or began < self._rests_until:
            self._look_at(self._in_turn.next_part())
            return
        self._look_at(list(self._connections.values()))
        self._bound_all()
        now = self._loop.time()
        self._worked, self._rests_until = worked, now + LEAST_REST * (now - began)

    def _look_at(self, connections: Iterable[GuardedConnection]) -> None:
        """Cut connections that send an endless message, and those that have sent nothing for too long."""
        limit = self._loop.time() - SILENT_SECONDS
        for connection in connections:
            connection.look()
            if not connection.has_spoken and connection.came < limit:
                connection.end("silent")
            elif connection.is_endless:
                connection.end("endless_message")

    def _bound_all(self) -> None:
        """Cut the connections of which most is kept, until all together are within their bound."""
        staying = sorted((c for c in self._connections.values() if not c.is_cut), key=lambda c: c.unheard)
        kept = sum(connection.unheard for connection in staying)
        while kept > MOST_UNHEARD_OF_ALL:
            fullest = staying.pop()
            kept -= fullest.unheard
            fullest.end("unheard")

    def close(self) -> None:
        self._timer.cancel()
        self._watched.disable_monitor()
        self._drained.close()


def _work_of_others() -> float:
    """Return for how many seconds all threads but this one have had a processor."""
    return time.process_time() - time.thread_time()
