"""Keep what this client knows of a room: a snapshot, then updates that must follow each other without a gap.

Updates come over one connection and snapshots over the other, so an update may be older than a snapshot that came
before it, or newer than one that is still on its way. Revisions and line numbers tell which.
"""

import contextlib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, ValidationError, convert

from opera_games.api import Seat
from opera_protocol.client.errors import ClientError
from opera_protocol.client.items import (
    NO_LINES,
    Changed,
    View,
    contradicts,
    end_of,
    follows,
    joined,
    last_lines,
    lines_from,
)
from opera_protocol.client.limits import MOST_BYTES_SINCE_SNAPSHOT, MOST_WAITING_BYTES, MOST_WAITING_UPDATES
from opera_protocol.wire.diff import Document, patch
from opera_protocol.wire.errors import Malformed, PatchError
from opera_protocol.wire.messages import Free, Lines, Natural, PrivateUpdate, RoomId, Update


class OutOfStep(ClientError):
    """An update does not follow what is known: the room has to be entered again."""

    def __init__(self, room: str) -> None:
        super().__init__("out_of_step", room=room)


class Revised(Struct, frozen=True):
    """A document and its revision."""

    revision: Natural
    document: dict[str, Any]


class Snapshot(Struct, frozen=True):
    """The answer to `enter`: both documents and the last lines of each stream."""

    room: RoomId
    public: Revised
    private: Revised | None = None
    log: Lines | None = None
    talk: Lines | None = None
    gallery: Lines | None = None
    lost_seat: Seat | None = None


class ReceivedUpdate(Struct, frozen=True):
    """An update with its private part, and the bytes of both."""

    update: Update
    private: PrivateUpdate | None
    size: int


def read_snapshot(result: Free) -> Snapshot:
    """Read the snapshot in an answer; raises `Malformed`."""
    try:
        return convert(result, Snapshot)
    except ValidationError as error:
        raise Malformed("wrong_shape") from error


