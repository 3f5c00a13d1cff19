"""The documents of rooms as types: of a table, of a seat, of the lobby, and lines of talk.

`protocol/README.md` describes every field; its section about the lobby and tables has these names. The documents of a
game are types of `opera_games`, so the structs around them are generic. As there, everything has a bounded size.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar, cast

from msgspec import Meta, Struct, field

from opera_games.api import MOST_SEATS, Each, Figure, Many, Seat, Word
from opera_protocol.wire.messages import Clock, Natural, Text

MOST_TABLES: Final = 2000
"""More rows than a server lists; the rest is found by asking."""
MOST_WATCHING: Final = 20_000
MOST_ACTIONS: Final = 100_000
TableState = Literal["open", "running", "finished", "abandoned"]
Actions = Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
StandInCause = Literal["absent", "clock", "left"]
Letter = Annotated[str, Meta(pattern="^[A-Z]$", max_length=1)]
"""What stands beside a player's shape; no other seat of the table has it, and it stays with the seat."""
Scores = Many[Annotated[tuple[Figure, ...], Meta(max_length=MOST_SEATS)]]
"""The points of all seats after each round or turn that is over."""
Game = TypeVar("Game")
Own = TypeVar("Own")
Choices = TypeVar("Choices")
Value = TypeVar("Value")


def by_seat(values: Mapping[Seat, Value]) -> dict[Seat, Value]:
    """Write a map by seats as it is on the wire, where keys are text; a reader converts them back."""
    return cast("dict[Seat, Value]", {str(seat): value for seat, value in sorted(values.items())})


class HumanSeat(Struct, frozen=True, tag_field="kind", tag="human"):
    """A seat that a person holds; `stand_in` says why a bot acts for that person now."""

    name: Text
    letter: Letter
    key: Word
    """The short fingerprint."""
    ready: bool
    present: bool
    """Whether a connection of that person is in the room."""
    stand_in: StandInCause | None


class BotSeat(Struct, frozen=True, tag_field="kind", tag="bot"):
    """A seat that a bot plays."""

    name: Text
    letter: Letter
    level: Word
    temperament: Word = ""
    """What the bot likes; empty for most levels."""


class FreeSeat(Struct, frozen=True, tag_field="kind", tag="free"):
    """A seat that nobody has taken."""

    name: ClassVar[str] = ""
    letter: ClassVar[str] = ""


AnySeat = HumanSeat | BotSeat | FreeSeat


class Spectator(NamedTuple):
    """A person who watches; the name may be empty."""

    name: Text
    key: Word


class StartAttempt(Struct, frozen=True):
    """An attempt to start, in which everybody contributes to the seed."""

    attempt: Natural
    stage: Literal["commit", "reveal"]
    commitment: Text
    hashes: dict[Seat, Text]
    deadline: Natural


class Origin(Struct, frozen=True):
    """The table whose first actions a game has repeated."""

    table: Text
    actions: Actions
    """How many actions."""
    dealt_at: Text
    """The table whose start made the shuffle."""


class LessonHead(Struct, frozen=True):
    """The lesson of a table, and how far it is."""

    id: Word
    edition: Word
    """Tells whether a reader's file of this lesson is the same."""
    step: Actions | None
    """How many steps are done; None if the server's file is another one by now, so that the table goes on freely."""
    judged: bool = False
    """Whether the lesson takes only some answers to the decision that is open for the learner."""


class TableHead(Struct, frozen=True):
    """The table's own part of its public document."""

    id: Text
    name: Text
    game: Word
    options: Each[Word, Any]
    """The game's options, complete."""
    state: TableState
    host: Seat | None
    code: bool
    """Whether there is a code word."""
    spectators: bool
    hints: bool
    """Whether players may ask what a strong bot would do."""
    stand_in: Word
    """The level of the bot that acts for absent players."""
    absence: Natural
    """Seconds a player may be gone before that bot acts."""
    clock: Clock
    deadlines: dict[Seat, Natural]
    """When the clock runs out for an open decision."""
    banks: dict[Seat, Natural]
    """Milliseconds left in the time bank when the seat's decision opened."""
    seats: Annotated[tuple[AnySeat, ...], Meta(max_length=MOST_SEATS)]
    watching: Annotated[tuple[Spectator, ...], Meta(max_length=MOST_WATCHING)]
    actions: Actions
    """How many actions the game has had."""
    taken_back: Natural
    """How many actions were taken back."""
    scores: Scores
    """Empty before the end of the first round or turn."""
    origin: Origin | None = field(name="from")
    """Where the game began, if it goes on from another table's."""
    verified: bool
    """False if the seed was set by hand."""
    start: StartAttempt | None
    shuffle: Each[Word, Any] | None
    """After the end: how the seed came about, as a transcript has it."""
    rematch: Text | None
    """The id of the next table."""
    fault: Text | None
    """Why the server accepts nothing at this table."""
    lesson: LessonHead | None = None
    """None for a game."""


class TableDocument(Struct, Generic[Game], frozen=True):
    """The public document of a table; `game` is None before the start."""

    table: TableHead
    game: Game | None


class SeatDocument(Struct, Generic[Own, Choices], frozen=True):
    """The private document of a seat: its decision, what it can choose, and what only it sees of the game."""

    seat: Seat
    decision: Natural | None
    take_back: Natural | None
    """The decision whose answer can be taken back."""
    game: Own | None
    choices: Choices | None


class LobbyPlayer(NamedTuple):
    """A seat that is taken: `level` is empty for people, `key` (the short fingerprint) for bots."""

    name: Text
    level: Word
    key: Word


class LobbyTable(Struct, frozen=True):
    """A table's row in the lobby."""

    number: Natural
    """Counts the tables that the server has opened: newer ones have higher numbers."""
    name: Text
    game: Word
    state: TableState
    options: Each[Word, Any]
    seats: Annotated[int, Meta(ge=0, le=MOST_SEATS)]
    players: Annotated[tuple[LobbyPlayer, ...], Meta(max_length=MOST_SEATS)]
    code: bool
    spectators: bool
    watching: Natural
    clock: Clock
    verified: bool
    progress: Each[Word, Figure] | None
    """How far the game is, in its own words; None before the start."""
    lesson: Word = ""
    """The id of its lesson; only its learner sees a table with one."""


LobbyTables = Annotated[dict[Text, LobbyTable], Meta(max_length=MOST_TABLES)]
"""Rows of the lobby by the tables' ids."""


class LobbyDocument(Struct, frozen=True):
    """The public document of the lobby: the newest tables, open and running, and how many of each there are."""

    tables: LobbyTables
    open: Natural
    running: Natural


class OwnTables(Struct, frozen=True):
    """The private document of the lobby: the tables where this key has a seat."""

    tables: LobbyTables


class TalkLine(Struct, frozen=True):
    """What somebody said at the table or among the spectators; `seat` is None for spectators."""

    name: Text
    seat: Seat | None
    text: Text
    at: Natural
