"""Answers to requests as types. `protocol/README.md` describes every field where it describes the request.

Their parts that belong to a game, actions and documents, are converted with the types of `opera_games`.
"""

from typing import Any

from msgspec import Struct

from opera_protocol.wire.messages import Free


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


class Moment(Struct, frozen=True):
    """The answer to `moment`: the game's documents after an action."""

    log: int
    """How many lines the log had then."""
    public: Any
    private: Any = None


class FinishedTable(Struct, frozen=True):
    """A row of the answer to `finished`."""

    id: str
    name: str
    game: str
    ended: int
    players: tuple[str, ...]


class Finished(Struct, frozen=True):
    """The answer to `finished`."""

    tables: tuple[FinishedTable, ...]
