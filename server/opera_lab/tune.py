"""Fit the weights of an evaluation to games between bots (`opera-server tune`), measure them, and write them to a file.

Games are played in passes: the bots of a pass play by the weights that the pass before it found. Every pass has
fresh processes, because weights are cached once they are loaded.
"""

import json
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from opera_bots.api import View
from opera_bots.levels import Bot, ShouldStop, bot_of
from opera_bots.weights import use_weights, weights_file
from opera_lab.games import module_of
from opera_lab.pools import ProcessPool
from opera_lab.regression import Fit, Sample, fit, quality
from opera_lab.results import result_of
from opera_lab.self_play import GameSetup, play, seed_of_game
from opera_lab.text_tables import table
from opera_protocol.local.command_errors import CommandError
from opera_protocol.texts.format import plain
from opera_rules.api import Action, Map, Seat, rules_of
from opera_rules.chance import Chance, derive

THOUSAND = 1000
DIGITS = 4
HELD_OUT = 5
"""Every fifth game is left out of the fit, so that its quality is measured on games it has not seen."""


class Evaluation(Protocol):
    """The names in a module `opera_bots.<game>.evaluation` that fitting needs."""

    FEATURES: tuple[str, ...]

    def stage(self, game: Any) -> str | None: ...
    def features(self, game: Any, seat: Seat) -> tuple[float, ...]: ...


class Plan(NamedTuple):
    """How many games are played, and a level for each pass; a share of its decisions is random."""

    game: str
    seed: str
    games: int
    passes: tuple[str, ...]
    explore: float


class TrainingGame(NamedTuple):
    """One game of a pass; games with the same number differ in their players or options."""

    setup: GameSetup
    seed: bytes
    number: int
    explore: float


class GameSamples(NamedTuple):
    """The samples of a game, by stage."""

    number: int
    samples: dict[str, list[Sample]]


def evaluation_of(game: str) -> Evaluation:
    return cast("Evaluation", import_module(f"opera_bots.{game}.evaluation"))


def setups_of(game: str, level: str) -> list[GameSetup]:
    """List every number of players with every variant."""
    seats = rules_of(game).SEATS
    return [GameSetup(game, (level,) * players, variant) for variant in module_of(game).VARIANTS for players in seats]


