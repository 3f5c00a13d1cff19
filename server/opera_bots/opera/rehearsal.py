"""What teaches the diva how everybody stands between two rounds: boards of all kinds, and what a round makes of them.

Weights are found from the end of the game backwards. Brief searches play the last round from many boards, which says
what the figures before it were worth in points; by these weights they play the round before, and so on. So a board is
held against one round of chance and good play only, not against all that comes until the end.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple

from opera_bots.opera.brief_player import BriefPlayer, without_chance
from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_evaluation import FIGURES, Weights, expected_by, figures
from opera_bots.opera.playouts.board_of_game import board_of
from opera_bots.opera.playouts.board_plays import NO_VALUE, PLAYS
from opera_bots.opera.playouts.numbers import FEE
from opera_bots.opera.playouts.prices import LONG, Prices, prices_of, weighed
from opera_bots.opera.playouts.quick_player import WHIMS, Option, QuickPlayer, Whims, close, hire, steady_player
from opera_bots.opera.playouts.search_chance import RandomShuffles, numbers_from
from opera_bots.opera.round_tree import Judge
from opera_games.opera.words import ROLES, TOP_LEVEL
from opera_rules.opera.search import Game

__all__ = ["FIGURES", "LONG", "Board", "Foreseen", "Weights", "foresee", "rehearse"]

Rows = Sequence[Weights]
"""Weights by round."""

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
SHIFTED = 0.5
"""The share of boards, and on these of seats, with other ducats, points or levels than play led to: what goes together
in games is told apart so."""
LESS_DUCATS, MORE_DUCATS, POINTS = 12, 18, 10
"""By how much ducats and points differ then, at most."""


class Foreseen(NamedTuple):
    """The figures of each seat before a round, and the points that they may expect after it."""

    figures: tuple[tuple[int, ...], ...]
    points: tuple[float, ...]


def rehearse(game: Game, seed: int, rows: Rows | None) -> list[Board]:
    """Play a long game, with weights by brief searches, without by the quick player; return the boards between rounds.

    Odd moves are made up to a random round, and tastes differ.
    """
    random = numbers_from(seed)
    board = board_of(game, RandomShuffles(random))
    player = quick_performer(board, random) if rows is None else searching_performer(board, random, rows)
    sensible_from = 2 + int(random.random() * (LONG - 1))
    found = []
    for now in range(1, LONG):
        player.odd = ODD if now < sensible_from else 0.0
        player.play_on(board, now)
        found.append(without_chance(board))
        if random.random() < SHIFTED:
            shift(found[-1], random)
    return found


def shift(board: Board, random: Random) -> None:
    """Give seats other ducats, levels and points."""
    for seat in range(board.players):
        if random.random() < SHIFTED:
            more = int(random.random() * (LESS_DUCATS + MORE_DUCATS + 1)) - LESS_DUCATS
            board.ducats[seat] = max(0, board.ducats[seat] + more)
        if random.random() < SHIFTED:
            board.move_marker(seat, int(random.random() * (TOP_LEVEL + 1)))
        if random.random() < SHIFTED:
            board.points[seat] += int(random.random() * (2 * POINTS + 1)) - POINTS


def foresee(board: Board, rows: Rows) -> Foreseen:
    """Play a round by brief searches, and say what everybody may expect then by the weights of the rounds to come."""
    before = tuple(figures(board, seat) for seat in range(board.players))
    end = board.copy()
    judge = judge_by([rows] * board.players)
    BriefPlayer(steady_player(board), judge).play_on(end, board.round)
    return Foreseen(before, tuple(expected_by(rows, end)[board.players :]))


def judge_by(rows: Sequence[Rows]) -> Judge:
    """Let each seat judge boards by weights of its own."""
    if all(one is rows[0] for one in rows):
        return lambda board: expected_by(rows[0], board)
    return lambda board: [expected_by(one, board)[seat] for seat, one in enumerate(rows)]


def quick_performer(board: Board, random: Random) -> "OddPlayer":
    tastes = [varied(prices_of(LONG, board.players), random) for _ in range(board.players)]
    whims = [random.random() for _ in range((LONG + 1) * board.players * WHIMS)]
    return OddPlayer(tastes, whims, random)


def searching_performer(board: Board, random: Random, rows: Rows) -> "OddSearcher":
    return OddSearcher(steady_player(board), judge_by([liked(rows, random) for _ in range(board.players)]), random)


def liked(rows: Rows, random: Random) -> Rows:
    """Change weights by factors that are the same in all rounds."""
    if random.random() < UNCHANGED:
        return rows
    liking = LIKING * random.random()
    factors = [exp(liking * (2 * random.random() - 1)) for _ in FIGURES]
    return [
        row._replace(by_figure=tuple(weight * factor for weight, factor in zip(row.by_figure, factors, strict=True)))
        for row in rows
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
