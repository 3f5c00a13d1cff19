"""A table with the people connected to it: one change at a time, durable before anyone hears of it.

`TableRoom` keeps the order of changes; `seating` and the modules of `play` decide what may be done.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from opera_protocol.wire.documents import SeatDocument, StartAttempt, TableDocument
from opera_protocol.wire.messages import Lines
from opera_rules.api import Map, Seat, Step
from opera_rules.refusals import Refused
from opera_server.config.logs import get_logger
from opera_server.faults import ServerFault
from opera_server.journal.entries import Acted, Asked, Entry, Key, Seated
from opera_server.journal.journal import Journal
from opera_server.journal.writer import REQUEST_REPEATED
from opera_server.net.update_connections import UpdateConnection
from opera_server.tables.background_tasks import BackgroundTasks
from opera_server.tables.clocks import DecisionClocks
from opera_server.tables.code_words import CodeWords
from opera_server.tables.documents import (
    BYTES_OF_LOG,
    last_lines,
    lesson_head,
    new_lines,
    private_document,
    public_document,
    row_after,
    unasked_document,
)
from opera_server.tables.room import Presence, Room
from opera_server.tables.shuffle_attempt import ShuffleAttempt
from opera_server.tables.table import Table
from opera_server.worker_pool import WorkerPool

_log = get_logger(__name__)

MOST_ENTRIES = 20_000
"""Entries after which nobody new may sit down at a table, since all are kept."""
MOST_BY_KEY = 5_000
MOST_BY_ADDRESS = 10_000
"""Changes that one person, or all of one address, may make at a table; the game's actions are always accepted."""


class Turn(NamedTuple):
    """A bot that is thinking about a decision."""

    decision: int
    task: asyncio.Task[None]


class Hint(NamedTuple):
    """A bot's proposal for a decision, in progress or kept in case the player asks again."""

    decision: int
    proposal: asyncio.Task[Map | None]
    """None if the bot failed."""


@dataclass
class Services:
    """What every table needs from the server."""

    journal: Journal
    bot_pool: WorkerPool
    hint_pool: WorkerPool
    """Separate workers for hints, so that no bot ever waits for them."""
    now: Callable[[], int]
    """Milliseconds since 1970."""
    bot_seconds: float
    address_of: Callable[[Key], str | None] = lambda _key: None
    """The address that limits of a key go by; None for this machine."""
    code_words: CodeWords = field(default_factory=CodeWords)
    is_for_one: bool = False
    """Whether nobody but the server's owner is let in."""

    def require_code_word(self, table: Table, key: Key, word: str) -> None:
        """Refuse somebody who has to know a table's code word and does not."""
        self.code_words.require(table, key, self.address_of(key), word)


class Passed(NamedTuple):
    """A state on the way to the present one: an action was done, but what follows from it is still to be told."""

    game: Any
    lines: int
    """How many lines the log had then."""


class Change:
    """A change of a table: nobody else changes it meanwhile; at the end everybody sees what is new and bots wake up.

    A refusal before anything changed shows nothing. One that comes later means that the disk failed: what was written
    until then is shown with the fault, but no bot is woken, since none could act.
    """

    def __init__(self, room: "TableRoom") -> None:
        self._room = room

    async def __aenter__(self) -> None:
        await self._room.lock.acquire()
        self._before = self._room.version()

    async def __aexit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        room = self._room
        try:
            if room.version() != self._before:
                room.show()
        finally:
            room.lock.release()
        if kind is None:
            room.wake_bots()


