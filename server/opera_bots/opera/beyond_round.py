"""Correct what a tree of the round expects by playing on beyond it.

The evaluation between two rounds is a sum and overlooks much: who comes first when a city opens, or levels with nothing
to spend them on. So the line that a tree thinks best is played on for another round with the quick player, in scenarios
that all actions meet alike, and what comes out is held against what was expected.
"""

from math import fsum

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_evaluation import expectations
from opera_bots.opera.playouts.numbers import DONE
from opera_bots.opera.playouts.prices import prices_of
from opera_bots.opera.playouts.quick_player import WHIMS, QuickPlayer
from opera_bots.opera.playouts.search_chance import RandomShuffles, numbers_from

ROUNDS = 1
"""How many more rounds are played."""
DOUBT = 15
"""With as many scenarios half of their mean is believed: a scenario is a matter of luck."""
TRUST = 0.8
"""How much of it is believed with any number of scenarios: the quick player is no judge of everything."""


MOST_SCENARIOS = 400
"""More would change nothing."""


FEW = 5
"""How many of the best actions are looked at beyond the round."""
BEYOND = 2
"""Every so many visits one looks beyond the round."""


class Scenarios:
    """What may happen beyond the round; the same for all actions."""

    def __init__(self, board: Board, seed: int) -> None:
        self.seed = seed
        self.board = board
        self.is_last = board.round == board.rounds
        """Nothing is beyond the last round."""
        self.players: list[QuickPlayer] = []

    def play_on(self, number: int, end: Board, seat: int) -> float:
        """Play a scenario on from a board between two rounds; return how much the seat has more than was expected."""
        expected = expectations(end)[seat]
        if end.kind == DONE:
            return 0.0
        board = end.copy()
        random = numbers_from(self.seed + number)
        shuffles = board.shuffles = RandomShuffles(random)
        board.supply = shuffles.shuffled(board.supply)
        board.renew_offer(shuffles)
        self.player(number).play_on(board, end.round + ROUNDS - 1)
        return expectations(board)[seat] - expected

    def player(self, number: int) -> QuickPlayer:
        """Return everybody with the whims of a scenario."""
        while len(self.players) <= number:
            random = numbers_from(~self.seed - len(self.players)).random
            seats, rounds = self.board.players, self.board.rounds
            whims = [random() for _ in range((rounds + 1) * seats * WHIMS)]
            self.players.append(QuickPlayer([prices_of(rounds, seats)] * seats, whims))
        return self.players[number]


class Correction:
    """The mean of what scenarios brought more than expected, as far as it is to be believed."""

    def __init__(self) -> None:
        self.gains: list[float] = []
        self.value = 0.0

    def look(self, scenarios: Scenarios, end: Board, seat: int) -> None:
        """Play one more scenario from a board between two rounds."""
        number = len(self.gains)
        self.gains.append(scenarios.play_on(number, end, seat))
        self.value = TRUST * fsum(self.gains) / (number + 1 + DOUBT)
