"""Previews: what an action would bring, as far as its seat may know."""

from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate, Offer
from opera_games.turandot.cards import card_id
from opera_games.turandot.choices import (
    AssignPreview,
    DismissPreview,
    GivenCard,
    IfWon,
    LeftOver,
    NominatePreview,
    OfferBack,
    OfferPreview,
    Preview,
)
from opera_rules.api import Seat
from opera_rules.refusals import refusal_of
from opera_rules.turandot.decisions import check
from opera_rules.turandot.state import Game
from opera_rules.turandot.views.figures import card_brings, scenery_brings, silent_with


def preview(game: Game, seat: Seat, action: AnyAction) -> Preview:
    """Return the refusal, if there is one, else the figures; they depend on nothing that another seat keeps secret."""
    refusal = refusal_of(check, game, seat, action)
    if refusal is not None:
        return Preview(refusal)
    match action:
        case Offer():
            return _offer(game, seat, action)
        case Assign():
            return _assign(game, action)
        case Nominate():
            return NominatePreview(None, action.seat)
        case Dismiss():
            return DismissPreview(None, tuple([left for left in game.directors if left != action.director]))


def _offer(game: Game, seat: Seat, offer: Offer) -> OfferPreview:
    """Preview an offer: the card (or scenery) and money left, or money back and a card from Puccini's holder."""
    player = game.players[seat]
    if offer.number is None:
        cast, scenery, money = scenery_brings(player)
        won = IfWon(cast=cast, scenery=scenery, money=money, assigned_by=game.puccini)
    else:
        card = game.lineup[offer.number]
        cast, part = card_brings(player, card)
        won = IfWon(
            number=offer.number,
            card=card_id(card),
            cast=cast,
            part=part,
            money=(player.money, player.money - offer.money),
        )
    return OfferPreview(None, offer.cards, won, OfferBack((player.money, player.money), game.puccini))


def _assign(game: Game, action: Assign) -> AssignPreview:
    """Return what each player gets, and the card that is left over then."""
    given = []
    for seat in game.lacking:
        number = action.cards[seat]
        card = game.lineup[number]
        given.append(GivenCard(seat, number, card_id(card), *card_brings(game.players[seat], card)))
    left = next(number for number in game.lineup if number not in action.cards.values())
    card = game.lineup[left]
    return AssignPreview(None, tuple(given), LeftOver(left, card_id(card), silent_with(game, card)))
