"""A table with people around it: one change at a time, durable before anyone hears of it.

`TableRoom` keeps the order of things; what may be done is decided in `seating` and `playing`.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from opera_protocol.messages import Lines
from opera_rules.api import Map, Seat, Step
from opera_rules.refusals import Refused
from opera_server import clocks
from opera_server.attachments import Attachment
from opera_server.directory import row_after
from opera_server.entries import Acted, Asked, Entry, Key
from opera_server.errands import Errands
from opera_server.faults import ServerFault
from opera_server.journal import Journal
from opera_server.journal_writer import REQUEST_REPEATED
from opera_server.rooms import Member, Post, Room
from opera_server.starting import StartAttempt
from opera_server.table import Table
from opera_server.table_documents import (
    WATCHERS_SHOWN,
    Scene,
    last_log_lines,
    last_talk_lines,
    log_lines,
    private_document,
    public_document,
    talk_lines,
)
from opera_server.thinkers import Thinkers

_log = logging.getLogger(__name__)

MOST_ENTRIES = 20_000
"""So often people may change something at one table, for all of it is kept; actions of the game come on top."""


class Opened(NamedTuple):
    """A decision's number, and when its clock began: when it was first shown, or the server or its disk came back."""

    decision: int
    at: int
    extended_to: int | None = None
    """Until when it waits for a player who came back too late."""


class Hint(NamedTuple):
    """What a strong bot would do at a decision: being thought about, or kept for who asks again."""

    decision: int
    proposal: asyncio.Task[Map | None]
    """None if the bot failed."""


@dataclass
class Services:
    """What every table needs from the server."""

    journal: Journal
    post: Post
    thinkers: Thinkers
    advisers: Thinkers
    """They think for hints, so that no bot ever waits for those."""
    now: Callable[[], int]
    """Milliseconds since 1970."""
    bot_seconds: float
    changed: Callable[["TableRoom"], None]
    """Told after every change, for the lobby."""


