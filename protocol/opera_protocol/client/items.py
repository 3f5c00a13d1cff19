"""The items that readers of a client and its rooms get: connection states, views, lines. All are immutable."""

import time
from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import Any, Final, TypeVar

from msgspec import Struct, ValidationError, convert, field
from msgspec.structs import replace

from opera_games.api import MOST_SEATS
from opera_protocol.client.errors import Unreadable
from opera_protocol.client.limits import MOST_LINES, MOST_WAITING_BYTES
from opera_protocol.wire.documents import LobbyDocument, LobbyTables, OwnTables, TableHead
from opera_protocol.wire.messages import Lines
from opera_protocol.wire.shuffle import Verdict

NO_LINES: Final = Lines(start=0, lines=())
MOST_FOLDED_LINES: Final = 1000

T = TypeVar("T")


class Stage(Enum):
    """How far a connection has come."""

    CONNECTING = "connecting"
    """Finding the server, opening both connections, getting a ticket."""
    SYNCING = "syncing"
    """Entering again the rooms that this client was in."""
    LIVE = "live"
    LOST = "lost"
    """Waiting for the next try."""
    ENDED = "ended"
    """The server does not want this client; no try follows."""


class State(Struct, frozen=True):
    """A stage and, after a loss, the reason and the time of the next try."""

    stage: Stage
    code: str = ""
    """Why the connection was lost; kept while the client tries again."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    tries: int = 0
    """Losses and failed tries in a row since a connection last stayed for a while."""
    has_said_goodbye: bool = False
    """Whether the server said that it goes down; kept, however the tries fail, until it is back."""
    next_try: float | None = None
    """When the next try comes, on the clock of `time.monotonic`."""

    def seconds_left(self) -> float:
        """Return the seconds until the next try, 0 if none is planned."""
        return 0.0 if self.next_try is None else max(0.0, self.next_try - time.monotonic())


class StateChanged(Struct, frozen=True):
    """The connection is in another state."""

    state: State


class Noticed(Struct, frozen=True):
    """The server's operator sent a notice to everybody."""

    text: str


def read(document: object, kind: type[T]) -> T:
    """Convert a document of the server to its type; one that does not fit is `Unreadable`."""
    try:
        return convert(document, kind, str_keys=True)
    except ValidationError as error:
        raise Unreadable from error


class View(Struct, frozen=True, dict=True):
    """Both documents of a room as they were at one moment; they are shared and must not be written to."""

    room: str
    public: Mapping[str, Any]
    revision: int
    private: Mapping[str, Any] | None = None
    """The document of this client's seat; None for spectators."""
    private_revision: int = 0
    lost_seat: int | None = None
    """The seat that this client held until it was handed on."""

    @property
    def seat(self) -> int | None:
        """This client's seat; None for spectators."""
        seat = self.private.get("seat") if self.private else None
        return seat if type(seat) is int and 0 <= seat < MOST_SEATS else None

    @property
    def is_asked(self) -> bool:
        """Whether a decision is open for this client's seat."""
        return self.private is not None and self.private.get("decision") is not None

    @cached_property
    def head(self) -> TableHead:
        """The table's own part: name, seats, clock, state."""
        return read(self.public.get("table"), TableHead)

    @cached_property
    def lobby(self) -> LobbyDocument:
        """The lobby's newest tables, and how many there are."""
        return read(self.public, LobbyDocument)

    @cached_property
    def own_tables(self) -> LobbyTables:
        """Those of the lobby's tables where this client has a seat."""
        return read(self.private, OwnTables).tables if self.private else {}


class Changed(Struct, frozen=True):
    """A new view and the lines that came with it."""

    view: View
    log: Lines = NO_LINES
    talk: Lines = NO_LINES
    gallery: Lines = NO_LINES
    is_entry: bool = False
    """Whether it comes from a snapshot: lines before these may be missing."""
    is_rewound: bool = False
    """Whether the server has gone back, to a backup perhaps: what came before is undone, and lines begin again."""
    size: int = 0
    """The bytes it came in."""


class Expelled(Struct, frozen=True):
    """This client is no longer in the room; the code says why. Nothing follows."""

    room: str
    code: str


class ShuffleJudged(Struct, frozen=True):
    """The game is over and its shuffle was checked."""

    verdict: Verdict


RoomItem = Changed | StateChanged | Expelled | ShuffleJudged | Noticed


def size_of(item: RoomItem) -> int:
    """Return the bytes that an item takes while nobody reads it."""
    return item.size if isinstance(item, Changed) else 0


def fold(items: list[RoomItem]) -> list[RoomItem]:
    """Shorten the items of a slow reader: all changes become one, and of everything else the last one stays."""
    changes = [item for item in items if isinstance(item, Changed)]
    last_of_others = {type(item): item for item in items if not isinstance(item, Changed)}
    others = sorted(last_of_others.values(), key=items.index)
    return [_folded(changes), *others] if changes else [*others]


def _folded(changes: list[Changed]) -> Changed:
    """Merge changes into one: the last view with the lines of all, or only its own if all are too large to keep."""
    last = changes[-1]
    rewound = [place for place, change in enumerate(changes) if change.is_rewound]
    changes = changes[rewound[-1] if rewound else 0 :]
    size = sum(change.size for change in changes)
    is_entry = any(change.is_entry for change in changes)
    if size > MOST_WAITING_BYTES:
        return replace(last, is_entry=True, is_rewound=bool(rewound))
    log, talk, gallery = (
        _all_lines([getattr(change, stream) for change in changes]) for stream in ("log", "talk", "gallery")
    )
    return Changed(last.view, log, talk, gallery, is_entry=is_entry, is_rewound=bool(rewound), size=size)


def _all_lines(stretches: list[Lines]) -> Lines:
    result = NO_LINES
    for stretch in stretches:
        if not stretch.lines:
            continue
        result = joined(result, stretch) if result.lines and follows(result, stretch) else stretch
    return last_lines(result, MOST_FOLDED_LINES)


def end_of(lines: Lines) -> int:
    """Return the number of the line after the last."""
    return lines.start + len(lines.lines)


def lines_from(lines: Lines, number: int) -> Lines:
    """Keep the lines from a number on."""
    if number <= lines.start:
        return lines
    return Lines(start=number, lines=lines.lines[number - lines.start :])


def last_lines(lines: Lines, most: int = MOST_LINES) -> Lines:
    """Keep the last lines, at most so many."""
    return lines_from(lines, end_of(lines) - most)


def follows(known: Lines, later: Lines) -> bool:
    """Say whether no line is missing between the two."""
    return later.start <= end_of(known)


def contradicts(known: Lines, later: Lines) -> bool:
    """Say whether later lines are fewer than those known, or are others under the same numbers."""
    shared = range(max(known.start, later.start), min(end_of(known), end_of(later)))
    return end_of(later) < end_of(known) or any(
        known.lines[number - known.start] != later.lines[number - later.start] for number in shared
    )


def joined(known: Lines, later: Lines) -> Lines:
    """Join two stretches of lines, the second of which follows the first."""
    fresh = lines_from(later, end_of(known))
    return Lines(start=known.start, lines=known.lines + fresh.lines) if fresh.lines else known
