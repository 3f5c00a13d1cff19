"""What the journal stores: a table's entries, its row in the index, and the table as it is read back.

Entries are everything that ever changed the table, in order. The table is their replay.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from opera_protocol.wire.documents import StandInCause, TableState
from opera_protocol.wire.messages import Clock, TableSettings
from opera_rules.api import Map, Seat

Key = bytes
"""The public key that identifies a person."""


Access = Literal["banned", "allowed"]


class Asked(NamedTuple):
    """A request that may change something: the sender's key and the request's id, which tell a repetition."""

    key: Key
    request: bytes


Actor = Literal["player", "bot", "stand_in"]
"""What decided for a seat."""
Channel = Literal["talk", "gallery"]
Cause = Literal["closed", "empty", "rules", "damaged"]
"""Why a table ended without a result: closed by the operator, deserted, played by other rules, damaged."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    at: int
    """Milliseconds since 1970."""


class Created(Entry, frozen=True, kw_only=True, tag="created"):
    settings: TableSettings
    rules: int
    edition: Map | None = None
    """The data file where it is not the built-in one."""
    key: Key
    wanted: dict[Key, Seat] = {}
    """Seats kept for the players of the table this is a rematch of, and that of its host if it is not the first."""
    open_book: bool = False
    """A transcript served to be looked at: from any seat, by anyone."""
    left_out: int = 0
    """Actions that were taken back in the game of that transcript, which leaves them out."""
    lesson: str = ""
    """The edition of the file of the table's lesson: with another one it goes on as a game."""


class Seated(Entry, frozen=True, kw_only=True, tag="seated"):
    seat: Seat
    key: Key
    name: str


class SeatLeft(Entry, frozen=True, kw_only=True, tag="left"):
    seat: Seat
    kicked: bool = False


class BotSeated(Entry, frozen=True, kw_only=True, tag="bot"):
    seat: Seat
    level: str
    name: str
    temperament: str = ""


class ReadySet(Entry, frozen=True, kw_only=True, tag="ready"):
    seat: Seat
    ready: bool


class StartAsked(Entry, frozen=True, kw_only=True, tag="start_asked"):
    """The host asked for the start; the shuffle of this number began."""

    attempt: int


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """The shuffle: the seed and how it came about (`commitment`, `secret`, `contributions`, or `by_hand`)."""

    seed: bytes
    shuffle: Map
    rules: int | None = None
    """The version of the rules that the game is played by; None where it is the one that the table was opened with."""
    state: Map | None = None
    """The full state from which a lesson begins, where no deal leads there."""


class Acted(Entry, frozen=True, kw_only=True, tag="acted"):
    seat: Seat
    action: Map
    by: Actor
    state: bytes
    """A hash of the state after the action, compared when the table is rebuilt."""
    thought: int = 0
    """Milliseconds taken from the seat's time bank."""


class TakenBack(Entry, frozen=True, kw_only=True, tag="taken_back"):
    """The only person at the table took back the seat's last action, and what bots did after it."""

    seat: Seat
    actions: Annotated[int, msgspec.Meta(ge=1)]
    """How many actions, counted back from the last one, stand no longer."""
    state: bytes
    """A hash of the state that is restored, compared when the table is rebuilt."""


class Branched(Entry, frozen=True, kw_only=True, tag="from"):
    """The table goes on from an earlier moment of another one, with its shuffle and its actions up to there."""

    table: str
    actions: int
    dealt_at: str
    """The table whose start made the shuffle: `table`, or the one that goes on from."""


class Spoken(Entry, frozen=True, kw_only=True, tag="spoken"):
    channel: Channel
    name: str
    seat: Seat | None
    text: str


class StandInBegan(Entry, frozen=True, kw_only=True, tag="stand_in"):
    seat: Seat
    cause: StandInCause


class StandInEnded(Entry, frozen=True, kw_only=True, tag="returned"):
    seat: Seat


class ClockSet(Entry, frozen=True, kw_only=True, tag="clock"):
    clock: Clock


class HandedOver(Entry, frozen=True, kw_only=True, tag="handed"):
    """A seat went to somebody else, or `back` to who held it before."""

    seat: Seat
    key: Key
    name: str
    back: bool = False


class Rematched(Entry, frozen=True, kw_only=True, tag="rematch"):
    table: str


class Abandoned(Entry, frozen=True, kw_only=True, tag="abandoned"):
    """The table ended without a result."""

    cause: Cause


