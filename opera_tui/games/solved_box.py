"""A puzzle is solved: go on to the next one, or with the game."""

from collections.abc import Callable

from opera_protocol.texts.i18n import N_
from opera_tui.games.box import CELLS, KeyHint, Text
from opera_tui.games.reveal_box import RevealBox
from opera_tui.games.view import TableView
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, row, wrapped


class SolvedBox(RevealBox):
    """Stand in front as soon as the best move is made: why it is the best fits that moment, and no later one."""

    title = Text(N_("Solved"))
    question = Text(N_("SOLVED  that was the best move"))
    does = Text(N_("next puzzle"))
    help_topic = "puzzles"

    def __init__(self, view: TableView, go_on: Callable[[], None]) -> None:
        super().__init__(view, view)
        self._go_on = go_on
        self._has_led_on = False

    @property
    def headline(self) -> None:
        return None

    def rows(self) -> list[Row]:
        text = _("The puzzle ends here. Its game may be played on, but nothing is judged in it any more.")
        return [EMPTY, *(row(" ", line) for line in wrapped(text, CELLS - 2))]

    def hints(self) -> list[KeyHint]:
        return [KeyHint("enter", self.does), KeyHint("esc", _("play on"), is_kept=True)]

    def take(self, key: str) -> bool:
        """Lead to the next puzzle, once: this stays in front until that is there. Esc puts it away."""
        if key == "enter" and not self._has_led_on:
            self._has_led_on = True
            self._go_on()
        return key == "enter"
