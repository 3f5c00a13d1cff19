"""A whole game that is over, as a booklet tells it: the table before the first move and after each round, and the log.

After the end nothing is hidden any more, so each moment is there as every seat saw it.
"""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from opera_games.api import Event
from opera_tui.booklet.cover import Place
from opera_tui.booklet.elements import Element
from opera_tui.booklet.players import Player
from opera_tui.games.view import AnyGameView, AnyLine

V = TypeVar("V", bound=AnyGameView)


class Played(NamedTuple, Generic[V]):
    """A game from its beginning to its end."""

    moments: Sequence[Sequence[V]]
    """The views of all seats: before the first move, and after each round or turn."""
    log: Sequence[AnyLine]

    @property
    def start(self) -> V:
        return self.moments[0][0]

    @property
    def end(self) -> V:
        return self.moments[-1][0]

    @property
    def rounds(self) -> Sequence[Sequence[V]]:
        """The views of all seats after each round."""
        return self.moments[1:]

    @property
    def players(self) -> list[Player]:
        return [Player(seat, self.end.sign(seat).text, self.end.name(seat)) for seat in self.end.seats]

    @property
    def points(self) -> list[list[int]]:
        """The points of all seats after each round."""
        return [list(points) for points in self.end.head.scores]

    @property
    def steps(self) -> list[str]:
        """The numbers of the rounds."""
        return [str(number) for number in range(1, len(self.moments))]


class GameBooklet(Protocol):
    """What a game brings to a booklet: the module or package `booklet` in its folder."""

    ROUND_STARTED: type[Event]
    """The event with which the log of a round begins."""
    LEFT_OUT: tuple[type[Event], ...]
    """Events that the log need not tell: another one tells more."""

    def edition(self, view: Any) -> str:
        """Return the name of the edition that was played."""

    def ranking(self, view: Any) -> Sequence[Place]:
        """Rank all hands from first to last."""

    def chapters(self, game: Played[Any]) -> Sequence[Element]:
        """Make the chapters of the game's own."""
