"""The reveal: cards go to the offers that win them, helpers to money alone."""

from collections.abc import Iterator

from opera_rules.api import Seat
from opera_rules.turandot.actions import Offer
from opera_rules.turandot.cards import card_id
from opera_rules.turandot.events import CardTaken, HelperHired, LedTo, Log, OffersRevealed, RevealedOffer
from opera_rules.turandot.hands import build_scenery, take_card
from opera_rules.turandot.state import Game, clockwise
from opera_rules.turandot.words import Helper, helpers_with

Offered = tuple[Offer, ...]
Bidders = dict[int, tuple[Seat, ...]]
"""For each number that was offered, in their order, who offered it."""
Winners = dict[int, Seat | None]


def award(game: Game, log: Log) -> None:
    """All offers are turned over at once and carried out; who then has no card waits for the assignment."""
    offers = tuple(offer for offer in game.offers if offer is not None)
    game.offers = (None,) * len(offers)
    bidders = _bidders(offers)
    winners = {number: _winner(offers, seats) for number, seats in bidders.items()}
    helped = _helped(offers, game.puccini)
    log.append(OffersRevealed(tuple(_rows(game, offers, bidders, winners, helped))))
    for number, winner in winners.items():
        if winner is not None:
            _take(game, winner, number, offers[winner].money, log)
    for seat, helper in helped.items():
        log.append(HelperHired(seat, helper, build_scenery(game, seat)))
    game.lacking = tuple(seat for seat in range(len(offers)) if seat not in winners.values())


def _take(game: Game, seat: Seat, number: int, money: int, log: Log) -> None:
    card = take_card(game, seat, number, money)
    log.append(CardTaken(seat, number, card_id(card), money))


def _bidders(offers: Offered) -> Bidders:
    found: Bidders = {}
    for seat, offer in enumerate(offers):
        if offer.number is not None:
            found[offer.number] = (*found.get(offer.number, ()), seat)
    return {number: found[number] for number in sorted(found)}


def _winner(offers: Offered, seats: tuple[Seat, ...]) -> Seat | None:
    """Who has strictly the most money; nobody if the most is tied, also at 0."""
    if len(seats) == 1:
        return seats[0]
    most = max(offers[seat].money for seat in seats)
    best = [seat for seat in seats if offers[seat].money == most]
    return best[0] if len(best) == 1 else None


def _helped(offers: Offered, puccini: Seat) -> dict[Seat, Helper]:
    """The costumier, then the carpenter, for money alone, clockwise from Puccini's holder."""
    asking = [seat for seat in clockwise(puccini, len(offers)) if offers[seat].number is None]
    return dict(zip(asking, helpers_with(len(offers)), strict=False))


def _rows(
    game: Game, offers: Offered, bidders: Bidders, winners: Winners, helped: dict[Seat, Helper]
) -> Iterator[RevealedOffer]:
    """What every offer was and led to, by seat."""
    for seat, offer in enumerate(offers):
        number = offer.number
        if number is None:
            yield _helper_row(seat, offer, helped.get(seat))
        else:
            yield _number_row(seat, offer, bidders[number], winners[number], card_id(game.lineup[number]))


def _helper_row(seat: Seat, offer: Offer, helper: Helper | None) -> RevealedOffer:
    return RevealedOffer(seat, None, offer.money, offer.bluff, helper or "no_helper", (), None)


def _number_row(seat: Seat, offer: Offer, on_it: tuple[Seat, ...], winner: Seat | None, card: str) -> RevealedOffer:
    rivals = tuple(other for other in on_it if other != seat)
    taken = card if winner == seat else None
    led_to = _led_to(seat, winner, rivals)
    return RevealedOffer(seat, offer.number, offer.money, offer.bluff, led_to, rivals, taken)


def _led_to(seat: Seat, winner: Seat | None, rivals: tuple[Seat, ...]) -> LedTo:
    if winner is None:
        return "tied"
    if winner != seat:
        return "beaten"
    return "most" if rivals else "alone"
