"""What an offer would lead to: how it looks to the others, what it brings if it wins, and what if not."""

from typing import Final

from opera_tui.boxes import Action
from opera_tui.faces.turandot.cards import SILENT, card_name, cards_down, cards_words, sign, word
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import Document, TableView

LABEL_CELLS: Final = 28
NAME_CELLS: Final = 21


def outcome_rows(view: TableView, choices: Document, offer: Action) -> list[Row]:
    """Four rows, from the figures that the server gave."""
    if offer["number"] is None:
        helped = _helped(view, choices["alone"])
        given = _labelled(_("in any case"), _gets_a_card(view, choices))
        return [_face_down(offer), given, helped, _labelled(_("no helper left"), row(_("money back")))]
    card = next(card for card in choices["numbers"] if card["number"] == offer["number"])
    hand: int = choices["otherwise"]["money"]
    return [_face_down(offer), _for_all(view, card), _won(view, card, hand, offer), _otherwise(view, choices, offer)]


def _labelled(label: str, content: Row) -> Row:
    return row(" ", column(label, LABEL_CELLS - 1), content)


def _face_down(offer: Action) -> Row:
    parts = [_("number")] if offer["number"] is not None else []
    parts += [_("{n} money").format(n=offer["money"])] if offer["money"] else []
    parts += [_("bluff")] if offer["bluff"] else []
    told = _(": {parts}. The others see only how many.").format(parts=", ".join(parts))
    return row(" ", _("face down "), Span(cards_words(cards_down(offer)), "strong"), Span(told, "quiet"))


def _for_all(view: TableView, card: Document) -> Row:
    """In turn 4 what the director would bring to every cast."""
    if "casts" not in card:
        return EMPTY
    casts: dict[int | str, list[int]] = dict(enumerate(card["casts"]))
    if SILENT in card:
        casts[SILENT] = card[SILENT]
    shown = [row(sign(view, seat), f" {view.glyphs.change(*cast):8}") for seat, cast in casts.items()]
    return row(" ", column(_("would bring"), 13), *shown)


def _won(view: TableView, card: Document, hand: int, offer: Action) -> Row:
    """The card and the money left; without money only who is alone wins."""
    money = offer["money"]
    label = _("alone on {number}, or most money") if money else _("alone on {number}")
    name = column(card_name(view, card["card"]), NAME_CELLS).text.rstrip()
    told = row(
        Span(name, "strong"),
        _(": cast "),
        Span(view.glyphs.change(*card["cast"]), "strong"),
        _(", money {change}").format(change=view.glyphs.change(hand, hand - money)),
    )
    return _labelled(label.format(number=offer["number"]), told)


def _helped(view: TableView, brings: Document) -> Row:
    """What a helper brings: scenery for a money card."""
    helpers = _(" or ").join(word(view.glyphs, helper) for helper in brings["helpers"])
    figures = {what: view.glyphs.change(*brings[what]) for what in ("scenery", "cast", "money")}
    told = _("scenery {scenery}, cast {cast}, money {money}").format(**figures)
    return _labelled(helpers, row(Span(told, "strong")))


def _otherwise(view: TableView, choices: Document, offer: Action) -> Row:
    label = _("tied or beaten") if offer["money"] else _("not alone")
    back = _("money back; ") if offer["money"] else ""
    return _labelled(label, row(back, _gets_a_card(view, choices)))


def _gets_a_card(view: TableView, choices: Document) -> Row:
    giver: int = choices["otherwise"]["assigned_by"]
    if giver == view.me:
        return row(_("you hand out the cards that are left"))
    return row(view.sign(giver), _(" gives you a card that is left"))
