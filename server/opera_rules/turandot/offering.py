"""Offers: all choose in secret and at once."""

from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from opera_rules.api import Seat
from opera_rules.refusals import Refused
from opera_rules.turandot.actions import Offer
from opera_rules.turandot.events import Log, OfferMade
from opera_rules.turandot.state import Game
from opera_rules.turandot.words import DIRECTOR_TURN, MONEY_CARDS


class Terms(NamedTuple):
    """All that decides which offers a seat may make."""

    highest: int
    money: int
    helpers: Literal["open", "not_this_turn", "not_for_puccini"]


def terms_for(game: Game, seat: Seat) -> Terms:
    highest, money = len(game.players) + 1, game.players[seat].money
    if game.turn == DIRECTOR_TURN:
        return Terms(highest, money, "not_this_turn")
    return Terms(highest, money, "not_for_puccini" if seat == game.puccini else "open")


def check(game: Game, seat: Seat, offer: Offer) -> None:
    """Raise the refusal of an offer that the rules do not allow."""
    check_terms(terms_for(game, seat), offer)


def check_terms(terms: Terms, offer: Offer) -> None:
    """One number with money still in hand, or one money card alone for a helper."""
    if offer.number is None:
        check_money_alone(terms, offer.money)
    elif offer.number not in range(1, terms.highest + 1):
        raise Refused("number_not_in_lineup", number=offer.number, highest=terms.highest)
    if offer.money not in range(terms.money + 1):
        raise Refused("not_enough_money", money=offer.money, hand=terms.money)


def check_money_alone(terms: Terms, money: int) -> None:
    """Exactly one money card; not in turn 4, and not by Puccini's holder, who could get nothing for it."""
    if terms.helpers == "not_this_turn":
        raise Refused("no_helpers_this_turn")
    if terms.helpers == "not_for_puccini":
        raise Refused("no_helper_for_puccini")
    if money != 1:
        raise Refused("helper_costs_one_money", money=money)


def allowed(game: Game, seat: Seat) -> tuple[Offer, ...]:
    return allowed_on(terms_for(game, seat))


@lru_cache(maxsize=64)
def allowed_on(terms: Terms) -> tuple[Offer, ...]:
    """Every offer that passes the check."""
    numbers = (*range(1, terms.highest + 1), None)
    every = (Offer(*offer) for offer in product(numbers, range(MONEY_CARDS + 1), (False, True)))
    return tuple(offer for offer in every if _passes(terms, offer))


def _passes(terms: Terms, offer: Offer) -> bool:
    try:
        check_terms(terms, offer)
    except Refused:
        return False
    return True


def act(game: Game, seat: Seat, offer: Offer, log: Log) -> bool:
    """The offer lies face down and stands; True once all have made theirs."""
    game.offers = (*game.offers[:seat], offer, *game.offers[seat + 1 :])
    log.append(OfferMade(seat, offer.cards))
    return None not in game.offers
