"""Rehearsal plays Opera for the fitting of the evaluation: at once, and with another taste in every game.

Players who all valued things alike would never show what a thing is worth: those with more of it would differ in
everything else too.
"""

from hashlib import sha256

import msgspec

from opera_bots import quick_opera
from opera_bots.prices_opera import Prices, prices
from opera_bots.view import View
from opera_rules.api import Action
from opera_rules.chance import Chance, derive
from opera_rules.opera import offers

SETUP_EVENTS = 2
"""What is told before anybody acts makes one game differ from another."""
ODD_BIDS = 6
"""One bid of so many is any amount at all."""
USUAL_TASTES = 3
"""One seat of so many plays by the prices as they are."""
LEAST_TASTE, TASTES = 60, 100
"""The others like each thing 0.6 to 1.6 times as much."""


def decide(view: View, chance: Chance) -> Action:
    """What comes to mind at once, by this seat's taste in this game."""
    game, seat = view.imagine(bytes(32)), view.seat
    if game.phase == "bid" and chance.below(ODD_BIDS) == 0:
        return offers(game, seat).sample(chance)
    return quick_opera.decide(game, seat, chance, quick_opera.WHIM, tasted(view, prices(game, seat)))


def tasted(view: View, price: Prices) -> Prices:
    """The prices as this seat feels them, the same from the first round to the last."""
    told = msgspec.json.encode(view.events[:SETUP_EVENTS])
    taste = Chance(derive(sha256(told).digest(), "taste", view.seat))
    if taste.below(USUAL_TASTES) == 0:
        return price
    return Prices._make(worth * (LEAST_TASTE + taste.below(TASTES)) / 100 for worth in price)
