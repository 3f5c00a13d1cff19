"""The points that a seat may expect at the end of the game, from a board between two rounds.

A weighted sum of figures, with weights of its own for each round and number of players. `rehearsal` says what they are
fitted to.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import fsum
from operator import mul
from typing import Final, NamedTuple

import msgspec

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.great_halls import points_now
from opera_bots.opera.playouts.numbers import COPIES, DONE, EARNED, FIELD, HOUSE_PIECE, HOUSES, SIZE
from opera_bots.opera.playouts.prices import LONG, ROUND_IN_LONG_GAME
from opera_games.opera.words import DUCATS_PER_HALL, INCOME, MOST_THINGS, TOP_LEVEL

FIGURES: Final = (
    "points",
    "poorest",
    "ducats",
    "ducats_over_10",
    "ducats_over_20",
    "level",
    "means",
    "is_first",
    "income",
    "income_over_10",
    "doubled",
    "room",
    "houses",
    "best_great",
    "century",
    "century_later",
    "empty",
    "empty_over_2",
    "staged_fame",
    "best_city",
    "stock",
    "stock_with_room",
    "stock_fame",
    "halls_to_build",
    "houses_to_build",
    "last_mains",
    "last_mains_by_level",
    "ducats_by_halls",
)
"""`means` are ducats and levels together, `century` the pieces that the next counting honours, `century_later` those of
later ones, `stock_with_room` the pieces that halls can be found for, `last_mains` the halls of main parts with one copy
left that nobody can take away from the seat, and `ducats_by_halls` are for halls that can be built."""
ENOUGH_MEANS: Final = 30
ENOUGH_DUCATS: Final = 20
"""For building in one round."""


def figures(board: Board, seat: int) -> tuple[int, ...]:
    """Compute what the seat has and what is left for it."""
    points, ranked = points_now(board)
    fame = board.fame
    first = seat * HOUSES
    income = room = empty = houses = staged_fame = best_city = 0
    for at in range(first, first + HOUSES):
        halls = board.halls[at]
        if halls:
            houses += 1
            pieces = board.staged[at]
            earned = EARNED[pieces]
            income += earned
            room += INCOME[halls] - earned
            empty += halls - SIZE[pieces]
            total = fame.total[pieces]
            staged_fame += total
            if total > best_city:
                best_city = total
    maestro = board.pawns[0]
    doubled = EARNED[board.staged[first + maestro]] if maestro >= 0 else 0
    own, stock = board.own[seat], board.stock(seat)
    best = pieces_left = stock_fame = 0
    left = houses
    for piece in ranked:
        if left > 0:
            copies = own >> FIELD * piece & COPIES
            best += points[piece] * (min(left, copies))
            left -= copies
    if stock:
        for piece in range(HOUSE_PIECE + 1):
            copies = stock >> FIELD * piece & COPIES
            if copies:
                pieces_left += copies
                stock_fame += fame.of[piece]
    honoured = [min(own >> FIELD * piece & COPIES, houses) for piece in board.century[board.episode - 1 :]]
    ducats, level, own_points = board.ducats[seat], board.level[seat], board.points[seat]
    means = ducats + 2 * level
    left_halls, left_houses = left_to_build(board, seat)
    mains = last_mains(board, seat)
    return (
        own_points,
        1 if own_points == min(board.points) else 0,
        ducats,
        ducats - 10 if ducats > 10 else 0,
        ducats - 20 if ducats > 20 else 0,
        level,
        min(ENOUGH_MEANS, means),
        1 if board.order[0] == seat else 0,
        income,
        income - 10 if income > 10 else 0,
        doubled,
        room,
        houses,
        best,
        honoured[0],
        sum(honoured[1:]),
        empty,
        empty - 2 if empty > 2 else 0,
        staged_fame,
        best_city,
        pieces_left,
        min(pieces_left, empty + left_halls),
        stock_fame,
        left_halls,
        left_houses,
        mains,
        mains * level,
        left_halls * (min(ENOUGH_DUCATS, ducats)),
    )


def left_to_build(board: Board, seat: int) -> tuple[int, int]:
    """Count the halls and houses left for a seat in open cities."""
    plans, parts, built = board.plans, board.parts, board.built[seat]
    halls = houses = 0
    for city in plans.opened[board.episode]:
        main = plans.main[city]
        if not built >> main & 1:
            if not parts[main]:
                continue
            houses += 1
            halls += plans.halls[main]
        for wing in plans.wings[city]:
            if parts[wing] and not built >> wing & 1:
                halls += plans.halls[wing]
    return halls, houses


def last_mains(board: Board, seat: int) -> int:
    """Count the halls of last copies that the first in order has for sure: by a bid to the top, built at once."""
    left = board.ducats[seat] - (TOP_LEVEL - board.level[seat])
    if board.order[0] != seat or left < DUCATS_PER_HALL:
        return 0
    plans, parts, built = board.plans, board.parts, board.built[seat]
    mains = [plans.main[city] for city in plans.opened[board.episode]]
    sizes = sorted([plans.halls[main] for main in mains if parts[main] == 1 and not built >> main & 1], reverse=True)
    halls = 0
    for size in sizes[:MOST_THINGS]:
        if DUCATS_PER_HALL * (halls + size) <= left:
            halls += size
    return halls


class Weights(NamedTuple):
    """What each figure of a seat is worth, and the points that a seat makes without any."""

    base: float
    by_figure: tuple[float, ...]


@cache
def weights_of(rounds: int, players: int) -> tuple[Weights, ...]:
    """Load the weights of each round; a round of the short game has those of the round of the long game it is like."""
    content = msgspec.json.decode((files("opera_bots.opera.playouts") / "board_evaluation.json").read_bytes())
    rows = [Weights(row["base"], sensible(row["weights"])) for row in content["players"][str(players)]]
    return tuple(rows if rounds == LONG else [rows[like] for like in ROUND_IN_LONG_GAME])


LEAST = 0.05
"""What one more of a good thing is worth at least."""
GOOD: Final = (("ducats", "ducats_over_10", "ducats_over_20"), ("level",), ("income", "income_over_10"), ("doubled",))
"""Of these, more is never less, although some games may make a fit believe it of those who have much."""
NO_BURDEN: Final = ("means", "last_mains", "last_mains_by_level", "ducats_by_halls")
"""The same for figures that stand beside others: they may be worth nothing."""


def sensible(weights: Sequence[float]) -> tuple[float, ...]:
    """Raise weights until one more of each good thing is worth something, however much one has."""
    found = dict(zip(FIGURES, weights, strict=True))
    for steps in GOOD:
        worth = 0.0
        for step in steps:
            found[step] = max(found[step], LEAST - worth)
            worth += found[step]
    for name in NO_BURDEN:
        found[name] = max(found[name], 0.0)
    return tuple(found.values())


WIN = 15.0
"""What winning counts besides the points when the game is over."""


LEADER = 0.5
"""How much of the rivals is the best of them; the rest is their mean, for it may be another in the end."""


def expectations(board: Board) -> list[float]:
    """Estimate by how many points each seat is going to be ahead of the others, then everybody's points."""
    return expected_by(weights_of(board.rounds, board.players), board)


def expected_by(rows: Sequence[Weights], board: Board) -> list[float]:
    """Estimate the same by other weights."""
    if board.kind == DONE:
        points = [float(own) for own in board.points]
        worth = points[:]
        worth[max(board.order, key=points.__getitem__)] += WIN
    else:
        weights = rows[board.round]
        worth = [fsum(map(mul, weights.by_figure, figures(board, seat))) for seat in range(board.players)]
        points = [weights.base + own for own in worth]
    return [*leads(worth), *points]


def promises(board: Board, seat: int) -> dict[str, float]:
    """Return what each figure of a seat promises; after the game only points do."""
    if board.kind == DONE:
        return {"points": float(board.points[seat])}
    weights = weights_of(board.rounds, board.players)[board.round].by_figure
    return dict(zip(FIGURES, map(mul, weights, figures(board, seat)), strict=True))


def leads(worth: list[float]) -> list[float]:
    """Return how far each is ahead of the others: half of it of the best, half of their mean."""
    highest, second = sorted(worth)[:-3:-1]
    total, others = fsum(worth), len(worth) - 1
    return [
        own - LEADER * (second if own == highest else highest) - (1 - LEADER) * (total - own) / others for own in worth
    ]
