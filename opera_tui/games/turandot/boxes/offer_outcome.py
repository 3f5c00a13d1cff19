"""What an offer would lead to: how it looks to the others, what it brings if it wins, and what if not."""

from typing import Final

from opera_games.api import Change
from opera_games.turandot.actions import Offer
from opera_games.turandot.choices import AloneRow, NumberRow, OfferChoices
from opera_games.turandot.words import SILENT
from opera_tui.games.turandot.texts.labels import Hand, card_name, cards_down, cards_words, sign, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, column, row

LABEL_CELLS: Final = 28
NAME_CELLS: Final = 21


def outcome_rows(view: TurandotView, choices: OfferChoices, offer: Offer) -> list[Row]:
    """Draw four rows, from the figures that the server gave."""
    if offer.number is None:
        helped = _helped(view, choices.alone)
        given = _labelled(_("in any case"), _gets_a_card(view, choices))
        return [_face_down(offer), given, helped, _labelled(_("no helper left"), row(_("money back")))]
    card = next(card for card in choices.numbers if card.number == offer.number)
    hand = choices.otherwise.money
    return [_face_down(offer), _for_all(view, card), _won(view, card, hand, offer), _otherwise(view, choices, offer)]


def _labelled(label: str, content: Row) -> Row:
    return row(" ", column(label, LABEL_CELLS - 1), content)


def _face_down(offer: Offer) -> Row:
    parts = [_("number")] if offer.number is not None else []
    parts += [_("{n} money").format(n=offer.money)] if offer.money else []
    parts += [_("bluff")] if offer.bluff else []
    told = _(": {parts}. The others see only how many.").format(parts=", ".join(parts))
    return row(" ", _("face down "), Span(cards_words(cards_down(offer)), "strong"), Span(told, "quiet"))


def _for_all(view: TurandotView, card: NumberRow) -> Row:
    """Draw, in turn 4, what the director would bring to every cast."""
    if card.casts is None:
        return EMPTY
    casts: dict[Hand, Change] = dict(enumerate(card.casts))
    if card.silent:
        casts[SILENT] = card.silent
    shown = [row(sign(view, seat), f" {view.glyphs.change(*cast):8}") for seat, cast in casts.items()]
    return row(" ", column(_("would bring"), 13), *shown)


def _won(view: TurandotView, card: NumberRow, hand: int, offer: Offer) -> Row:
    """Draw the card and the money left; without money only a single offer wins."""
    money = offer.money
    label = _("alone on {number}, or most money") if money else _("alone on {number}")
    name = column(card_name(view, card.card), NAME_CELLS).text.rstrip()
    told = row(
        Span(name, "strong"),
        _(": cast "),
        Span(view.glyphs.change(*card.cast), "strong"),
        _(", money {change}").format(change=view.glyphs.change(hand, hand - money)),
    )
    return _labelled(label.format(number=offer.number), told)


def _helped(view: TurandotView, brings: AloneRow) -> Row:
    """Draw what a helper brings: scenery for a money card."""
    helpers = _(" or ").join(word(view.glyphs, helper) for helper in brings.helpers or ())
    scenery, cast, money = (
        view.glyphs.change(*figure) if figure else "" for figure in (brings.scenery, brings.cast, brings.money)
    )
    told = _("scenery {scenery}, cast {cast}, money {money}").format(scenery=scenery, cast=cast, money=money)
    return _labelled(helpers, row(Span(told, "strong")))


def _otherwise(view: TurandotView, choices: OfferChoices, offer: Offer) -> Row:
    label = _("tied or beaten") if offer.money else _("not alone")
    back = _("money back; ") if offer.money else ""
    return _labelled(label, row(back, _gets_a_card(view, choices)))


def _gets_a_card(view: TurandotView, choices: OfferChoices) -> Row:
    giver = choices.otherwise.assigned_by
    if giver == view.me:
        return row(_("you hand out the cards that are left"))
    return row(view.sign(giver), _(" gives you a card that is left"))
