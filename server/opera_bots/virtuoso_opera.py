"""Virtuoso plays Opera by search: the actions worth a thought race each other through imagined rounds.

In every scenario the others bid and play as may come to their minds, and each action still in the race is thought to
the end of the round. Since all of them meet the same scenarios, few are needed to tell which action is better.
"""

from collections.abc import Callable
from math import fsum, sqrt

from opera_bots.candidates_opera import candidates
from opera_bots.playout_opera import Standing, play_out, scenario
from opera_bots.proposal import Alternative, Proposal
from opera_bots.soloist_opera import glance
from opera_bots.view import View
from opera_rules.api import Action, Map, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.actions import ROLE_OF, Hire, Join, write_action
from opera_rules.opera.preview import preview
from opera_rules.opera.state import Game
from opera_rules.opera.words import Role

RUNNERS = 12
"""So many actions are searched, the most promising ones."""
RUNNERS_PER_ROLE = 4
LEAST_SCENARIOS = 4
"""Nobody leaves the race earlier."""
MOST_SCENARIOS = 60
"""What is not clear then makes no difference."""
CLEARLY = 2.5
"""An action behind the best by so many standard errors of their difference leaves the race."""


class Runner:
    """An action in the race, and how it did in each scenario."""

    def __init__(self, action: Action, guess: Standing) -> None:
        self.action = action
        self.guess = guess
        self.standings: list[Standing] = []

    @property
    def worth(self) -> float:
        """In the mean of its scenarios; before the first one it is what a glance tells."""
        return _mean([standing.worth for standing in self.standings or [self.guess]])

    @property
    def points(self) -> float:
        """What the seat expects at the end of the game, likewise."""
        return _mean([standing.points for standing in self.standings or [self.guess]])

    def gaps(self, best: "Runner") -> list[float]:
        """How far it was behind another one in the scenarios that both met."""
        return [theirs.worth - mine.worth for theirs, mine in zip(best.standings, self.standings, strict=False)]

    def is_clearly_behind(self, best: "Runner") -> bool:
        """Whether more scenarios would hardly bring it to the front; so it is if it never differs."""
        gaps = self.gaps(best)
        mean = _mean(gaps)
        spread = fsum([(gap - mean) ** 2 for gap in gaps]) / (len(gaps) - 1)
        return mean >= CLEARLY * sqrt(spread / len(gaps))


def think(view: View, chance: Chance, should_stop: Callable[[], bool]) -> Proposal:
    """The action with which the seat stands best at the end of the round, in the mean of the scenarios."""
    game: Game = view.imagine(derive(chance.seed, "imagined"))
    runners = line_up(game, view.seat)
    iterations = race(game, view.seat, runners, chance, should_stop)
    longest = max(len(runner.standings) for runner in runners)
    best = max([runner for runner in runners if len(runner.standings) == longest], key=lambda runner: runner.worth)
    others = [runner for runner in runners if idea_of(runner.action) != idea_of(best.action)]
    second = min(others, key=lambda other: _mean(other.gaps(best)) if longest else -other.worth, default=None)
    return Proposal(
        Alternative(best.action, best.points),
        Alternative(second.action, second.points) if second else None,
        gains(game, view.seat, best.action),
        iterations,
    )


def line_up(game: Game, seat: Seat) -> list[Runner]:
    """Every bid, or the actions after which the seat would stand best were the round over; few of each role."""
    runners = [Runner(action, glance(game, seat, action)) for action in candidates(game, seat)]
    if game.phase == "bid":
        return runners
    ranked = sorted(runners, key=lambda runner: -runner.worth)
    chosen: list[Runner] = []
    for runner in ranked:
        alike = [other for other in chosen if role_of(other.action) == role_of(runner.action)]
        if len(alike) < RUNNERS_PER_ROLE and len(chosen) < RUNNERS:
            chosen.append(runner)
    return chosen


def race(game: Game, seat: Seat, runners: list[Runner], chance: Chance, should_stop: Callable[[], bool]) -> int:
    """Let the actions meet scenario after scenario until one is left or time is up; returns the rounds thought."""
    running = runners
    iterations = 0
    for _ in range(MOST_SCENARIOS):
        if len(running) == 1:
            break
        met: list[Standing] = []
        for runner in running:
            if should_stop():
                return iterations
            if not met:
                start, seed = scenario(game, seat, chance)
            met.append(play_out(start, seat, runner.action, seed))
            iterations += 1
        for runner, standing in zip(running, met, strict=True):
            runner.standings.append(standing)
        running = still_running(running)
    return iterations


def still_running(runners: list[Runner]) -> list[Runner]:
    """Without those that are clearly behind."""
    if len(runners[0].standings) < LEAST_SCENARIOS:
        return runners
    best = max(runners, key=lambda runner: runner.worth)
    return [runner for runner in runners if runner is best or not runner.is_clearly_behind(best)]


def role_of(action: Action) -> Role | None:
    """The role that is hired or joined."""
    return ROLE_OF[type(action.play)] if isinstance(action, Hire | Join) else None


def idea_of(action: Action) -> Map:
    """All of an action but its details: who buys the same pieces has the same idea, however they are staged."""
    return {name: field for name, field in write_action(action).items() if name != "layout"}


def gains(game: Game, seat: Seat, action: Action) -> dict[str, int]:
    """What the action itself changes for the seat."""
    figures = preview(game, seat, action)
    changes = {name: figures[name] for name in ("ducats", "points", "level")}
    changes |= {name: figures[name][str(seat)] for name in ("income", "counting")}
    return {name: after - before for name, (before, after) in changes.items() if after != before}


def _mean(numbers: list[float]) -> float:
    # `sum` rounds in another way since Python 3.12.
    return fsum(numbers) / len(numbers)
