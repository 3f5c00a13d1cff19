"""While others decide: what lies face down, what comes next, and what happened since the last decision."""

from collections.abc import Sequence

from opera_games.turandot.documents import MadeOffer
from opera_games.turandot.events import DirectorDismissed
from opera_games.turandot.words import LAST_DISMISSAL
from opera_tui.games.box import MOST_ROWS
from opera_tui.games.reveal_box import WaitingBox
from opera_tui.games.turandot.labels import cards_down, offer_words
from opera_tui.games.turandot.lines import waiting_line
from opera_tui.games.turandot.panels import directors
from opera_tui.games.turandot.turns import TurandotTelling
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.rows import EMPTY, Row, Span, row


class TurandotWaitingBox(WaitingBox):
    """Say what lies face down, what comes next for the reader, and what happened since the last decision."""

    view: TurandotView

    help_topic = "turandot.turn"
    telling = TurandotTelling()

    def __init__(self, view: TurandotView, since: Sequence[AnyLine]) -> None:
        super().__init__(view, since)
        self._last = since[-1] if since else None

    @property
    def panel(self) -> str:
        """Return the directors while one of them leaves."""
        return directors.ID if isinstance(self._last, DirectorDismissed) else ""

    @property
    def pointed(self) -> str:
        """Return the director who leaves."""
        return self._last.director if isinstance(self._last, DirectorDismissed) else ""

    @property
    def is_waiting(self) -> bool:
        return super().is_waiting and not self.view.game.end

    def rows(self) -> list[Row]:
        asked = waiting_line(self.view)
        first = [row(" ", asked), *self._own_rows(), EMPTY] if asked else []
        return [*first, *self.moves(MOST_ROWS - len(first))]

    def _own_rows(self) -> list[Row]:
        own = self.view.own
        if own is None or not self.is_waiting:
            return []
        sealed = own.offer
        rows = [row(" ", self._sealed(sealed))] if sealed else []
        return [*rows, row(" ", Span(self._next(), "quiet"))]

    def _sealed(self, offer: MadeOffer) -> str:
        down = cards_down(offer)
        text = ngettext(
            "Your offer stands: {offer}, {n} card face down.", "Your offer stands: {offer}, {n} cards face down.", down
        )
        return text.format(offer=offer_words(offer), n=down)

    def _next(self) -> str:
        """Return what comes next for the reader's seat."""
        game, me = self.view.game, self.view.me
        if game.phase == "offer":
            if game.puccini == me:
                return _("Then all offers are turned over; you hand out what is left.")
            return _("Then all offers are turned over; Puccini's holder hands out what is left.")
        if me in game.lacking:
            return _("You have no card of this turn yet and will be given one.")
        if game.phase == "nominate":
            return _("Whoever is named dismisses a director.")
        return self._end_of_turn()

    def _end_of_turn(self) -> str:
        game = self.view.game
        if game.turn == game.turns:
            return _("Then the casts are counted.")
        if game.turn <= LAST_DISMISSAL and (game.phase == "assign" or game.lineup):
            return _("Then a director is dismissed.")
        return _("Then the next turn begins, and Puccini passes to the left.")
