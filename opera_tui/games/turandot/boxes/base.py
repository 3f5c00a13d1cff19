"""What the boxes of Turandot have in common."""

from opera_games.api import Refusal
from opera_tui.games.box import Box
from opera_tui.games.list_box import ListBox
from opera_tui.games.turandot.texts.refusals import why
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.glyphs import Glyphs


def topic(name: str) -> str:
    """Return the help's name for something of this game: `turandot.offer`."""
    return f"turandot.{name}"


class TurandotBox(Box):
    """A box of Turandot; `pointed` is the number in the line-up that the panel points out."""

    view: TurandotView

    @property
    def glyphs(self) -> Glyphs:
        return self.view.glyphs

    def arrows(self) -> str:
        return self.glyphs.up_down + self.glyphs.left_right


class TurandotListBox(ListBox, TurandotBox):
    """A list in a box of Turandot."""

    view: TurandotView

    def why(self, refusal: Refusal) -> str:
        return why(self.view, refusal)
