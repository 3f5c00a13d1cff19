"""Offers: all are made in secret; the reveal gives cards to the offers that win, helpers to money alone.

Money alone is open to everybody in every turn. Where it brings no helper it is a way to wait for what is left.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from opera_games.turandot.actions import Offer
from opera_games.turandot.documents import card_id
from opera_games.turandot.events import CardTaken, HelperHired, OfferMade, OffersRevealed, RevealedOffer
from opera_games.turandot.words import DIRECTOR_TURN, MONEY_CARDS, Helper, LedTo, Phase, helpers_with
from opera_rules.api import Log, Seat
from opera_rules.refusals import Refused, refusal_of
from opera_rules.turandot.state import Game, clockwise

Offered = tuple[Offer, ...]
Bidders = dict[int, tuple[Seat, ...]]
"""The seats that offered each number, by number."""
Winners = dict[int, Seat | None]


class Terms(NamedTuple):
    """What decides which offers a seat may make: the numbers and its money."""

    highest: int
    money: int


def ask_offers(game: Game, log: Log) -> Phase | None:
    """Ask for offers until everybody has made one."""
    return "offer" if None in game.offers else None


def terms_for(game: Game, seat: Seat) -> Terms:
    return Terms(len(game.players) + 1, game.players[seat].money)


def helpers_in(game: Game) -> tuple[Helper, ...]:
    """Return the helpers of this turn: none when directors are dealt."""
    return () if game.turn == DIRECTOR_TURN else helpers_with(len(game.players))


def helpers_for(game: Game, seat: Seat) -> tuple[Helper, ...]:
    """Return the helpers that this seat may get for money alone: none if it holds Puccini."""
    return () if seat == game.puccini else helpers_in(game)


def check(game: Game, seat: Seat, offer: Offer) -> None:
    """Refuse an offer that this seat may not make now."""
    check_terms(terms_for(game, seat), offer)


def check_terms(terms: Terms, offer: Offer) -> None:
    """Refuse anything but a number with money in hand, or one money card alone."""
    if offer.number is None:
        if offer.money != 1:
            raise Refused("helper_costs_one_money", money=offer.money)
    elif offer.number not in range(1, terms.highest + 1):
        raise Refused("number_not_in_lineup", number=offer.number, highest=terms.highest)
    if offer.money not in range(terms.money + 1):
        raise Refused("not_enough_money", money=offer.money, hand=terms.money)


def possible_offers(game: Game, seat: Seat) -> tuple[Offer, ...]:
    return allowed_on(terms_for(game, seat))


@lru_cache(maxsize=64)
def allowed_on(terms: Terms) -> tuple[Offer, ...]:
    """Return every offer that passes the check."""
    numbers = (*range(1, terms.highest + 1), None)
    every = (Offer(*offer) for offer in product(numbers, range(MONEY_CARDS + 1), (False, True)))
    return tuple(offer for offer in every if refusal_of(check_terms, terms, offer) is None)


def make_offer(game: Game, seat: Seat, offer: Offer, log: Log) -> None:
    """Put the offer face down; it cannot be changed."""
    game.offers = (*game.offers[:seat], offer, *game.offers[seat + 1 :])
    log.append(OfferMade(seat, offer.cards))


def award(game: Game, log: Log) -> None:
    """Turn over all offers at once and carry them out; players without a card wait for the assignment."""
    offers = tuple(offer for offer in game.offers if offer is not None)
    game.offers = (None,) * len(offers)
    bidders = _bidders(offers)
    winners = {number: _winner(offers, seats) for number, seats in bidders.items()}
    helped = _helped(game, offers)
    log.append(OffersRevealed(tuple(_rows(game, offers, bidders, winners, helped))))
    for number, winner in winners.items():
        if winner is not None:
            card = game.take_card(winner, number, offers[winner].money)
            log.append(CardTaken(winner, number, card_id(card), offers[winner].money))
    for seat, helper in helped.items():
        log.append(HelperHired(seat, helper, game.build_scenery(seat)))
    game.lacking = tuple(seat for seat in range(len(offers)) if seat not in winners.values())


def _bidders(offers: Offered) -> Bidders:
    found: Bidders = {}
    for seat, offer in enumerate(offers):
        if offer.number is not None:
            found[offer.number] = (*found.get(offer.number, ()), seat)
    return {number: found[number] for number in sorted(found)}


def _winner(offers: Offered, seats: tuple[Seat, ...]) -> Seat | None:
    """Find the seat with strictly the most money; nobody if the most is tied, also at 0."""
    if len(seats) == 1:
        return seats[0]
    most = max(offers[seat].money for seat in seats)
    best = [seat for seat in seats if offers[seat].money == most]
    return best[0] if len(best) == 1 else None


def _helped(game: Game, offers: Offered) -> dict[Seat, Helper]:
    """Assign costumier, then carpenter, for money alone, clockwise from Puccini's holder, who gets none."""
    others = clockwise(game.puccini, len(offers))[1:]
    asking = [seat for seat in others if offers[seat].number is None]
    return dict(zip(asking, helpers_in(game), strict=False))


def _rows(
    game: Game, offers: Offered, bidders: Bidders, winners: Winners, helped: dict[Seat, Helper]
) -> Iterator[RevealedOffer]:
    """Yield what every offer was and led to, by seat."""
    for seat, offer in enumerate(offers):
        number = offer.number
        if number is None:
            yield _helper_row(seat, offer, helped.get(seat))
        else:
            yield _number_row(seat, offer, bidders[number], winners[number], card_id(game.lineup[number]))


def _helper_row(seat: Seat, offer: Offer, helper: Helper | None) -> RevealedOffer:
    return RevealedOffer(seat, None, offer.money, offer.bluff, helper or "no_helper", (), None)


def _number_row(seat: Seat, offer: Offer, bidders: tuple[Seat, ...], winner: Seat | None, card: str) -> RevealedOffer:
    rivals = tuple(other for other in bidders if other != seat)
    taken = card if winner == seat else None
    led_to = _led_to(seat, winner, rivals)
    return RevealedOffer(seat, offer.number, offer.money, offer.bluff, led_to, rivals, taken)


def _led_to(seat: Seat, winner: Seat | None, rivals: tuple[Seat, ...]) -> LedTo:
    if winner is None:
        return "tied"
    if winner != seat:
        return "beaten"
    return "most" if rivals else "alone"
