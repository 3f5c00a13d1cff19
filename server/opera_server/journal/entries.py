"""What the journal stores: a table's entries, its row in the index, and the table as it is read back.

Entries are everything that ever changed the table, in order. The table is their replay.
"""

from typing import Any, Literal, NamedTuple

import msgspec

from opera_protocol.wire.messages import Clock, TableSettings
from opera_rules.api import Map, Seat

Key = bytes
"""The public key that identifies a person."""


TableState = Literal["open", "running", "finished", "abandoned"]
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
    """Seats kept for the players of the table this is a rematch of."""
    open_book: bool = False
    """A transcript served to be looked at: from any seat, by anyone."""


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


class ReadySet(Entry, frozen=True, kw_only=True, tag="ready"):
    seat: Seat
    ready: bool


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """The shuffle: the seed and how it came about (`commitment`, `secret`, `contributions`, or `by_hand`)."""

    seed: bytes
    shuffle: Map


class Acted(Entry, frozen=True, kw_only=True, tag="acted"):
    seat: Seat
    action: Map
    by: Actor
    state: bytes
    """A hash of the state after the action, compared when the table is rebuilt."""
    thought: int = 0
    """Milliseconds taken from the seat's time bank."""


class Spoken(Entry, frozen=True, kw_only=True, tag="spoken"):
    channel: Channel
    name: str
    seat: Seat | None
    text: str


class StandInBegan(Entry, frozen=True, kw_only=True, tag="stand_in"):
    seat: Seat
    cause: Literal["absent", "clock", "left"]


class StandInEnded(Entry, frozen=True, kw_only=True, tag="returned"):
    seat: Seat


class ClockSet(Entry, frozen=True, kw_only=True, tag="clock"):
    clock: Clock


class HandedOver(Entry, frozen=True, kw_only=True, tag="handed"):
    seat: Seat
    key: Key
    name: str


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
    | Started
    | Acted
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


def answer_to(table: str, n: int, entry: Entry) -> Map:
    """Return the answer to the request that led to this entry."""
    match entry:
        case Created():
            return {"table": table, "seat": entry.wanted.get(entry.key, 0)}
        case Seated():
            return {"seat": entry.seat}
        case Acted():
            return {"entry": n}
        case Rematched():
            return {"table": entry.table}
        case _:
            return {}


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


class Writing(NamedTuple):
    """An entry that is to be written, and the request it answers; a table's first one needs its row."""

    table: str
    n: int
    entry: Entry
    asked: Asked | None = None
    row: TableRow | None = None


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
