"""The offers of each turn side by side, what they led to, and what of their money was not needed."""

from collections.abc import Sequence
from typing import NamedTuple

from opera_games.api import Seat
from opera_games.turandot.events import (
    AssignedCard,
    CardsAssigned,
    DirectorDismissed,
    OffersRevealed,
    RevealedOffer,
    TurnStarted,
)
from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.parts import Line, chapter, heads_of, paragraph, table
from opera_tui.games.played import Played
from opera_tui.games.turandot.labels import last_name, led_to, offer_words, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _


class Turn(NamedTuple):
    """What happened in a turn: the offers, the cards that were assigned, and a director who was dismissed."""

    offers: Sequence[RevealedOffer]
    assigned: Sequence[AssignedCard]
    dismissed: DirectorDismissed | None


def page(game: Played[TurandotView]) -> Element:
    note = _(
        "Each offer and what it led to. “Not needed” counts the money cards without which an offer would have won as "
        "well."
    )
    turns = turns_of(game.log)
    lines = [
        Line(step, [_cell(game.end, turn, seat) for seat in game.end.seats])
        for step, turn in zip(game.steps, turns, strict=True)
    ]
    sums = Line(_("not needed"), [str(sum(spare(turn.offers, seat) for turn in turns)) for seat in game.end.seats])
    shown = element("div", table("offers-made", heads_of(game.players), lines, _("turn"), sums), class_="left")
    return chapter("offers", _("Offers"), paragraph(note), shown)


def turns_of(log: Sequence[AnyLine]) -> list[Turn]:
    """Return what happened in each turn."""
    turns: list[Turn] = []
    for event in log:
        match event:
            case TurnStarted():
                turns.append(Turn((), (), None))
            case OffersRevealed():
                turns[-1] = turns[-1]._replace(offers=event.offers)
            case CardsAssigned():
                turns[-1] = turns[-1]._replace(assigned=event.cards)
            case DirectorDismissed():
                turns[-1] = turns[-1]._replace(dismissed=event)
    return turns


def spare(offers: Sequence[RevealedOffer], seat: Seat) -> int:
    """Return how many money cards of a seat's winning offer were not needed; 0 of any other, whose money came back."""
    own = _of_seat(offers, seat)
    if own is None or not own.card:
        return 0
    rivals = [offer.money for offer in offers if offer.seat in own.rivals]
    return own.money - max(rivals) - 1 if rivals else own.money


def _of_seat(offers: Sequence[RevealedOffer], seat: Seat) -> RevealedOffer | None:
    return next((offer for offer in offers if offer.seat == seat), None)


def _cell(view: TurandotView, turn: Turn, seat: Seat) -> Content:
    """Show a player's offer, what came of it, and below it what else the turn brought."""
    offer = _of_seat(turn.offers, seat)
    if offer is None:
        return "–"
    result = last_name(view, offer.card) if offer.card else word(view.glyphs, led_to(offer, turn.offers))
    lines: list[Content] = [[offer_words(offer), " → ", element("b", result) if offer.card else result]]
    unneeded = spare(turn.offers, seat)
    if unneeded:
        lines.append(element("small", _("{n} not needed").format(n=unneeded)))
    lines += [
        element("small", _("assigned: {card}").format(card=last_name(view, card.card)))
        for card in turn.assigned
        if card.seat == seat
    ]
    if turn.dismissed is not None and turn.dismissed.seat == seat:
        told = _("dismisses {director}").format(director=word(view.glyphs, turn.dismissed.director))
        lines.append(element("small", told))
    return [lines[0], [(element("br"), line) for line in lines[1:]]]
