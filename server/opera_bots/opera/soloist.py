"""The level `soloist` of Opera: it evaluates each action as if the round were over right after it."""

from opera_bots.api import View
from opera_bots.opera.candidates import candidate_actions
from opera_bots.opera.rollout import Expectation, expectation, roll_out, scenario
from opera_bots.opera.temperaments import liking
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.search import Game, end_round, state_after

NOISE = 0.3
"""Added at random, so that actions a little worse than the best are done at times and games differ."""
SCENARIOS = 2
"""How often the round is played to its end for each bid."""


def decide(view: View, chance: Chance, temperament: str = "") -> Action:
    """Answer the decision that the seat is asked for, as the temperament likes."""
    game = view.imagine(derive(chance.seed, "imagined"))
    actions = candidate_actions(game, view.seat)
    if len(actions) == 1:
        return actions[0]
    if game.phase == "bid":
        return bid(game, view.seat, actions, chance)
    return best_action(game, view.seat, actions, chance, temperament)


def best_action(game: Game, seat: Seat, actions: list[Action], chance: Chance, temperament: str) -> Action:
    """Choose the best action, with noise; doing nothing, which comes first, unless another is better."""
    values = [expectation_after(game, seat, action).value + liking(temperament, action) for action in actions]
    better = [place for place, value in enumerate(values) if value > values[0]]
    chosen = max(better, key=lambda place: values[place] + NOISE * chance.below(100) / 100, default=0)
    return actions[chosen]


def expectation_after(game: Game, seat: Seat, action: Action) -> Expectation:
    """Evaluate an action as if the round ended with it."""
    after = state_after(game, seat, action)
    end_round(after)
    return expectation(after, seat)


def bid(game: Game, seat: Seat, bids: list[Action], chance: Chance) -> Action:
    """Choose the bid with the best rollouts of the round."""
    values = [0.0] * len(bids)
    for _ in range(SCENARIOS):
        start, seed = scenario(game, seat, chance)
        for place, own in enumerate(bids):
            values[place] += roll_out(start, seat, own, seed).value
    return bids[max(range(len(bids)), key=lambda place: values[place])]
