"""Fit how everybody stands between two turns of Turandot to playouts.

`python -m opera_lab.games.turandot_standing FILE GAMES` writes the weights by which the level `diva` judges tables,
`standing.json` of its playouts. The fit is a logit: one of the seats wins, with a chance that grows with its standing.
The same number of games gives the same file, byte by byte.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from math import exp, fsum, log
from pathlib import Path
from random import Random
from typing import NamedTuple

from opera_bots.turandot.evaluation import stage_name
from opera_bots.turandot.playouts.habits import draw, gains_of, offers_of_all
from opera_bots.turandot.playouts.playing import deal, dismiss, fractions, resolve, shuffled
from opera_bots.turandot.playouts.standing import FEATURES, Standing
from opera_bots.turandot.playouts.table import Table, shares_of_win, table_of
from opera_games.turandot.words import SEATS, TURNS
from opera_lab.regression import solve
from opera_rules import turandot
from opera_rules.api import Map
from opera_rules.editions import built_in

GAMES = 2000
"""Games of two; of more players fewer, because each of them has more seats."""
EXPLORE = 0.1
"""The share of offers made at random, so that tables vary more than habits allow."""
RIDGE = 1.0
"""The strength of the pull of weights to 0."""
STEPS = 6
"""Newton's method is exact enough after so many steps."""
DIGITS = 4

Row = Sequence[float]


class Sample(NamedTuple):
    """Each seat's figures at one stage of a game, its share of the win, and the points that were still to come."""

    stage: str
    rows: Sequence[Row]
    shares: Row
    points_to_come: float


def play_game(table: Table, random: Random) -> Iterator[Sample]:
    """Play a game by everybody's habits; every end of a turn but the last gives a sample."""
    seen: list[tuple[str, list[list[float]], float]] = []
    while True:
        _play_turn(table, random)
        if table.turn == TURNS:
            break
        dismiss(table, random.random())
        standing = Standing(table, table.deck[table.dealt :])
        seen.append((stage_name(table.players, table.turn + 1), standing.features(table), _mean_points(table)))
        table.pass_puccini()
    shares = shares_of_win(table)
    for stage, rows, points in seen:
        if any(shares):
            yield Sample(stage, rows, shares, _mean_points(table) - points)


def _play_turn(table: Table, random: Random) -> None:
    lineup = deal(table, random)
    gains = gains_of(table, lineup)
    bids = []
    for parts in offers_of_all(table, gains):
        is_random = random.random() < EXPLORE
        bids.append(parts[int(random.random() * len(parts))][0] if is_random else draw(parts, random.random()))
    resolve(table, lineup, gains, bids)


def _mean_points(table: Table) -> float:
    return fsum(table.points(seat) for seat in range(table.players)) / table.players


def new_table(players: int, random: Random) -> Table:
    """Set up a game that has not begun."""
    game = turandot.new_game(players, {}, built_in(turandot.NAME), bytes(32)).game
    table = table_of(game)
    table.turn = 0
    table.puccini = int(random.random() * players)
    table.deck = shuffled(range(len(game.edition.singers)), random)
    return table


def fit(samples: Sequence[Sample]) -> list[float]:
    """Find the weights under which the wins were most likely, by Newton's method."""
    weights = [0.0] * len(FEATURES)
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        curve = [[RIDGE * (one == other) for other in range(len(FEATURES))] for one in range(len(FEATURES))]
        for sample in samples:
            _add(sample, chances(weights, sample.rows), slope, curve)
        weights = [weight + step for weight, step in zip(weights, solve(curve, slope), strict=True)]
    return weights


def _add(sample: Sample, expected: Row, slope: list[float], curve: list[list[float]]) -> None:
    """Add a sample to the first and second derivatives of the likelihood."""
    means = [
        fsum(chance * figure for chance, figure in zip(expected, column, strict=True))
        for column in zip(*sample.rows, strict=True)
    ]
    for row, share, chance in zip(sample.rows, sample.shares, expected, strict=True):
        off = [figure - mean for figure, mean in zip(row, means, strict=True)]
        for one, distance in enumerate(off):
            slope[one] += (share - chance) * distance
            for other, second in enumerate(off):
                curve[one][other] += chance * distance * second


def chances(weights: Row, rows: Sequence[Row]) -> list[float]:
    """Compute each seat's chance to win."""
    standings = [fsum(weight * figure for weight, figure in zip(weights, row, strict=True)) for row in rows]
    powers = [exp(standing - max(standings)) for standing in standings]
    return [power / fsum(powers) for power in powers]


def likelihood(weights: Row, samples: Sequence[Sample]) -> float:
    """Compute the mean logarithm of the chance that was given to those who won; even chances of n seats have -log n."""
    return fsum(
        share * log(chance)
        for sample in samples
        for share, chance in zip(sample.shares, chances(weights, sample.rows), strict=True)
    ) / len(samples)


def file_content(games: int) -> Map:
    """Play and fit everything."""
    stages: dict[str, list[float]] = {}
    points: dict[str, float] = {}
    figures: dict[str, float] = {}
    for players in SEATS:
        random = fractions(players)
        of_players = games * SEATS[0] // players
        samples = [sample for _ in range(of_players) for sample in play_game(new_table(players, random), random)]
        for stage in dict.fromkeys(sample.stage for sample in samples):
            of_stage = [sample for sample in samples if sample.stage == stage]
            stages[stage] = [round(weight, DIGITS) + 0.0 for weight in fit(of_stage)]
            points[stage] = round(fsum(sample.points_to_come for sample in of_stage) / len(of_stage), DIGITS)
            figures[stage] = round(likelihood(stages[stage], of_stage), DIGITS)
            print(stage, stages[stage], points[stage], figures[stage], flush=True)
    return {
        "game": turandot.NAME,
        "games": games,
        "likelihood": figures,
        "points_to_come": points,
        "features": list(FEATURES),
        "stages": stages,
    }


if __name__ == "__main__":
    found = file_content(int(sys.argv[2]) if sys.argv[2:] else GAMES)
    Path(sys.argv[1]).write_text(json.dumps(found, indent=1) + "\n", "utf-8")
