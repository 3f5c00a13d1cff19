"""The level `diva` of Turandot: it foresees the offers of the others, and answers them best.

Answers are judged by how everybody would stand after the turn, by weights fitted to thousands of playouts. With two
players the next turn is solved for many line-ups as long as there is time, which corrects what was estimated.
"""

from collections.abc import Callable
from typing import Final

from opera_bots.api import Alternative, Proposal, View
from opera_bots.turandot.diva_offers import OfferCandidates, pick
from opera_bots.turandot.diva_options import OptionCandidates
from opera_bots.turandot.diva_search import Search
from opera_bots.turandot.offer_search import immediate_gains as gains_of_bid
from opera_bots.turandot.playouts.playing import fractions
from opera_bots.turandot.playouts.table import table_of
from opera_bots.turandot.reasons import reasons
from opera_bots.turandot.soloist import should_bluff
from opera_bots.turandot.turn_model import offer_of
from opera_bots.turandot.virtuoso import immediate_gains
from opera_games.turandot.actions import AnyAction
from opera_rules.chance import Chance
from opera_rules.turandot.search import Game

AS_GOOD: Final = 0.005
"""Offers whose chance to win is within this of the best one's are as good; one of them is drawn, so that nobody can
foresee it."""


def propose(view: View, chance: Chance, should_stop: Callable[[], bool]) -> Proposal:
    """Search for the best action of this decision; `should_stop` is asked before each iteration."""
    game: Game = view.imagine(bytes(32))
    table = table_of(game)
    if view.kind == "offer":
        offers = OfferCandidates(view, table, chance)
        while not offers.has_learnt() and not should_stop():
            offers.iterate()
        offers.choose()
        return offer_proposal(
            game, offers, searched(Search(offers, table, view.seat, chance.seed), should_stop), chance
        )
    options = OptionCandidates(game, table, view.seat)
    return option_proposal(game, options, searched(Search(options, table, view.seat, chance.seed), should_stop))


def searched(search: Search, should_stop: Callable[[], bool]) -> Search:
    """Search until the choice is clear or the time is up."""
    while not search.is_clear() and not should_stop():
        search.iterate()
    return search


def offer_proposal(game: Game, offers: OfferCandidates, search: Search, chance: Chance) -> Proposal:
    """Propose one of the offers that are as good as the best, as often as it was learnt to make them."""
    best = search.chance(search.best())
    good = [place for place in search.racing if search.chance(place) >= best - AS_GOOD]
    chosen = good[pick([offers.average[place] + AS_GOOD for place in good], fractions(chance.seed).random())]
    bid = offers.bids[chosen]
    offer = offer_of(bid, should_bluff(game, search.seat, bid, chance))
    others = [place for place, other in enumerate(offers.bids) if other[0] != bid[0]]
    next_best = max(others, key=search.chance, default=None)
    return Proposal(
        best=Alternative(offer, offers.mean_points(chosen)),
        next_best=None
        if next_best is None
        else Alternative(offer_of(offers.bids[next_best], bluff=False), offers.mean_points(next_best)),
        gains=gains_of_bid(game, search.seat, bid),
        iterations=offers.iterations + search.iterations,
        reasons=reasons(game, search.seat, offer),
    )


def option_proposal(game: Game, options: OptionCandidates, search: Search) -> Proposal:
    """Propose the option with the best chance to win."""
    best, *others = sorted(range(len(options.actions)), key=lambda place: -search.chance(place))
    action: AnyAction = options.actions[best]
    return Proposal(
        best=Alternative(action, options.mean_points(best)),
        next_best=Alternative(options.actions[others[0]], options.mean_points(others[0])) if others else None,
        gains=immediate_gains(game, search.seat, action),
        iterations=search.iterations,
        reasons=reasons(game, search.seat, action),
    )
