"""The update side: attaching, heartbeats, and sending to those attached."""

import logging
from collections.abc import Callable, Sequence

import zmq

from opera_protocol.codec import decode, encode
from opera_protocol.errors import Malformed
from opera_protocol.fingerprint import fingerprint, short_fingerprint
from opera_protocol.messages import RESYNC, Attach, Attached, Beat, Detach, Detached, Expelled, FromClient, Notice
from opera_server.attachments import Attachment, Attachments
from opera_server.sockets import Router

_log = logging.getLogger(__name__)

TakePlace = Callable[[bytes, str], bool]
"""Counts one more connection of a key at an address, if it may have one."""


class Updates:
    """Keeps the update connections and sends to them."""

    def __init__(self, attachments: Attachments, take_place: TakePlace, ended: Callable[[Attachment], None]) -> None:
        self.attachments = attachments
        self._take_place = take_place
        self._ended = ended
        self._router: Router | None = None
        self._gone: list[Attachment] = []

    def open(self, router: Router) -> None:
        self._router = router

    def receive(self, peer: bytes, key: bytes, address: str, frames: Sequence[zmq.Frame]) -> None:
        """A message on an update connection: it opens, keeps or ends it; whatever else is dropped."""
        if len(frames) != 1:
            return
        try:
            message: object = decode(frames[0].bytes, FromClient)
        except Malformed:
            return
        if isinstance(message, Attach):
            self._attach(peer, key, address, message.ticket)
        elif isinstance(message, Beat | Detach):
            attachment = self.attachments.of_peer(peer, key, message.attachment)
            if attachment is None:
                self._reply(peer, encode(Detached(code="attachment_unknown")))
            elif isinstance(message, Beat):
                self.attachments.hear(attachment)
            else:
                self.end(attachment)

    def _attach(self, peer: bytes, key: bytes, address: str, ticket: bytes) -> None:
        if not self.attachments.redeem(peer, key, ticket):
            self._reply(peer, encode(Detached(code="ticket_refused")))
            return
        if not self._take_place(key, address):
            self._reply(peer, encode(Detached(code="too_many_connections")))
            return
        attachment = self.attachments.add(peer, key, address)
        _log.info("attached key=%s address=%s", short_fingerprint(key), address)
        milliseconds = int(1000 * self.attachments.beat_seconds)
        self._reply(peer, encode(Attached(attachment=attachment.number, beat=milliseconds)))

    def _reply(self, peer: bytes, frame: bytes) -> None:
        assert self._router is not None
        self._router.send(peer, frame)

    def post(self, attachment: Attachment, *frames: bytes) -> bool:
        """Send to an attachment; whether it was taken. One that cannot be reached is ended at the next beat."""
        assert self._router is not None
        sent = self._router.send(attachment.peer, *frames)
        if sent == "gone":
            self._gone.append(attachment)
        return sent == "sent"

    def beat(self) -> None:
        """A heartbeat for everybody; who is silent or gone is let go, who lags behind is told to come in anew."""
        for attachment in [*self._silent(), *self._gone]:
            self.end(attachment)
        self._gone = []
        for attachment in self.attachments:
            self.post(attachment, encode(Beat(attachment=attachment.number)))
            for room in sorted(attachment.lagging):
                if self.post(attachment, encode(Expelled(room=room, code=RESYNC))):
                    attachment.lagging.discard(room)

    def _silent(self) -> list[Attachment]:
        """Who has said nothing for too long; nobody while what they said may be waiting to be read."""
        assert self._router is not None
        return [] if self._router.is_behind else self.attachments.silent()

    def end(self, attachment: Attachment) -> None:
        if self.attachments.of_number(attachment.number, attachment.key) is None:
            return
        self.attachments.remove(attachment)
        self._ended(attachment)
        _log.info("detached key=%s address=%s", short_fingerprint(attachment.key), attachment.address)

    def tell_all(self, text: str) -> None:
        """A line from the operator to everybody."""
        frame = encode(Notice(text=text))
        for attachment in self.attachments:
            self.post(attachment, frame)

    def dismiss_all(self, code: str) -> None:
        """Tell everybody that the server goes down."""
        frame = encode(Detached(code=code))
        for attachment in self.attachments:
            self.post(attachment, frame)

    def dismiss(self, who: str, code: str) -> int:
        """Cut the connections of a key, named by its fingerprint; says how many they were."""
        theirs = [attachment for attachment in self.attachments if fingerprint(attachment.key) == who]
        for attachment in theirs:
            self.post(attachment, encode(Detached(code=code)))
            self.end(attachment)
        return len(theirs)