AnyEntry = (
    Created
    | Seated
    | SeatLeft
    | BotSeated
    | ReadySet
    | StartAsked
    | Started
    | Acted
    | TakenBack
    | Branched
    | Spoken
    | StandInBegan
    | StandInEnded
    | ClockSet
    | HandedOver
    | Rematched
    | Abandoned
)

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(AnyEntry)


def is_of_gallery(entry: Entry) -> bool:
    """Say whether an entry is spectators' talk, of which players may not even know how much there is."""
    return isinstance(entry, Spoken) and entry.channel == "gallery"


def is_private(settings: TableSettings) -> bool:
    """Say whether a table is not for everybody's eyes: it has a code word, or takes no spectators."""
    return bool(settings.code) or not settings.spectators


def answer_to(table: str, n: int, entry: Entry) -> Map:
    """Return the answer to the request that led to this entry; `n` counts entries without those of the gallery."""
    match entry:
        case Created():
            return {"table": table, "seat": entry.wanted.get(entry.key, 0)}
        case Seated():
            return {"seat": entry.seat}
        case Acted():
            return {"entry": n}
        case TakenBack():
            return {"actions": entry.actions}
        case Rematched():
            return {"table": entry.table}
        case _:
            return {}


def standing_actions(entries: Iterable[Entry]) -> list[Acted]:
    """Return the actions in order, without those that were taken back."""
    standing: list[Acted] = []
    for entry in entries:
        if isinstance(entry, Acted):
            standing.append(entry)
        elif isinstance(entry, TakenBack):
            del standing[-entry.actions :]
    return standing


def write_entry(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def read_entry(body: bytes) -> Any:
    return _decoder.decode(body)


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What lists show of a table."""

    id: str = ""
    """The journal sets it: the table whose entry comes with the row."""
    name: str
    game: str
    state: TableState
    created_ms: int
    ended_ms: int = 0
    keys: tuple[Key, ...] = ()
    """The keys of the people who sit there."""
    summary: Map = msgspec.field(default_factory=dict)
    """Plain data for lists: players' names, ranking."""
    number: int | None = None
    """Counts the tables that have ended; the journal sets it, lists go on from it."""
    is_private: bool = False
    """Whether the summary is only for those who sat there; the journal knows it from the table's first entry."""

    def seat_of(self, key: Key) -> int | None:
        """Return the seat that a key had at the end; None if it had none, or if an earlier server wrote too little."""
        levels = self.summary.get("levels", [""] * len(self.keys))
        people = [seat for seat, level in enumerate(levels) if not level]
        is_known = key in self.keys and len(people) == len(self.keys) and len(levels) == len(self.summary["players"])
        return people[self.keys.index(key)] if is_known else None


class ListedTable(msgspec.Struct, frozen=True, kw_only=True):
    """What a server knows of a table that has not ended without replaying it; written now and then, not at once."""

    entries: int
    """How many entries the table had: if it has more, what is here may be outdated."""
    row: Map
    """Its row in the lobby."""
    keys: tuple[Key, ...]
    """The keys of the people who sit there."""
    host: Key
    """Who opened it."""
    rules: int | None
    """The version of the rules that its game is played by; None before the start."""
    last: int
    """When the last entry was made."""
    is_due: bool
    """Whether something is to happen there though nobody comes: a bot has to move, or a clock runs."""
    is_hidden: bool = False
    """Whether only the people who sit there see it: nobody else comes to a lesson, or to the game after it."""


_listed_decoder = msgspec.msgpack.Decoder(ListedTable)


def write_listed(listed: ListedTable) -> bytes:
    return _encoder.encode(listed)


def read_listed(body: bytes) -> ListedTable | None:
    """Read what is known of a table; None if that is damaged or of another version."""
    try:
        return _listed_decoder.decode(body)
    except (msgspec.DecodeError, TypeError, ValueError):
        return None


class Writing(NamedTuple):
    """An entry that is to be written, and the request it answers; a table's first one needs its row."""

    table: str
    n: int
    entry: Entry
    asked: Asked | None = None
    row: TableRow | None = None


class IndexedTable(NamedTuple):
    """A table that has not ended, as it is in the index."""

    id: str
    listed: ListedTable | None
    """None if it was never listed, or that cannot be read."""
    is_current: bool
    """Whether nothing has happened there since."""


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table's entries in order, as far as they are sound."""

    id: str
    first: int
    """The number of the first entry."""
    entries: tuple[Entry, ...]
    next: int
    """The number after the last entry there is, sound or not."""
    damaged_at: int | None = None
    """The first number whose entry is missing or cannot be read."""
    changes: dict[Key, int] = {}
    """How many of the sound entries each person asked for, besides actions."""
