"""The level `random`: any legal action, each as likely as the others, with random legal layouts."""

from opera_bots.view import View
from opera_rules.api import Action
from opera_rules.chance import Chance, derive


def decide(view: View, chance: Chance) -> Action:
    """What is allowed depends only on what the seat knows, so any state it can imagine will do."""
    game = view.imagine(derive(chance.seed, "imagined"))
    action: Action = view.rules.offers(game, view.seat).sample(chance)
    return action
