"""A room: a public document, a private one for each seat, and the connections admitted to them.

Documents are filtered first and compared after; each change is encoded once and sent to all who may have it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from opera_protocol.codec import encode
from opera_protocol.diff import diff
from opera_protocol.fingerprint import short_fingerprint
from opera_protocol.messages import RESYNC, Expelled, Lines, PrivateUpdate, Update
from opera_rules.api import Map, Seat
from opera_server.attachments import Attachment


class Post(Protocol):
    """Sends frames to an attachment; tells whether they were taken."""

    def __call__(self, attachment: Attachment, *frames: bytes) -> bool: ...


@dataclass
class Revision:
    """A document with the number of its version. Per seat: a shared number would count what others do in secret."""

    number: int
    document: Map

    def move_to(self, document: Map) -> tuple[int, int, Any]:
        """The step to a new version: from, to and the change; the same version if nothing changed."""
        before = self.number
        change = diff(self.document, document)
        if change != {}:
            self.number += 1
            self.document = document
        return before, self.number, change


@dataclass
class Member:
    """A connection in the room; `seat` is that of its holder, None for spectators."""

    attachment: Attachment
    seat: Seat | None
    name: str = ""

    @cached_property
    def shown(self) -> tuple[str, str]:
        """How others see who is watching: the name and the short fingerprint."""
        return self.name, short_fingerprint(self.attachment.key)


class Room:
    """What is common to the lobby and the tables."""

    def __init__(self, room_id: str, post: Post, document: Map) -> None:
        self.id = room_id
        self._post = post
        self.members: dict[bytes, Member] = {}
        self.public = Revision(1, document)
        self.private: dict[Seat, Revision] = {}

    def admit(self, attachment: Attachment, seat: Seat | None, name: str = "") -> None:
        attachment.rooms.add(self.id)
        attachment.lagging.discard(self.id)
        self.members[attachment.number] = Member(attachment, seat, name)

    def dismiss(self, attachment: Attachment) -> Member | None:
        attachment.rooms.discard(self.id)
        attachment.lagging.discard(self.id)
        return self.members.pop(attachment.number, None)

    def snapshot_of(self, seat: Seat | None) -> Map:
        """Both documents as they are now, with their numbers."""
        own = self.private.get(seat) if seat is not None else None
        return {
            "room": self.id,
            "public": {"revision": self.public.number, "document": self.public.document},
            "private": {"revision": own.number, "document": own.document} if own else None,
        }

    def publish(self, document: Map, private: Iterable[tuple[Seat, Map]], streams: Mapping[str, Lines]) -> None:
        """Move to new documents and tell everybody what changed for them, each in one message.

        Spectators need not wait for what players see besides, which is worked out after they were told.
        """
        before, after, change = self.public.move_to(document)
        shared = encode(Update(room=self.id, before=before, after=after, change=change, **streams))
        is_news = change != {} or bool(streams)
        members = list(self.members.values())
        if is_news:
            for spectator in [member for member in members if member.seat is None]:
                self._send(spectator.attachment, shared)
        own = {seat: self._private_frame(seat, content) for seat, content in private}
        for member in members:
            if member.seat is None:
                continue
            frame = own.get(member.seat)
            if frame is not None:
                self._send(member.attachment, shared, frame)
            elif is_news:
                self._send(member.attachment, shared)

    def _private_frame(self, seat: Seat, document: Map) -> bytes | None:
        """The change of a seat's own document; None if there is none."""
        if seat not in self.private:
            self.private[seat] = Revision(0, {})
        before, after, change = self.private[seat].move_to(document)
        return encode(PrivateUpdate(before=before, after=after, change=change)) if change != {} else None

    def say_to(self, members: Iterable[Member], streams: Mapping[str, Lines]) -> None:
        """New lines for some members only; the document stays as it is."""
        number = self.public.number
        frame = encode(Update(room=self.id, before=number, after=number, **streams))
        for member in members:
            self._send(member.attachment, frame)

    def send_away(self, member: Member) -> None:
        """Have a member come in anew, for it is to see other documents than before."""
        self._send(member.attachment, encode(Expelled(room=self.id, code=RESYNC)))

    def expel(self, member: Member, code: str) -> None:
        """Send a member out for good, and tell why."""
        self._post(member.attachment, encode(Expelled(room=self.id, code=code)))
        self.dismiss(member.attachment)

    def _send(self, attachment: Attachment, *frames: bytes) -> None:
        if not self._post(attachment, *frames):
            attachment.lagging.add(self.id)
