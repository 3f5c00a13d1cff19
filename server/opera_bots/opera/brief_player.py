"""Decide for all seats by a few lines of play each: the diva in a great hurry, for games that are to teach her.

A whole game of two takes a seventh of a second, and is played better than any that the quick player plays.
"""

from collections.abc import Sequence
from math import fsum

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.numbers import BID, DONE
from opera_bots.opera.playouts.quick_player import Option, QuickPlayer, take
from opera_bots.opera.round_tree import Judge, RoundTree

VISITS = 8
"""How many lines are tried for a decision."""
BIDS = (-3, -1, 0, 1, 3)
"""The bids that are compared, as differences to that of the quick player."""
WHIMS = (0.25, 0.75)
"""The whims with which the others are thought to bid."""


class BriefPlayer:
    """Looks for what a judge of boards between two rounds thinks best; a quick player completes the lines."""

    def __init__(self, player: QuickPlayer, judge: Judge) -> None:
        self.player = player
        self.judge = judge

    def play_on(self, board: Board, last: int) -> None:
        """Play to the end of a round, or of the game."""
        while board.kind != DONE and board.round <= last:
            if board.kind == BID:
                board.reveal_bids(self.bids(board))
            else:
                take(board, self.decide(board), self.player)

    def decide(self, board: Board) -> Option:
        """Choose what the best of a few lines begins with."""
        tree = RoundTree(without_chance(board), self.player, board.round, self.judge)
        while tree.visits < VISITS and not tree.is_solved:
            tree.visit()
        assert tree.root is not None
        return next(arm.option for arm in tree.root.arms if arm.results is tree.root.results)

    def bids(self, board: Board) -> list[int]:
        """Choose the bids of all seats."""
        wanted = [self.player.wanted(board, seat) for seat in range(board.players)]
        expected = [
            [self.player.bid_for(board, seat, levels, whim) for seat, levels in enumerate(wanted)] for whim in WHIMS
        ]
        return [self.bid(board, seat, wanted[seat], expected) for seat in range(board.players)]

    def bid(self, board: Board, seat: int, wanted: int, expected: Sequence[Sequence[int]]) -> int:
        """Choose the bid that brings a seat most against those expected of the others."""
        usual = self.player.bid_for(board, seat, wanted, 0.5)
        bids = sorted({max(0, min(usual + more, board.highest_bid(seat))) for more in BIDS})
        if len(bids) == 1:
            return bids[0]
        return max(bids, key=lambda bid: fsum([self.brings(board, seat, bid, others) for others in expected]))

    def brings(self, board: Board, seat: int, bid: int, others: Sequence[int]) -> float:
        """Judge the end of the round after these bids."""
        after = without_chance(board)
        after.reveal_bids([bid if other == seat else amount for other, amount in enumerate(others)])
        self.player.play_on(after, board.round)
        return self.judge(after)[seat]


def without_chance(board: Board) -> Board:
    """Copy a board whose next offer nobody is to foresee."""
    copy = board.copy()
    copy.shuffles = None
    return copy
