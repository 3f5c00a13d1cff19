"""Compare the bids of a seat with what the others may bid at the same time.

Each pair of an own bid and the bids of the others has a tree of the round that follows, see `round_tree`. With two
players both sides adapt to each other (regret matching), so that no bid is chosen which the other can punish.
"""

from collections.abc import Callable, Mapping, Sequence
from math import fsum, sqrt
from operator import mul

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.quick_player import QuickPlayer
from opera_bots.opera.playouts.search_chance import numbers_from
from opera_bots.opera.round_tree import MOST_VISITS, RoundTree

Habits = Mapping[int, Sequence[int]]
"""The levels that each seat has bid itself up to so far."""
OTHERS = {2: 60, 3: 14, 4: 14}
"""How many times the bids of the others are drawn, by the number of players; two have few ways to bid."""
UNKNOWN = 2
"""As many rounds count for what the quick player would do."""
LIKELY = 0.5
"""How much of the other's bids is what the quick player would bid; the rest is what regret matching finds."""
CURIOSITY = 1.5
"""How many points a bid may seem worse than the best and still be visited as often as that."""


class BidSearch:
    """A matrix of trees: own bids by bids of the others."""

    def __init__(self, board: Board, seat: int, player: QuickPlayer, habits: Habits) -> None:
        self.board = board
        self.seat = seat
        self.player = player
        self.habits = habits
        self.own = range(board.highest_bid(seat) + 1)
        self.others = self._others()
        self.trees: dict[tuple[int, int], RoundTree] = {}
        self.prior = [likely for _, likely in self.others]
        self.weights = [0.0] * len(self.others)
        """How likely the others bid so, as far as that was looked at."""
        self.matrix = [[0.0] * len(self.others) for _ in self.own]
        self.visits = [0] * len(self.own)
        self.regrets = [0.0] * len(self.own)
        self.their_regrets = [0.0] * len(self.others)
        self.played = [0.0] * len(self.others)

    def _others(self) -> list[tuple[list[int], float]]:
        """Return ways the others may bid, each with how likely the quick player does so; of two players, all ways."""
        board, seat, player = self.board, self.seat, self.player
        wanted = [0 if other == seat else player.wanted(board, other) for other in range(board.players)]
        random = numbers_from(board.round).random
        counts: dict[tuple[int, ...], int] = {}
        for _ in range(OTHERS[board.players]):
            bids = tuple(
                0 if other == seat else self._guess(other, wanted[other], random) for other in range(board.players)
            )
            counts[bids] = counts.get(bids, 0) + 1
        if board.players == 2:
            for amount in range(board.highest_bid(1 - seat) + 1):
                counts.setdefault((0, amount) if seat == 0 else (amount, 0), 0)
        return [(list(bids), count / OTHERS[board.players]) for bids, count in sorted(counts.items())]

    def _guess(self, seat: int, wanted: int, random: Callable[[], float]) -> int:
        """Guess what a seat bids: for what the quick player would want, or about the level that it went to before."""
        levels = self.habits.get(seat, ())
        number = int(random() * (len(levels) + UNKNOWN))
        if number >= len(levels):
            return self.player.bid_for(self.board, seat, wanted, random())
        level = levels[number] + int(random() * 3) - 1
        return max(0, min(level - self.board.level[seat], self.board.highest_bid(seat)))

    def tree(self, own: int, others: int) -> RoundTree:
        found = self.trees.get((own, others))
        if found is None:
            board = self.board.copy()
            bids = self.others[others][0][:]
            bids[self.seat] = own
            board.reveal_bids(bids)
            found = self.trees[own, others] = RoundTree(board, self.player, self.board.round)
        return found

    def likely_tree(self, own: int) -> RoundTree:
        """Return the tree of an own bid with those of the others that are most likely."""
        return self.tree(own, max(range(len(self.others)), key=self.prior.__getitem__))

    def run(self, should_stop: Callable[[], bool]) -> int:
        """Visit trees until time is up: every pair once, the likely ones first, then those that matter again."""
        iterations = 0
        if len(self.own) == 1:
            return iterations
        for others in sorted(range(len(self.others)), key=lambda others: -self.prior[others]):
            margins = []
            for own in self.own:
                if should_stop():
                    return iterations
                margins.append(self.visit(own, others))
                iterations += 1
            for own, margin in zip(self.own, margins, strict=True):
                self.matrix[own][others] = margin
            self.weights[others] = self.prior[others]
        random = numbers_from(self.board.round).random
        while iterations < MOST_VISITS and not should_stop():
            self.adapt()
            others = pick(self.weights, random())
            own = self.select(iterations)
            self.matrix[own][others] = self.visit(own, others)
            iterations += 1
        return iterations

    def visit(self, own: int, others: int) -> float:
        """Grow the tree of a pair; return the margin of the seat."""
        tree = self.tree(own, others)
        if not tree.is_solved:
            tree.visit()
        self.visits[own] += 1
        return tree.results[self.seat]

    def select(self, iterations: int) -> int:
        """Choose the own bid that is best or was visited least."""
        reach = CURIOSITY * sqrt(iterations)
        values = self.values()
        return max(self.own, key=lambda own: values[own] + reach / self.visits[own])

    def values(self) -> list[float]:
        """Return what each own bid brings against all that the others may do, by how likely that is."""
        total = fsum(self.weights)
        return [fsum(map(mul, row, self.weights)) / total for row in self.matrix]

    def ranking(self) -> list[int]:
        """Order the own bids from the best to the worst; before any is known, by the quick player."""
        if not any(self.weights):
            usual = self.player.bid(self.board, self.seat)
            return sorted(self.own, key=lambda own: abs(own - usual))
        values = self.values()
        return sorted(self.own, key=lambda own: -values[own])

    def points(self, own: int) -> float:
        """Return the points that the seat expects at the end of the game with this bid; 0 before any is known."""
        place = self.board.players + self.seat
        total = fsum(self.weights)
        if not total:
            return 0.0
        return (
            fsum(weight * self.tree(own, others).results[place] for others, weight in enumerate(self.weights) if weight)
            / total
        )

    def adapt(self) -> None:
        """Let both sides regret a little more what they did not bid; only two can."""
        if self.board.players != 2:
            return
        mine, theirs = mixed(self.regrets), mixed(self.their_regrets)
        brought = [fsum(map(mul, row, theirs)) for row in self.matrix]
        cost = [fsum(map(mul, column, mine)) for column in zip(*self.matrix, strict=True)]
        middle = fsum(map(mul, brought, mine))
        self.regrets = [max(0.0, regret + value - middle) for regret, value in zip(self.regrets, brought, strict=True)]
        self.their_regrets = [
            max(0.0, regret + middle - value) for regret, value in zip(self.their_regrets, cost, strict=True)
        ]
        self.played = [before + now for before, now in zip(self.played, theirs, strict=True)]
        total = fsum(self.played)
        self.weights = [
            LIKELY * prior + (1 - LIKELY) * played / total
            for prior, played in zip(self.prior, self.played, strict=True)
        ]


def mixed(regrets: Sequence[float]) -> list[float]:
    """Return how likely each bid is by its regret; all alike if there is none."""
    total = fsum(regrets)
    return [regret / total for regret in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)


def pick(chances: Sequence[float], number: float) -> int:
    """Choose by chances, with a number from 0 to 1."""
    left = number * fsum(chances)
    for place, chance in enumerate(chances):
        left -= chance
        if left < 0:
            return place
    return len(chances) - 1
