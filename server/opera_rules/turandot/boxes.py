"""The rows of each decision's box: what is allowed with its figures, the rest with its refusal."""

from collections.abc import Callable
from typing import Any

from opera_rules.api import Map, Seat
from opera_rules.turandot.actions import Dismiss, Nominate, Offer
from opera_rules.turandot.figures import (
    card_brings,
    card_brings_all,
    card_brings_silent,
    helper_brings,
    numbered,
    total_of,
)
from opera_rules.turandot.legality import refusal_of
from opera_rules.turandot.state import Game, asked_of
from opera_rules.turandot.words import DIRECTOR_TURN, DIRECTORS, MONEY_CARDS, Phase, helpers_with


def choices(game: Game, seat: Seat) -> Map | None:
    """The box of the decision asked of this seat; it depends on nothing that another seat keeps secret."""
    asked = asked_of(game, seat)
    return {"kind": asked, **BOXES[asked](game, seat)} if asked else None


def _row(game: Game, seat: Seat, action: Any, named: Map, figures: Callable[[], Map]) -> Map:
    refusal = refusal_of(game, seat, action)
    return {**named, **(figures() if refusal is None else {"refusal": refusal.to_map()})}


def _offer_box(game: Game, seat: Seat) -> Map:
    """Each number with its card, money, bluff, money alone; and what follows if the offer does not win."""
    player = game.players[seat]
    return {
        "numbers": [_number_row(game, seat, number) for number in game.lineup],
        "alone": _row(game, seat, Offer(None, 1, False), {}, lambda: _alone(game, seat)),
        "money": [_money_row(game, seat, money) for money in range(MONEY_CARDS + 1)],
        "bluff": [{"bluff": False, "cards": 0}, {"bluff": True, "cards": 1}],
        "otherwise": {"money": player.money, "assigned_by": game.puccini},
    }


def _number_row(game: Game, seat: Seat, number: int) -> Map:
    """What the card brings; a director is shown with what it would bring to every cast."""
    card = game.lineup[number]
    figures = {**numbered(number, card), **card_brings(game.players[seat], card)}
    return figures | card_brings_all(game, card) if game.turn == DIRECTOR_TURN else figures


def _money_row(game: Game, seat: Seat, money: int) -> Map:
    """`left` is what remains if the offer wins."""
    left = game.players[seat].money - money
    return _row(game, seat, Offer(1, money, False), {"money": money}, lambda: {"left": left})


def _alone(game: Game, seat: Seat) -> Map:
    return {**helper_brings(game.players[seat]), "helpers": list(helpers_with(len(game.players)))}


def _assign_box(game: Game, seat: Seat) -> Map:
    """The cards left, each with every player who may get it; with two players also the silent hand's cast."""
    return {"seats": list(game.lacking), "cards": [_card_row(game, number) for number in game.lineup]}


def _card_row(game: Game, number: int) -> Map:
    card = game.lineup[number]
    given = [{"seat": seat, **card_brings(game.players[seat], card)} for seat in game.lacking]
    return {**numbered(number, card), "given": given, **card_brings_silent(game, card)}


def _nominate_box(game: Game, seat: Seat) -> Map:
    rows = []
    for other, player in enumerate(game.players):
        figures = {"cast": total_of(player)}
        rows.append(_row(game, seat, Nominate(other), {"seat": other}, figures.copy))
    return {"seats": rows}


def _dismiss_box(game: Game, seat: Seat) -> Map:
    """Nine directors, each with what it would bring to every cast as of now."""
    rows = []
    for director in DIRECTORS:
        named = {"director": director, **card_brings_all(game, director)}
        rows.append(_row(game, seat, Dismiss(director), named, dict))
    return {"directors": rows}


BOXES: dict[Phase, Callable[[Game, Seat], Map]] = {
    "offer": _offer_box,
    "assign": _assign_box,
    "nominate": _nominate_box,
    "dismiss": _dismiss_box,
}
