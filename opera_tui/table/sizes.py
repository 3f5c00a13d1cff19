"""What fits where: how many rows the parts of a table have in a terminal of some size."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.geometry import Size

from opera_tui.games.box import MOST_ROWS, MOST_TALL_ROWS, Box
from opera_tui.games.face import LEAST_TAB_ROWS
from opera_tui.look.narrow import Beside, Cells, fewest_lines, narrowed
from opera_tui.look.rows import Row
from opera_tui.table.frame import WIDE_COLUMNS, WIDE_ROWS
from opera_tui.table.lesson_rows import LESSON_ROWS

NARROW_PANE_ROWS: Final = 9
ROWS_AROUND_THE_PANE: Final = 15
"""Header, prompt, tabs, the player's line, box and footer of the narrow layout."""
ROWS_AROUND_BOTH: Final = 8
"""Header, prompt, tabs, the player's two lines, the frame of the box and the footer of a small terminal."""
TAB_CELLS: Final = 80
FRAME: Final = 2


class Sizes(NamedTuple):
    """The room that a table has."""

    layout: Size
    terminal: Size
    """With the line for talk, which takes no rows away from the layouts."""
    has_lesson: bool

    @property
    def is_wide(self) -> bool:
        """Whether everything is in sight at once."""
        return self.terminal.width >= WIDE_COLUMNS and self.terminal.height >= WIDE_ROWS

    @property
    def is_small(self) -> bool:
        """Whether the terminal is narrower than panels and boxes are drawn."""
        return 0 < self.layout.width < TAB_CELLS

    @property
    def is_crowded(self) -> bool:
        """Whether the header gives way to a lesson: it would take rows from the table."""
        rows = WIDE_ROWS if self.is_wide else NARROW_PANE_ROWS + ROWS_AROUND_THE_PANE
        return self.has_lesson and self.terminal.height < rows + LESSON_ROWS

    @property
    def pane_rows(self) -> int:
        """How many rows the tab in front may fill."""
        taken = LESSON_ROWS - self.is_crowded if self.has_lesson else 0
        rows = min(NARROW_PANE_ROWS, self.terminal.height - ROWS_AROUND_THE_PANE - taken)
        return max(LEAST_TAB_ROWS - bool(taken), rows)

    @property
    def rows_inside(self) -> int:
        """How many rows the tab in front and the box of a small terminal have together."""
        return self.layout.height - ROWS_AROUND_BOTH - (LESSON_ROWS if self.has_lesson else 0)

    @property
    def most_box_rows(self) -> int:
        """How many rows a box may fill below the tab in front of a small terminal."""
        return max(MOST_ROWS, self.rows_inside - NARROW_PANE_ROWS)

    def is_too_large(self, box: Box) -> bool:
        """Return whether a box in fewer cells than it was drawn for has too few rows below the tab in front."""
        rows = box.rows()
        fewest = fewest_lines(rows, self.layout.width - FRAME, blocks(box, rows))
        return max(fewest, MOST_TALL_ROWS if box.is_tall else 0) > self.most_box_rows

    def box_rows(self, box: Box, news: int) -> int:
        """Return how many rows the box of a small terminal gets below the tab, with so many turns told in it."""
        own = box.rows()
        drawn = narrowed(own, self.layout.width - FRAME, self.most_box_rows, beside=blocks(box, own))
        told = 2 * news + 1 if len(drawn) > MOST_ROWS else 0
        least = MOST_TALL_ROWS if box.is_tall else MOST_ROWS
        return min(self.most_box_rows, max(least, len(drawn) + told))


def blocks(box: Box, rows: Sequence[Row]) -> Beside | None:
    """Return where the own rows of a box are two blocks; what happened before stands below them over the full width."""
    return Beside(box.beside_at, len(rows)) if box.beside_at else None


def box_narrowed(box: Box, rows: list[Row], room: Size) -> list[Cells]:
    """Return a box that has too little room, without what happened before if that has none; else nothing."""
    own = box.rows()
    drawn = narrowed(rows, room.width, room.height, box.pinned, blocks(box, own))
    return drawn if len(drawn) < room.height else narrowed(own, room.width, room.height, box.pinned, blocks(box, own))
