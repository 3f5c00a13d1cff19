"""Games of the quick player with itself that show what figures are worth: of many tastes, and at first with odd moves.

From a random round on everybody plays well, so that what was had there is worth what good play makes of it.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple

from opera_bots.opera.playouts.board import (
    Board,
)
from opera_bots.opera.playouts.board_evaluation import FIGURES, figures
from opera_bots.opera.playouts.board_of_game import (
    board_of,
)
from opera_bots.opera.playouts.board_plays import NO_VALUE, PLAYS
from opera_bots.opera.playouts.numbers import (
    FEE,
)
from opera_bots.opera.playouts.prices import LONG, Prices, prices_of, weighed
from opera_bots.opera.playouts.quick_player import WHIMS, QuickPlayer, Whims, close, hire
from opera_bots.opera.playouts.search_chance import RandomShuffles, numbers_from
from opera_games.opera.words import ROLES
from opera_rules.opera.search import Game

__all__ = ["FIGURES", "rehearse"]

UNCHANGED = 0.3
"""The share of seats that play by the usual prices."""
TASTE = 0.5
"""How much the others value things differently: the largest logarithm of a factor."""
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


def rehearse(game: Game, seed: int) -> Rehearsal:
    """Play a long game from its beginning to its end."""
    random = numbers_from(seed)
    board = board_of(game, RandomShuffles(random))
    tastes = [varied(prices_of(LONG, board.players), random) for _ in range(board.players)]
    whims = [random.random() for _ in range((LONG + 1) * board.players * WHIMS)]
    player = OddPlayer(tastes, whims, random)
    sensible_from = 2 + int(random.random() * (LONG - 1))
    seen = []
    for now in range(1, LONG):
        player.odd = ODD if now < sensible_from else 0.0
        player.play_on(board, now)
        seen.append(Seen(board.round, tuple(figures(board, seat) for seat in range(board.players))))
    player.play_on(board, LONG)
    return Rehearsal(tuple(seen), tuple(board.points))


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
