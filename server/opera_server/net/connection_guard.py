"""Guard a port: count its connections by address, and cut those that send an endless message or nothing at all.

ZeroMQ tells an application nothing of connections that never send a whole message, yet each costs memory, and one
that sends the parts of a message without ever ending it takes all memory. Its monitor names every connection's
descriptor: enough to count them by address, to see how much came in, and to cut one off.
"""

import asyncio
import contextlib
import socket
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import zmq

from opera_server.config.logs import get_logger
from opera_server.net.access import AccessControl
from opera_server.net.limits import Tally
from opera_server.net.sockets import DrainedSocket

_log = get_logger(__name__)

LOOK_SECONDS = 0.25
SILENT_SECONDS = 10.0
"""A connection that has said nothing by then is no client."""
MOST_UNHEARD = 1024 * 1024
"""Bytes that may come in without a complete message; any message of ours is far smaller."""
_RECEIVED = {"linux": (11, 136, 128), "darwin": (0x106, 112, 88)}.get(sys.platform)
"""TCP_INFO or TCP_CONNECTION_INFO: the option, the length of its answer, and the offset of the bytes received in it."""


@dataclass
class GuardedConnection:
    """One connection, from the moment it is accepted to its end."""

    peer: tuple[str, int]
    counted: str | None
    came: float
    has_spoken: bool = False
    is_heard: bool = False
    """Whether a whole message came since the last check."""
    received: int = 0
    """The bytes received when its last whole message was noticed."""


class ConnectionGuard:
    """Watches the connections of one bound socket."""

    def __init__(self, watched: "zmq.Socket[bytes]", access: AccessControl, tally: Tally) -> None:
        self._watched = watched
        self._access = access
        self._tally = tally
        self._connections: dict[int, GuardedConnection] = {}
        self._loop = asyncio.get_running_loop()
        monitor = watched.get_monitor_socket(zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED)
        self._drained = DrainedSocket(monitor, self._happened)
        self._timer = self._loop.call_later(LOOK_SECONDS, self._look)

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
        peer = _peer(descriptor)
        if peer is None:
            return
        counted = self._access.counted(peer[0])
        if self._tally.take(None, counted):
            _log.info("connection_cut", address=peer[0], reason="too_many")
            _cut(descriptor, peer)
            return
        self._connections[descriptor] = GuardedConnection(peer, counted, self._loop.time())

    def _went(self, descriptor: int) -> None:
        connection = self._connections.pop(descriptor, None)
        if connection is not None:
            self._tally.give_back(None, connection.counted)

    def note_message(self, key: bytes, frame: zmq.Frame) -> bool:
        """Note that a whole message came; say whether its key is welcome, and cut the connection of a banned one."""
        descriptor = int(frame.get(zmq.SRCFD))
        connection = self._connections.get(descriptor)
        if connection is not None:
            connection.has_spoken = connection.is_heard = True
        is_welcome = self._access.is_welcome(key)
        if connection is not None and not is_welcome:
            _cut(descriptor, connection.peer)
        return is_welcome

    def _look(self) -> None:
        """Cut connections that send an endless message, and those that have sent nothing for too long."""
        self._timer = self._loop.call_later(LOOK_SECONDS, self._look)
        limit = self._loop.time() - SILENT_SECONDS
        for descriptor, connection in self._connections.items():
            received = _received(descriptor)
            if connection.is_heard:
                connection.is_heard, connection.received = False, received
            is_silent = not connection.has_spoken and connection.came < limit
            if is_silent or received - connection.received > MOST_UNHEARD:
                _log.info(
                    "connection_cut", address=connection.peer[0], reason="silent" if is_silent else "endless_message"
                )
                _cut(descriptor, connection.peer)

    def close(self) -> None:
        self._timer.cancel()
        self._watched.disable_monitor()
        self._drained.close()


@contextlib.contextmanager
def _borrowed(descriptor: int) -> Iterator[socket.socket]:
    """Wrap ZeroMQ's socket without closing it; as an IPv6 one, into which addresses of both kinds fit."""
    borrowed = socket.socket(socket.AF_INET6, socket.SOCK_STREAM, fileno=descriptor)
    try:
        yield borrowed
    finally:
        borrowed.detach()


def _peer(descriptor: int) -> tuple[str, int] | None:
    """Return address and port of the other end; None if nobody is there any more."""
    try:
        with _borrowed(descriptor) as connection:
            host, port, *_ = connection.getpeername()
    except (OSError, ValueError):
        return None
    return host, port


def _received(descriptor: int) -> int:
    """Return how many bytes came in over a connection; 0 where the system does not say, or it has gone.

    This runs for all connections all the time, so only `_cut` checks whose the descriptor is by now.
    """
    if _RECEIVED is None:
        return 0
    option, length, place = _RECEIVED
    try:
        connection = socket.socket(socket.AF_INET6, socket.SOCK_STREAM, socket.IPPROTO_TCP, descriptor)
    except OSError:
        return 0
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, option, length)
    except OSError:
        return 0
    finally:
        connection.detach()
    return int(struct.unpack_from("=Q", info, place)[0]) if len(info) == length else 0


def _cut(descriptor: int, peer: tuple[str, int]) -> None:
    """End a connection; the descriptor may belong to another one by now, which is left alone."""
    if _peer(descriptor) == peer:
        with contextlib.suppress(OSError), _borrowed(descriptor) as connection:
            connection.shutdown(socket.SHUT_RDWR)
