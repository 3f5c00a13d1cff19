"""What the boxes of Turandot have in common."""

from typing import Final

from opera_tui.boxes import TableBox
from opera_tui.glyphs import Glyphs
from opera_tui.rows import Row, Span, also, fit, row

CELLS: Final = 78


def topic(name: str) -> str:
    """What the help calls something of this game: `turandot.offer`."""
    return f"turandot.{name}"


class GameBox(TableBox):
    """A box of 78 cells and at most 8 rows; `pointed` is the number in the line-up that the panel points out."""

    @property
    def glyphs(self) -> Glyphs:
        return self.view.glyphs

    def line(self, content: Row, *, is_cursor: bool, cells: int = CELLS) -> Row:
        """A row that the cursor may stand on: then with its sign and reversed over the full width."""
        if not is_cursor:
            return row(" ", content)
        return also(fit(row(Span(self.glyphs.cursor), content), cells), "cursor")

    def arrows(self) -> str:
        return self.glyphs.up_down + self.glyphs.left_right
