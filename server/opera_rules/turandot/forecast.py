"""Previews: what an action would bring, as far as its seat may know."""

from opera_rules.api import Map, Seat
from opera_rules.turandot.actions import AnyAction, Assign, Dismiss, Nominate, Offer
from opera_rules.turandot.figures import card_brings, card_brings_silent, helper_brings, numbered
from opera_rules.turandot.legality import refusal_of
from opera_rules.turandot.state import Game


def preview(game: Game, seat: Seat, action: AnyAction) -> Map:
    """The refusal, if there is one, else the figures; they depend on nothing that another seat keeps secret."""
    refusal = refusal_of(game, seat, action)
    if refusal is not None:
        return {"refusal": refusal.to_map()}
    return {"refusal": None, **_figures(game, seat, action)}


def _figures(game: Game, seat: Seat, action: AnyAction) -> Map:
    match action:
        case Offer():
            return _offer(game, seat, action)
        case Assign():
            return _assign(game, action)
        case Nominate():
            return {"nominated": action.seat}
        case Dismiss():
            return {"directors": [left for left in game.directors if left != action.director]}


def _offer(game: Game, seat: Seat, offer: Offer) -> Map:
    """If it wins: the card (or scenery) and the money left. If not: the money back and a card from Puccini's holder."""
    player = game.players[seat]
    otherwise = {"money": [player.money, player.money], "assigned_by": game.puccini}
    if offer.number is None:
        won = {**helper_brings(player), "assigned_by": game.puccini}
    else:
        card = game.lineup[offer.number]
        money = {"money": [player.money, player.money - offer.money]}
        won = {**numbered(offer.number, card), **card_brings(player, card), **money}
    return {"down": offer.cards, "won": won, "otherwise": otherwise}


def _assign(game: Game, action: Assign) -> Map:
    """What each player gets, and the card that is left over then."""
    given = []
    for seat in game.lacking:
        number = action.cards[seat]
        card = game.lineup[number]
        given.append({"seat": seat, **numbered(number, card), **card_brings(game.players[seat], card)})
    left = next(number for number in game.lineup if number not in action.cards.values())
    card = game.lineup[left]
    return {"given": given, "left_over": {**numbered(left, card), **card_brings_silent(game, card)}}
