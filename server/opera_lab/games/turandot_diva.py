"""Fit how everybody stands between two turns of Turandot to playouts (`opera-server tune turandot --diva`).

The content is that of `standing.json` among the playouts, the weights by which the level `diva` judges tables. The fit
is a logit: one of the seats wins, with a chance that grows with its standing.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from math import exp, fsum, log
from operator import mul
from random import Random
from typing import NamedTuple

from opera_bots.turandot.evaluation import stage_name
from opera_bots.turandot.playouts.habits import draw, gains_of, offers_of_all
from opera_bots.turandot.playouts.playing import deal, dismiss, fractions, resolve, shuffled
from opera_bots.turandot.playouts.standing import FEATURES, Standing
from opera_bots.turandot.playouts.table import Table, shares_of_win, table_of
from opera_games.turandot.words import SEATS, TURNS
from opera_lab.pools import ProcessPool
from opera_lab.regression import solve
from opera_rules import turandot
from opera_rules.api import Map
from opera_rules.editions import built_in

EXPLORE = 0.1
"""The share of offers made at random, so that tables vary more than habits allow."""
RIDGE = 3.0
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
    figures = range(len(FEATURES))
    weights = [0.0 for _ in figures]
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        curve = [[RIDGE * (one == other) for other in figures] for one in figures]
        for sample in samples:
            _add(sample, chances(weights, sample.rows), slope, curve)
        for one in figures:
            for other in range(one):
                curve[one][other] = curve[other][one]
        weights = [weight + step for weight, step in zip(weights, solve(curve, slope), strict=True)]
    return weights


def _add(sample: Sample, expected: Row, slope: list[float], curve: list[list[float]]) -> None:
    """Add a sample to the first derivatives of the likelihood and to half of the second ones, which are symmetrical."""
    means = [sum(map(mul, expected, column)) for column in zip(*sample.rows, strict=True)]
    for row, share, chance in zip(sample.rows, sample.shares, expected, strict=True):
        off = [figure - mean for figure, mean in zip(row, means, strict=True)]
        for one, distance in enumerate(off):
            if distance:
                slope[one] += (share - chance) * distance
                weight, line = chance * distance, curve[one]
                for other in range(one, len(off)):
                    line[other] += weight * off[other]


def chances(weights: Row, rows: Sequence[Row]) -> list[float]:
    """Compute each seat's chance to win."""
    standings = [sum(map(mul, weights, row)) for row in rows]
    most = max(standings)
    powers = [exp(standing - most) for standing in standings]
    total = sum(powers)
    return [power / total for power in powers]


def likelihood(weights: Row, samples: Sequence[Sample]) -> float:
    """Compute the mean logarithm of the chance that was given to those who won; even chances of n seats have -log n."""
    return fsum(
        share * log(chance)
        for sample in samples
        for share, chance in zip(sample.shares, chances(weights, sample.rows), strict=True)
    ) / len(samples)


class Task(NamedTuple):
    """So many games of a number of players."""

    players: int
    games: int
    seed: str


class Fitted(NamedTuple):
    """What was found for a stage."""

    stage: str
    weights: list[float]
    points_to_come: float
    likelihood: float


def fit_players(task: Task) -> list[Fitted]:
    """Play the games of a number of players and fit every stage."""
    random = fractions(f"{task.seed}/{task.players}".encode())
    games = (play_game(new_table(task.players, random), random) for _ in range(task.games))
    stages: dict[str, list[Sample]] = {}
    for sample in chain.from_iterable(games):
        stages.setdefault(sample.stage, []).append(sample)
    return [fit_stage(stage, samples) for stage, samples in stages.items()]


def fit_stage(stage: str, samples: Sequence[Sample]) -> Fitted:
    weights = [round(weight, DIGITS) + 0.0 for weight in fit(samples)]
    points = fsum(sample.points_to_come for sample in samples) / len(samples)
    return Fitted(stage, weights, round(points, DIGITS), round(likelihood(weights, samples), DIGITS))


def content(games: int, seed: str, date: str, jobs: int | None) -> Map:
    """Play and fit everything: games of two, of more players fewer, because each of them has more seats."""
    tasks = [Task(players, games * SEATS[0] // players, seed) for players in SEATS]
    found = [fitted for of_players in ProcessPool(jobs).map(fit_players, tasks) for fitted in of_players]
    return {
        "game": turandot.NAME,
        "date": date,
        "games": games,
        "seed": seed,
        "likelihood": {fitted.stage: fitted.likelihood for fitted in found},
        "points_to_come": {fitted.stage: fitted.points_to_come for fitted in found},
        "features": list(FEATURES),
        "stages": {fitted.stage: fitted.weights for fitted in found},
    }