class TableRoom(Room):
    """A table, its members and what is going on around it."""

    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        self.services = services
        self.scene = Scene()
        self.attempt: StartAttempt | None = None
        self.attempts = services.now()
        """The number of the last attempt to start: never one that clients know from before a restart."""
        self.lock = asyncio.Lock()
        self.is_failed = False
        self.seen: dict[Seat, int] = {}
        """When a seat's holder was last there; from the server's start if not since."""
        self.opened_at: dict[Seat, Opened] = {}
        self.thinking: dict[Seat, int] = {}
        """The decisions that bots are thinking about."""
        self.hints: dict[Seat, Hint] = {}
        self.errands = Errands(f"table {table.id}")
        self.began = services.now()
        self._shown_log = len(table.log)
        self._shown_talk = len(table.talk)
        self._is_gallery_open = self.sees_gallery(0)
        self._choices: dict[Seat, tuple[int, Map | None]] = {}
        super().__init__(table.id, services.post, public_document(table, self.scene))
        self.note_decisions()

    async def commit(self, entry: Entry, step: Step[Any] | None = None, asked: Asked | None = None) -> int:
        """Write the entry down, then let the table become what it says; only with the lock held."""
        assert self.lock.locked()
        if self.is_failed:
            raise Refused("disk_failed")
        n = self.table.entries
        if n >= MOST_ENTRIES and asked and not isinstance(entry, Acted):
            raise Refused("table_full", most=MOST_ENTRIES)
        try:
            await self.services.journal.append(
                self.table.id, n, entry, asked=asked, directory=row_after(self.table, entry, step)
            )
        except ServerFault as fault:
            if fault.code == REQUEST_REPEATED:
                raise
            self._stop()
            raise Refused("disk_failed") from None
        self.absorb(entry, step)
        return n

    def absorb(self, entry: Entry, step: Step[Any] | None = None) -> None:
        """Let the table become what an entry says that is written down."""
        self.table.absorb(entry, step)
        self.note_decisions()

    def _stop(self) -> None:
        """Nothing more is accepted, and everybody here sees why."""
        _log.exception("table_stopped table=%s", self.table.id)
        self.is_failed = True
        self.show()

    def go_on_with(self, table: Table) -> None:
        """Accept again, beginning with the table as the journal tells it; only with the lock held."""
        assert self.lock.locked()
        self.table = table
        self.is_failed = False
        self.reopen_decisions()
        self.show()

    def note_decisions(self) -> None:
        """Remember since when each decision is open."""
        before, now = self.opened_at, self.services.now()
        self.opened_at = {
            seat: before[seat] if seat in before and before[seat].decision == decision else Opened(decision, now)
            for seat, decision in self.table.opened.items()
        }

    def reopen_decisions(self) -> None:
        """Clocks begin anew for everybody: one was just set, or nothing was accepted for a while."""
        self.opened_at = {}
        self.note_decisions()

    def deadline(self, seat: Seat) -> int | None:
        """When the clock runs out for the decision this seat has open."""
        opened = self.opened_at.get(seat)
        if opened is None:
            return None
        return opened.extended_to or clocks.deadline(self.table, seat, opened.at)

    def wait_a_little(self, seat: Seat) -> bool:
        """Let an overdue decision wait for who came back; once, or nobody would ever have to decide in time."""
        end, now = self.deadline(seat), self.services.now()
        if end is None or end > now:
            return True
        if self.opened_at[seat].extended_to is not None:
            return False
        self.opened_at[seat] = self.opened_at[seat]._replace(extended_to=now + clocks.LEAST_MS)
        return True

    def show(self) -> None:
        """Tell everybody here what is new."""
        self._describe_scene()
        streams = self._new_lines()
        seats = {member.seat for member in self.members.values() if member.seat is not None}
        private = ((seat, self.private_view(seat)) for seat in sorted(seats))
        self.publish(public_document(self.table, self.scene), private, streams)
        self._open_gallery()
        self.services.changed(self)

    def _open_gallery(self) -> None:
        """Once the game is over, players hear what the spectators said."""
        gallery = self.table.gallery
        if not self._is_gallery_open and self.sees_gallery(0):
            self._is_gallery_open = True
            start = last_talk_lines(gallery)["start"]
            players = [member for member in self.members.values() if member.seat is not None]
            self.say_to(players, {"gallery": talk_lines(gallery[start:], start)})

    def _describe_scene(self) -> None:
        self.scene.present = {member.seat for member in self.members.values() if member.seat is not None}
        watchers = [member for member in self.members.values() if member.seat is None]
        self.scene.audience = len(watchers)
        self.scene.watching = [watcher.shown for watcher in watchers[:WATCHERS_SHOWN]]
        deadlines = {seat: self.deadline(seat) for seat in self.table.waiting()}
        self.scene.deadlines = {seat: end for seat, end in deadlines.items() if end is not None}
        self.scene.start = self.attempt.document() if self.attempt else None
        self.scene.fault = "disk_failed" if self.is_failed else None

    def _new_lines(self) -> dict[str, Lines]:
        streams: dict[str, Lines] = {}
        table = self.table
        if len(table.log) > self._shown_log:
            streams["log"] = log_lines(table.log[self._shown_log :], self._shown_log)
        if len(table.talk) > self._shown_talk:
            streams["talk"] = talk_lines(table.talk[self._shown_talk :], self._shown_talk)
        self._shown_log, self._shown_talk = len(table.log), len(table.talk)
        return streams

    def private_view(self, seat: Seat) -> Map:
        """The seat's own document."""
        return private_document(self.table, seat, self.choices_of(seat))

    def choices_of(self, seat: Seat) -> Map | None:
        """The rows of the seat's decision, worked out once when it opens."""
        opened = self.table.opened.get(seat)
        if opened is None or self.table.state != "running":
            self._choices.pop(seat, None)
            return None
        if self._choices.get(seat, (-1, None))[0] != opened:
            self._choices[seat] = opened, self.table.rules.choices(self.table.game, seat)
        return self._choices[seat][1]

    def come_in(self, attachment: Attachment, seat: Seat | None, name: str) -> Map:
        """Admit a connection and give it the present state; the others see who came."""
        self.admit(attachment, seat, name)
        if seat is not None:
            self._private_frame(seat, self.private_view(seat))
        self.show()
        return {
            **self.snapshot_of(seat),
            "log": last_log_lines(self.table),
            "talk": last_talk_lines(self.table.talk),
            "gallery": last_talk_lines(self.table.gallery) if self.sees_gallery(seat) else None,
        }

    def go_out(self, attachment: Attachment) -> Member | None:
        member = self.dismiss(attachment)
        if member is not None:
            if member.seat is not None:
                self.seen[member.seat] = self.services.now()
            self.show()
        return member

    def sees_gallery(self, seat: Seat | None) -> bool:
        """Spectators talk among themselves; players hear it after the end."""
        return seat is None or self.table.state in ("finished", "abandoned")

    def is_present(self, seat: Seat) -> bool:
        return any(member.seat == seat for member in self.members.values())

    def gone_since(self, seat: Seat) -> int:
        """When the holder left; after a restart, absence counts from the server's start."""
        return self.seen.get(seat, self.began)

    def alone_since(self) -> int | None:
        """When a player was last here or something happened; None while a player is here."""
        if any(member.seat is not None for member in self.members.values()):
            return None
        return max([self.table.last, *self.seen.values()])

    def is_long_gone(self, seat: Seat) -> bool:
        """Whether the holder is away for longer than the table allows."""
        allowed = 1000 * self.table.settings.absence
        return not self.is_present(seat) and self.gone_since(seat) + allowed <= self.services.now()

    def seat_of(self, key: Key) -> Seat:
        seat = self.table.seat_of(key)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def reseat_members(self) -> None:
        """After seats changed hands: who holds one sees it, who lost it does not any more."""
        for member in self.members.values():
            seat = self.table.seat_of(member.attachment.key)
            if seat != member.seat:
                member.seat = seat
                self.send_away(member)
