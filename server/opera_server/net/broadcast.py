"""Broadcast updates: attach connections, keep them alive with heartbeats, and send to those attached."""

from collections.abc import Callable, Sequence

import zmq

from opera_protocol.wire.codec import decode, encode
from opera_protocol.wire.errors import Malformed
from opera_protocol.wire.keys import fingerprint, short_fingerprint
from opera_protocol.wire.messages import RESYNC, Attach, Attached, Beat, Detach, Detached, Expelled, FromClient, Notice
from opera_server.config.logs import get_logger
from opera_server.net.sockets import Router
from opera_server.net.update_connections import UpdateConnection, UpdateConnections

_log = get_logger(__name__)

TakePlace = Callable[[bytes, str], bool]
"""Count one more connection of a key at an address, and say whether it may have one."""


class Broadcaster:
    """Keeps the update connections and sends to them."""

    def __init__(
        self, connections: UpdateConnections, take_place: TakePlace, ended: Callable[[UpdateConnection], None]
    ) -> None:
        self.connections = connections
        self._take_place = take_place
        self._ended = ended
        self._router: Router | None = None
        self._gone: list[UpdateConnection] = []

    def open(self, router: Router) -> None:
        """Send through this socket."""
        self._router = router

    def receive(self, peer: bytes, key: bytes, address: str, frames: Sequence[zmq.Frame]) -> None:
        """Open, keep or end an update connection as its message says; drop other messages."""
        if len(frames) != 1:
            return
        try:
            message: object = decode(frames[0].bytes, FromClient)
        except Malformed:
            return
        if isinstance(message, Attach):
            self._attach(peer, key, address, message.ticket)
        elif isinstance(message, Beat | Detach):
            connection = self.connections.of_peer(peer, key, message.attachment)
            if connection is None:
                self._reply(peer, encode(Detached(code="attachment_unknown")))
            elif isinstance(message, Beat):
                self.connections.hear(connection)
            else:
                self.end(connection)

    def _attach(self, peer: bytes, key: bytes, address: str, ticket: bytes) -> None:
        if not self.connections.redeem(peer, key, ticket):
            self._reply(peer, encode(Detached(code="ticket_refused")))
            return
        if not self._take_place(key, address):
            self._reply(peer, encode(Detached(code="too_many_connections")))
            return
        connection = self.connections.add(peer, key, address)
        _log.info("attached", key=short_fingerprint(key), address=address)
        milliseconds = int(1000 * self.connections.beat_seconds)
        self._reply(peer, encode(Attached(attachment=connection.number, beat=milliseconds)))

    def _reply(self, peer: bytes, frame: bytes) -> None:
        assert self._router is not None
        self._router.send(peer, frame)

    def post(self, connection: UpdateConnection, *frames: bytes) -> bool:
        """Send to a connection; say whether it was taken. One that cannot be reached is ended at the next beat."""
        assert self._router is not None
        sent = self._router.send(connection.peer, *frames)
        if sent == "gone":
            self._gone.append(connection)
        return sent == "sent"

    def beat(self) -> None:
        """Send heartbeats, drop dead connections, ask slow ones to enter their rooms again."""
        for connection in [*self._silent(), *self._gone]:
            self.end(connection)
        self._gone = []
        for connection in self.connections:
            self.post(connection, encode(Beat(attachment=connection.number)))
            for room in sorted(connection.lagging):
                if self.post(connection, encode(Expelled(room=room, code=RESYNC))):
                    connection.lagging.discard(room)

    def _silent(self) -> list[UpdateConnection]:
        """Return connections that said nothing for too long; none while something they said may wait to be read."""
        assert self._router is not None
        return [] if self._router.is_behind else self.connections.silent()

    def end(self, connection: UpdateConnection) -> None:
        """Forget a connection and take it out of its rooms."""
        if self.connections.of_number(connection.number, connection.key) is None:
            return
        self.connections.remove(connection)
        self._ended(connection)
        _log.info("detached", key=short_fingerprint(connection.key), address=connection.address)

    def tell_all(self, text: str) -> None:
        """Send everybody a line from the operator."""
        frame = encode(Notice(text=text))
        for connection in self.connections:
            self.post(connection, frame)

    def dismiss_all(self, code: str) -> None:
        """Tell everybody that the server goes down."""
        frame = encode(Detached(code=code))
        for connection in self.connections:
            self.post(connection, frame)

    def dismiss(self, who: str, code: str) -> int:
        """Cut the connections of a key, named by its fingerprint; return how many they were."""
        theirs = [connection for connection in self.connections if fingerprint(connection.key) == who]
        for connection in theirs:
            self.post(connection, encode(Detached(code=code)))
            self.end(connection)
        return len(theirs)
