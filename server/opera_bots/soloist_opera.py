"""Soloist plays Opera by looking at the table as it would be after each action, were the round over then."""

from opera_bots.candidates_opera import candidates
from opera_bots.course_opera import end_round
from opera_bots.playout_opera import Standing, play_out, scenario, standing
from opera_bots.view import View
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.preview import pictured
from opera_rules.opera.state import Game

WHIM = 0.3
"""Actions less than so many points worse than the best are done at times, so that games differ."""
SCENARIOS = 2
"""So many times the round is thought to its end for each bid."""


def decide(view: View, chance: Chance) -> Action:
    """Answer the decision that the seat is asked for."""
    game = view.imagine(derive(chance.seed, "imagined"))
    actions = candidates(game, view.seat)
    if len(actions) == 1:
        return actions[0]
    if game.phase == "bid":
        return bid(game, view.seat, actions, chance)
    return pick(game, view.seat, actions, chance)


def pick(game: Game, seat: Seat, actions: list[Action], chance: Chance) -> Action:
    """The action that is worth most, with a whim; doing nothing, which comes first, unless another is better."""
    worths = [glance(game, seat, action).worth for action in actions]
    better = [place for place, worth in enumerate(worths) if worth > worths[0]]
    liked = max(better, key=lambda place: worths[place] + WHIM * chance.below(100) / 100, default=0)
    return actions[liked]


def glance(game: Game, seat: Seat, action: Action) -> Standing:
    """How the seat would stand if the round ended with this action."""
    after = pictured(game, seat, action)
    end_round(after)
    return standing(after, seat)


def bid(game: Game, seat: Seat, bids: list[Action], chance: Chance) -> Action:
    """The bid with which the seat stands best at the end of the round, if all play on as comes to mind."""
    worths = [0.0] * len(bids)
    for _ in range(SCENARIOS):
        start, seed = scenario(game, seat, chance)
        for place, own in enumerate(bids):
            worths[place] += play_out(start, seat, own, seed).worth
    return bids[max(range(len(bids)), key=lambda place: worths[place])]
