"""Fit what a game's diva expects between rounds to games of her quick player (`opera-server tune --diva`).

What two seats have more than each other is held against how far apart they end: what both have alike says nothing.
"""

from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from math import fsum
from operator import mul
from typing import Any, NamedTuple, Protocol, cast

from opera_games.catalog import about
from opera_lab.pools import ProcessPool
from opera_lab.regression import Sample, fit, quality
from opera_lab.self_play import seed_of_game
from opera_lab.tune import DIGITS, HELD_OUT
from opera_protocol.local.command_errors import CommandError
from opera_protocol.texts.i18n import _
from opera_rules.api import Map, rules_of
from opera_rules.editions import built_in

RIDGE = 30.0
"""Early rounds have little variety, so weights are pulled to 0 a bit more than usual."""


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


def rehearsal_module(game: str) -> Any:
    """Import what plays the games; a game without it has no such diva."""
    try:
        return import_module(f"opera_bots.{game}.playouts.board_rehearsal")
    except ModuleNotFoundError:
        raise CommandError(_("The diva of {game} has nothing to fit.").format(game=about(game).title)) from None


def rehearsals(game: str, players: int, games: int, seed: str) -> list[RehearsalGame]:
    return [RehearsalGame(game, players, seed_of_game(f"{seed}/{players}", number)) for number in range(games)]


def play(game: RehearsalGame) -> Rehearsal:
    start = rules_of(game.game).new_game(game.players, {}, built_in(game.game), game.seed).game
    return cast("Rehearsal", rehearsal_module(game.game).rehearse(start, int.from_bytes(game.seed[:6], "big")))


def fit_rounds(played: list[Rehearsal]) -> Iterator[Map]:
    """Fit a row for each round; those of the rounds before the first that was seen are never asked for."""
    for now in sorted({seen.round for game in played for seen in game.seen}):
        found = fit(
            [sample for number, game in enumerate(played) if number % HELD_OUT for sample in pairs(game, now)], RIDGE
        )
        found = found.rounded(DIGITS)
        reached = quality(found, [sample for game in played[::HELD_OUT] for sample in pairs(game, now)])
        rest = [
            points - fsum(map(mul, found.weights, own))
            for game in played
            for seen in game.seen
            if seen.round == now
            for own, points in zip(seen.figures, game.points, strict=True)
        ]
        yield {
            "base": round(fsum(rest) / len(rest), DIGITS),
            "weights": list(found.weights),
            "r2": round(reached.r2, DIGITS),
            "mean_error": round(reached.mean_error, DIGITS),
        }


def pairs(game: Rehearsal, now: int) -> Iterator[Sample]:
    """Yield the differences between each two seats before the bids of a round."""
    for seen in game.seen:
        if seen.round == now:
            for one, other in combinations(range(len(game.points)), 2):
                differences = [a - b for a, b in zip(seen.figures[one], seen.figures[other], strict=True)]
                yield Sample(differences, game.points[one] - game.points[other])


def content(game: str, games: int, seed: str, date: str, jobs: int | None) -> Map:
    """Return the content of the data file, for all numbers of players."""
    module = rehearsal_module(game)
    rows: Map = {}
    for players in rules_of(game).SEATS:
        fitted = list(fit_rounds(list(ProcessPool(jobs).map(play, rehearsals(game, players, games, seed)))))
        rows[str(players)] = [*[fitted[0]] * 2, *fitted]
    return {"date": date, "games": games, "seed": seed, "figures": list(module.FIGURES), "players": rows}
