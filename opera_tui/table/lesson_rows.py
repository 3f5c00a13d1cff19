"""What a lesson says, in the first rows of the table."""

from typing import Final

from opera_games.lessons import TEXT_ROWS
from opera_protocol.wire.plain_text import cut
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, fitting, row, wrapped
from opera_tui.table.model import TableModel

LESSON_ROWS: Final = TEXT_ROWS
"""Rows that a lesson always has; in a terminal below 80 columns it may need more."""
MOST_ROWS: Final = 7
MARGIN: Final = 4
REASON: Final = "! "
"""Before the reason why a move was not taken, so that more than a colour says it."""


def lesson_rows(model: TableModel, cells: int) -> list[Row]:
    """Draw the text of the step or the reveal, why a move was not taken, or what was proposed."""
    room = max(1, cells - MARGIN)
    refusal = model.lesson.reason or model.decision.notice
    if refusal:
        texts = [REASON + refusal]
    elif model.notices:
        texts = [fitting(model.notices, room, LESSON_ROWS)]
    else:
        texts = model.lesson.texts(model.playback.revealed, model.asked_kind)
    lines = [line for text in texts for line in wrapped(model.glyphs.say(text), room)]
    role = "warning" if refusal else ""
    spoken = [Span(line, role) for line in lines[:MOST_ROWS]]
    if refusal and len(spoken) < LESSON_ROWS:
        spoken.append(Span(cut(_("Any key shows the text again."), room), "quiet"))
    shown = [row(" ", Span(model.glyphs.separator, "gold"), " ", line) for line in spoken]
    return [*shown, *[EMPTY] * (LESSON_ROWS - len(shown))]
