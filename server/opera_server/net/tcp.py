"""Look at the TCP connections beneath ZeroMQ's sockets, and cut them."""

import contextlib
import fcntl
import socket
import struct
import sys
import termios
from collections.abc import Iterator
from typing import Final, NamedTuple

_INFO: Final = {"linux": (11, 136, 128, 120), "darwin": (0x106, 112, 88, 64)}.get(sys.platform)
"""TCP_INFO or TCP_CONNECTION_INFO: the option, the length of its answer, and where in it the bytes are counted that
were received, and those that the other side has taken (on macOS, those sent)."""

Address = tuple[str, int]
"""Host and port of the other end."""


class Traffic(NamedTuple):
    """Bytes that came in over a connection, that the other side has taken, and that ZeroMQ has written."""

    received: int
    taken: int
    written: int


@contextlib.contextmanager
def _borrowed(descriptor: int) -> Iterator[socket.socket]:
    """Wrap ZeroMQ's socket without closing it; as an IPv6 one, into which addresses of both kinds fit."""
    borrowed = socket.socket(socket.AF_INET6, socket.SOCK_STREAM, fileno=descriptor)
    try:
        yield borrowed
    finally:
        borrowed.detach()


def address_of(descriptor: int) -> Address | None:
    """Return address and port of the other end; None if nobody is there any more."""
    try:
        with _borrowed(descriptor) as connection:
            host, port, *_ = connection.getpeername()
    except (OSError, ValueError):
        return None
    return host, port


def traffic_of(descriptor: int) -> Traffic | None:
    """Return what went over a connection; None where the system does not say, or it has gone.

    This runs for all connections all the time, so only `cut` checks whose the descriptor is by now.
    """
    if _INFO is None:
        return None
    option, length, received, taken = _INFO
    try:
        connection = socket.socket(socket.AF_INET6, socket.SOCK_STREAM, socket.IPPROTO_TCP, descriptor)
    except OSError:
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, option, length)
    except OSError:
        return None
    finally:
        connection.detach()
    if len(info) != length:
        return None
    came, went = (int(struct.unpack_from("=Q", info, place)[0]) for place in (received, taken))
    return Traffic(came, went, went + _waiting_out(descriptor))


def _waiting_out(descriptor: int) -> int:
    """Return how many bytes that were written the other side has not taken yet; 0 where those count as taken."""
    return _queued(descriptor, termios.TIOCOUTQ) if sys.platform == "linux" else 0


def waiting_in(descriptor: int) -> int:
    """Return how many bytes that came in still wait in the system, where ZeroMQ has not read them; 0 if it has gone."""
    return _queued(descriptor, termios.FIONREAD)


def _queued(descriptor: int, which: int) -> int:
    try:
        waiting = fcntl.ioctl(descriptor, which, bytes(4))
    except OSError:
        return 0
    return int(struct.unpack("=i", waiting)[0])


def cut(descriptor: int, address: Address) -> None:
    """End a connection; the descriptor may belong to another one by now, which is left alone."""
    if address_of(descriptor) == address:
        with contextlib.suppress(OSError), _borrowed(descriptor) as connection:
            connection.shutdown(socket.SHUT_RDWR)
