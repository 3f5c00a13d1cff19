"""What a seat is asked: the rows of its decision box, and what an action would bring.

What is allowed has figures, the rest its refusal; nothing here depends on what others keep secret.
"""

from collections.abc import Callable
from functools import lru_cache

from opera_games.api import Change
from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate, Offer
from opera_games.turandot.choices import (
    AloneRow,
    AssignChoices,
    AssignPreview,
    BluffRow,
    CardRow,
    Choices,
    DirectorRow,
    DismissChoices,
    DismissPreview,
    GivenCard,
    GivenRow,
    IfNotWon,
    IfWon,
    LeftOver,
    MoneyRow,
    NominateChoices,
    NominatePreview,
    NomineeRow,
    NumberRow,
    OfferBack,
    OfferChoices,
    OfferPreview,
    Preview,
)
from opera_games.turandot.documents import Card, Singer, card_id
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, MONEY_CARDS, Part, Phase
from opera_rules.api import Seat
from opera_rules.refusals import refusal_of
from opera_rules.turandot.decisions import check
from opera_rules.turandot.phases.offering import Terms, check_terms, helpers_for, terms_for
from opera_rules.turandot.phases.scoring import cast_of, silent_cast
from opera_rules.turandot.state import Game, Player, asked_of

MONEY_ALONE = Offer(None, 1, False)
BLUFFS = (BluffRow(bluff=False, cards=0), BluffRow(bluff=True, cards=1))


def choices(game: Game, seat: Seat) -> Choices | None:
    """Make the box of the decision asked of this seat."""
    asked = asked_of(game, seat)
    return BOXES[asked](game, seat) if asked else None


def _offer_box(game: Game, seat: Seat) -> OfferChoices:
    """List each number with its card, money, bluff, money alone; and what follows if the offer does not win."""
    return OfferChoices(
        numbers=tuple([_number_row(game, seat, number) for number in game.lineup]),
        alone=_alone_row(game, seat),
        money=_money_rows(terms_for(game, seat)),
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
    refusal = refusal_of(check_terms, terms_for(game, seat), MONEY_ALONE)
    if refusal:
        return AloneRow(refusal=refusal)
    helpers = helpers_for(game, seat)
    return AloneRow(*scenery_brings(game.players[seat]), helpers) if helpers else AloneRow(helpers=())


@lru_cache(maxsize=64)
def _money_rows(terms: Terms) -> tuple[MoneyRow, ...]:
    """Make the row of each number of money cards; `left` is what remains if the offer wins."""
    refusals = [refusal_of(check_terms, terms, Offer(1, money, False)) for money in range(MONEY_CARDS + 1)]
    return tuple([MoneyRow(money, None if no else terms.money - money, no) for money, no in enumerate(refusals)])


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


def preview(game: Game, seat: Seat, action: AnyAction) -> Preview:
    """Return the refusal, if there is one, else the figures."""
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
    money = game.players[seat].money
    won = _helped(game, seat) if offer.number is None else _won(game, seat, offer.number, offer.money)
    return OfferPreview(None, offer.cards, won, OfferBack((money, money), game.puccini))


def _won(game: Game, seat: Seat, number: int, money: int) -> IfWon:
    player, card = game.players[seat], game.lineup[number]
    cast, part = card_brings(player, card)
    return IfWon(number, card_id(card), cast, part, money=(player.money, player.money - money))


def _helped(game: Game, seat: Seat) -> IfWon | None:
    """Preview money alone with a helper; None where it brings none."""
    if not helpers_for(game, seat):
        return None
    cast, scenery, money = scenery_brings(game.players[seat])
    return IfWon(cast=cast, scenery=scenery, money=money, assigned_by=game.puccini)


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


def total_of(player: Player) -> int:
    return cast_of(player).points.total


def change(player: Player, after: Player) -> Change:
    return total_of(player), total_of(after)


def card_brings(player: Player, card: Card) -> tuple[Change, Part | None]:
    """Return the player's cast before and after taking the card, and the part a singer would have then."""
    cast = cast_of(player.with_card(card))
    return (total_of(player), cast.points.total), cast.part_of(card) if isinstance(card, Singer) else None


def casts_with(game: Game, card: Card) -> tuple[Change, ...]:
    """Return every cast before and after, if its player took the card."""
    return tuple([change(player, player.with_card(card)) for player in game.players])


def silent_with(game: Game, card: Card) -> Change | None:
    """Return the silent hand before and after, if the card were left over for it; None without such a hand."""
    if game.silent is None:
        return None
    return silent_cast(game.silent).points.total, silent_cast(game.silent.with_card(card)).points.total


def scenery_brings(player: Player) -> tuple[Change, Change, Change]:
    """Return cast, scenery and money before and after a money card is turned into scenery."""
    after = player.with_scenery()
    return change(player, after), (player.scenery, after.scenery), (player.money, after.money)
