"""Where arrows and Enter go: to the box, or to the panel that the player has brought."""

from collections.abc import Sequence
from typing import Final

from opera_tui.games.box import LEFT_RIGHT, UP_DOWN, KeyHint
from opera_tui.games.face import Entry
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _
from opera_tui.look.key_names import key_does
from opera_tui.look.rows import Row, also, fit, width

OF_A_PANEL: Final = frozenset({*UP_DOWN, *LEFT_RIGHT, "enter", "escape", "pageup", "pagedown", "home", "end"})
"""Keys that never reach the box while a panel has the focus. All others are the box's, and give it the focus back."""


class Focus:
    """The panel that has arrows and Enter, and the entry under its cursor."""

    def __init__(self) -> None:
        self.panel = ""
        """The id of the panel; empty for the box."""
        self.at = 0
        """Which of the panel's entries the cursor is on."""

    def give_to(self, panel_id: str) -> None:
        self.panel, self.at = panel_id, 0

    def give_back(self) -> None:
        self.give_to("")

    def move(self, key: str, entries: Sequence[Entry]) -> None:
        """Move the cursor; it stops at the ends."""
        by = {**UP_DOWN, **LEFT_RIGHT}[key]
        self.at = max(0, min(len(entries) - 1, self.at + by))

    def entry(self, entries: Sequence[Entry]) -> Entry | None:
        """Return the entry under the cursor; there may be fewer of them than before."""
        return entries[min(self.at, len(entries) - 1)] if entries else None


def marked(rows: Sequence[Row], entry: Entry | None, cells: int) -> list[Row]:
    """Reverse the rows of the entry under the cursor."""
    if entry is None:
        return list(rows)
    own = entry.cells or range(cells)
    lines = entry.rows if entry.head is None else entry.head
    return [_reversed(row, own) if place in lines else row for place, row in enumerate(rows)]


def _reversed(row: Row, cells: range) -> Row:
    """Reverse these cells of a row; what stands before and behind them stays as it is."""
    shown: list[Row] = []
    at = 0
    for span in fit(row, max(cells.stop, width(row))):
        own = (span,)
        shown.append(also(own, "cursor") if at in cells and at + width(own) <= cells.stop else own)
        at += width(own)
    return tuple(span for part in shown for span in part)


def what_enter_does(entry: Entry | None) -> str:
    """Return the text of the lower border of a panel with the focus."""
    does = _("details of {name}").format(name=entry.name) if entry else _("back to the box")
    return key_does("enter", does)


def panel_hints(glyphs: Glyphs, entry: Entry | None, *, scrolls: bool) -> list[KeyHint]:
    """List the keys of a panel with the focus."""
    keys = glyphs.left_right if entry and entry.is_column else glyphs.up_down
    arrows = [KeyHint(keys, _("scroll") if scrolls else _("choose"))] if scrolls or entry else []
    enter = [KeyHint("enter", _("details"))] if entry else []
    return [*arrows, *enter, KeyHint("esc", _("back to the box"), is_kept=True)]
