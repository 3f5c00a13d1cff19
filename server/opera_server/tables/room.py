"""A room: a public document, a private one for each seat, and the connections admitted to them.

Documents are filtered first and compared after; each change is encoded once and sent to all who may see it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from opera_protocol.wire.codec import encode
from opera_protocol.wire.diff import diff
from opera_protocol.wire.documents import Spectator
from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.messages import RESYNC, Expelled, Lines, PrivateUpdate, Update
from opera_rules.api import Map, Seat
from opera_server.journal.entries import Key
from opera_server.net.update_connections import UpdateConnection

WATCHERS_SHOWN = 50
EARLY_MS = 60_000
"""Spectators who come within this time after a restart count as having been there before."""


@dataclass
class Revision:
    """A document with the number of its version. Per seat: a shared number would count what others do in secret."""

    number: int
    document: Any

    def move_to(self, document: Any) -> Any:
        """Move to a new version and return the change; where nothing changes, it is empty and the number stays."""
        if document == self.document:
            return {}
        change = diff(self.document, document)
        if change != {}:
            self.number += 1
            self.document = document
        return change


@dataclass
class Member:
    """A connection in the room; `seat` is that of its holder, None for spectators."""

    connection: UpdateConnection
    seat: Seat | None
    name: str = ""

    @cached_property
    def shown(self) -> Spectator:
        """How others see a spectator."""
        return Spectator(self.name, short_fingerprint(self.connection.key))


class Presence:
    """The people in a room, computed from its members; it remembers when players were last there."""

    def __init__(self, members: Mapping[bytes, Member], now: Callable[[], int]) -> None:
        self.began = now()
        """When the room was opened: after a restart, absence counts from the server's start."""
        self._members = members
        self._now = now
        self._last_seen: dict[Seat, int] = {}
        self._watched_going: dict[Seat, frozenset[bytes]] = {}
        """The spectators who were there when the holder of a seat went away, until the holder is back."""
        self._early: set[bytes] = set()
        """Spectators who came soon after the room was opened: after a restart they may have been there before."""

    @property
    def seats(self) -> set[Seat]:
        """The seats whose holders are here."""
        return {member.seat for member in self._members.values() if member.seat is not None}

    @property
    def watching(self) -> tuple[Spectator, ...]:
        """The first spectators, as many as are shown."""
        watchers = [member for member in self._members.values() if member.seat is None]
        return tuple([watcher.shown for watcher in watchers[:WATCHERS_SHOWN]])

    @property
    def audience(self) -> int:
        """How many spectators there are."""
        return sum(member.seat is None for member in self._members.values())

    def is_present(self, seat: Seat) -> bool:
        return any(member.seat == seat for member in self._members.values())

    def note_seen(self, seat: Seat) -> None:
        """Remember that the holder of a seat was here until now."""
        self._last_seen[seat] = self._now()

    def note_going(self, seat: Seat) -> None:
        """Remember who watches at the moment when the holder of a seat goes away."""
        watchers = (member.connection.key for member in self._members.values() if member.seat is None)
        self._watched_going.setdefault(seat, frozenset(watchers))

    def note_back(self, seat: Seat) -> None:
        self._watched_going.pop(seat, None)

    def note_watcher(self, key: bytes) -> None:
        if self._now() < self.began + EARLY_MS:
            self._early.add(key)

    def was_watching(self, seat: Seat, key: bytes) -> bool:
        """Say whether a spectator was there when the holder went; with the server's stop, everybody went."""
        return key in self._watched_going.get(seat, self._early)

    def gone_since(self, seat: Seat) -> int:
        """Return when the holder left."""
        return self._last_seen.get(seat, self.began)

    def is_gone_for(self, seat: Seat, milliseconds: int) -> bool:
        """Say whether the holder has been away for at least this long."""
        return not self.is_present(seat) and self.gone_since(seat) + milliseconds <= self._now()

    def last_player_seen(self) -> int | None:
        """Return when the last player left; None while one is here, 0 if none was ever here."""
        return None if self.seats else max(self._last_seen.values(), default=0)


class Room:
    """What is common to the lobby and the tables."""

    def __init__(self, room_id: str, document: Any) -> None:
        self.id = room_id
        self.members: dict[bytes, Member] = {}
        self.public = Revision(1, document)
        self.private: dict[Seat | Key, Revision] = {}
        """What some see besides; see `shown_to`."""

    def admit(self, connection: UpdateConnection, seat: Seat | None, name: str = "") -> None:
        connection.rooms.add(self.id)
        connection.lagging.discard(self.id)
        self.members[connection.number] = Member(connection, seat, name)

    def dismiss(self, connection: UpdateConnection) -> Member | None:
        connection.rooms.discard(self.id)
        connection.lagging.discard(self.id)
        return self.members.pop(connection.number, None)

    def has_member(self, key: bytes) -> bool:
        """Say whether a connection of this key is in the room."""
        return any(member.connection.key == key for member in self.members.values())

    def shown_to(self, member: Member) -> Seat | Key | None:
        """Say which private document a member sees: that of the seat."""
        return member.seat

    def snapshot_of(self, who: Seat | Key | None) -> Map:
        """Return both documents as they are now, with their numbers."""
        own = self.private.get(who) if who is not None else None
        return {
            "room": self.id,
            "public": {"revision": self.public.number, "document": self.public.document},
            "private": {"revision": own.number, "document": own.document} if own else None,
        }

    def publish(self, document: Any, private: Iterable[tuple[Seat | Key, Any]], streams: Mapping[str, Lines]) -> None:
        """Move to new documents and send everybody what changed for them, each in one message.

        Private documents are computed after spectators were sent theirs, who need not wait for them.
        """
        before = self.public.number
        change = self.public.move_to(document)
        shared = encode(Update(room=self.id, before=before, after=self.public.number, change=change, **streams))
        is_news = change != {} or bool(streams)
        members = list(self.members.values())
        if is_news:
            for spectator in [member for member in members if self.shown_to(member) is None]:
                self._send(spectator.connection, shared)
        own = {who: self._private_frame(who, content) for who, content in private}
        for member in members:
            who = self.shown_to(member)
            if who is None:
                continue
            frame = own.get(who)
            if frame is not None:
                self._send(member.connection, shared, frame)
            elif is_news:
                self._send(member.connection, shared)

    def _private_frame(self, who: Seat | Key, document: Any) -> bytes | None:
        """Encode the change of a private document; None if there is none."""
        own = self.private.get(who)
        if own is None:
            own = self.private[who] = Revision(0, {})
        before = own.number
        change = own.move_to(document)
        return encode(PrivateUpdate(before=before, after=own.number, change=change)) if change != {} else None

    def say_to(self, members: Iterable[Member], streams: Mapping[str, Lines]) -> None:
        """Send new lines to some members only; the document stays as it is."""
        number = self.public.number
        frame = encode(Update(room=self.id, before=number, after=number, **streams))
        for member in members:
            self._send(member.connection, frame)

    def ask_to_reenter(self, member: Member) -> None:
        """Ask a member to enter again, since it may see other documents than before."""
        self._send(member.connection, encode(Expelled(room=self.id, code=RESYNC)))

    def expel(self, member: Member, code: str) -> None:
        """Remove a member from the room, and say why."""
        member.connection.send(encode(Expelled(room=self.id, code=code)))
        self.dismiss(member.connection)

    def _send(self, connection: UpdateConnection, *frames: bytes) -> None:
        """Send frames; a connection that does not take them has to enter again."""
        if not connection.send(*frames):
            connection.lagging.add(self.id)
