"""The search of the level `diva`: candidates are compared by playouts that all of them share.

A scenario is an order of the deck, offers of the others and the fractions that everybody's habits are drawn with. Every
candidate still in the race is played on in it, so that luck is the same for all. A playout corrects the estimate of a
candidate by how much better or worse it went than was estimated for that scenario.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from opera_bots.turandot.playouts.playing import fractions, play_on, shuffled
from opera_bots.turandot.playouts.standing import Standing
from opera_bots.turandot.playouts.table import Table
from opera_games.turandot.words import TURNS
from opera_rules.api import Seat

ESTIMATE_WEIGHT: Final = 30.0
"""An estimate counts as much as this many playouts."""
MOST_PLAYERS: Final = 2
"""With more players estimates are not corrected: playouts were not shown to help there."""
HORIZON: Final = 1
"""How many turns are played on after this one before the standing is judged."""
SCENARIOS_A_LAP: Final = 16
"""After so many scenarios, candidates that are clearly behind leave the race."""
MOST_SCENARIOS: Final = 4000
"""After so many, differences that are left make no difference: this takes minutes."""
CLEAR: Final = 3.0
"""A candidate is clearly behind by this many standard errors."""
ESTIMATE_ERROR: Final = 0.02
"""How far the difference of two estimates may be wrong, as a chance to win."""
LEAST_VARIANCE: Final = 0.0025
"""A few playouts may happen to agree; their results are taken to differ at least by so much."""
SEED_BITS: Final = 64


class Start(NamedTuple):
    """A table from which a scenario is played on, before the next turn begins."""

    table: Table
    expected: float
    """The deciding seat's estimated chance to win."""
    key: Any
    """What is equal for equal tables."""
    is_dismissed: bool
    """Whether a director was dismissed already where the turn asks for it."""


class Candidates(Protocol):
    """What a seat may do, with an estimate of its chance to win for each."""

    @property
    def estimates(self) -> Sequence[float]:
        """The chance to win with each, before playouts."""

    def guess(self, random: Random) -> Any:
        """Guess what the others do in a scenario."""

    def start(self, place: int, guess: Any) -> Start:
        """Carry out a candidate where the others do this."""


class Scenario(NamedTuple):
    guess: Any
    deck: list[int]
    seed: int
    results: dict[Any, tuple[float, float]]
    """What was played already: candidates may lead to the same table."""


class Search:
    """A race of candidates, as long as there is time."""

    def __init__(self, candidates: Candidates, table: Table, seat: Seat, seed: bytes) -> None:
        self.candidates = candidates
        self.table = table
        self.seat = seat
        self.random = fractions(seed)
        self.standing = Standing(table, table.deck)
        self.iterations = 0
        number = len(candidates.estimates)
        self.racing = list(range(number))
        self.corrections = [0.0] * number
        self.points = [0.0] * number
        self.played = [0] * number
        self._squares: dict[tuple[int, int], float] = {}
        self._sums: dict[tuple[int, int], float] = {}
        self._scenarios = 0
        self._to_play: list[int] = []
        self._went: dict[int, float] = {}
        self._scenario: Scenario

    def is_clear(self) -> bool:
        """Say whether one candidate is left, the game ends with this turn, or playouts do not help, or no more."""
        if len(self.racing) == 1 or self.table.turn == TURNS:
            return True
        return self.table.players > MOST_PLAYERS or self._scenarios == MOST_SCENARIOS

    def iterate(self) -> None:
        """Play on after one candidate."""
        if not self._to_play:
            self._begin_scenario()
        place = self._to_play.pop()
        start = self.candidates.start(place, self._scenario.guess)
        if start.key not in self._scenario.results:
            self._scenario.results[start.key] = self._play(start)
        chance, points = self._scenario.results[start.key]
        self.corrections[place] += chance - start.expected
        self.points[place] += points
        self.played[place] += 1
        self._went[place] = chance
        self.iterations += 1
        if not self._to_play:
            self._end_scenario()

    def _begin_scenario(self) -> None:
        guess = self.candidates.guess(self.random)
        deck = shuffled(self.table.deck, self.random)
        self._scenario = Scenario(guess, deck, self.random.getrandbits(SEED_BITS), {})
        self._to_play = self.racing[:]
        self._went = {}

    def _play(self, start: Start) -> tuple[float, float]:
        """Return the deciding seat's chance to win and its points after a playout."""
        table = start.table.copy()
        table.deck = self._scenario.deck
        play_on(table, min(TURNS, table.turn + HORIZON), fractions(self._scenario.seed), start.is_dismissed)
        return self.standing.after_turn(table)[self.seat], self.standing.final_points(table, self.seat)

    def _end_scenario(self) -> None:
        for place, chance in self._went.items():
            for other, others in self._went.items():
                if place < other:
                    pair = (place, other)
                    self._sums[pair] = self._sums.get(pair, 0.0) + chance - others
                    self._squares[pair] = self._squares.get(pair, 0.0) + (chance - others) * (chance - others)
        self._scenarios += 1
        if self._scenarios % SCENARIOS_A_LAP == 0:
            best = self.best()
            self.racing = [place for place in self.racing if not self._is_clearly_behind(place, best)]

    def _is_clearly_behind(self, place: int, best: int) -> bool:
        if place == best:
            return False
        pair, played = (min(place, best), max(place, best)), self.played[place]
        mean = self._sums[pair] / played
        variance = max(LEAST_VARIANCE, self._squares[pair] / played - mean * mean)
        error = (sqrt(variance * played) + ESTIMATE_ERROR * ESTIMATE_WEIGHT) / (played + ESTIMATE_WEIGHT)
        return self.chance(best) - self.chance(place) > CLEAR * error

    def chance(self, place: int) -> float:
        """Return what is now known of a candidate's chance to win."""
        return self.candidates.estimates[place] + self.corrections[place] / (self.played[place] + ESTIMATE_WEIGHT)

    def best(self) -> int:
        return max(self.racing, key=self.chance)

    def mean_points(self, place: int) -> float:
        """Return the points to be expected at the end of the game, by the playouts of a candidate if there are any."""
        if not self.played[place]:
            start = self.candidates.start(place, self.candidates.guess(self.random))
            return self.standing.final_points(start.table, self.seat)
        return self.points[place] / self.played[place]
