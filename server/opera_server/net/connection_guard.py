"""Guard a port: count its connections by address, and cut those that send an endless message, or nothing.

ZeroMQ's monitor names the descriptor of every connection: enough to count them by address, to see how much went in and
out, and to cut one off.
"""

import asyncio
import struct
import time
from collections.abc import Iterable
from typing import Final

import zmq

from opera_server.net.access import AccessControl
from opera_server.net.guarded_connection import GuardedConnection
from opera_server.net.limits import Tally, is_same_host, plain_address
from opera_server.net.neighbours import Neighbours
from opera_server.net.rotation import Rotation
from opera_server.net.sockets import DrainedSocket, Sender
from opera_server.net.tcp import Address, address_of

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
NO_PORT: Final = 0
"""Stands for the port of a connection that has gone; no connection has it."""
MOST_UNHEARD_OF_ALL = 16 * 1024 * 1024
"""Bytes of all connections at a port that are kept until they can be read."""


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
        connection.is_told = True
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
            host = str(frame.get("Peer-Address"))
        except (zmq.ZMQError, ValueError):
            return None
        address = self._access.origin(key, plain_address(host))
        sender = Sender(peer, key, address, self._connection(int(frame.get(zmq.SRCFD)), host))
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

    def _connection(self, descriptor: int, host: str) -> GuardedConnection:
        """Find the connection of a descriptor over which a message came from a host."""
        # What the monitor told of it may not be read yet, nor that who had the descriptor before has gone.
        self._drained.drain()
        while self._drained.is_behind:
            self._drained.drain()
        connection = self._connections.get(descriptor)
        if connection is None or not is_same_host(connection.address[0], host):
            return self._untold_one(descriptor, host)
        return connection

    def _untold_one(self, descriptor: int, host: str) -> GuardedConnection:
        """Make a connection of which the monitor says nothing.

        It has gone already, and what it said is still heard. Or it is told of later: the thread of ZeroMQ that accepts
        a connection hands it to another one before it tells, and on a busy machine that one may be far ahead. Which of
        both, the monitor will show: it tells of a connection from the same host and port, or it does not.
        """
        address = address_of(descriptor)
        if address is None or not is_same_host(address[0], host):
            address = host, NO_PORT
        untold = self._untold[descriptor] = self._new(descriptor, address)
        self._loop.call_later(FORGET_SECONDS, self._forget_untold, untold)
        return untold

    def may_send(self, peer: bytes, size: int) -> bool:
        """Count bytes that are to be sent to a peer; False if it has too much to read already."""
        sender = self._by_peer.get(peer)
        return sender is None or self._neighbours.may_send(sender.connection, size)

    def take_back(self, peer: bytes, size: int) -> None:
        """Count no longer what could not be sent to a peer."""
        sender = self._by_peer.get(peer)
        if sender is not None:
            sender.connection.take_back(size)

    def has_read(self, peer: bytes) -> bool:
        """Say whether a peer has taken something since this was asked last, or has nothing to take."""
        sender = self._by_peer.get(peer)
        return sender is None or sender.connection.has_read()

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
