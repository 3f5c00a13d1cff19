"""Answers to requests as types. `protocol/README.md` describes every field where it describes the request.

Their parts that belong to a game, actions and documents, are converted with the types of `opera_games`.
"""

from typing import Any

from msgspec import Struct, ValidationError, convert

from opera_protocol.wire.messages import Free, Natural


class Welcome(Struct, frozen=True):
    """The answer to `hello`: what the server says about itself."""

    ticket: bytes
    server: str = ""
    version: str = ""
    levels: tuple[str, ...] = ()
    """The levels of bots, from the weakest to the strongest."""
    seeds: bool = False
    """Whether a seed may be set by hand."""
    now: int | None = None
    """The server's time in milliseconds since 1970."""


class Opened(Struct, frozen=True):
    """The answer to `create` and `rematch`."""

    table: str


class NextProposal(Struct, frozen=True):
    """The next best action, with the points that it is expected to bring."""

    action: Free
    points: int


class Proposal(Struct, frozen=True):
    """The answer to `propose`; points are those at the end of the game, in tenths."""

    action: Free
    points: int
    next: NextProposal | None
    gains: dict[str, int]
    """What the action changes at once, by name."""
    reasons: tuple[Free, ...] = ()
    """What speaks for it, the weightiest first: a code and its parameters, as in refusals."""


class Moment(Struct, frozen=True):
    """The answer to `moment`: the game's documents after an action."""

    log: int
    """How many lines the log had then."""
    public: Any
    private: Any = None


class History(Struct, frozen=True):
    """The answer to `history`: a stretch of a stream."""

    start: Natural
    lines: tuple[Free, ...]


class TranscriptPart(Struct, frozen=True):
    """The answer to `transcript`: some of its lines, and how many there are."""

    lines: tuple[str, ...]
    total: Natural


class Outcome(Struct, frozen=True):
    """The result of a game, as far as lists of games show it."""

    ranking: tuple[tuple[Natural, int], ...]
    """Seats with their points, from first to last."""
    winners: tuple[Natural, ...] | None = None
    """None for a game whose first seat always wins alone."""


def read_outcome(outcome: Any) -> Outcome | None:
    """Convert an outcome; None for a game without a result, and for one of a form that is not known here."""
    try:
        return convert(outcome, Outcome)
    except ValidationError:
        return None


class FinishedTable(Struct, frozen=True):
    """A row of the answer to `finished`."""

    id: str
    name: str
    game: str
    ended: int
    players: tuple[str, ...]
    outcome: Any = None


class Finished(Struct, frozen=True):
    """The answer to `finished`."""

    tables: tuple[FinishedTable, ...]
