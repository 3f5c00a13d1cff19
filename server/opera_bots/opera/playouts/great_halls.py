"""What pieces score in great halls when they are counted."""

from functools import lru_cache

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.numbers import COPIES, FIELD, HOUSE_PIECE, HOUSES


@lru_cache(maxsize=1 << 12)
def great_points(fame: tuple[int, ...], honoured: int, bonus: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what each piece scores in a great hall, and the pieces from the best to the worst."""
    points = tuple(fame[piece] + (bonus if piece == honoured else 0) for piece in range(HOUSE_PIECE + 1))
    return points, tuple(sorted(range(HOUSE_PIECE + 1), key=lambda piece: -points[piece]))


def points_now(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return great_points(board.fame.of, board.century[board.episode - 1], board.episode)


def spare_points(board: Board, seat: int) -> int:
    """Find the points of the best piece beyond those that fill the great halls."""
    points, ranked = points_now(board)
    own = board.own[seat]
    first = seat * HOUSES
    left = HOUSES - board.halls[first : first + HOUSES].count(0)
    for piece in ranked:
        left -= own >> FIELD * piece & COPIES
        if left < 0:
            return points[piece]
    return 0
