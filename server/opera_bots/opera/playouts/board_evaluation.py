"""The points that a seat may expect at the end of the game, from a board between two rounds.

A weighted sum of figures, with weights of its own for each round and number of players, fitted to games of the quick
player.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import fsum
from operator import mul
from typing import Final, NamedTuple

import msgspec

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_plays import points_now
from opera_bots.opera.playouts.numbers import COPIES, DONE, EARNED, FIELD, HOUSE_PIECE, HOUSES, SIZE
from opera_bots.opera.playouts.prices import LONG, ROUND_IN_LONG_GAME
from opera_games.opera.words import INCOME

FIGURES: Final = (
    "points",
    "ducats",
    "ducats_over_10",
    "ducats_over_20",
    "level",
    "level_over_3",
    "is_first",
    "income",
    "doubled",
    "room",
    "houses",
    "great",
    "best_great",
    "empty",
    "staged_fame",
    "best_city",
    "to_stage",
    "stock",
    "stock_fame",
    "halls_to_build",
    "houses_to_build",
    "halls_to_come",
)
"""`halls_to_come` are those of cities that open later."""


def figures(board: Board, seat: int) -> tuple[int, ...]:
    """Compute what the seat has and what is left for it."""
    points, ranked = points_now(board)
    fame = board.fame
    first = seat * HOUSES
    income = room = great = empty = houses = staged_fame = best_city = 0
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
            if board.great[at] >= 0:
                great += points[board.great[at]]
    maestro = board.pawns[0]
    doubled = EARNED[board.staged[first + maestro]] if maestro >= 0 else 0
    own, stock = board.own[seat], board.stock(seat)
    best = pieces_left = stock_fame = kinds = 0
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
                kinds += 1
                stock_fame += fame.of[piece]
    ducats, level = board.ducats[seat], board.level[seat]
    return (
        board.points[seat],
        ducats,
        ducats - 10 if ducats > 10 else 0,
        ducats - 20 if ducats > 20 else 0,
        level,
        level - 3 if level > 3 else 0,
        1 if board.order[0] == seat else 0,
        income,
        doubled,
        room,
        houses,
        great,
        best,
        empty,
        staged_fame,
        best_city,
        min(empty, kinds),
        pieces_left,
        stock_fame,
        *left_to_build(board, seat),
    )


def left_to_build(board: Board, seat: int) -> tuple[int, int, int]:
    """Count the halls and houses left for a seat in open cities, and the halls in cities to come."""
    plans, parts, built = board.plans, board.parts, board.built[seat]
    opened = plans.opened[board.episode]
    halls = houses = later = 0
    for city in range(HOUSES):
        main = plans.main[city]
        has_house = built >> main & 1
        if not has_house and not parts[main]:
            continue
        room = 0 if has_house else plans.halls[main]
        for wing in plans.wings[city]:
            if parts[wing] and not built >> wing & 1:
                room += plans.halls[wing]
        if city not in opened:
            later += room
            continue
        halls += room
        if not has_house:
            houses += 1
    return halls, houses, later


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
GOOD: Final = (("ducats", "ducats_over_10", "ducats_over_20"), ("level", "level_over_3"), ("income",), ("doubled",))
"""Of these, more is never less, although some games may make a fit believe it of those who have much."""


def sensible(weights: Sequence[float]) -> tuple[float, ...]:
    """Raise weights until one more of each good thing is worth something, however much one has."""
    found = dict(zip(FIGURES, weights, strict=True))
    for steps in GOOD:
        worth = 0.0
        for step in steps:
            found[step] = max(found[step], LEAST - worth)
            worth += found[step]
    return tuple(found.values())


WIN = 15.0
"""What winning counts besides the points when the game is over."""


LEADER = 0.5
"""How much of the rivals is the best of them; the rest is their mean, for it may be another in the end."""


def expectations(board: Board) -> list[float]:
    """Estimate by how many points each seat is going to be ahead of the others, then everybody's points."""
    if board.kind == DONE:
        points = [float(own) for own in board.points]
        worth = points[:]
        worth[max(board.order, key=points.__getitem__)] += WIN
    else:
        weights = weights_of(board.rounds, board.players)[board.round]
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
