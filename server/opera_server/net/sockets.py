"""Read ZeroMQ sockets on the event loop, and write to them without ever waiting.

A plain socket drained from its descriptor is faster per message than `zmq.asyncio`. The descriptor is edge-triggered:
it must be drained completely, and looked at again after every send.
"""

import asyncio
import ctypes
import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import zmq

from opera_server.config.logs import get_logger

if TYPE_CHECKING:
    from opera_server.net.connection_guard import ConnectionGuard
    from opera_server.net.guarded_connection import GuardedConnection

_log = get_logger(__name__)

MOST_AT_ONCE = 256
"""Frames taken in one go, before others on the loop get their turn."""
MOST_FRAMES = 16
"""Frames of one message that are kept; no client of ours sends more."""
FAREWELL_MS = 200
CURVE_OVERHEAD = 33
"""By how many bytes encryption makes a frame longer: command and nonce of 8 bytes each, a code of 16, a flag."""
LONGEST_SMALL = 255
HEADER, LONG_HEADER = 2, 9
"""Bytes before a frame on the wire: before one of at most so many bytes, and before a longer one."""
OWN_ID_BYTES = 5
"""The length of ids that libzmq assigns itself; they begin with a zero byte."""


_LAST = int(zmq.NOBLOCK)
_MORE = int(zmq.NOBLOCK | zmq.SNDMORE)
_EVENTS = int(zmq.EVENTS)
_CAN_READ = int(zmq.POLLIN)
"""Flags and options as plain numbers, since working with their enumerations is slow."""

Sent = Literal["sent", "full", "gone"]
"""Taken; not taken because the peer does not read; no such peer any more."""


def on_the_wire(content: int) -> int:
    """Return how many bytes a frame with so many bytes of content takes as it comes in, encrypted."""
    body = content + CURVE_OVERHEAD
    return body + (HEADER if body <= LONGEST_SMALL else LONG_HEADER)


class DrainedSocket:
    """Hands every message that comes in to a function."""

    def __init__(self, socket: "zmq.Socket[bytes]", receive: Callable[[list[zmq.Frame]], None]) -> None:
        self.socket = socket
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        self._is_drain_scheduled = False
        self.is_behind = False
        """Whether the last drain left messages unread."""
        self._frames: list[zmq.Frame] = []
        self._size = 0
        """The bytes over the wire of the message that is being read, also of frames that are not kept."""
        self._loop.add_reader(socket.fileno(), self.drain)
        self.look_soon()

    def look_soon(self) -> None:
        if not self._is_drain_scheduled:
            self._is_drain_scheduled = True
            self._loop.call_soon(self.drain)

    def drain(self) -> None:
        """Read what has come, frame by frame: a message of a million frames must not hold everybody up."""
        self._is_drain_scheduled = False
        if not self._has_messages():
            self.is_behind = False
            return
        for _ in range(MOST_AT_ONCE):
            if self.socket.closed:
                return
            try:
                frame = self.socket.recv(_LAST, copy=False)
            except zmq.Again:
                self.is_behind = False
                return
            self._size += on_the_wire(len(frame))
            if len(self._frames) < MOST_FRAMES:
                self._frames.append(frame)
            if frame.more:
                continue
            frames, self._frames = self._frames, []
            try:
                self._receive(frames)
            except Exception:  # noqa: BLE001 - whatever is wrong with one message, those behind it are still read
                _log.exception("message_failed", frames=len(frames))
            self._size = 0
        self.is_behind = True
        self.look_soon()

    def _has_messages(self) -> bool:
        """Ask whether something has come: after a send it mostly has not, and reading nothing is an exception."""
        return not self.socket.closed and bool(int(self.socket.get(_EVENTS)) & _CAN_READ)

    def close(self) -> None:
        """Stop reading; messages sent last have a moment to leave."""
        self._loop.remove_reader(self.socket.fileno())
        self.socket.close(linger=FAREWELL_MS)


