"""A question before an answer that is rarely wise: it is sent with `y`, and `n` leads back."""

from collections.abc import Sequence
from typing import Final

from opera_games.api import Action
from opera_tui.games.box import CELLS, YES_OR_NO, Close, Effect, KeyHint, Send, Text
from opera_tui.games.list_box import Line, ListBox
from opera_tui.games.view import TableView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import EMPTY, Row, row, wrapped

YES: Final = 1
"""The place of the line that sends; the cursor begins on the other one, so that a second Enter does no harm."""


class DoubtBox(ListBox):
    """Say why the player may regret an answer, and ask once whether it is meant."""

    title = Text(N_("Do you mean it?"))
    answers = YES_OR_NO

    def __init__(self, view: TableView, sentences: Sequence[str], does: str, action: Action, help_topic: str) -> None:
        super().__init__(view)
        self._sentences = sentences
        self._does = does
        self._action = action
        self._topic = help_topic

    @property
    def question(self) -> str:
        return _("Are you sure: {does}?").format(does=self._does)

    @property
    def help_topic(self) -> str:
        return self._topic

    def lines(self) -> Sequence[Line]:
        return [Line("n", row(_("No, think again"))), Line("y", row(_("Yes, {does}").format(does=self._does)))]

    def _reasons(self) -> list[Row]:
        return [row(" ", line) for sentence in self._sentences for line in wrapped(sentence, CELLS - 2)]

    def rows(self) -> list[Row]:
        return [*self._reasons(), EMPTY, *(self.drawn(place, line) for place, line in enumerate(self.lines()))]

    def place_at(self, row: int, cell: int) -> int:
        return row - len(self._reasons()) - 1

    @property
    def enter_text(self) -> str:
        return self._does if self.cursor == YES else _("back")

    def hints(self) -> list[KeyHint]:
        return [KeyHint("y", self._does), KeyHint("enter", self.enter_text), KeyHint("esc", _("back"), is_kept=True)]

    def press(self, key: str) -> list[Effect] | None:
        effects = super().press(key)
        return self.take() if key in [line.key for line in self.lines()] else effects

    def take(self) -> list[Effect]:
        return [Send(self._action)] if self.cursor == YES else [Close()]

    def back(self) -> list[Effect]:
        return [Close()]
