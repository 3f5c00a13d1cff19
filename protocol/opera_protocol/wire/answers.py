"""Answers to requests as types. `protocol/README.md` describes every field where it describes the request.

Their parts that belong to a game, actions and documents, are converted with the types of `opera_games`.
"""

from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, ValidationError, convert

from opera_games.api import MOST_FIGURE, Each, Figure, Many, Seat, Word
from opera_protocol.wire.documents import LobbyTable, Scores
from opera_protocol.wire.messages import MOST_HISTORY, Free, Natural, RoomId, Text, Token

Tenths = Annotated[int, Meta(ge=-10 * MOST_FIGURE, le=10 * MOST_FIGURE)]
"""Expected points."""


class Welcome(Struct, frozen=True):
    """The answer to `hello`: what the server says about itself."""

    ticket: Token
    server: Text = ""
    version: Text = ""
    levels: Many[Word] = ()
    """The levels of bots, from the weakest to the strongest."""
    seeds: bool = False
    """Whether a seed may be set by hand."""
    now: Natural | None = None
    """The server's time in milliseconds since 1970."""


class Opened(Struct, frozen=True):
    """The answer to `create`, `rematch` and `branch`."""

    table: RoomId


class NextProposal(Struct, frozen=True):
    """The next best action, with the points that it is expected to bring."""

    action: Free
    points: Tenths


class Proposal(Struct, frozen=True):
    """The answer to `propose`; points are those at the end of the game, in tenths."""

    action: Free
    points: Tenths
    next: NextProposal | None
    gains: Each[Word, Figure]
    """What the action changes at once, by name."""
    reasons: Many[Free] = ()
    """What speaks for it, the weightiest first: a code and its parameters, as in refusals."""


class Moment(Struct, frozen=True):
    """The answer to `moment`: the game's documents after an action."""

    log: Natural
    """How many lines the log had then."""
    scores: Scores
    """Of the rounds or turns that were over then."""
    public: Any
    private: Any = None


class AfterRound(Struct, frozen=True):
    """The answer to `after_round`: the game's documents as they were then."""

    scores: Scores
    public: Any
    private: Many[Any]
    """By seat."""


class History(Struct, frozen=True):
    """The answer to `history`: a stretch of a stream."""

    start: Natural
    lines: Annotated[tuple[Free, ...], Meta(max_length=MOST_HISTORY)]


class TranscriptPart(Struct, frozen=True):
    """The answer to `transcript`: some of its lines, and how many there are."""

    lines: tuple[str, ...]
    total: Natural


class Outcome(Struct, frozen=True):
    """The result of a game, as far as lists of games show it."""

    ranking: Many[tuple[Seat, Figure]]
    """Seats with their points, from first to last."""
    winners: Many[Seat] | None = None
    """None for a game whose first seat always wins alone."""


def read_outcome(outcome: Any) -> Outcome | None:
    """Convert an outcome; None for a game without a result, and for one of a form that is not known here."""
    try:
        return convert(outcome, Outcome)
    except ValidationError:
        return None


class FinishedTable(Struct, frozen=True):
    """A row of the answer to `finished`."""

    id: RoomId
    number: Natural
    """Counts the tables that have ended: newer ones have higher numbers."""
    name: Text
    game: Word
    ended: Natural
    seat: Seat | None
    """The seat of whoever asks; None without one, and where the server does not know it any more."""
    levels: Many[Word]
    """The levels of bots by seat, empty for people; empty where the server does not know them any more."""
    players: Many[Text]
    outcome: Any = None
    lesson: Word = ""
    """Of which lesson or puzzle the table was; empty for a game."""


class FoundTable(NamedTuple):
    """A table that was found, and its row in the lobby."""

    id: RoomId
    table: LobbyTable


class Found(Struct, frozen=True):
    """The answer to `find`; where there may be more, it goes on before a number."""

    tables: Annotated[tuple[FoundTable, ...], Meta(max_length=MOST_HISTORY)]
    before: Natural | None


class Finished(Struct, frozen=True):
    """The answer to `finished`."""

    tables: Annotated[tuple[FinishedTable, ...], Meta(max_length=MOST_HISTORY)]
