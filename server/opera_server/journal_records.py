"""What the journal gives back: a table's row in the directory, and a table's entries."""

from typing import Literal, NamedTuple

import msgspec

from opera_rules.api import Map
from opera_server.entries import Asked, Entry, Key

TableState = Literal["open", "running", "finished", "abandoned"]
Standing = Literal["banned", "allowed"]


class DirectoryRow(msgspec.Struct, frozen=True, kw_only=True):
    """What lists show of a table."""

    id: str = ""
    """The journal sets it: the table whose entry comes with the row."""
    name: str
    game: str
    state: TableState
    created_ms: int
    ended_ms: int = 0
    keys: tuple[Key, ...] = ()
    """Who sits there."""
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
    directory: DirectoryRow | None = None


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
