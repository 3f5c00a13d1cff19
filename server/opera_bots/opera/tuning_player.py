"""The player of Opera for fitting the evaluation (`rehearsal`): quick, and with other item values in every game.

If all players valued things alike, games would not show what one thing is worth: seats with more of it would differ in
everything else too.
"""

from hashlib import sha256

import msgspec

from opera_bots.api import View
from opera_bots.opera import rollout
from opera_bots.opera.item_values import ItemValues, item_values
from opera_rules.api import Action
from opera_rules.chance import Chance, derive

SETUP_EVENTS = 2
"""The events before anybody acts distinguish one game from another."""
ODD_BIDS = 6
"""One bid in this many is drawn at random."""
UNCHANGED = 3
"""One seat in this many plays by the values of the evaluation."""
LEAST_PERCENT, PERCENT_RANGE = 60, 100
"""The others value each thing 0.6 to 1.6 times as much."""


def decide(view: View, chance: Chance) -> Action:
    """Decide as in a rollout, by this seat's item values in this game."""
    game, seat = view.imagine(bytes(32)), view.seat
    if game.phase == "bid" and chance.below(ODD_BIDS) == 0:
        bid: Action = view.rules.offers(game, seat).sample(chance)
        return bid
    return rollout.decide(game, seat, chance, rollout.NOISE, varied(view, item_values(game, seat)))


def varied(view: View, values: ItemValues) -> ItemValues:
    """Change the item values by factors that stay the same for this seat from the first round to the last."""
    setup = msgspec.json.encode(view.events[:SETUP_EVENTS])
    factors = Chance(derive(sha256(setup).digest(), "taste", view.seat))
    if factors.below(UNCHANGED) == 0:
        return values
    return ItemValues._make(value * (LEAST_PERCENT + factors.below(PERCENT_RANGE)) / 100 for value in values)
