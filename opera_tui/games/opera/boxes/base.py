"""What all boxes of Opera have in common."""

from opera_games.api import Refusal
from opera_tui.games.box import Box, Close, Effect, KeyHint
from opera_tui.games.list_box import ListBox
from opera_tui.games.opera.labels import shortly
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _


class OperaBox(Box):
    """A box of Opera: Esc goes back."""

    view: OperaView

    def back(self) -> list[Effect] | None:
        return [Close()]


class OperaListBox(ListBox, OperaBox):
    """A list in a box of Opera."""

    view: OperaView

    is_step = False
    """Whether Esc leads back to a previous box."""

    def why_shortly(self, refusal: Refusal) -> str:
        return shortly(self.view, refusal)

    def hints(self) -> list[KeyHint]:
        hints = [KeyHint(self.glyphs.up_down, _("choose")), *self.further_hints()]
        return [*hints, *enter_and_back(self.does, self.is_step)]

    def further_hints(self) -> list[KeyHint]:
        """List the keys that vary the line under the cursor."""
        return []


def enter_and_back(does: str, is_step: bool) -> list[KeyHint]:
    """Return Enter if it does something, and Esc if there is something to go back to."""
    enter = [KeyHint("enter", _("do it"))] if does else []
    return [*enter, *([KeyHint("esc", _("back"), is_kept=True)] if is_step else [])]