class Sender(NamedTuple):
    """Where a message came from: libzmq's id of the connection, the person's key, the address, the connection."""

    peer: bytes
    key: bytes
    address: str
    connection: "GuardedConnection"


Receive = Callable[[Sender, Sequence[zmq.Frame]], None]


class Router(DrainedSocket):
    """A ROUTER with CURVE whose peers are known by their keys."""

    def __init__(self, socket: "zmq.Socket[bytes]", guard: "ConnectionGuard", receive: Receive) -> None:
        super().__init__(socket, self._identify)
        self._guard = guard
        self._receive_from = receive
        # The method of pyzmq's core: what its subclass adds for other kinds of sockets takes half of the time.
        self._send = super(zmq.Socket, socket).send
        self.frames_sent = 0
        self.bytes_sent = 0
        """Of all messages that were taken, before they are encrypted."""

    def _identify(self, frames: list[zmq.Frame]) -> None:
        """Pass a message on with its sender; drop it if the peer chose its id, was not let in or is unwelcome now."""
        peer = frames[0].bytes
        if len(peer) != OWN_ID_BYTES or peer[0] or len(frames) < 2:
            return
        sender = self._guard.note_message(peer, frames[1], self._size - on_the_wire(len(peer)))
        if sender is not None:
            self._receive_from(sender, frames[1:])

    def send(self, peer: bytes, *frames: bytes) -> Sent:
        """Send without waiting, and say what became of it."""
        lengths = list(map(len, frames))
        size = sum(map(on_the_wire, lengths))
        if not self._guard.may_send(peer, size):
            return "full"
        try:
            # Not `send_multipart`, which looks at every frame first and takes twice the time for it.
            self._send(peer, _MORE)
            for frame in frames[:-1]:
                self._send(frame, _MORE)
            self._send(frames[-1], _LAST)
        except zmq.ZMQError as error:
            self._guard.take_back(peer, size)
            if error.errno == zmq.EAGAIN:
                return "full"
            if error.errno == zmq.EHOSTUNREACH:
                return "gone"
            raise
        finally:
            self.look_soon()
        self.frames_sent += len(frames)
        self.bytes_sent += sum(lengths)
        return "sent"

    def has_read(self, peer: bytes) -> bool:
        """Say whether a peer has read something since this was asked last, or has nothing to read."""
        return self._guard.has_read(peer)

    def cut(self, peer: bytes, reason: str) -> None:
        """End the connection of a peer; the log says why."""
        self._guard.cut(peer, reason)


def curve_router(
    context: "zmq.Context[zmq.Socket[bytes]]", domain: str, secret: bytes, limit: int
) -> "zmq.Socket[bytes]":
    """Make a ROUTER that speaks only CURVE, never blocks, never hands an id over and buffers little."""
    _make_ids_unguessable()
    socket = context.socket(zmq.ROUTER)
    socket.curve_server = True
    socket.curve_secretkey = secret
    socket.zap_domain = domain.encode()
    socket.setsockopt(zmq.ZAP_ENFORCE_DOMAIN, 1)
    socket.router_mandatory = True
    socket.maxmsgsize = limit + CURVE_OVERHEAD
    socket.sndhwm = 500
    socket.rcvhwm = 100
    socket.linger = 0
    socket.handshake_ivl = 5_000
    socket.ipv6 = True
    socket.backlog = 256
    return socket


def _make_ids_unguessable() -> None:
    """Let libzmq number its peers from a random start.

    It takes the first number from the C library's unseeded `rand`, the same in every process. A peer that knows the
    next number can choose it as its id: then libzmq aborts the process when it assigns that number itself; and the id
    of a peer that has gone receives that peer's private updates. A peer with thousands of chosen ids may still hit the
    next number by chance, one try in millions; libzmq cannot prevent that, and the process has to be started again.
    Nothing is lost by that.
    """
    ctypes.CDLL(None).srand(ctypes.c_uint(secrets.randbits(32)))
