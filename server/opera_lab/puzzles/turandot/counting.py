"""Count out an offer of Turandot's last turn: the points that a seat is sure of, whatever the others offer."""

from collections.abc import Iterable
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from msgspec.structs import replace

from opera_games.turandot.actions import Offer
from opera_games.turandot.words import SEATS
from opera_lab.puzzles.api import Worths
from opera_rules import turandot as rules
from opera_rules.api import Seat
from opera_rules.turandot.search import PUCCINI_POINTS, Game, helpers_for, points_of

MOST_TRIED = 2000
"""Ways in which the others may offer before a position is given up."""

Bid = tuple[int | None, int]
"""A number, or None for money alone, and the money with it."""


class Cards(NamedTuple):
    """The seat's points at the end with each card, without scenery built in this turn and with it."""

    without: dict[int, int]
    with_scenery: dict[int, int]


def count_out(game: Game, seat: Seat) -> Worths | None:
    """Try every offer of the seat against all offers of the others; None if they are too many."""
    others = [other for other in range(len(game.players)) if other != seat]
    bids = [possible_bids(game, other) for other in others]
    if prod(map(len, bids)) > MOST_TRIED:
        return None
    cards = cards_of(game, seat)
    sure = {
        own: min(_points(game, seat, cards, own, them) for them in product(*bids))
        for own in bids_of(own_offers(game, seat))
    }
    return {offer: sure[offer.number, offer.money] for offer in own_offers(game, seat)}


def first_look(game: Game, seat: Seat, tempting: Offer, margin: int) -> Worths | None:
    """Count everything out, if an offer can be safe at all and the cards differ enough; None otherwise."""
    is_safe = seat == game.puccini or game.players[seat].money > most_money(game, seat)
    points = sorted(set(cards_of(game, seat).without.values()))
    differs = any(more - less >= margin for less, more in pairwise(points))
    return count_out(game, seat) if is_safe and differs else None


def most_money(game: Game, seat: Seat) -> int:
    """Return the most money that another player may have put with a number, by the cards face down."""
    others = [other for other in range(len(game.players)) if other != seat]
    return max(money for other in others for number, money in possible_bids(game, other) if number is not None)


def bids_of(offers: Iterable[Offer]) -> list[Bid]:
    """Return what counts of offers: the bluff card changes nothing."""
    return list(dict.fromkeys((offer.number, offer.money) for offer in offers))


def possible_bids(game: Game, seat: Seat) -> list[Bid]:
    """Return what a sealed offer may be: everybody sees how many cards lie face down."""
    sealed = game.offers[seat]
    assert sealed is not None
    return bids_of(offer for offer in offers_of(game, seat) if offer.cards == sealed.cards)


def offers_of(game: Game, seat: Seat) -> Iterable[Offer]:
    """Return all offers that a seat could have made."""
    unsealed = (*game.offers[:seat], None, *game.offers[seat + 1 :])
    return own_offers(replace(game, offers=unsealed), seat)


def own_offers(game: Game, seat: Seat) -> Iterable[Offer]:
    """Return all offers that a seat may make now."""
    return [action for action in rules.offers(game, seat) if isinstance(action, Offer)]


def cards_of(game: Game, seat: Seat) -> Cards:
    """Count the seat's cast with each card of the line-up."""
    player = game.players[seat]
    lost = PUCCINI_POINTS if len(game.players) == SEATS[0] and seat == game.puccini else 0

    def points(number: int, *, built: bool) -> int:
        before = player.with_scenery() if built else player
        players = (*game.players[:seat], before.with_card(game.lineup[number]), *game.players[seat + 1 :])
        return points_of(replace(game, players=players), seat).total + lost

    return Cards(
        {number: points(number, built=False) for number in game.lineup},
        {number: points(number, built=True) for number in game.lineup} if player.money else {},
    )


def _points(game: Game, seat: Seat, cards: Cards, own: Bid, others: tuple[Bid, ...]) -> int:
    """Return what the seat is sure of with these offers: of the cards left the worst, or the best if it assigns."""
    bids = [*others[:seat], own, *others[seat:]]
    winners = _winners(bids)
    if own[0] is not None and winners.get(own[0]) == seat:
        return cards.without[own[0]]
    points = cards.with_scenery if _is_helped(game, seat, bids) else cards.without
    left = [points[number] for number in game.lineup if number not in winners]
    return max(left) if seat == game.puccini else min(left)


def _winners(bids: list[Bid]) -> dict[int, Seat]:
    """Return the seat that takes each number: the only one with the most money."""
    found: dict[int, Seat] = {}
    for number in {number for number, _ in bids if number is not None}:
        offered = [money for other, money in bids if other == number]
        if offered.count(max(offered)) == 1:
            found[number] = bids.index((number, max(offered)))
    return found


def _is_helped(game: Game, seat: Seat, bids: list[Bid]) -> bool:
    """Say whether the seat gets a helper: those who offer money alone, clockwise from Puccini's holder."""
    players = len(bids)
    asking = [other for other in range(players) if bids[other][0] is None and helpers_for(game, other)]
    asking.sort(key=lambda other: (other - game.puccini) % players)
    return seat in asking[: len(helpers_for(game, seat))]
