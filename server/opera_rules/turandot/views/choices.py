"""The rows of each decision's box: what is allowed with its figures, the rest with its refusal."""

from collections.abc import Callable

from opera_games.turandot.actions import Dismiss, Nominate, Offer
from opera_games.turandot.cards import card_id
from opera_games.turandot.choices import (
    AloneRow,
    AssignChoices,
    BluffRow,
    CardRow,
    Choices,
    DirectorRow,
    DismissChoices,
    GivenRow,
    IfNotWon,
    MoneyRow,
    NominateChoices,
    NomineeRow,
    NumberRow,
    OfferChoices,
)
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, MONEY_CARDS, Phase, helpers_with
from opera_rules.api import Seat
from opera_rules.refusals import refusal_of
from opera_rules.turandot.decisions import check
from opera_rules.turandot.state import Game, asked_of
from opera_rules.turandot.views.figures import card_brings, casts_with, scenery_brings, silent_with, total_of

BLUFFS = (BluffRow(bluff=False, cards=0), BluffRow(bluff=True, cards=1))


def choices(game: Game, seat: Seat) -> Choices | None:
    """Make the box of the decision asked of this seat; it depends on nothing that another seat keeps secret."""
    asked = asked_of(game, seat)
    return BOXES[asked](game, seat) if asked else None


def _offer_box(game: Game, seat: Seat) -> OfferChoices:
    """List each number with its card, money, bluff, money alone; and what follows if the offer does not win."""
    return OfferChoices(
        numbers=tuple([_number_row(game, seat, number) for number in game.lineup]),
        alone=_alone_row(game, seat),
        money=tuple([_money_row(game, seat, money) for money in range(MONEY_CARDS + 1)]),
        bluff=BLUFFS,
        otherwise=IfNotWon(game.players[seat].money, game.puccini),
    )


def _number_row(game: Game, seat: Seat, number: int) -> NumberRow:
    """Return what the card brings; a director is shown with what it would bring to every cast."""
    card = game.lineup[number]
    brings = card_brings(game.players[seat], card)
    if game.turn == DIRECTOR_TURN:
        return NumberRow(number, card_id(card), *brings, casts_with(game, card), silent_with(game, card))
    return NumberRow(number, card_id(card), *brings)


def _alone_row(game: Game, seat: Seat) -> AloneRow:
    refusal = refusal_of(check, game, seat, Offer(None, 1, False))
    if refusal:
        return AloneRow(refusal=refusal)
    return AloneRow(*scenery_brings(game.players[seat]), helpers_with(len(game.players)))


def _money_row(game: Game, seat: Seat, money: int) -> MoneyRow:
    """Make a money card's row; `left` is what remains if the offer wins."""
    refusal = refusal_of(check, game, seat, Offer(1, money, False))
    return MoneyRow(money, None if refusal else game.players[seat].money - money, refusal)


def _assign_box(game: Game, seat: Seat) -> AssignChoices:
    """List the cards left, each with every player who may get it; with two players also the silent hand's cast."""
    return AssignChoices(game.lacking, tuple([_card_row(game, number) for number in game.lineup]))


def _card_row(game: Game, number: int) -> CardRow:
    card = game.lineup[number]
    given = [GivenRow(seat, *card_brings(game.players[seat], card)) for seat in game.lacking]
    return CardRow(number, card_id(card), tuple(given), silent_with(game, card))


def _nominate_box(game: Game, seat: Seat) -> NominateChoices:
    return NominateChoices(tuple([_nominee_row(game, seat, other) for other in range(len(game.players))]))


def _nominee_row(game: Game, seat: Seat, other: Seat) -> NomineeRow:
    refusal = refusal_of(check, game, seat, Nominate(other))
    return NomineeRow(other, None if refusal else total_of(game.players[other]), refusal)


def _dismiss_box(game: Game, seat: Seat) -> DismissChoices:
    """List nine directors, each with what it would bring to every cast as of now."""
    rows = []
    for director in DIRECTORS:
        refusal = refusal_of(check, game, seat, Dismiss(director))
        rows.append(DirectorRow(director, casts_with(game, director), silent_with(game, director), refusal))
    return DismissChoices(tuple(rows))


BOXES: dict[Phase, Callable[[Game, Seat], Choices]] = {
    "offer": _offer_box,
    "assign": _assign_box,
    "nominate": _nominate_box,
    "dismiss": _dismiss_box,
}
