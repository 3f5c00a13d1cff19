"""What happened in Turandot, one line a turn: `◆A 4+2 Orsakova · ▲M 1 Corelli · ●B 4 tied · left over: Gualdi`."""

from collections.abc import Iterable, Sequence
from typing import Final

from opera_games.api import Event
from opera_games.turandot.events import (
    CardLeftOver,
    CardsAssigned,
    DirectorDismissed,
    DirectorsLeft,
    GameEnded,
    LineupDealt,
    OfferMade,
    OffersRevealed,
    PlayerNominated,
    PucciniPassed,
    RevealedOffer,
    TurnStarted,
)
from opera_tui.games.telling import between_parts, rule_line
from opera_tui.games.turandot.labels import last_name, led_to, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, filled, joined, row

BEGINNINGS: Final = (TurnStarted, OffersRevealed, CardsAssigned, PlayerNominated, GameEnded)
PASSING: Final = (TurnStarted, LineupDealt, OfferMade, PucciniPassed)
"""What the panels show for long, so that nobody has to wait for it."""


class TurandotTelling:
    """The reveal is a line with everybody's offer and what it led to; then come cards handed out and the dismissal."""

    passing: tuple[type[Event], ...] = PASSING
    lingering: tuple[type[Event], ...] = ()
    opening: tuple[type[Event], ...] = (OfferMade, DirectorDismissed)
    deciding: tuple[type[Event], ...] = (OfferMade, DirectorDismissed)

    def begins(self, event: AnyLine) -> bool:
        return isinstance(event, BEGINNINGS)

    def line(self, view: TurandotView, events: list[AnyLine]) -> Row:
        content = _joined(view, (part for event in events for part in _parts(view, event)))
        return rule_line(view.glyphs, content) if isinstance(events[0], TurnStarted) else content

    def logged(self, view: TurandotView, events: list[AnyLine]) -> Sequence[Row]:
        return [self.line(view, events)]

    def shorter(self, view: TurandotView, events: list[AnyLine]) -> Sequence[Row]:
        """Leave out the turn's number, who got nothing, the card left over, and who wanted the dismissal.

        What the reader got goes last, who knows it.
        """
        if isinstance(events[0], TurnStarted):
            return [_joined(view, (part for event in events[1:] for part in _parts(view, event)))]
        is_dismissed = any(isinstance(event, DirectorDismissed) for event in events)
        news = [event for event in events if not (is_dismissed and isinstance(event, PlayerNominated))]
        return [_joined(view, (part for event in news for part in _brief_parts(view, event)))]


def _joined(view: TurandotView, parts: Iterable[Row]) -> Row:
    return joined([part for part in parts if part], between_parts(view.glyphs))


def _brief_parts(view: TurandotView, event: AnyLine) -> Iterable[Row]:
    """Draw of an event what the reader would miss most."""
    match event:
        case OffersRevealed(offers):
            gained = [offer for offer in offers if offer.card or offer.led_to in view.game.helpers]
            gained.sort(key=lambda offer: offer.seat == view.me)
            yield from (_offer(view, offer, offers) for offer in gained)
            if not gained:
                yield row(_("nobody gets a card"))
        case PlayerNominated(by, seat):
            yield filled(_("{by} names {who}"), by=view.sign(by), who=view.sign(seat))
        case CardLeftOver():
            return
        case CardsAssigned(_by, cards):
            given = sorted(cards, key=lambda one: one.seat != view.me)
            yield from (
                filled(_("{who} gets {card}"), who=view.sign(one.seat), card=last_name(view, one.card)) for one in given
            )
        case _:
            yield from _parts(view, event)


def _parts(view: TurandotView, event: AnyLine) -> Iterable[Row]:
    """Draw what an event tells; nothing of what the panels show anyway, such as a new line-up."""
    match event:
        case TurnStarted(turn, puccini):
            yield row(Span(_("turn {turn}").format(turn=turn), "gold"))
            yield row(Span("Puccini ", "quiet"), view.sign(puccini))
        case DirectorsLeft(directors):
            yield row(
                _("not dealt: {directors}").format(directors=", ".join(word(view.glyphs, one) for one in directors))
            )
        case OffersRevealed(offers):
            yield from (_offer(view, offer, offers) for offer in offers)
        case CardsAssigned(by, cards):
            yield filled(_("{who} hands out"), who=view.sign(by))
            yield from (row(view.sign(given.seat), f" {last_name(view, given.card)}") for given in cards)
        case CardLeftOver():
            yield row(_("left over: {card}").format(card=last_name(view, event.card)))
        case PlayerNominated(by, seat):
            yield filled(_("{by} has a director dismissed by {who}"), by=view.sign(by), who=view.sign(seat))
        case DirectorDismissed(seat, director):
            yield filled(_("{who} dismisses {director}"), who=view.sign(seat), director=word(view.glyphs, director))
        case GameEnded():
            yield _ended(view, event)


def _offer(view: TurandotView, offer: RevealedOffer, offers: Iterable[RevealedOffer]) -> Row:
    """Draw `◆A 4+2 Orsakova`, `●B 4 tied`, `▲M 4 less money` or `■W money: costumier`."""
    result = last_name(view, offer.card) if offer.card else word(view.glyphs, led_to(offer, offers))
    bluff = " " + _("bluff") if offer.bluff else ""
    if offer.number is None:
        text = _("money alone, bluff: {led_to}") if offer.bluff else _("money alone: {led_to}")
        return row(view.sign(offer.seat), " ", text.format(led_to=result))
    money = f"+{offer.money}" if offer.money else ""
    return row(view.sign(offer.seat), f" {offer.number}{money}{bluff} {result}")


def _ended(view: TurandotView, event: GameEnded) -> Row:
    points = [row(view.figure(seat, total), " ") for seat, total in event.ranking]
    return row(_("the game is over: "), *points) if points else EMPTY
