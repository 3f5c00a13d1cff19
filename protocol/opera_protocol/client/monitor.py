"""Notices at once when a connection cannot be made or breaks, which ZeroMQ tells only to those who ask."""

import secrets
from typing import Final

import zmq
import zmq.asyncio
from zmq.utils.monitor import parse_monitor_message

LOSSES: Final = {
    int(zmq.EVENT_DISCONNECTED): "disconnected",
    int(zmq.EVENT_CLOSED): "disconnected",
    int(zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL): "handshake_failed",
    int(zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL): "handshake_failed",
    int(zmq.EVENT_HANDSHAKE_FAILED_AUTH): "not_admitted",
}
_EVENTS: Final = sum(LOSSES)


class Monitor:
    """Watches one socket, from before it connects."""

    def __init__(self, socket: zmq.asyncio.Socket) -> None:
        self._socket = socket
        # The usual name is that of a file descriptor, which a socket still closing may share with a new one.
        self._events = socket.get_monitor_socket(_EVENTS, f"inproc://monitor.{secrets.token_hex(8)}")

    async def loss(self) -> str:
        """Wait until the connection is lost; the code that says how."""
        frames: list[bytes] = await self._events.recv_multipart()
        return LOSSES[int(parse_monitor_message(frames)["event"])]

    def close(self) -> None:
        """Stop watching; to be called before the socket itself is closed."""
        self._socket.disable_monitor()
        self._events.close(linger=0)
