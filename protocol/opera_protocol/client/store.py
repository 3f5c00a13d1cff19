"""A room as this client knows it: snapshots, then changes that must follow each other without a gap.

Updates come over one connection and snapshots over the other, so an update may be older than a snapshot that came
before it, or newer than one that is still on its way. Revisions and line numbers tell.
"""

import contextlib
from typing import Any

from msgspec import Struct, ValidationError, convert

from opera_protocol.client.limits import MOST_BYTES_SINCE_SNAPSHOT, MOST_WAITING_BYTES, MOST_WAITING_UPDATES
from opera_protocol.client.lines import NOTHING, OutOfStep, end_of, follows, joined, last_lines, lines_from
from opera_protocol.client.revisions import next_view
from opera_protocol.client.views import Changed, View
from opera_protocol.errors import Malformed, PatchError
from opera_protocol.messages import Free, Lines, Natural, PrivateUpdate, Update


class Revised(Struct, frozen=True):
    """A document and its revision."""

    revision: Natural
    document: dict[str, Any]


class Snapshot(Struct, frozen=True):
    """What the answer to `enter` holds."""

    room: str
    public: Revised
    private: Revised | None = None
    log: Lines | None = None
    talk: Lines | None = None
    gallery: Lines | None = None


class News(Struct, frozen=True):
    """An update with its private part."""

    update: Update
    private: PrivateUpdate | None
    size: int


def read_snapshot(result: Free) -> Snapshot:
    """The snapshot in an answer, or `Malformed`."""
    try:
        return convert(result, Snapshot)
    except ValidationError as error:
        raise Malformed("wrong_shape") from error


class RoomStore:
    """Documents and the last lines of a room."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.view: View | None = None
        self.log: Lines | None = None
        self.talk: Lines | None = None
        self.gallery: Lines | None = None
        self.is_in_step = False
        self._waiting: list[News] = []
        self._waiting_bytes = 0
        self._is_overrun = False
        self._bytes = 0

    def fall_out(self) -> None:
        """From now on updates wait for the next snapshot."""
        self.is_in_step = False
        self._waiting, self._waiting_bytes, self._is_overrun = [], 0, False

    def miss(self) -> None:
        """Something came that could not be read: only a snapshot made after it will do."""
        if self.is_in_step:
            self.fall_out()
        else:
            self._is_overrun = True

    def enter(self, snapshot: Snapshot) -> list[Changed]:
        """Begin anew from a snapshot and go on with what waited for it; `is_in_step` tells whether all of it fitted."""
        changes = [self._replace(snapshot)]
        waiting, is_overrun = self._waiting, self._is_overrun
        self.fall_out()
        self.is_in_step = not is_overrun
        for news in waiting:
            if not self.is_in_step:
                break
            with contextlib.suppress(OutOfStep):
                change = self._follow(news)
                changes += [change] if change else []
        return changes

    def take(self, news: News) -> Changed | None:
        """The change an update makes; None if it has to wait, or is older than what is known."""
        if self.is_in_step:
            return self._follow(news)
        self._waiting.append(news)
        self._waiting_bytes += news.size
        if len(self._waiting) > MOST_WAITING_UPDATES or self._waiting_bytes > MOST_WAITING_BYTES:
            self._waiting, self._waiting_bytes, self._is_overrun = [], 0, True
        return None

    def everything(self) -> Changed | None:
        """The present view and all lines that are kept, for a new reader."""
        if self.view is None:
            return None
        log, talk, gallery = (lines or NOTHING for lines in (self.log, self.talk, self.gallery))
        return Changed(self.view, log, talk, gallery, is_entry=True)

    def _replace(self, snapshot: Snapshot) -> Changed:
        """Take the documents of a snapshot, and of its lines those that are new."""
        private = snapshot.private or Revised(0, {})
        self.view = View(
            self.room,
            snapshot.public.document,
            snapshot.public.revision,
            private.document or None,
            private.revision,
        )
        self._bytes = 0
        self.log, log = _resumed(self.log, snapshot.log)
        self.talk, talk = _resumed(self.talk, snapshot.talk)
        self.gallery, gallery = _resumed(self.gallery, snapshot.gallery)
        return Changed(self.view, log, talk, gallery, is_entry=True)

    def _follow(self, news: News) -> Changed | None:
        """Everything of one message or nothing: a view is never half new."""
        assert self.view is not None
        try:
            self._count(news.size)
            view = next_view(self.view, news.update, news.private)
            streams = [self._longer(known, later) for known, later in self._pairs(news.update)]
        except (PatchError, OutOfStep) as error:
            self.fall_out()
            raise OutOfStep(self.room) from error
        (self.log, log), (self.talk, talk), (self.gallery, gallery) = streams
        if view is self.view and not (log.lines or talk.lines or gallery.lines):
            return None
        self.view = view
        return Changed(view, log, talk, gallery, size=news.size)

    def _count(self, size: int) -> None:
        self._bytes += size
        if self._bytes > MOST_BYTES_SINCE_SNAPSHOT:
            raise OutOfStep(self.room)

    def _pairs(self, update: Update) -> list[tuple[Lines | None, Lines | None]]:
        return [(self.log, update.log), (self.talk, update.talk), (self.gallery, update.gallery)]

    def _longer(self, known: Lines | None, later: Lines | None) -> tuple[Lines | None, Lines]:
        """The stream with later lines, and those that are new."""
        if later is None:
            return known, NOTHING
        if known is None:
            return last_lines(later), later
        if not follows(known, later):
            raise OutOfStep(self.room)
        return last_lines(joined(known, later)), lines_from(later, end_of(known))


def _resumed(known: Lines | None, now: Lines | None) -> tuple[Lines | None, Lines]:
    """A stream after a snapshot that shows its end, and the lines that were not known."""
    if now is None:
        return None, NOTHING
    if known is None:
        return last_lines(now), now
    fresh = lines_from(now, end_of(known))
    # A stream that became shorter is told by a server that has forgotten its end: it is believed.
    can_join = follows(known, now) and end_of(now) >= end_of(known)
    return last_lines(joined(known, now) if can_join else now), fresh
