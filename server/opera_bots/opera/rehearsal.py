"""Games that show what figures are worth: of many tastes, and at first with odd moves.

From a random round on everybody plays well, so that what was had there is worth what good play makes of it. As long as
nothing is known the quick player plays; then brief searches do, by the weights found so far.
"""

from collections.abc import Sequence
from math import exp, fsum
from operator import mul
from random import Random
from typing import NamedTuple

from opera_bots.opera.brief_player import BriefPlayer
from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_evaluation import FIGURES, expectations, figures, leads
from opera_bots.opera.playouts.board_of_game import board_of
from opera_bots.opera.playouts.board_plays import NO_VALUE, PLAYS
from opera_bots.opera.playouts.numbers import DONE, FEE
from opera_bots.opera.playouts.prices import LONG, Prices, prices_of, weighed
from opera_bots.opera.playouts.quick_player import WHIMS, Option, QuickPlayer, Whims, close, hire, steady_player
from opera_bots.opera.playouts.search_chance import RandomShuffles, numbers_from
from opera_bots.opera.round_tree import Judge
from opera_games.opera.words import ROLES
from opera_rules.opera.search import Game

__all__ = ["FIGURES", "rehearse"]

WeightsByRound = Sequence[Sequence[float]]

UNCHANGED = 0.3
"""The share of seats that play by the usual prices or weights."""
TASTE = 0.5
"""How much the others value things differently: the largest logarithm of a factor."""
LIKING = 0.8
"""How much those who search may value figures differently, likewise."""
ODD = 0.15
"""The share of odd moves while they are made."""
SPREADS = (2.5, 4.0)
"""How much bids vary, in levels."""
TASTES = tuple(name for name in Prices._fields if name not in ("point", "eager", "income_weight", "counting_weight"))


class Seen(NamedTuple):
    """The figures of each seat before the bids of a round."""

    round: int
    figures: tuple[tuple[int, ...], ...]


class Rehearsal(NamedTuple):
    """What was seen of a game, and the points at its end."""

    seen: tuple[Seen, ...]
    points: tuple[int, ...]


def rehearse(game: Game, seed: int, weights: WeightsByRound | None) -> Rehearsal:
    """Play a long game from its beginning to its end: with weights by brief searches, without by the quick player."""
    random = numbers_from(seed)
    board = board_of(game, RandomShuffles(random))
    player = quick_performer(board, random) if weights is None else searching_performer(board, random, weights)
    sensible_from = 2 + int(random.random() * (LONG - 1))
    seen = []
    for now in range(1, LONG):
        player.odd = ODD if now < sensible_from else 0.0
        player.play_on(board, now)
        seen.append(Seen(board.round, tuple(figures(board, seat) for seat in range(board.players))))
    player.play_on(board, LONG)
    return Rehearsal(tuple(seen), tuple(board.points))


def quick_performer(board: Board, random: Random) -> "OddPlayer":
    tastes = [varied(prices_of(LONG, board.players), random) for _ in range(board.players)]
    whims = [random.random() for _ in range((LONG + 1) * board.players * WHIMS)]
    return OddPlayer(tastes, whims, random)


def searching_performer(board: Board, random: Random, weights: WeightsByRound) -> "OddSearcher":
    return OddSearcher(steady_player(board), Judges([liked(weights, random) for _ in range(board.players)]), random)


def liked(weights: WeightsByRound, random: Random) -> WeightsByRound:
    """Change weights by factors that are the same in all rounds."""
    if random.random() < UNCHANGED:
        return weights
    liking = LIKING * random.random()
    factors = [exp(liking * (2 * random.random() - 1)) for _ in FIGURES]
    return [[weight * factor for weight, factor in zip(row, factors, strict=True)] for row in weights]


class Judges:
    """Lets each seat judge boards by weights of its own."""

    def __init__(self, weights: Sequence[WeightsByRound]) -> None:
        self.weights = weights

    def __call__(self, board: Board) -> list[float]:
        """Return how far each seat thinks to be ahead."""
        if board.kind == DONE:
            return expectations(board)
        rows = [figures(board, seat) for seat in range(board.players)]
        return [
            leads([fsum(map(mul, weights[board.round], row)) for row in rows])[seat]
            for seat, weights in enumerate(self.weights)
        ]


def varied(prices: tuple[Prices, ...], random: Random) -> tuple[Prices, ...]:
    """Change the prices by factors that are the same in all rounds."""
    if random.random() < UNCHANGED:
        return prices
    factors = {name: exp(TASTE * (2 * random.random() - 1)) for name in TASTES}
    return tuple(
        weighed(row._replace(**{name: getattr(row, name) * factors[name] for name in TASTES})) for row in prices
    )


class OddPlayer(QuickPlayer):
    """A quick player that hires, joins and bids at random at times."""

    __slots__ = ("odd", "random")

    def __init__(self, prices: Sequence[Sequence[Prices]], whims: Whims, random: Random) -> None:
        super().__init__(prices, whims, spread=SPREADS[int(random.random() * len(SPREADS))])
        self.random = random.random
        self.odd = 0.0

    def act(self, board: Board) -> None:
        if self.random() >= self.odd:
            super().act(board)
            return
        seat, prices = board.seat, self.prices[board.seat][board.round]
        open_roles = [role for role in range(len(ROLES)) if board.roles >> role & 1 and FEE[role] <= board.level[seat]]
        while open_roles:
            role = open_roles.pop(int(self.random() * len(open_roles)))
            value, play = PLAYS[role](board, seat, prices)
            if value > NO_VALUE:
                hire(board, seat, role, play, prices)
                return
        close(board, seat)

    def join(self, board: Board) -> None:
        if self.random() < self.odd:
            board.go_on()
        else:
            super().join(board)

    def bid(self, board: Board, seat: int) -> int:
        if self.random() < self.odd:
            return int(self.random() * (board.highest_bid(seat) + 1))
        return super().bid(board, seat)


class OddSearcher(BriefPlayer):
    """Searches briefly, and decides and bids at random at times."""

    def __init__(self, player: QuickPlayer, judge: Judge, random: Random) -> None:
        super().__init__(player, judge)
        self.random = random.random
        self.odd = 0.0

    def decide(self, board: Board) -> Option:
        if self.random() >= self.odd:
            return super().decide(board)
        options = self.player.options(board)
        return options[int(self.random() * len(options))]

    def bid(self, board: Board, seat: int, wanted: int, expected: Sequence[Sequence[int]]) -> int:
        if self.random() < self.odd:
            return int(self.random() * (board.highest_bid(seat) + 1))
        return super().bid(board, seat, wanted, expected)