def training_games(plan: Plan, number_of_pass: int) -> list[TrainingGame]:
    """List the games of a pass, with all setups in turn."""
    seed = f"{plan.seed}/{number_of_pass + 1}"
    setups = setups_of(plan.game, plan.passes[number_of_pass])
    return [
        TrainingGame(setups[number % len(setups)], seed_of_game(seed, number + 1), number // len(setups), plan.explore)
        for number in range(plan.games)
    ]


def collect_samples(game: TrainingGame) -> GameSamples:
    """Play a game; every state that belongs to a stage gives a sample for each seat, with its points at the end."""
    setup, evaluation = game.setup, evaluation_of(game.setup.game)
    bots = [exploring(bot_of(level), game.explore) for level in setup.levels]
    seen: list[tuple[str, Seat, tuple[float, ...]]] = []
    state: Any = None
    for move in play(setup, game.seed, bots):
        state = move.step.game
        stage = evaluation.stage(state)
        if stage is not None:
            seen += [(stage, seat, evaluation.features(state, seat)) for seat in range(len(bots))]
    points = result_of(setup.rules.outcome(state)).points
    samples: dict[str, list[Sample]] = {}
    for stage, seat, features in seen:
        samples.setdefault(stage, []).append(Sample(features, points[seat]))
    return GameSamples(game.number, samples)


def exploring(bot: Bot, share: float) -> Bot:
    """Make a share of a bot's decisions random, so that states vary more than its habits allow."""
    other = bot_of("random")

    def decide(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
        is_random = Chance(derive(seed, "explore")).below(THOUSAND) < share * THOUSAND
        return (other if is_random else bot)(view, seed, should_stop)

    return decide


def play_pass(plan: Plan, number_of_pass: int, weights: Map | None, jobs: int | None) -> Iterator[GameSamples]:
    """Play the games of a pass, by the built-in weights or by others; samples come in the order of the games."""
    begin = None if weights is None else partial(use_weights, plan.game, weights)
    return ProcessPool(jobs, begin).map(collect_samples, training_games(plan, number_of_pass))


class StageFits(NamedTuple):
    """A fit for each stage, and the figures of its quality."""

    stages: dict[str, Fit]
    figures: dict[str, Map]


def fit_stages(games: Sequence[GameSamples]) -> StageFits:
    """Fit the weights of each stage to all games but those held out."""
    stages, figures = {}, {}
    for stage in dict.fromkeys(stage for game in games for stage in game.samples):
        samples = list(_samples(games, stage, held_out=False))
        held_out = list(_samples(games, stage, held_out=True))
        stages[stage] = fit(samples).rounded(DIGITS)
        reached = quality(stages[stage], held_out)
        figures[stage] = {
            "samples": len(samples),
            "held_out": len(held_out),
            "r2": round(reached.r2, DIGITS),
            "mean_error": round(reached.mean_error, DIGITS),
        }
    return StageFits(stages, figures)


def _samples(games: Sequence[GameSamples], stage: str, *, held_out: bool) -> Iterator[Sample]:
    for game in games:
        if (game.number % HELD_OUT == HELD_OUT - 1) is held_out:
            yield from game.samples.get(stage, ())


def fewest_games(game: str) -> int:
    """Return the least number of games with which every stage occurs in games for the fit and in one held out."""
    return HELD_OUT * len(setups_of(game, ""))


def quality_table(fits: StageFits) -> list[str]:
    """List how well each stage predicts the points of games that were held out."""
    rows = [
        [
            stage,
            str(figures["samples"]),
            str(figures["held_out"]),
            f"{figures['r2']:.2f}",
            f"{figures['mean_error']:.1f}",
        ]
        for stage, figures in fits.figures.items()
    ]
    return table([["stage", "samples", "held out", "R²", "mean error"], *rows])


def check_plan(plan: Plan) -> None:
    """Refuse too few games before they are played."""
    fewest = fewest_games(plan.game)
    if plan.games < fewest:
        template = (
            "At least {games} games are needed, so that every number of players has some to fit and some to test."
        )
        raise CommandError(template.format(games=fewest))


def chosen_date(day: str | None) -> str:
    """Read the day as typed, or take today."""
    try:
        return (datetime.now(UTC).date() if day is None else date.fromisoformat(day)).isoformat()
    except ValueError:
        raise CommandError("“{date}” is no date; write it as in 2026-11-16.".format(date=plain(day or ""))) from None


def prepare(game: str, out: Path | None, *, replace: bool) -> Path:
    """Check that the weights can be written: better now than after the games."""
    if out is None:
        template = "Say with --out where the weights go. Those that bots play by are in {file}."
        raise CommandError(template.format(file=plain(str(weights_file(game)))))
    if out.exists() and not replace:
        raise CommandError(f"{plain(str(out))} exists; --replace overwrites it.")
    try:
        tempfile.TemporaryFile(dir=out.parent).close()
    except OSError as error:
        raise _unwritable(out, error) from None
    return out


def write(out: Path, content: Map | None) -> None:
    try:
        out.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise _unwritable(out, error) from None


def _unwritable(out: Path, error: OSError) -> CommandError:
    template = "{file} cannot be written: {reason}."
    return CommandError(template.format(file=plain(str(out)), reason=error.strerror or type(error).__name__))


def file_content(plan: Plan, fits: StageFits, date: str) -> Map:
    """Return the content of the file: the weights, how they came about and how good they are."""
    return {
        "game": plan.game,
        "date": date,
        "games": plan.games,
        "seed": plan.seed,
        "bots": list(plan.passes),
        "explore": plan.explore,
        "figures": fits.figures,
        "features": list(evaluation_of(plan.game).FEATURES),
        "stages": {
            stage: {"weights": list(found.weights), "intercept": found.intercept}
            for stage, found in fits.stages.items()
        },
    }
