"""What `mine` asks a game's package for, and the position that it gives back."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from opera_lab.self_play import GameSetup
from opera_rules.api import Action, Event, Map, Seat

Worths = Mapping[Any, int]
"""The points that a seat is sure of after each of its actions."""


class Position(NamedTuple):
    """A decision of a seat, and how it came about."""

    state: Any
    seat: Seat
    actions: tuple[tuple[Seat, Action], ...]
    heard: Sequence[Event]
    """The events that the seat may know of."""


class GamePuzzles(Protocol):
    """The names in a game's package."""

    MARGIN: int
    """How many points the best idea must be ahead of the next one, that is of every move worth less."""

    def setup_of(self, number: int) -> GameSetup:
        """Choose players, levels and options of game 1, 2, ..."""
        ...

    def positions(self, setup: GameSetup, seed: bytes) -> Iterator[Position]:
        """Play a game and yield decisions worth looking at."""
        ...

    def first_look(self, state: Any, seat: Seat, tempting: Any, margin: int) -> Worths | None:
        """Count out what matters most, quickly; None if nothing can be so far ahead of the tempting action."""
        ...

    def count_out(self, state: Any, seat: Seat) -> Worths | None:
        """Count out every action of the seat; None if that takes too long."""
        ...

    def reason(self, state: Any, seat: Seat, best: Any, tempting: Any) -> Map:
        """Say what the best action does that the tempting one does not: a code of the game's texts, and parameters."""
        ...


def puzzles_of(game: str) -> GamePuzzles:
    """Find the package of a game by its name."""
    return cast("GamePuzzles", import_module(f"opera_lab.puzzles.{game}"))
