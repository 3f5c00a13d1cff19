"""The player of Turandot for fitting the evaluation (`rehearsal`): as the soloist, but it makes all sensible offers."""

from opera_bots.api import View
from opera_bots.turandot.offer_model import OfferModel, draw_bid, softmax
from opera_bots.turandot.soloist import DECISIONS
from opera_bots.turandot.turn_model import TurnModel, offer_of
from opera_games.turandot.actions import AnyAction
from opera_rules.api import Seat
from opera_rules.chance import Chance
from opera_rules.turandot.search import Game

SPREAD = 0.3
"""An offer that is this many points worse is made clearly less often."""


def decide(view: View, chance: Chance) -> AnyAction:
    """Answer the decision that the seat is asked for."""
    kind, game = view.kind, view.imagine(bytes(32))
    return offer(game, view.seat, chance) if kind == "offer" else DECISIONS[kind](game, view.seat, chance)


def offer(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """Make any sensible offer, the more often the more it promises."""
    model = OfferModel(TurnModel(game))
    bids = model.bids[seat]
    expected = [model.expected(seat, bid) for bid in bids]
    return offer_of(draw_bid(softmax(bids, expected, SPREAD), chance), bluff=False)
