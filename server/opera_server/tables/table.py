"""A table: every change is a journal entry, and the table is the state that its entries add up to."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatchmethod
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from opera_games.catalog import about
from opera_games.lessons import Lesson
from opera_games.puzzles import lesson_of
from opera_protocol.wire.documents import TableState, TalkLine
from opera_protocol.wire.letters import letters_of
from opera_protocol.wire.likeness import are_alike
from opera_protocol.wire.messages import Clock, TableSettings
from opera_rules.api import Event, Map, Rules, Seat, Step, rules_of
from opera_rules.editions import built_in
from opera_rules.lessons import beginning, step_of
from opera_rules.refusals import Refused
from opera_server.journal.entries import (
    Abandoned,
    Acted,
    BotSeated,
    Branched,
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
    StartAsked,
    Started,
    TakenBack,
    is_of_gallery,
    is_private,
)
from opera_server.tables.chairs import Chair, Holder
from opera_server.tables.events import (
    ActionsTakenBack,
    ClockChanged,
    PlayerReturned,
    SeatHandedOver,
    StandInCame,
    TableAbandoned,
    TableBranched,
)


class Revocable(NamedTuple):
    """An action since which nothing was uncovered, and what was before it."""

    seat: Seat
    decision: int
    game: Any
    events: int
    log: int
    """How many events of the game and lines of the log there were."""


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
    people: tuple[Seat, ...] = ()
    """The seats that people hold."""
    host: Seat | None = None
    """The seat of the person who opened the table, else of the one who sits there longest."""
    letters: tuple[str, ...] = ()
    """The seats' letters, empty for free ones; from the start on they stay, whoever sits there."""
    state: TableState = "open"
    entries: int = 0
    steps: int = 0
    """The entries without the gallery's talk: they number decisions, which must not tell how much is said there."""
    actions: int = 0
    seed: bytes = b""
    shuffle: Map = field(default_factory=dict)
    start_state: Map | None = None
    """The full state from which the game began, if it was not dealt."""
    game: Any = None
    opened: dict[Seat, int] = field(default_factory=dict)
    """The entry that opened each decision that is still to be made."""
    log: list[Event] = field(default_factory=list)
    log_after: list[int] = field(default_factory=list)
    """How many lines the log had when the game began, and after each action that stands."""
    events: list[Event] = field(default_factory=list)
    """The game's events, without the table's and those that were taken back; for bots."""
    revocable: list[Revocable] = field(default_factory=list)
    """The last actions, since something was uncovered, the seat changed hands, or a lesson was opened."""
    scores: list[tuple[int, ...]] = field(default_factory=list)
    """The points of all seats after each round or turn that is over."""
    taken_back: int = 0
    """How many actions were taken back in the whole game."""
    branched: Branched | None = None
    """Where the game began, if it goes on from another table's."""
    talk: list[TalkLine] = field(default_factory=list)
    gallery: list[TalkLine] = field(default_factory=list)
    thought: dict[Seat, int] = field(default_factory=dict)
    """Milliseconds each seat has taken from its time bank."""
    attempt: int = 0
    """The number of the last attempt to start."""
    guests: set[Key] = field(default_factory=set)
    """Keys that need no code word: of the host, and of all who sat here or at the table that this one goes on from."""
    handed: dict[Key, Seat] = field(default_factory=dict)
    """The seats that former holders lost because they were handed on."""
    changes: Counter[Key] = field(default_factory=Counter)
    """How many changes besides actions each person has asked for; the journal knows it, the entries do not."""
    lesson: Lesson | None = None
    """The lesson that is played here, unless its file is another one by now."""
    decided: list[tuple[Seat, str]] = field(default_factory=list)
    """Who has made decisions of which kind, without those that were taken back."""
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
        table = cls(table_id, settings, rules, edition, created, chairs, settings.clock, entries=1, steps=1)
        table.letters = ("",) * settings.seats
        table.last = created.at
        table.guests = {created.key, *created.wanted}
        table.taken_back = created.left_out
        known = lesson_of(settings.lesson)
        table.lesson = known if known and known.edition == created.lesson else None
        return table

    def seat_of(self, key: Key) -> Seat | None:
        """Return the seat of a person; of somebody who plays several, the first that has to decide."""
        mine = [seat for seat, chair in enumerate(self.chairs) if chair.key == key]
        return next((seat for seat in mine if seat in self.asked), mine[0] if mine else None)

    @property
    def is_played_by_one(self) -> bool:
        """Whether one person plays several seats, as in some lessons."""
        return len(self.people) > 1 and len({self.chairs[seat].key for seat in self.people}) == 1

    def _seniority(self, seat: Seat) -> tuple[bool, int]:
        chair = self.chairs[seat]
        return chair.key != self.created.key, chair.since

    def lost_seat_of(self, key: Key) -> Seat | None:
        """Return the seat that this key held until it was handed on."""
        return self.handed.get(key)

    def refuse_if_handed_on(self, key: Key) -> None:
        """Tell somebody whose seat was handed on so, rather than as a stranger."""
        lost = self.lost_seat_of(key)
        if lost is not None:
            raise Refused("seat_handed_on", seat=lost, name=self.chairs[lost].name)

    def reclaimable_seat_of(self, key: Key) -> Seat | None:
        """Return the seat that was handed on and has decided nothing since, so that this former holder may return."""
        lost = self.lost_seat_of(key)
        former = None if lost is None else self.chairs[lost].former
        return lost if former and former.key == key and self.state == "running" else None

    def has_name_like(self, name: str) -> bool:
        """Say whether somebody who sits here, or may come back, has a name that people could take for this one."""
        names = [chair.name for chair in self.chairs] + [chair.former.name for chair in self.chairs if chair.former]
        return any(taken and are_alike(name, taken) for taken in names)

    @property
    def is_private(self) -> bool:
        """Whether who played and how it ended is only for those who sat here."""
        return is_private(self.settings)

    @property
    def asked(self) -> Mapping[Seat, int]:
        """The seats that have to decide now, with the entry that opened each decision."""
        return self.opened if self.state == "running" else {}

    def last_own(self, seat: Seat) -> int | None:
        """Say how many actions, counted back from the last one, the seat's last action is; None if it must stand."""
        if self.state != "running" or self.people != (seat,):
            return None
        backwards = enumerate(reversed(self.revocable), start=1)
        return next((count for count, action in backwards if action.seat == seat), None)

    def decision_to_take_back(self, seat: Seat) -> int | None:
        """Return the decision whose answer the seat may take back now; None if there is none."""
        count = self.last_own(seat)
        return None if count is None else self.revocable[-count].decision

    @property
    def is_lesson(self) -> bool:
        """Whether a lesson is played here, and its learner has not gone on after its end."""
        lesson = self.lesson
        return bool(self.settings.lesson) and not (lesson and lesson.is_game_after(self.place_in_lesson))

    @property
    def place_in_lesson(self) -> int:
        """Say how many steps of the lesson are done, by the learner's decisions since its opening."""
        assert self.lesson is not None
        since = self.decided[len(self.lesson.opening) :]
        return self.lesson.place_after([kind for seat, kind in since if self.chairs[seat].key])

    @property
    def is_judged(self) -> bool:
        """Whether the lesson takes only some answers to the decision that is open for its learner."""
        if self.lesson is None or self.state != "running":
            return False
        lesson, place = self.lesson, self.place_in_lesson
        learners = [seat for seat in self.asked if self.chairs[seat].key]
        return any(step_of(lesson, place, self.rules, self.game, seat) is not None for seat in learners)

    def absorb(self, entry: Entry, step: Step[Any] | None = None) -> None:
        """Apply an entry; `step` is the result of its action, if that is known already."""
        if isinstance(entry, Acted):
            self._act(entry, step)
        else:
            self._apply(entry)
            self.people = tuple([seat for seat, chair in enumerate(self.chairs) if chair.key])
            self.host = min(self.people, key=self._seniority, default=None)
            if self.state == "open":
                self.letters = letters_of(chair.name for chair in self.chairs)
        self.entries += 1
        self.steps += not is_of_gallery(entry)
        self.last = entry.at

    def _act(self, entry: Acted, step: Step[Any] | None) -> None:
        if step is None:
            step = self.rules.apply(self.game, entry.seat, self.rules.read_action(entry.action))
        before = Revocable(entry.seat, self.opened[entry.seat], self.game, len(self.events), len(self.log))
        self.decided.append((entry.seat, self.rules.waiting(self.game)[entry.seat]))
        self.thought[entry.seat] = self.thought.get(entry.seat, 0) + entry.thought
        self._move_to(step, entry.seat)
        self.chairs[entry.seat].former = None
        self.actions += 1
        self.revocable.append(before)
        is_opening = self.lesson is not None and len(self.decided) <= len(self.lesson.opening)
        if is_opening or any(event.uncovers for event in step.events):
            self.revocable.clear()
        if not self.rules.waiting(self.game):
            self.state, self.ended = "finished", entry.at

    def _move_to(self, step: Step[Any], actor: Seat | None) -> None:
        """Move to the next state. Decisions that were open stay the same; the others open with this entry."""
        kept = {} if self.game is None else self.rules.waiting(self.game)
        self.game = step.game
        seen = self.rules.visible(step.events, None)
        self.events += seen
        self.log += seen
        self.log_after.append(len(self.log))
        if self.rules.finished(self.game) > len(self.scores):
            self.scores.append(self.rules.scores(self.game))
        now = self.rules.waiting(self.game)
        # Somebody with several seats sees one decision after the other, and each must have a number of its own.
        is_by_one = self.is_played_by_one
        self.opened = {
            seat: self.opened[seat] if seat != actor and kept.get(seat) == kind and not is_by_one else self.steps
            for seat, kind in now.items()
        }
        for seat, chair in enumerate(self.chairs):
            chair.is_veiled = chair.is_veiled and self.has_sealed(seat)

    def beginning(self) -> Step[Any]:
        """Return the state in which the game began."""
        return beginning(self.rules, len(self.chairs), self.settings.options, self.edition, self.seed, self.start_state)

    def private(self, seat: Seat, game: Any = None) -> Any:
        """Return a private document for the holder of a seat, now or of a state on the way to the present.

        It leaves out what somebody else sealed there.
        """
        document = self.rules.private(self.game if game is None else game, seat)
        if self.chairs[seat].is_veiled:
            return msgspec.structs.replace(document, **{about(self.settings.game).sealed: None})
        return document

    def has_sealed(self, seat: Seat) -> bool:
        """Say whether a seat has chosen something that is not revealed yet."""
        sealed = about(self.settings.game).sealed
        return bool(sealed) and getattr(self.rules.private(self.game, seat), sealed) is not None

    @singledispatchmethod
    def _apply(self, entry: Entry) -> None:
        raise TypeError(f"no such entry: {entry!r}")

    @_apply.register
    def _(self, entry: Seated) -> None:
        self.chairs[entry.seat] = Chair(key=entry.key, name=entry.name, since=self.entries)
        self.guests.add(entry.key)

    @_apply.register
    def _(self, entry: SeatLeft) -> None:
        if entry.kicked and (key := self.chairs[entry.seat].key):
            self.guests.discard(key)
        self.chairs[entry.seat] = Chair()

    @_apply.register
    def _(self, entry: BotSeated) -> None:
        self.chairs[entry.seat] = Chair(name=entry.name, level=entry.level, temperament=entry.temperament, ready=True)

    @_apply.register
    def _(self, entry: ReadySet) -> None:
        self.chairs[entry.seat].ready = entry.ready

    @_apply.register
    def _(self, entry: StartAsked) -> None:
        self.attempt = entry.attempt

    @_apply.register
    def _(self, entry: Started) -> None:
        self.seed, self.shuffle = entry.seed, entry.shuffle
        self.start_state = entry.state
        self.state = "running"
        self._move_to(self.beginning(), None)

    @_apply.register
    def _(self, entry: TakenBack) -> None:
        first = self.revocable[-entry.actions]
        del self.revocable[-entry.actions :]
        del self.events[first.events :]
        self.game = first.game
        del self.scores[self.rules.finished(self.game) :]
        self.actions -= entry.actions
        del self.log_after[self.actions + 1 :]
        del self.decided[self.actions :]
        self.taken_back += entry.actions
        # Every decision is a new one, so that no answer to an earlier one fits.
        self.opened = dict.fromkeys(self.rules.waiting(self.game), self.steps)
        self.log.append(ActionsTakenBack(entry.seat, entry.actions, first.log))

    @_apply.register
    def _(self, entry: Branched) -> None:
        self.branched = entry
        self.log.append(TableBranched(entry.table, entry.actions))

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
        before = self.chairs[entry.seat]
        chair = Chair(key=entry.key, name=entry.name, ready=True, since=self.entries)
        if before.key:
            self.handed[before.key] = entry.seat
        self.handed.pop(entry.key, None)
        if not entry.back:
            chair.former = before.former or (Holder(before.key, before.name) if before.key else None)
            chair.is_veiled = before.is_veiled or self.has_sealed(entry.seat)
        self.chairs[entry.seat] = chair
        self.guests.add(entry.key)
        self.revocable.clear()
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
