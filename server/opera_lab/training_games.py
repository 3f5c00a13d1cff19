"""Games between bots that an evaluation learns from.

Games are played in passes: the bots of a pass play by the weights that the pass before it found. Every pass has
fresh processes, because bots keep the weights that they have once loaded.
"""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from opera_bots.api import View
from opera_bots.levels import Bot, ShouldStop, bot_of
from opera_bots.weights import use_weights
from opera_lab.games import module_of
from opera_lab.pools import ProcessPool
from opera_lab.regression import Sample
from opera_lab.results import result_of
from opera_lab.self_play import GameSetup, play, seed_of_game
from opera_rules.api import Action, Map, Seat, rules_of
from opera_rules.chance import Chance, derive

THOUSAND = 1000


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
        strays = Chance(derive(seed, "explore")).below(THOUSAND) < share * THOUSAND
        return (other if strays else bot)(view, seed, should_stop)

    return decide


def play_pass(plan: Plan, number_of_pass: int, weights: Map | None, jobs: int | None) -> Iterator[GameSamples]:
    """Play the games of a pass, by the built-in weights or by others; samples come in their order."""
    begin = None if weights is None else partial(use_weights, plan.game, weights)
    return ProcessPool(jobs, begin).map(collect_samples, training_games(plan, number_of_pass))
