"""Answer ZeroMQ's authentication requests (ZAP): it asks about every new connection, with address and key."""

from collections.abc import Callable

import zmq

from opera_server.net.sockets import DrainedSocket

ENDPOINT = "inproc://zeromq.zap.01"
VERSION = b"1.0"

Admit = Callable[[str, bytes], bool]
"""Say whether a connection from this address with this key is let in."""


class ZapAuth:
    """The authentication handler of a context, bound before any socket that it guards."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", domain: str, admit: Admit) -> None:
        self._domain = domain.encode()
        self._admit = admit
        socket = context.socket(zmq.ROUTER)
        socket.linger = 0
        socket.bind(ENDPOINT)
        self._drained = DrainedSocket(socket, self._answer)

    def _answer(self, frames: list[zmq.Frame]) -> None:
        """Answer one request; the key becomes the connection's user id, as hexadecimal digits."""
        peer, empty, version, request, domain, address, _, mechanism, *credentials = (f.bytes for f in frames)
        if version != VERSION:
            return
        key = credentials[0] if mechanism == b"CURVE" and len(credentials) == 1 else b""
        if domain == self._domain and key and self._admit(address.decode("ascii", "replace"), key):
            answer = [b"200", b"OK", key.hex().encode()]
        else:
            answer = [b"400", b"refused", b""]
        self._drained.socket.send_multipart([peer, empty, VERSION, request, *answer, b""])
        self._drained.look_soon()

    def close(self) -> None:
        self._drained.close()
