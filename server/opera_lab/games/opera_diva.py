"""Fit what the diva of Opera expects between rounds (`opera-server tune opera --diva`).

The content is that of `board_evaluation.json` among the playouts. What two seats have more than each other before a
round is held against how far apart they may expect to end after it: what both have alike says nothing. The last round
is fitted first, since nothing is expected after it, and every other one by the weights of the next. A first pass learns
from boards of quick games, a second one mostly from those of searches by the weights of the first.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import fsum
from operator import mul
from typing import NamedTuple

from opera_bots.opera.playouts.board_evaluation import sensible
from opera_bots.opera.rehearsal import FIGURES, LONG, Board, Foreseen, Weights, foresee, rehearse
from opera_lab.pools import ProcessPool
from opera_lab.regression import Fit, Sample, fit, quality
from opera_lab.self_play import seed_of_game
from opera_rules import opera
from opera_rules.api import Map
from opera_rules.editions import built_in

RIDGE = 3.0
"""The strength of the pull of weights to 0, in samples."""
HELD_OUT = 5
"""Every so many boards one is kept to see how good a fit is."""
DIGITS = 4
QUICK = 4
"""Every so many games of the second pass one is quick, too."""
BOARDS = 40
"""How many boards a process takes at a time."""
FIRST = 2
"""Nobody asks what is expected before earlier rounds."""
NOTHING_KNOWN = Weights(0.0, (0.0,) * len(FIGURES))


class GameToRehearse(NamedTuple):
    """A game that leads to boards; without weights the quick player plays."""

    players: int
    seed: bytes
    rows: list[Weights] | None


class BoardsToForesee(NamedTuple):
    """Boards before a round, and the weights of the rounds after it."""

    boards: Sequence[Board]
    rows: list[Weights]


def play(game: GameToRehearse) -> list[Board]:
    start = opera.new_game(game.players, {}, built_in(opera.NAME), game.seed).game
    return rehearse(start, int.from_bytes(game.seed[:6], "big"), game.rows)


def look_ahead(task: BoardsToForesee) -> list[Foreseen]:
    return [foresee(board, task.rows) for board in task.boards]


def content(games: int, seed: str, date: str, jobs: int | None) -> Map:
    """Return the content of the data file, for all numbers of players."""
    pool = ProcessPool(jobs)
    rows = {str(players): fit_players(players, games, f"{seed}/{players}", pool) for players in opera.SEATS}
    return {"date": date, "games": games, "seed": seed, "figures": list(FIGURES), "players": rows}


def fit_players(players: int, games: int, seed: str, pool: ProcessPool) -> list[Map]:
    """Fit the rows for a number of players in two passes; with more of them a game teaches more."""
    games //= players - 1
    quick = [GameToRehearse(players, seed_of_game(seed, number), None) for number in range(games)]
    known = [Weights(row["base"], sensible(row["weights"])) for row in fit_rounds(quick, pool)]
    again = f"{seed}/searching"
    mixed = [
        GameToRehearse(players, seed_of_game(again, number), known if number % QUICK else None)
        for number in range(games)
    ]
    return fit_rounds(mixed, pool)


def fit_rounds(games: Sequence[GameToRehearse], pool: ProcessPool) -> list[Map]:
    """Fit a row for each round, from the last one to the first that is asked for."""
    played = list(pool.map(play, games))
    fitted: list[Map] = []
    rows = [NOTHING_KNOWN] * (LONG + 1)
    for now in range(LONG, FIRST - 1, -1):
        boards = [found[now - FIRST] for found in played]
        tasks = [BoardsToForesee(boards[at : at + BOARDS], rows) for at in range(0, len(boards), BOARDS)]
        row = fit_round([seen for found in pool.map(look_ahead, tasks) for seen in found])
        rows[now] = Weights(row["base"], sensible(row["weights"]))
        fitted.insert(0, row)
    return [*[fitted[0]] * FIRST, *fitted]


def fit_round(seen: Sequence[Foreseen]) -> Map:
    """Fit the weights of a round."""
    learnt = [sample for number, one in enumerate(seen) if number % HELD_OUT for sample in pairs(one)]
    found = Fit(fit(learnt, RIDGE).weights, 0.0).rounded(DIGITS)
    reached = quality(found, [sample for one in seen[::HELD_OUT] for sample in pairs(one)])
    return {
        "base": round(rest_of(seen, found.weights), DIGITS),
        "weights": list(found.weights),
        "r2": round(reached.r2, DIGITS),
        "mean_error": round(reached.mean_error, DIGITS),
    }


def pairs(seen: Foreseen) -> Iterator[Sample]:
    """Yield the differences between each two seats."""
    for one, other in combinations(range(len(seen.points)), 2):
        differences = [a - b for a, b in zip(seen.figures[one], seen.figures[other], strict=True)]
        yield Sample(differences, seen.points[one] - seen.points[other])


def rest_of(seen: Sequence[Foreseen], weights: Sequence[float]) -> float:
    """Return the mean of the points that the weights do not explain."""
    rest = [
        points - fsum(map(mul, weights, own))
        for one in seen
        for own, points in zip(one.figures, one.points, strict=True)
    ]
    return fsum(rest) / len(rest)
