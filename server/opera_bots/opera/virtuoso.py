"""The level `virtuoso` of Opera: a search that compares the candidate actions in the same imagined rounds.

In every scenario the others bid and play as the quick player does, and each action still in question is played to the
end of the round. Since all of them meet the same scenarios, few are needed to say which action is better.
"""

from collections.abc import Callable
from math import fsum, sqrt

from opera_bots.api import Alternative, Proposal, View
from opera_bots.opera.candidates import candidate_actions
from opera_bots.opera.reasons import reasons
from opera_bots.opera.rollout import Expectation, roll_out, scenario
from opera_bots.opera.soloist import expectation_after
from opera_games.opera.actions import ROLE_OF, Hire, Join, write_action
from opera_games.opera.choices import PreviewWithFigures
from opera_games.opera.words import Role
from opera_rules.api import Action, Map, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.search import Game

MOST_CANDIDATES = 12
CANDIDATES_PER_ROLE = 4
LEAST_SCENARIOS = 4
"""How many scenarios are compared before a candidate is dropped."""
MOST_SCENARIOS = 60
"""Candidates that are still close after this many are equally good."""
CLEAR_GAP = 2.5
"""A candidate behind the best by this many standard errors of their difference is dropped."""


class Candidate:
    """An action, and its result in each scenario."""

    def __init__(self, action: Action, estimate: Expectation) -> None:
        self.action = action
        self.estimate = estimate
        self.results: list[Expectation] = []

    @property
    def value(self) -> float:
        """Return the mean over the scenarios; before the first one the estimate without a rollout."""
        return _mean([result.value for result in self.results or [self.estimate]])

    @property
    def points(self) -> float:
        """Return the points that the seat expects at the end of the game, likewise."""
        return _mean([result.points for result in self.results or [self.estimate]])

    def gaps(self, best: "Candidate") -> list[float]:
        """Return how far it was behind the best in each scenario that both met."""
        return [theirs.value - mine.value for theirs, mine in zip(best.results, self.results, strict=False)]

    def is_clearly_behind(self, best: "Candidate") -> bool:
        """Say whether more scenarios would hardly make it the best; also true if it never differs from the best."""
        gaps = self.gaps(best)
        mean = _mean(gaps)
        spread = fsum([(gap - mean) ** 2 for gap in gaps]) / (len(gaps) - 1)
        return mean >= CLEAR_GAP * sqrt(spread / len(gaps))


def propose(view: View, chance: Chance, should_stop: Callable[[], bool]) -> Proposal:
    """Search for the action with the best mean expectation at the end of the round."""
    game: Game = view.imagine(derive(chance.seed, "imagined"))
    candidates = shortlist(game, view.seat)
    iterations = compare(game, view.seat, candidates, chance, should_stop)
    longest = max(len(candidate.results) for candidate in candidates)
    finalists = [candidate for candidate in candidates if len(candidate.results) == longest]
    best = max(finalists, key=lambda candidate: candidate.value)
    others = [other for other in candidates if without_layout(other.action) != without_layout(best.action)]
    second = min(others, key=lambda other: _mean(other.gaps(best)) if longest else -other.value, default=None)
    return Proposal(
        Alternative(best.action, best.points),
        Alternative(second.action, second.points) if second else None,
        immediate_gains(view, game, best.action),
        iterations,
        reasons(game, view.seat, best.action, second.action if second else None),
    )


def shortlist(game: Game, seat: Seat) -> list[Candidate]:
    """Take every bid, or the actions with the best estimates, a few of each role."""
    candidates = estimated(game, seat)
    return candidates if game.phase == "bid" else best_of_each_role(candidates)


def estimated(game: Game, seat: Seat) -> list[Candidate]:
    """Estimate all candidates that the seat has now."""
    return [Candidate(action, expectation_after(game, seat, action)) for action in candidate_actions(game, seat)]


def best_of_each_role(candidates: list[Candidate]) -> list[Candidate]:
    """Choose the candidates with the best estimates, a few of each role."""
    chosen: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda candidate: -candidate.value):
        same_role = [other for other in chosen if role_of(other.action) == role_of(candidate.action)]
        if len(same_role) < CANDIDATES_PER_ROLE and len(chosen) < MOST_CANDIDATES:
            chosen.append(candidate)
    return chosen


def compare(
    game: Game, seat: Seat, candidates: list[Candidate], chance: Chance, should_stop: Callable[[], bool]
) -> int:
    """Roll out scenario after scenario until one candidate is left or time is up; return the number of rollouts."""
    remaining = candidates
    iterations = 0
    for _ in range(MOST_SCENARIOS):
        if len(remaining) == 1:
            break
        results: list[Expectation] = []
        for candidate in remaining:
            if should_stop():
                return iterations
            if not results:
                start, seed = scenario(game, seat, chance)
            results.append(roll_out(start, seat, candidate.action, seed))
            iterations += 1
        for candidate, result in zip(remaining, results, strict=True):
            candidate.results.append(result)
        remaining = without_losers(remaining)
    return iterations


def without_losers(candidates: list[Candidate]) -> list[Candidate]:
    """Drop the candidates that are clearly behind."""
    if len(candidates[0].results) < LEAST_SCENARIOS:
        return candidates
    best = max(candidates, key=lambda candidate: candidate.value)
    return [candidate for candidate in candidates if candidate is best or not candidate.is_clearly_behind(best)]


def role_of(action: Action) -> Role | None:
    """Name the role that is hired or joined."""
    return ROLE_OF[type(action.play)] if isinstance(action, Hire | Join) else None


def without_layout(action: Action) -> Map:
    """Write an action without its layout: the same purchase staged in another way is no other proposal."""
    return {name: field for name, field in write_action(action).items() if name != "layout"}


def immediate_gains(view: View, game: Game, action: Action) -> dict[str, int]:
    """Compute what the action itself changes for the seat."""
    figures = view.rules.preview(game, view.seat, action)
    assert isinstance(figures, PreviewWithFigures)
    changes = {"ducats": figures.ducats, "points": figures.points, "level": figures.level}
    changes |= {"income": figures.income[str(view.seat)], "counting": figures.counting[str(view.seat)]}
    return {name: after - before for name, (before, after) in changes.items() if after != before}


def _mean(numbers: list[float]) -> float:
    # Not `sum`, which rounds differently since Python 3.12.
    return fsum(numbers) / len(numbers)
