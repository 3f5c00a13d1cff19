"""What fills the free rows of a box: advice for a first game, unless a border has it, what happened, and scales."""

from collections.abc import Sequence
from typing import Any

from opera_tui.games.box import MOST_TALL_ROWS, Box
from opera_tui.games.face import Face, Tip
from opera_tui.games.telling import ToldTurn
from opera_tui.games.view import GameView
from opera_tui.help.pages import pace_tip, tip_for
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, row, wrapped
from opera_tui.table.model import TableModel
from opera_tui.table.news import free_rows, with_news

BOX_CELLS = 76


def current_tip(model: TableModel) -> Tip | None:
    """Find the tip about the decision that is open or, in the first round, about the pace."""
    if not isinstance(model.view, GameView):
        return None
    if not model.is_deciding:
        return pace_tip() if model.playback.is_resting and model.view.round == 1 else None
    return tip_for(model.view.head.game, model.box.tip if model.box else "")


def in_few_words(tip: Tip | None) -> str:
    """Return the tip for the lower border of a panel; empty if there is none."""
    return _("Tip: {tip}").format(tip=tip.few_words) if tip else ""


def has_tip(face: Face[Any], *, is_tall: bool) -> bool:
    """Say whether the lower border of a panel in sight has the tip; a tall box hides all but the first panels."""
    shown = face.wide[:1] if is_tall else face.wide
    return any(panel.has_tip for panels in shown for panel in panels)


def whole(box: Box, height: int) -> list[Row]:
    """Return the rows of a box, with what it has more to show if it is tall and all of that has room."""
    rows, further = box.rows(), box.further_rows()
    longer = [*rows, *[EMPTY] * (MOST_TALL_ROWS - len(rows)), EMPTY, *further]
    return longer if further and len(longer) <= height else rows


def filled(rows: list[Row], news: Sequence[ToldTurn], height: int, key: str, tip: Tip | None) -> list[Row]:
    """Put what happened since the last decision into the free rows of a box and, if there is room, the tip."""
    lines = [row(Span(f" {line}", "soft")) for line in wrapped(tip.sentence, BOX_CELLS)] if tip else []
    if free_rows(rows, height) <= len(lines):
        return with_news(rows, news, height, key)
    above = with_news(rows, news, height - len(lines), key)
    return [*above, *[EMPTY] * (height - len(lines) - len(above)), *lines] if lines else above
