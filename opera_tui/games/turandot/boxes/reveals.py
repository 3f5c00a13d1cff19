"""What was turned over: offers with what they led to, cards handed out, and the final counting."""

from typing import Final

from opera_games.turandot.events import AssignedCard, CardsAssigned, FinalHand, GameEnded, OffersRevealed, RevealedOffer
from opera_protocol.texts.i18n import N_
from opera_tui.games.box import MOST_ROWS, Text
from opera_tui.games.reveal_box import RevealBox
from opera_tui.games.turandot.labels import (
    Hand,
    card_name,
    changed,
    counted,
    headings,
    led_to,
    part_of_points,
    sign,
    word,
)
from opera_tui.games.turandot.lines import result_line
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import NP_, _, pgettext
from opera_tui.look.rows import BLANK, EMPTY, Row, Span, column, filled, fit, joined, plain, row

FIGURE_CELLS = 12
BAR_CELLS = 9
COUNTED = {
    "stars": NP_("15 cells", "stars"),
    "scenery": NP_("15 cells", "scenery"),
    "preferred": NP_("15 cells", "preferred parts"),
    "sex": NP_("15 cells", "wrong sex"),
    "director": NP_("15 cells", "director"),
    "puccini": "Puccini",
    "total": NP_("15 cells", "points"),
}


class TurandotReveal(RevealBox):
    """A table with players as rows."""

    view: TurandotView
    before: TurandotView

    def board_so_far(self) -> TurandotView:
        return self.before

    def player(self, seat: int) -> Row:
        name = column(self.view.name(seat), 13, self.view.own_role(seat))
        return row(" ", sign(self.view, seat), " ", name)

    @property
    def is_in_last_turn(self) -> bool:
        return self.before.game.turn == self.before.game.turns

    def cast(self, seat: int) -> Row:
        """Draw the player's cast before and after what is shown; Puccini's point comes only at the end."""
        before, after = (_cast(view, seat) for view in (self.before, self.view))
        return changed(self.view, (before, after), is_own=seat == self.view.me)


def _cast(view: TurandotView, seat: int) -> int:
    points = view.game.players[seat].points
    return points.total - points.puccini


RESULT_CELLS: Final = 20
"""What an offer led to, with the signs of four rivals."""


def _at_the_end() -> str:
    """Say what comes when everybody has the last singer."""
    return _("That was the last turn: the game is over, and now the casts are counted.")


class OffersBox(TurandotReveal):
    """Show for each player: the offer, what it led to, the card, the cast before and after."""

    event: OffersRevealed

    title = Text(N_("Offers revealed"))
    question = Text(N_("OFFERS  who gets which card"))
    help_topic = "turandot.reveal"
    frame_seconds = 1 / 3
    frames = 1
    """The cards lie face down, then all are turned at once."""

    def rows(self) -> list[Row]:
        outcome = ((_("result"), RESULT_CELLS), (_("card"), 22), (_("cast"), 8))
        head = headings(("", 1), (_("player"), 16), (pgettext("what a player puts down", "offer"), 11), *outcome)
        if self.is_moving:
            return [head, *map(self._face_down, self.event.offers)]
        lines = [self._offer_row(offer) for offer in self.event.offers]
        return [head, *lines, *[EMPTY] * (6 - len(lines)), self._below()]

    def _face_down(self, offer: RevealedOffer) -> Row:
        cards = bool(offer.number is not None) + offer.money + offer.bluff
        return row(self.player(offer.seat), Span(" ".join([self.glyphs.card] * cards), "card"))

    def _offer_row(self, offer: RevealedOffer) -> Row:
        return row(
            self.player(offer.seat),
            column(self._offered(offer), 11),
            self._led_to(offer),
            column(self._gained(offer), 21),
            " ",
            self._cast_of(offer),
        )

    def _offered(self, offer: RevealedOffer) -> str:
        """Return `4 +2 bluff`; money alone has a dash for its number."""
        number = self.glyphs.none if offer.number is None else str(offer.number)
        # Translators: at most 5 cells.
        parts = [number, f"+{offer.money}" if offer.money else "", _("bluff") if offer.bluff else ""]
        return " ".join(part for part in parts if part)

    def _led_to(self, offer: RevealedOffer) -> Row:
        words = {"alone": _("alone on it"), "most": _("beats {who}"), "beaten": _("beaten by {who}")}
        rivals = [other for other in self.event.offers if other.seat in offer.rivals]
        result = led_to(offer, self.event.offers)
        text = words.get(result) or word(self.glyphs, result)
        signs = joined([(self.view.sign(other.seat),) for other in rivals if _is_named(result, offer, other)], BLANK)
        if "{who}" in text:
            return fit(filled(text, who=signs), RESULT_CELLS)
        return fit(row(text, " ", signs) if signs else row(text), RESULT_CELLS)

    def _gained(self, offer: RevealedOffer) -> str:
        if offer.card:
            return card_name(self.before, offer.card)
        if offer.led_to in self.view.game.helpers:
            # Translators: at most 21 cells.
            return pgettext("21 cells", "scenery for 1 money")
        return _("money back") if offer.money else self.glyphs.none

    def _cast_of(self, offer: RevealedOffer) -> Row:
        """Draw the cast: before and after if the offer brought something; else the change comes with a card later."""
        if offer.card or offer.led_to in self.view.game.helpers:
            return self.cast(offer.seat)
        return row(Span(str(_cast(self.before, offer.seat)), "quiet"))

    def _below(self) -> Row:
        lacking = [offer.seat for offer in self.event.offers if not offer.card]
        if not lacking:
            told = _at_the_end() if self.is_in_last_turn else _("Everybody has a card of this turn.")
            return row(" ", Span(told, "quiet"))
        holder = self.before.game.puccini
        signs = joined([(self.view.sign(seat),) for seat in lacking], BLANK)
        if holder == self.view.me:
            return row(" ", filled(_("You hand out cards to {who}"), "quiet", who=signs))
        return row(" ", filled(_("{by} hands out cards to {who}"), "quiet", by=self.view.player(holder), who=signs))


