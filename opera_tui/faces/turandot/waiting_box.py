"""While others decide: what lies face down, what comes next, and what happened since the last decision."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_protocol.texts import log_line
from opera_tui.boxes import Effect
from opera_tui.faces.turandot.cards import cards_down, cards_words, offer_words
from opera_tui.faces.turandot.game_box import CELLS, GameBox, topic
from opera_tui.faces.turandot.lines import waiting_line
from opera_tui.i18n import _
from opera_tui.moves_box import MovesTexts
from opera_tui.rows import EMPTY, Row, Span, row
from opera_tui.table_view import TableView
from opera_tui.wrapping import wrapped

MOST_ROWS: Final = 8
QUIET_EVENTS: Final = ("offer_made", "offers_revealed", "puccini_passed", "lineup")
"""What panels or a box of its own show anyway."""


class WaitingBox(GameBox):
    """Nothing to decide here; Enter does nothing."""

    def __init__(self, view: TableView, since: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(view)
        self.since = since

    @property
    def title(self) -> str:
        is_waiting = self.view.me is not None and not self.view.game["end"]
        return _("While you wait") if is_waiting else _("Last moves")

    @property
    def help_topic(self) -> str:
        return topic("turn")

    def press(self, key: str) -> list[Effect] | None:
        return None

    def rows(self) -> list[Row]:
        first = [row(" ", waiting_line(self.view)), *self._own_rows(), EMPTY]
        return [*first, *self._happened(MOST_ROWS - len(first))]

    def _own_rows(self) -> list[Row]:
        own = self.view.own
        if own is None or self.view.game["end"]:
            return []
        sealed = own["offer"]
        rows = [row(" ", self._sealed(sealed))] if sealed else []
        return [*rows, row(" ", Span(self._next(), "quiet"))]

    def _sealed(self, offer: Mapping[str, Any]) -> str:
        told = _("Your offer stands: {offer}, {cards} face down.")
        return told.format(offer=offer_words(offer), cards=cards_words(cards_down(offer)))

    def _next(self) -> str:
        """What comes next for the own seat."""
        game, me = self.view.game, self.view.me
        if game["phase"] == "offer":
            holder = _("you hand") if game["puccini"] == me else _("Puccini's holder hands")
            return _("Then all offers are turned over; {holder} out what is left.").format(holder=holder)
        if me in game["lacking"]:
            return _("You have no card of this turn yet and will be given one.")
        if game["phase"] == "nominate":
            return _("Whoever is named dismisses a director.")
        return self._end_of_turn()

    def _end_of_turn(self) -> str:
        game = self.view.game
        if game["turn"] == game["turns"]:
            return _("Then the casts are counted.")
        if game["phase"] == "assign" and any(found["state"] == "left" for found in game["directors"].values()):
            return _("Then a director is dismissed.")
        return _("Then the next turn begins, and Puccini passes to the left.")

    def _happened(self, most: int) -> list[Row]:
        """The newest events that fit, each in as many rows as it needs."""
        teller = self.view.teller()
        shown: list[Row] = []
        for event in reversed(self.since):
            if event["event"] in QUIET_EVENTS:
                continue
            told = wrapped(self.glyphs.say(log_line("turandot", event, teller)), CELLS - 4)
            if len(told) + len(shown) > most:
                break
            shown = [row(" ", told[0]), *(row("   ", line) for line in told[1:]), *shown]
        return shown


class MovesBox(MovesTexts, WaitingBox):
    """What the others did before the decision that is open, to look at again."""

    def rows(self) -> list[Row]:
        return self._happened(MOST_ROWS)
