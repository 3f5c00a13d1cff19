"""What a lesson says, in the first rows of the table."""

from typing import Final

from opera_games.lessons import TEXT_ROWS
from opera_tui.look.rows import EMPTY, Row, Span, row, wrapped
from opera_tui.table.model import TableModel

LESSON_ROWS: Final = TEXT_ROWS
"""Rows that a lesson always has; in a terminal below 80 columns it may need more."""
MOST_ROWS: Final = 5
MARGIN: Final = 4
REASON: Final = "! "
"""Before the reason why a move was not taken, so that more than a colour says it."""


def lesson_rows(model: TableModel, cells: int) -> list[Row]:
    """Draw the text of the step, the reveal, or the reason why a move was not taken."""
    lesson = model.lesson
    texts = lesson.texts(model.playback.revealed, model.asked_kind)
    mark = REASON if lesson.reason else ""
    lines = [line for text in texts for line in wrapped(mark + model.glyphs.say(text), max(1, cells - MARGIN))]
    role = "warning" if lesson.reason else ""
    shown = [row(" ", Span(model.glyphs.separator, "gold"), " ", Span(line, role)) for line in lines[:MOST_ROWS]]
    return [*shown, *[EMPTY] * (LESSON_ROWS - len(shown))]