def _is_named(result: str, offer: RevealedOffer, rival: RevealedOffer) -> bool:
    """Say whether to name an offer on the same number: the beaten, the winner, or a tie in money."""
    match result:
        case "tied":
            return rival.money == offer.money
        case "beaten":
            return bool(rival.card)
        case _:
            return result != "less_money"


class AssignedBox(TurandotReveal):
    """Show which player was given which card."""

    event: CardsAssigned

    title = Text(N_("Cards handed out"))
    help_topic = "turandot.assign"

    @property
    def question(self) -> str:
        return _("HANDED OUT  by {name}").format(name=self.view.name(self.event.by))

    def rows(self) -> list[Row]:
        head = headings(("", 1), (_("player"), 16), (_("card"), 26), (_("cast"), 8))
        given = [head, *map(self._given_row, self.event.cards)]
        if not self.is_in_last_turn:
            return given
        return [*given, *[EMPTY] * (MOST_ROWS - 1 - len(given)), row(" ", Span(_at_the_end(), "quiet"))]

    def _given_row(self, given: AssignedCard) -> Row:
        card = column(card_name(self.before, given.card), 23)
        return row(self.player(given.seat), column(str(given.number), 2), card, " ", self.cast(given.seat))


class CountingBox(TurandotReveal):
    """Show the end: players as columns, parts of the points as rows."""

    event: GameEnded

    title = Text(N_("The game is over: the casts are counted"))
    is_last = True
    does = Text(N_("show the result"))
    help_topic = "turandot.scoring"
    frames = len(COUNTED)
    """The parts come one after the other."""

    @property
    def question(self) -> str:
        told = row(_("part by part")) if self.is_moving else result_line(self.view)
        return plain(row(_("COUNTING  "), told))

    def rows(self) -> list[Row]:
        head = row(column("", 17), *(self._title(hand.seat) for hand in self.event.hands))
        rows = [head, *map(self._part, counted(self.view, COUNTED))]
        if self.is_moving:
            return rows[: 1 + self.frame]
        return [*rows, self._bars()] if len(rows) < MOST_ROWS else rows

    def _bars(self) -> Row:
        """Draw everybody's points as a bar."""
        most = max(1, *(hand.total for hand in self.event.hands))
        return row(column("", 17), *(self._bar(hand, most) for hand in self.event.hands))

    def _bar(self, hand: FinalHand, most: int) -> Row:
        length = round(BAR_CELLS * max(0, hand.total) / most)
        role = "quiet" if isinstance(hand.seat, str) else self.view.sign(hand.seat).role
        return row(" " * (FIGURE_CELLS - BAR_CELLS), column(self.glyphs.bar * length, BAR_CELLS, role))

    def _title(self, seat: Hand) -> Row:
        return row(" " * 10, sign(self.view, seat))

    def _part(self, part: str) -> Row:
        role = "gain" if part == "total" else ""
        label = column(" " + _(COUNTED[part]), 17, "strong" if role else "")
        return row(label, *(self._figure(hand, part, role) for hand in self.event.hands))

    def _figure(self, hand: FinalHand, part: str, role: str) -> Span:
        return column(part_of_points(self.view, part, getattr(hand, part)), FIGURE_CELLS, role, right=True)


def reveal(event: AnyLine, before: TurandotView, after: TurandotView) -> TurandotReveal | None:
    """Make the box for an event that has one: offers, cards that somebody else hands out to anybody, the end."""
    match event:
        case OffersRevealed():
            return OffersBox(before, after, event)
        case CardsAssigned(by) if after.me not in (None, by):
            return AssignedBox(before, after, event)
        case GameEnded():
            return CountingBox(before, after, event)
    return None
