"""While others decide: what lies face down, what comes next, and what happened since the last decision."""

from opera_games.turandot.documents import MadeOffer
from opera_games.turandot.events import LineupDealt, OfferMade, OffersRevealed, PucciniPassed
from opera_tui.games.box import CELLS, MOST_ROWS
from opera_tui.games.reveal_box import WaitingBox
from opera_tui.games.turandot.labels import cards_down, cards_words, offer_words
from opera_tui.games.turandot.lines import waiting_line
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, row, wrapped


class TurandotWaitingBox(WaitingBox):
    """Say what lies face down, what comes next for the reader, and what happened since the last decision."""

    view: TurandotView

    help_topic = "turandot.turn"
    quiet_events = (OfferMade, OffersRevealed, PucciniPassed, LineupDealt)

    @property
    def is_waiting(self) -> bool:
        return self.view.me is not None and not self.view.game.end

    def rows(self) -> list[Row]:
        first = [row(" ", waiting_line(self.view)), *self._own_rows(), EMPTY]
        return [*first, *self.moves(MOST_ROWS - len(first))]

    def _own_rows(self) -> list[Row]:
        own = self.view.own
        if own is None or self.view.game.end:
            return []
        sealed = own.offer
        rows = [row(" ", self._sealed(sealed))] if sealed else []
        return [*rows, row(" ", Span(self._next(), "quiet"))]

    def _sealed(self, offer: MadeOffer) -> str:
        text = _("Your offer stands: {offer}, {cards} face down.")
        return text.format(offer=offer_words(offer), cards=cards_words(cards_down(offer)))

    def _next(self) -> str:
        """Return what comes next for the reader's seat."""
        game, me = self.view.game, self.view.me
        if game.phase == "offer":
            holder = _("you hand") if game.puccini == me else _("Puccini's holder hands")
            return _("Then all offers are turned over; {holder} out what is left.").format(holder=holder)
        if me in game.lacking:
            return _("You have no card of this turn yet and will be given one.")
        if game.phase == "nominate":
            return _("Whoever is named dismisses a director.")
        return self._end_of_turn()

    def _end_of_turn(self) -> str:
        game = self.view.game
        if game.turn == game.turns:
            return _("Then the casts are counted.")
        if game.phase == "assign" and any(found.state == "left" for found in game.directors.values()):
            return _("Then a director is dismissed.")
        return _("Then the next turn begins, and Puccini passes to the left.")

    def moves(self, most: int) -> list[Row]:
        """Draw the newest events that fit, each in all rows it needs."""
        shown: list[Row] = []
        for event in reversed(self.since):
            lines = wrapped(self.glyphs.say(self.view.log_text(event)), CELLS - 4)
            if len(lines) + len(shown) > most:
                break
            shown = [row(" ", lines[0]), *(row("   ", line) for line in lines[1:]), *shown]
        return shown
