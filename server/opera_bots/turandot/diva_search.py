"""The search of the level `diva`: candidates are compared by the next turn, dealt alike for all of them.

A scenario is the offers of the others and the line-up of the next turn. For every candidate still in the race that turn
is solved, so that luck is the same for all. It corrects the estimate of a candidate by how much better or worse the
next turn is than was estimated for that scenario. With more than two players a turn is not solved: there the estimates
decide.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from opera_bots.turandot.playouts.playing import deal, dismiss, fractions, shuffled
from opera_bots.turandot.playouts.solved_turn import chances_of_turn
from opera_bots.turandot.playouts.standing import Standing
from opera_bots.turandot.playouts.table import Table
from opera_games.turandot.words import SEATS, TURNS
from opera_rules.api import Seat

ESTIMATE_WEIGHT: Final = 5.0
"""An estimate counts as much as this many solved turns."""
SCENARIOS_A_LAP: Final = 16
"""After so many scenarios, candidates that are clearly behind leave the race."""
MOST_SCENARIOS: Final = 4000
"""After so many, differences that are left make no difference: this takes up to a minute."""
CLEAR: Final = 3.0
"""A candidate is clearly behind by this many standard errors."""
ESTIMATE_ERROR: Final = 0.02
"""How far the difference of two estimates may be wrong, as a chance to win."""
LEAST_VARIANCE: Final = 0.0025
"""A few solved turns may happen to agree; their chances are taken to differ at least by so much."""
SEED_BITS: Final = 64


class Start(NamedTuple):
    """A table before the next turn begins."""

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
        """The chance to win with each, before the search."""

    def guess(self, random: Random) -> Any:
        """Guess what the others do in a scenario."""

    def start(self, place: int, guess: Any) -> Start:
        """Carry out a candidate where the others do this."""


class Scenario(NamedTuple):
    guess: Any
    deck: list[int]
    seed: int
    chances: dict[Any, float]
    """What was solved already: candidates may lead to the same table."""


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
        self.solved = [0] * number
        self._squares: dict[tuple[int, int], float] = {}
        self._sums: dict[tuple[int, int], float] = {}
        self._scenarios = 0
        self._to_solve: list[int] = []
        self._went: dict[int, float] = {}
        self._scenario: Scenario

    def is_clear(self) -> bool:
        """Say whether one candidate is left, the game ends with this turn, or nothing is solved, or no more."""
        if len(self.racing) == 1 or self.table.turn == TURNS:
            return True
        return self.table.players > SEATS[0] or self._scenarios == MOST_SCENARIOS

    def iterate(self) -> None:
        """Solve the next turn after one candidate."""
        if not self._to_solve:
            self._begin_scenario()
        place = self._to_solve.pop()
        start = self.candidates.start(place, self._scenario.guess)
        if start.key not in self._scenario.chances:
            self._scenario.chances[start.key] = self._solve(start)
        chance = self._scenario.chances[start.key]
        self.corrections[place] += chance - start.expected
        self.solved[place] += 1
        self._went[place] = chance
        self.iterations += 1
        if not self._to_solve:
            self._end_scenario()

    def _begin_scenario(self) -> None:
        guess = self.candidates.guess(self.random)
        deck = shuffled(self.table.deck, self.random)
        self._scenario = Scenario(guess, deck, self.random.getrandbits(SEED_BITS), {})
        self._to_solve = self.racing[:]
        self._went = {}

    def _solve(self, start: Start) -> float:
        """Return the deciding seat's chance to win once the next line-up is dealt."""
        table, random = start.table.copy(), fractions(self._scenario.seed)
        table.deck = self._scenario.deck
        if not start.is_dismissed:
            dismiss(table, 0.0)
        table.pass_puccini()
        lineup = deal(table, random)
        return chances_of_turn(table, lineup, self.standing)[self.seat]

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
        pair, solved = (min(place, best), max(place, best)), self.solved[place]
        mean = self._sums[pair] / solved
        variance = max(LEAST_VARIANCE, self._squares[pair] / solved - mean * mean)
        error = (sqrt(variance * solved) + ESTIMATE_ERROR * ESTIMATE_WEIGHT) / (solved + ESTIMATE_WEIGHT)
        return self.chance(best) - self.chance(place) > CLEAR * error

    def chance(self, place: int) -> float:
        """Return what is now known of a candidate's chance to win."""
        return self.candidates.estimates[place] + self.corrections[place] / (self.solved[place] + ESTIMATE_WEIGHT)

    def best(self) -> int:
        return max(self.racing, key=self.chance)
