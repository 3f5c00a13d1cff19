"""The documents of rooms as types: of a table, of a seat, of the lobby, and lines of talk.

`protocol/README.md` describes every field; its section about the lobby and tables has these names. The documents of a
game are types of `opera_games`, so the structs around them are generic.
"""

from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from msgspec import Meta, Struct, field

from opera_protocol.wire.messages import MOST_SEATS, Clock, SeatNumber

Seat = SeatNumber
TableState = Literal["open", "running", "finished", "abandoned"]
StandInCause = Literal["absent", "clock", "left"]
Game = TypeVar("Game")
Own = TypeVar("Own")
Choices = TypeVar("Choices")


class HumanSeat(Struct, frozen=True, tag_field="kind", tag="human"):
    """A seat that a person holds; `stand_in` says why a bot acts for that person now."""

    name: str
    key: str
    """The short fingerprint."""
    ready: bool
    present: bool
    """Whether a connection of that person is in the room."""
    stand_in: StandInCause | None


class BotSeat(Struct, frozen=True, tag_field="kind", tag="bot"):
    """A seat that a bot plays."""

    name: str
    level: str


class FreeSeat(Struct, frozen=True, tag_field="kind", tag="free"):
    """A seat that nobody has taken."""

    name: ClassVar[str] = ""


AnySeat = HumanSeat | BotSeat | FreeSeat


class Spectator(NamedTuple):
    """A person who watches; the name may be empty."""

    name: str
    key: str


class StartAttempt(Struct, frozen=True):
    """An attempt to start, in which everybody contributes to the seed."""

    attempt: int
    stage: Literal["commit", "reveal"]
    commitment: str
    hashes: dict[Seat, str]
    deadline: int


class Origin(Struct, frozen=True):
    """The table whose first actions a game has repeated."""

    table: str
    actions: int
    """How many actions."""
    dealt_at: str
    """The table whose start made the shuffle."""


class TableHead(Struct, frozen=True):
    """The table's own part of its public document."""

    id: str
    name: str
    game: str
    options: dict[str, Any]
    """The game's options, complete."""
    state: TableState
    host: Seat | None
    code: bool
    """Whether there is a code word."""
    spectators: bool
    hints: bool
    """Whether players may ask what a strong bot would do."""
    stand_in: str
    """The level of the bot that acts for absent players."""
    absence: int
    """Seconds a player may be gone before that bot acts."""
    clock: Clock
    deadlines: dict[Seat, int]
    """When the clock runs out for an open decision."""
    banks: dict[Seat, int]
    """Milliseconds left in the time bank when the seat's decision opened."""
    seats: Annotated[tuple[AnySeat, ...], Meta(max_length=MOST_SEATS)]
    watching: tuple[Spectator, ...]
    actions: int
    """How many actions the game has had."""
    taken_back: int
    """How many actions were taken back."""
    origin: Origin | None = field(name="from")
    """Where the game began, if it goes on from another table's."""
    verified: bool
    """False if the seed was set by hand."""
    start: StartAttempt | None
    shuffle: dict[str, Any] | None
    """After the end: how the seed came about, as a transcript has it."""
    rematch: str | None
    """The id of the next table."""
    fault: str | None
    """Why the server accepts nothing at this table."""


class TableDocument(Struct, Generic[Game], frozen=True):
    """The public document of a table; `game` is None before the start."""

    table: TableHead
    game: Game | None


class SeatDocument(Struct, Generic[Own, Choices], frozen=True):
    """The private document of a seat: its decision, what it can choose, and what only it sees of the game."""

    seat: Seat
    decision: int | None
    take_back: int | None
    """The decision whose answer can be taken back."""
    game: Own | None
    choices: Choices | None


class LobbyPlayer(NamedTuple):
    """A seat that is taken: `level` is empty for people, `key` (the short fingerprint) for bots."""

    name: str
    level: str
    key: str


class LobbyTable(Struct, frozen=True):
    """A table's row in the lobby."""

    name: str
    game: str
    state: TableState
    options: dict[str, Any]
    seats: int
    players: tuple[LobbyPlayer, ...]
    code: bool
    spectators: bool
    watching: int
    clock: Clock
    verified: bool
    progress: dict[str, int] | None
    """How far the game is, in its own words; None before the start."""


class LobbyDocument(Struct, frozen=True):
    """The public document of the lobby: its tables by id."""

    tables: dict[str, LobbyTable]


class TalkLine(Struct, frozen=True):
    """What somebody said at the table or among the spectators; `seat` is None for spectators."""

    name: str
    seat: Seat | None
    text: str
    at: int