class TableRoom(Room):
    """A table, its members, and all that is in progress: a start, clocks, bots that think, hints."""

    def __init__(
        self,
        table: Table,
        services: Services,
        *,
        on_show: Callable[[str], None] = lambda _table: None,
        wake_bots: Callable[["TableRoom"], None] = lambda _room: None,
    ) -> None:
        super().__init__(table.id, {})
        self.table = table
        self.services = services
        self._on_show = on_show
        self.wake_bots = partial(wake_bots, self)
        """Starts the turns of bots that have to decide."""
        self.attempt: ShuffleAttempt | None = None
        self.lock = asyncio.Lock()
        self.is_failed = False
        self.presence = Presence(self.members, self.now)
        self.clocks = DecisionClocks(self.now)
        self.turns: dict[Seat, Turn] = {}
        """The bots that are thinking, by seat."""
        self.hints: dict[Seat, Hint] = {}
        self.tasks = BackgroundTasks(f"table {table.id}")
        self._shown = {"log": len(table.log), "talk": len(table.talk)}
        """How many lines of each stream everybody has seen."""
        self._passed: list[Passed] = []
        """What is to be shown before the present."""
        self._is_gallery_open = self.sees_gallery(0)
        self._choices: dict[Seat, tuple[int, Any]] = {}
        self._changes_from: Counter[str] = Counter()
        """How many changes besides actions came from each address since the room was opened."""
        self.public.document = public_document(table, self.presence)
        self.clocks.follow(table)

    def now(self) -> int:
        """Return the milliseconds since 1970."""
        return self.services.now()

    def change(self) -> "Change":
        """Change the table while nobody else does: `async with room.change()`."""
        return Change(self)

    def version(self) -> tuple[int, bool, StartAttempt | None]:
        """Return what every change alters: the number of entries, the fault, or the attempt to start."""
        return self.table.entries, self.is_failed, self.attempt.document() if self.attempt else None

    async def commit(self, entry: Entry, step: Step[Any] | None = None, asked: Asked | None = None) -> int:
        """Write an entry to the journal, then change the table as it says; only inside `change()`."""
        assert self.lock.locked()
        if self.is_failed:
            raise Refused("disk_failed")
        if asked and not isinstance(entry, Acted):
            self._count_change(asked.key, entry)
        number = self.table.steps
        try:
            await self.services.journal.append(
                self.table.id, self.table.entries, entry, asked=asked, row=row_after(self.table, entry, step)
            )
        except ServerFault as fault:
            if fault.code == REQUEST_REPEATED:
                raise
            # Nothing more is accepted; everybody here sees why.
            _log.exception("table_stopped", table=self.table.id)
            self.is_failed = True
            raise Refused("disk_failed") from None
        self.absorb(entry, step)
        return number

    def _count_change(self, key: Key, entry: Entry) -> None:
        """Count a change that is kept for ever for its person and address: nobody uses up what others may change."""
        if isinstance(entry, Seated) and self.table.entries >= MOST_ENTRIES:
            raise Refused("table_full", most=MOST_ENTRIES)
        if self.table.changes[key] >= MOST_BY_KEY:
            raise Refused("table_full", most=MOST_BY_KEY)
        address = self.services.address_of(key)
        if address is not None and self._changes_from[address] >= MOST_BY_ADDRESS:
            raise Refused("table_full", most=MOST_BY_ADDRESS)
        self.table.changes[key] += 1
        if address is not None:
            self._changes_from[address] += 1

    def absorb(self, entry: Entry, step: Step[Any] | None = None) -> None:
        """Change the table as an entry says that is in the journal."""
        self.table.absorb(entry, step)
        self.clocks.follow(self.table)

    def go_on_with(self, table: Table) -> None:
        """Accept changes again, from the table as it is in the journal; only inside `change()`."""
        assert self.lock.locked()
        self.table = table
        self.is_failed = False
        self.clocks.restart(table)

    def write_after(self, n: int) -> None:
        """Accept one more entry, after all that the journal has: it ends a table that cannot be read back."""
        assert self.lock.locked()
        self.table.entries = n
        self.is_failed = False

    def note_passed(self, steps: Sequence[Step[Any]], lines: int) -> None:
        """Note the states on the way to the present one, to be shown before it; `lines` is the log's length before."""
        for step in steps:
            lines += len(self.table.rules.visible(step.events, None))
            self._passed.append(Passed(step.game, lines))

    def show(self) -> None:
        """Send everybody here what is new for them: first the states that were passed, then the present."""
        passed, self._passed = self._passed, []
        for state in passed if self.members else ():
            self._show_passed(state)
        public = public_document(
            self.table,
            self.presence,
            self.clocks.deadlines(self.table),
            start=self.attempt.document() if self.attempt else None,
            fault="disk_failed" if self.is_failed else None,
        )
        private = ((seat, self.private_view(seat)) for seat in sorted(self.presence.seats))
        self.publish(public, private, self._new_lines())
        self._open_gallery()
        self._on_show(self.id)

    def _show_passed(self, state: Passed) -> None:
        """Show the game as it was on the way, when nobody was asked anything; the table itself is as shown last.

        A lesson is as far as it is now: what happens on the way to its next step belongs to that step's texts.
        """
        head = replace(self.public.document.table, lesson=lesson_head(self.table))
        public = TableDocument(head, self.table.rules.public(state.game))
        private = (
            (seat, unasked_document(seat, self.table.private(seat, state.game))) for seat in sorted(self.presence.seats)
        )
        self.publish(public, private, {"log": new_lines(self.table.log, self._shown["log"], state.lines)})
        self._shown["log"] = state.lines

    def _open_gallery(self) -> None:
        """Show players what the spectators said, once the game is over."""
        gallery = self.table.gallery
        if not self._is_gallery_open and self.sees_gallery(0):
            self._is_gallery_open = True
            players = [member for member in self.members.values() if member.seat is not None]
            self.say_to(players, {"gallery": new_lines(gallery, last_lines(gallery)["start"])})

    def _new_lines(self) -> dict[str, Lines]:
        streams: dict[str, Lines] = {}
        for name, stream in (("log", self.table.log), ("talk", self.table.talk)):
            if len(stream) > self._shown[name]:
                streams[name] = new_lines(stream, self._shown[name])
            self._shown[name] = len(stream)
        return streams

    def private_view(self, seat: Seat) -> SeatDocument[Any, Any]:
        """Write the private document of a seat."""
        return private_document(self.table, seat, self.choices_of(seat))

    def choices_of(self, seat: Seat) -> Any:
        """Return the choices of the seat's open decision, computed once."""
        opened = self.table.opened.get(seat)
        if opened is None or self.table.state != "running":
            self._choices.pop(seat, None)
            return None
        if self._choices.get(seat, (-1, None))[0] != opened:
            self._choices[seat] = opened, self.table.rules.choices(self.table.game, seat)
        return self._choices[seat][1]

    def come_in(self, connection: UpdateConnection, seat: Seat | None, name: str) -> Map:
        """Admit a connection and return the present state; the others see who came.

        A spectator whose seat was handed on hears which one it was.
        """
        self.admit(connection, seat, name)
        if seat is None:
            self.presence.note_watcher(connection.key)
        else:
            self.presence.note_back(seat)
            self._private_frame(seat, self.private_view(seat))
        self.show()
        self.wake_bots()
        return {
            **self.snapshot_of(seat),
            "log": last_lines(self.table.log, BYTES_OF_LOG),
            "talk": last_lines(self.table.talk),
            "gallery": last_lines(self.table.gallery) if self.sees_gallery(seat) else None,
            "lost_seat": self.table.lost_seat_of(connection.key) if seat is None else None,
        }

    def go_out(self, connection: UpdateConnection) -> None:
        """Dismiss a connection; the others see that it left."""
        member = self.dismiss(connection)
        if member is not None:
            if member.seat is not None:
                self.presence.note_seen(member.seat)
                if not self.presence.is_present(member.seat):
                    self.presence.note_going(member.seat)
            self.show()
        self.wake_bots()

    def sees_gallery(self, seat: Seat | None) -> bool:
        """Say whether the spectators' talk is shown: to spectators (None) always, to players only after the end."""
        return seat is None or self.table.state in ("finished", "abandoned")

    def is_long_gone(self, seat: Seat) -> bool:
        """Say whether the holder is away for longer than the table allows."""
        return self.presence.is_gone_for(seat, 1000 * self.table.settings.absence)

    def seat_of(self, key: Key) -> Seat:
        seat = self.table.seat_of(key)
        if seat is None:
            self.table.refuse_if_handed_on(key)
            raise Refused("not_seated")
        return seat

    def require_host(self, key: Key) -> None:
        if self.seat_of(key) != self.table.host:
            raise Refused("not_host")

    def require_open(self) -> None:
        if self.table.state != "open":
            raise Refused("not_open")

    def require_running(self) -> None:
        if self.table.state != "running":
            raise Refused("not_running")

    def reseat_members(self) -> None:
        """Update the members' seats after seats changed hands, and ask those affected to enter again."""
        for member in self.members.values():
            seat = self.table.seat_of(member.connection.key)
            if seat != member.seat:
                member.seat = seat
                self.ask_to_reenter(member)
