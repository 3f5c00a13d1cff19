"""python-chess, the baseline: random play of the best-known rules engine in Python."""

from collections.abc import Iterator
from random import Random

import chess


class ChessPlay:
    """Random chess: all legal moves listed, one chosen and pushed, a new board when the game is over."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.board = chess.Board()

    def step(self) -> None:
        moves = list(self.board.legal_moves)
        if not moves or self.is_drawn():
            self.board = chess.Board()
            return
        self.board.push(self.random.choice(moves))

    def is_drawn(self) -> bool:
        """By bare kings or 75 idle moves: the ends that random games come to besides mate and stalemate."""
        return self.board.is_insufficient_material() or self.board.halfmove_clock >= 150


def positions(number: int, seed: int) -> Iterator[chess.Board]:
    """Boards from random games, every tenth one."""
    play = ChessPlay(seed)
    for _ in range(number):
        for _ in range(10):
            play.step()
        yield play.board.copy(stack=False)
