"""A table: every change is a journal entry, and the table is the state that its entries add up to.

To rebuild a table, every entry is applied again, and every state compared.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import singledispatchmethod
from hashlib import sha256
from typing import Any

import msgspec

from opera_protocol.wire.documents import TalkLine
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.messages import Clock, TableSettings
from opera_protocol.wire.plain_text import CODE_WORD, clean
from opera_rules.api import Event, Map, Rules, Seat, Step, rules_of
from opera_rules.editions import built_in
from opera_rules.refusals import Refused
from opera_server.journal.entries import (
    Abandoned,
    Acted,
    BotSeated,
    ClockSet,
    Created,
    Entry,
    HandedOver,
    Key,
    ReadySet,
    Rematched,
    Seated,
    SeatLeft,
    Spoken,
    StandInBegan,
    StandInEnded,
    Started,
    StoredTable,
    TableState,
)


class StandInCame(Event, frozen=True, tag="table_stand_in"):
    """A bot acts for a player who is gone or out of time."""

    seat: Seat
    cause: str


class PlayerReturned(Event, frozen=True, tag="table_returned"):
    seat: Seat


class ClockChanged(Event, frozen=True, tag="table_clock"):
    clock: Clock


class SeatHandedOver(Event, frozen=True, tag="table_handed"):
    seat: Seat
    name: str


class TableAbandoned(Event, frozen=True, tag="table_abandoned"):
    cause: str


TABLE_EVENTS: tuple[type[Event], ...] = (StandInCame, PlayerReturned, ClockChanged, SeatHandedOver, TableAbandoned)
"""Events of the table rather than the game; they are in the same log."""


@dataclass
class Chair:
    """One seat of a table: free, or taken by a person (with a key) or a bot (with a level)."""

    key: Key | None = None
    name: str = ""
    level: str = ""
    ready: bool = False
    stand_in: str | None = None
    """Why a bot acts for the person, if it does."""
    since: int = 0
    """The entry with which the person sat down: if the host leaves, the person who sits longest is the next."""

    @property
    def is_free(self) -> bool:
        return self.key is None and not self.level


@dataclass
class Table:
    """Settings, seats, game and streams; changed by `absorb` alone."""

    id: str
    settings: TableSettings
    rules: Rules[Any, Any, Any]
    edition: Any
    created: Created
    chairs: list[Chair]
    clock: Clock
    state: TableState = "open"
    entries: int = 0
    actions: int = 0
    seed: bytes = b""
    shuffle: Map = field(default_factory=dict)
    game: Any = None
    opened: dict[Seat, int] = field(default_factory=dict)
    """The entry that opened each decision that is still to be made."""
    log: list[Event] = field(default_factory=list)
    log_after: list[int] = field(default_factory=list)
    """How many lines the log had when the game began, and after each action."""
    talk: list[TalkLine] = field(default_factory=list)
    gallery: list[TalkLine] = field(default_factory=list)
    thought: dict[Seat, int] = field(default_factory=dict)
    """Milliseconds each seat has taken from its time bank."""
    rematch: str | None = None
    ended: int = 0
    last: int = 0
    """When the last entry was made."""

    @classmethod
    def create(cls, table_id: str, created: Created) -> "Table":
        settings = created.settings
        rules = rules_of(settings.game)
        edition = rules.read_edition(created.edition) if created.edition else built_in(settings.game)
        chairs = [Chair() for _ in range(settings.seats)]
        return cls(table_id, settings, rules, edition, created, chairs, settings.clock, entries=1, last=created.at)

    def seat_of(self, key: Key) -> Seat | None:
        return next((seat for seat, chair in enumerate(self.chairs) if chair.key == key), None)

    @property
    def host(self) -> Seat | None:
        """The seat of the person who opened the table, else of the one who sits there longest."""
        people = [seat for seat, chair in enumerate(self.chairs) if chair.key]
        return min(people, key=self._seniority, default=None)

    def _seniority(self, seat: Seat) -> tuple[bool, int]:
        chair = self.chairs[seat]
        return chair.key != self.created.key, chair.since

    def opens_to(self, word: str) -> bool:
        """Say whether this code word lets somebody sit down or watch, in whatever Unicode form it is typed."""
        if not self.settings.code:
            return True
        try:
            return clean(word, CODE_WORD) == self.settings.code
        except TextError:
            return False

    def waiting(self) -> Mapping[Seat, str]:
        return self.rules.waiting(self.game) if self.state == "running" else {}

    def events(self) -> list[Event]:
        """Return the game's events, without the table's, for bots."""
        return [event for event in self.log if type(event) not in TABLE_EVENTS]

    def absorb(self, entry: Entry, step: Step[Any] | None = None) -> None:
        """Apply an entry; `step` is the result of its action, if that is known already."""
        if isinstance(entry, Acted):
            self._act(entry, step)
        else:
            self._apply(entry)
        self.entries += 1
        self.last = entry.at

    def _act(self, entry: Acted, step: Step[Any] | None) -> None:
        if step is None:
            step = self.rules.apply(self.game, entry.seat, self.rules.read_action(entry.action))
        self.thought[entry.seat] = self.thought.get(entry.seat, 0) + entry.thought
        self._move_to(step, entry.seat)
        self.actions += 1
        if not self.rules.waiting(self.game):
            self.state, self.ended = "finished", entry.at

    def _move_to(self, step: Step[Any], actor: Seat | None) -> None:
        """Move to the next state. Decisions that were open stay the same; the others open with this entry."""
        kept = {} if self.game is None else self.rules.waiting(self.game)
        self.game = step.game
        self.log += self.rules.visible(step.events, None)
        self.log_after.append(len(self.log))
        now = self.rules.waiting(self.game)
        self.opened = {
            seat: self.opened[seat] if seat != actor and kept.get(seat) == kind else self.entries
            for seat, kind in now.items()
        }

    @singledispatchmethod
    def _apply(self, entry: Entry) -> None:
        raise TypeError(f"no such entry: {entry!r}")

    @_apply.register
    def _(self, entry: Seated) -> None:
        self.chairs[entry.seat] = Chair(key=entry.key, name=entry.name, since=self.entries)

    @_apply.register
    def _(self, entry: SeatLeft) -> None:
        self.chairs[entry.seat] = Chair()

    @_apply.register
    def _(self, entry: BotSeated) -> None:
        self.chairs[entry.seat] = Chair(name=entry.name, level=entry.level, ready=True)

    @_apply.register
    def _(self, entry: ReadySet) -> None:
        self.chairs[entry.seat].ready = entry.ready

    @_apply.register
    def _(self, entry: Started) -> None:
        self.seed, self.shuffle = entry.seed, entry.shuffle
        step = self.rules.new_game(len(self.chairs), self.settings.options, self.edition, entry.seed)
        self.state = "running"
        self._move_to(step, None)

    @_apply.register
    def _(self, entry: Spoken) -> None:
        stream = self.talk if entry.channel == "talk" else self.gallery
        stream.append(TalkLine(entry.name, entry.seat, entry.text, entry.at))

    @_apply.register
    def _(self, entry: StandInBegan) -> None:
        self.chairs[entry.seat].stand_in = entry.cause
        self.log.append(StandInCame(entry.seat, entry.cause))

    @_apply.register
    def _(self, entry: StandInEnded) -> None:
        self.chairs[entry.seat].stand_in = None
        self.log.append(PlayerReturned(entry.seat))

    @_apply.register
    def _(self, entry: ClockSet) -> None:
        self.clock = entry.clock
        self.log.append(ClockChanged(entry.clock))

    @_apply.register
    def _(self, entry: HandedOver) -> None:
        self.chairs[entry.seat] = Chair(key=entry.key, name=entry.name, ready=True, since=self.entries)
        self.log.append(SeatHandedOver(entry.seat, entry.name))

    @_apply.register
    def _(self, entry: Rematched) -> None:
        self.rematch = entry.table

    @_apply.register
    def _(self, entry: Abandoned) -> None:
        self.state, self.ended = "abandoned", entry.at
        self.log.append(TableAbandoned(entry.cause))


def state_hash(game: Any) -> bytes:
    """Hash a state, to compare it when the table is rebuilt; eight bytes are enough to notice a difference.

    All of the state is hashed but the edition, which is the first field in both games and never changes. The order of
    keys in maps counts too: changing it takes a new version of the rules.
    """
    return sha256(msgspec.msgpack.encode(msgspec.structs.astuple(game)[1:])).digest()[:8]


class DamagedTableError(Exception):
    """A journal that does not lead to the states it names."""

    def __init__(self, table_id: str, entry: int) -> None:
        super().__init__(f"table {table_id}: entry {entry} does not lead to the state it names")
        self.entry = entry


def is_of_these_rules(record: StoredTable) -> bool:
    """Say whether a game may be replayed: not if its first entry names another version of the rules."""
    created = record.entries[0] if record.entries else None
    return not isinstance(created, Created) or created.rules == rules_of(created.settings.game).VERSION


def rebuild_stored(record: StoredTable) -> Table:
    """Rebuild a table from its record; raise `DamagedTableError` if entries are missing or lead elsewhere."""
    if record.damaged_at is not None or record.first != 0:
        raise DamagedTableError(record.id, record.damaged_at or 0)
    return rebuild(record.id, record.entries)


def rebuild(table_id: str, entries: Sequence[Entry]) -> Table:
    """Apply all entries; raise `DamagedTableError` where one cannot be applied or leads to another state."""
    created = entries[0]
    if not isinstance(created, Created):
        raise DamagedTableError(table_id, 0)
    with _damaged_at(table_id, 0):
        table = Table.create(table_id, created)
    for n, entry in enumerate(entries[1:], 1):
        with _damaged_at(table_id, n):
            table.absorb(entry)
        if isinstance(entry, Acted) and state_hash(table.game) != entry.state:
            raise DamagedTableError(table_id, n)
    return table


@contextmanager
def _damaged_at(table_id: str, n: int) -> Iterator[None]:
    """Raise errors in here as `DamagedTableError` of this entry."""
    try:
        yield
    except (Refused, LookupError, TypeError, ValueError) as error:
        raise DamagedTableError(table_id, n) from error
