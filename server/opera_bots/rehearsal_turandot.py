"""Rehearsal plays Turandot for the fitting of the evaluation: as the soloist does, but with all sensible offers."""

from opera_bots.demand_turandot import Demand, drawn, weighted
from opera_bots.soloist_turandot import ANSWERS
from opera_bots.turn_turandot import TurnModel, offer_of
from opera_bots.view import View
from opera_rules.api import Seat
from opera_rules.chance import Chance
from opera_rules.turandot.actions import AnyAction
from opera_rules.turandot.state import Game

SPREAD = 0.3
"""An offer that is so many points worse is made clearly less often."""


def decide(view: View, chance: Chance) -> AnyAction:
    """Answer the decision that the seat is asked for."""
    kind, game = view.private["choices"]["kind"], view.imagine(bytes(32))
    return offer(game, view.seat, chance) if kind == "offer" else ANSWERS[kind](game, view.seat, chance)


def offer(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """Any sensible offer, the more often the more it promises."""
    demand = Demand(TurnModel(game))
    bids = demand.bids[seat]
    worths = [demand.expectation(seat, bid) for bid in bids]
    return offer_of(drawn(weighted(bids, worths, SPREAD), chance), bluff=False)
