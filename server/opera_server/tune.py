"""`opera-server tune`: games between bots, and the weights of an evaluation fitted to how they ended.

Games are played in passes: the bots of a pass play by the weights that the pass before it found. Every pass has
fresh processes, for bots keep the weights that they have once loaded.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from opera_bots.fitting import Fit, Sample, fit, quality
from opera_bots.levels import Bot, ShouldStop, bot_of
from opera_bots.view import View
from opera_bots.weights import play_by
from opera_rules.api import Action, Map, Seat
from opera_rules.chance import Chance, derive
from opera_rules.games import rules_of
from opera_rules.opera.words import COUNTING_ROUNDS
from opera_server.bot_game import Setting, play, seed_of_game
from opera_server.spreading import InProcesses
from opera_server.standings import result_of

DIGITS = 4
HELD_OUT = 5
"""Every fifth game is left out of the fit, so that its quality is measured on games it has not seen."""
THOUSAND = 1000

VARIANTS: Mapping[str, tuple[Map, ...]] = {
    "opera": tuple({"rounds": rounds} for rounds in COUNTING_ROUNDS),
    "turandot": ({},),
}
"""Options under which the value of things is another one."""


class Evaluation(Protocol):
    """What a module `opera_bots.evaluation_...` offers to be fitted."""

    FEATURES: tuple[str, ...]

    def stage(self, game: Any) -> str | None: ...
    def features(self, game: Any, seat: Seat) -> tuple[float, ...]: ...


class Plan(NamedTuple):
    """How much is played, and by whom: a level for each pass, which does something at random now and then."""

    game: str
    seed: str
    games: int
    passes: tuple[str, ...]
    explore: float


class Lesson(NamedTuple):
    """One game of a pass."""

    setting: Setting
    seed: bytes
    number: int
    explore: float


class Learned(NamedTuple):
    """What a game taught, by stage."""

    number: int
    samples: dict[str, list[Sample]]


def evaluation_of(game: str) -> Evaluation:
    return cast("Evaluation", import_module(f"opera_bots.evaluation_{game}"))


def lessons(plan: Plan, number_of_pass: int) -> list[Lesson]:
    """All games of a pass: every number of players and every variant in turn."""
    level = plan.passes[number_of_pass]
    seed = f"{plan.seed}/{number_of_pass + 1}"
    settings = [
        Setting(plan.game, (level,) * players, variant)
        for variant in VARIANTS[plan.game]
        for players in rules_of(plan.game).SEATS
    ]
    return [
        Lesson(settings[number % len(settings)], seed_of_game(seed, number + 1), number // len(settings), plan.explore)
        for number in range(plan.games)
    ]


def learn(lesson: Lesson) -> Learned:
    """Play a game; every state that belongs to a stage gives a sample for each seat, with its points at the end."""
    setting, evaluation = lesson.setting, evaluation_of(lesson.setting.game)
    bots = [exploring(bot_of(level), lesson.explore) for level in setting.levels]
    seen: list[tuple[str, Seat, tuple[float, ...]]] = []
    game: Any = None
    for turn in play(setting, lesson.seed, bots):
        game = turn.step.game
        stage = evaluation.stage(game)
        if stage is not None:
            seen += [(stage, seat, evaluation.features(game, seat)) for seat in range(len(bots))]
    points = result_of(setting.rules.outcome(game)).points
    samples: dict[str, list[Sample]] = {}
    for stage, seat, features in seen:
        samples.setdefault(stage, []).append(Sample(features, points[seat]))
    return Learned(lesson.number, samples)


def exploring(bot: Bot, share: float) -> Bot:
    """The bot, but for a share of its decisions, which are random: so states vary more than its habits allow."""
    other = bot_of("random")

    def decide(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
        strays = Chance(derive(seed, "explore")).below(THOUSAND) < share * THOUSAND
        return (other if strays else bot)(view, seed, should_stop)

    return decide


def run_pass(plan: Plan, number_of_pass: int, weights: Map | None, jobs: int | None) -> Iterator[Learned]:
    """All games of a pass in their order; without weights by the built-in ones."""
    begin = None if weights is None else partial(play_by, plan.game, weights)
    return InProcesses(jobs, begin)(learn, lessons(plan, number_of_pass))


class Fitted(NamedTuple):
    """The weights of all stages, and how good they are."""

    stages: dict[str, Fit]
    figures: dict[str, Map]


def fit_all(learned: Sequence[Learned]) -> Fitted:
    """A fit for each stage."""
    stages, figures = {}, {}
    for stage in dict.fromkeys(stage for game in learned for stage in game.samples):
        taught = list(_samples(learned, stage, held_out=False))
        held_out = list(_samples(learned, stage, held_out=True))
        found = fit(taught).rounded(DIGITS)
        reached = quality(found, held_out)
        stages[stage] = found
        figures[stage] = {
            "samples": len(taught),
            "held_out": len(held_out),
            "r2": round(reached.r2, DIGITS),
            "mean_error": round(reached.mean_error, DIGITS),
        }
    return Fitted(stages, figures)


def _samples(learned: Sequence[Learned], stage: str, *, held_out: bool) -> Iterator[Sample]:
    for game in learned:
        if (game.number % HELD_OUT == HELD_OUT - 1) is held_out:
            yield from game.samples.get(stage, ())


def fewest_games(game: str) -> int:
    """So many that every stage is seen in games for the fit and in one that is left out."""
    return HELD_OUT * len(VARIANTS[game]) * len(rules_of(game).SEATS)


def data_file(plan: Plan, fitted: Fitted, date: str) -> Map:
    """What is kept: the weights, and beside them how they came about and how good they are."""
    return {
        "game": plan.game,
        "date": date,
        "games": plan.games,
        "seed": plan.seed,
        "bots": list(plan.passes),
        "explore": plan.explore,
        "figures": fitted.figures,
        "features": list(evaluation_of(plan.game).FEATURES),
        "stages": {
            stage: {"weights": list(found.weights), "intercept": found.intercept}
            for stage, found in fitted.stages.items()
        },
    }