class RoomStore:
    """The documents of one room and the last lines of its streams."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.view: View | None = None
        self.log: Lines | None = None
        self.talk: Lines | None = None
        self.gallery: Lines | None = None
        self.is_in_step = False
        self._waiting: list[ReceivedUpdate] = []
        self._waiting_bytes = 0
        self._has_missed = False
        """Whether an update was lost while waiting: the next snapshot may then be too old."""
        self._bytes = 0

    def wait_for_snapshot(self) -> None:
        """Hold updates back until the next snapshot."""
        self.is_in_step = False
        self._waiting, self._waiting_bytes, self._has_missed = [], 0, False

    def miss(self) -> None:
        """Note that an update was lost or could not be read: only a snapshot made after it will do."""
        if self.is_in_step:
            self.wait_for_snapshot()
        else:
            self._has_missed = True

    def enter(self, snapshot: Snapshot) -> list[Changed]:
        """Start from a snapshot and apply the updates held back; `is_in_step` says whether all of them fitted."""
        changes = [self._replace(snapshot)]
        waiting, has_missed = self._waiting, self._has_missed
        self.wait_for_snapshot()
        self.is_in_step = not has_missed
        for received in waiting:
            if not self.is_in_step:
                break
            with contextlib.suppress(OutOfStep):
                change = self._follow(received)
                changes += [change] if change else []
        return changes

    def apply(self, received: ReceivedUpdate) -> Changed | None:
        """Apply an update; None if it has to wait for a snapshot, or is older than what is known."""
        if self.is_in_step:
            return self._follow(received)
        self._waiting.append(received)
        self._waiting_bytes += received.size
        if len(self._waiting) > MOST_WAITING_UPDATES or self._waiting_bytes > MOST_WAITING_BYTES:
            self._waiting, self._waiting_bytes, self._has_missed = [], 0, True
        return None

    def everything(self) -> Changed | None:
        """Return the present view and all lines that are kept, for a new reader."""
        if self.view is None:
            return None
        log, talk, gallery = (lines or NO_LINES for lines in (self.log, self.talk, self.gallery))
        return Changed(self.view, log, talk, gallery, is_entry=True)

    def _replace(self, snapshot: Snapshot) -> Changed:
        """Use the documents of a snapshot, and report those of its lines that are new."""
        private = snapshot.private or Revised(0, {})
        self.view = View(
            self.room,
            snapshot.public.document,
            snapshot.public.revision,
            private.document or None,
            private.revision,
            snapshot.lost_seat,
        )
        self._bytes = 0
        is_rewound = self._is_rewound(snapshot)
        if is_rewound:
            self.log = self.talk = self.gallery = None
        self.log, log = _resumed(self.log, snapshot.log)
        self.talk, talk = _resumed(self.talk, snapshot.talk)
        self.gallery, gallery = _resumed(self.gallery, snapshot.gallery)
        return Changed(self.view, log, talk, gallery, is_entry=True, is_rewound=is_rewound)

    def _is_rewound(self, snapshot: Snapshot) -> bool:
        """Say whether a stream contradicts what is known of it: the server has been set back to an earlier state."""
        pairs = ((self.log, snapshot.log), (self.talk, snapshot.talk), (self.gallery, snapshot.gallery))
        return any(known is not None and now is not None and contradicts(known, now) for known, now in pairs)

    def _follow(self, received: ReceivedUpdate) -> Changed | None:
        """Apply everything of one message or nothing, so that a view is never half new."""
        assert self.view is not None
        try:
            self._count(received.size)
            view = next_view(self.view, received.update, received.private)
            streams = [self._extended(known, later) for known, later in self._pairs(received.update)]
        except (PatchError, OutOfStep) as error:
            self.wait_for_snapshot()
            raise OutOfStep(self.room) from error
        (self.log, log), (self.talk, talk), (self.gallery, gallery) = streams
        if view is self.view and not (log.lines or talk.lines or gallery.lines):
            return None
        self.view = view
        return Changed(view, log, talk, gallery, size=received.size)

    def _count(self, size: int) -> None:
        self._bytes += size
        if self._bytes > MOST_BYTES_SINCE_SNAPSHOT:
            raise OutOfStep(self.room)

    def _pairs(self, update: Update) -> list[tuple[Lines | None, Lines | None]]:
        return [(self.log, update.log), (self.talk, update.talk), (self.gallery, update.gallery)]

    def _extended(self, known: Lines | None, later: Lines | None) -> tuple[Lines | None, Lines]:
        """Append later lines to a stream; return the stream and the lines that are new."""
        if later is None:
            return known, NO_LINES
        if known is None:
            return last_lines(later), later
        if not follows(known, later):
            raise OutOfStep(self.room)
        return last_lines(joined(known, later)), lines_from(later, end_of(known))


def _resumed(known: Lines | None, now: Lines | None) -> tuple[Lines | None, Lines]:
    """Continue a stream with the last lines in a snapshot; return the stream and the lines that are new."""
    if now is None:
        return None, NO_LINES
    if known is None:
        return last_lines(now), now
    fresh = lines_from(now, end_of(known))
    return last_lines(joined(known, now) if follows(known, now) else now), fresh


def next_view(view: View, update: Update, private: PrivateUpdate | None) -> View:
    """Return the view after an update, the same one if the update is older; raises `OutOfStep` or `PatchError`.

    The revisions before and after the update, of both documents, say whether it follows the view.
    """
    if update.before < update.after <= view.revision:
        return view
    if update.before == view.revision:
        return _followed(view, update, private)
    if update.before == update.after < view.revision and _is_older(view, private):
        return view
    raise OutOfStep(view.room)


def _is_older(view: View, private: PrivateUpdate | None) -> bool:
    """Say whether the view already has the private part of an update that came before it."""
    return private is None or view.private is None or private.after <= view.private_revision


def _followed(view: View, update: Update, private: PrivateUpdate | None) -> View:
    public = _document(view, view.public, update.change)
    if public is None:
        raise OutOfStep(view.room)
    private_document, private_revision = _next_private(view, private, is_new=update.before < update.after)
    if update.after == view.revision and public is view.public and private_document is view.private:
        return view
    return View(view.room, public, update.after, private_document, private_revision, view.lost_seat)


def _next_private(view: View, private: PrivateUpdate | None, *, is_new: bool) -> tuple[Mapping[str, Any] | None, int]:
    """Return the private document after its part of an update, with its revision."""
    known, revision = view.private, view.private_revision
    if private is None:
        return known, revision
    # Sitting down elsewhere changes the public document too: then the count starts again.
    if private.before == 0 and (is_new or known is None):
        known = {}
    elif private.after <= revision:
        return known, revision
    elif known is None or private.before != revision:
        raise OutOfStep(view.room)
    document = _document(view, known, private.change)
    return document, private.after if document is not None else 0


def _document(view: View, known: Mapping[str, Any], change: Any) -> Mapping[str, Any] | None:
    """Patch a document; null means that there is none any more."""
    assert isinstance(known, dict)
    document: Document = patch(known, change)
    if document is not None and not isinstance(document, dict):
        raise OutOfStep(view.room)
    return document
