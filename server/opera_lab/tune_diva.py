"""Fit what a game's diva expects between rounds to games (`opera-server tune --diva`).

What two seats have more than each other is held against how far apart they end: what both have alike says nothing. In a
first pass her quick player plays; in a second one brief searches do, by the weights of the first, which are corrected.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from math import fsum
from operator import mul
from typing import Any, NamedTuple, Protocol, cast

from opera_games.catalog import about
from opera_lab.pools import ProcessPool
from opera_lab.regression import Fit, Sample, fit, quality
from opera_lab.self_play import seed_of_game
from opera_lab.tune import DIGITS, HELD_OUT
from opera_protocol.local.command_errors import CommandError
from opera_rules.api import Map, rules_of
from opera_rules.editions import built_in

RIDGE = 30.0
"""Early rounds have little variety, so weights are pulled to 0 a bit more than usual."""
CORRECTION_RIDGE = 100.0
"""How strongly the weights of the second pass are pulled to those of the first, in samples."""
WeightsByRound = list[list[float]]


class Seen(Protocol):
    """What each seat had before a round."""

    @property
    def round(self) -> int: ...
    @property
    def figures(self) -> tuple[tuple[int, ...], ...]: ...


class Rehearsal(Protocol):
    """A game that was played: what was seen of it, and the points at its end."""

    @property
    def seen(self) -> tuple[Seen, ...]: ...
    @property
    def points(self) -> tuple[int, ...]: ...


class RehearsalGame(NamedTuple):
    """A game to be played."""

    game: str
    players: int
    seed: bytes
    weights: WeightsByRound | None
    """By which the seats search; None for the quick player."""


def rehearsal_module(game: str) -> Any:
    """Import what plays the games; a game without it has no such diva."""
    try:
        return import_module(f"opera_bots.{game}.rehearsal")
    except ModuleNotFoundError:
        raise CommandError(f"The diva of {about(game).title} has nothing to fit.") from None


def rehearsals(
    game: str, players: int, games: int, seed: str, weights: WeightsByRound | None = None
) -> list[RehearsalGame]:
    """List the games of a pass."""
    name = f"{seed}/{players}" if weights is None else f"{seed}/{players}/searching"
    return [RehearsalGame(game, players, seed_of_game(name, number), weights) for number in range(games)]


def play(game: RehearsalGame) -> Rehearsal:
    start = rules_of(game.game).new_game(game.players, {}, built_in(game.game), game.seed).game
    seed = int.from_bytes(game.seed[:6], "big")
    return cast("Rehearsal", rehearsal_module(game.game).rehearse(start, seed, game.weights))


def fit_rounds(played: list[Rehearsal], before: list[Map] | None = None) -> list[Map]:
    """Fit a row for each round, or correct the rows of the pass before.

    Nobody asks for the rounds before the first that was seen; they have the row of that one.
    """
    fitted = [fit_round(played, now, before[now]["weights"] if before else None) for now in rounds_of(played)]
    return [*[fitted[0]] * rounds_of(played)[0], *fitted]


def rounds_of(played: list[Rehearsal]) -> list[int]:
    return sorted({seen.round for game in played for seen in game.seen})


def fit_round(played: list[Rehearsal], now: int, before: list[float] | None) -> Map:
    """Fit the weights of a round, from nothing or from those of the pass before."""
    samples = [list(pairs(game, now)) for game in played]
    known = before or [0.0] * len(samples[0][0].features)
    learnt = [
        Sample(sample.features, sample.target - fsum(map(mul, known, sample.features)))
        for number, found in enumerate(samples)
        if number % HELD_OUT
        for sample in found
    ]
    change = fit(learnt, CORRECTION_RIDGE if before else RIDGE)
    weights = [old + new for old, new in zip(known, change.weights, strict=True)]
    found = Fit(tuple(weights), change.intercept).rounded(DIGITS)
    reached = quality(found, [sample for held_out in samples[::HELD_OUT] for sample in held_out])
    return {
        "base": round(rest_of(played, now, found.weights), DIGITS),
        "weights": list(found.weights),
        "r2": round(reached.r2, DIGITS),
        "mean_error": round(reached.mean_error, DIGITS),
    }


def rest_of(played: list[Rehearsal], now: int, weights: Sequence[float]) -> float:
    """Return the mean of the points that the weights do not explain."""
    rest = [
        points - fsum(map(mul, weights, own))
        for game in played
        for seen in game.seen
        if seen.round == now
        for own, points in zip(seen.figures, game.points, strict=True)
    ]
    return fsum(rest) / len(rest)


def pairs(game: Rehearsal, now: int) -> Iterator[Sample]:
    """Yield the differences between each two seats before the bids of a round."""
    for seen in game.seen:
        if seen.round == now:
            for one, other in combinations(range(len(game.points)), 2):
                differences = [a - b for a, b in zip(seen.figures[one], seen.figures[other], strict=True)]
                yield Sample(differences, game.points[one] - game.points[other])


def content(game: str, games: int, seed: str, date: str, jobs: int | None) -> Map:
    """Return the content of the data file, for all numbers of players."""
    own_fit = f"opera_lab.games.{game}_standing"
    if find_spec(own_fit):
        return cast("Map", import_module(own_fit).content(games, seed, date, jobs))
    module = rehearsal_module(game)
    rows = {str(players): fit_players(game, players, games, seed, jobs) for players in rules_of(game).SEATS}
    return {"date": date, "games": games, "seed": seed, "figures": list(module.FIGURES), "players": rows}


def fit_players(game: str, players: int, games: int, seed: str, jobs: int | None) -> list[Map]:
    """Fit the rows for a number of players in two passes; with more of them a game of the second teaches more."""
    first = fit_rounds(list(ProcessPool(jobs).map(play, rehearsals(game, players, games, seed))))
    weights = [row["weights"] for row in first]
    searched = rehearsals(game, players, games // (players - 1), seed, weights)
    return fit_rounds(list(ProcessPool(jobs).map(play, searched)), first)
