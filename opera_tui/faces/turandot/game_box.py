"""What the boxes of Turandot have in common."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_tui.boxes import Close, Effect, KeyHint
from opera_tui.rows import Row, Span, also, fit, row
from opera_tui.table_view import TableView

CELLS: Final = 78


def topic(name: str) -> str:
    """What the help calls something of this game: `turandot.offer`."""
    return f"turandot.{name}"


class GameBox:
    """A box of 78 cells and at most 8 rows; unless it decides something, it goes away with Enter, Esc or Space."""

    is_tall = False
    panel = ""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.glyphs = view.glyphs

    @property
    def title(self) -> str:
        return ""

    @property
    def does(self) -> str:
        return ""

    @property
    def question(self) -> str:
        return ""

    @property
    def help_topic(self) -> str:
        return ""

    @property
    def note(self) -> str:
        return ""

    @property
    def pointed(self) -> str:
        """The number in the line-up that the panel points out."""
        return ""

    def opened(self) -> list[Effect]:
        return []

    def take_view(self, view: TableView) -> None:
        self.view = view

    def rows(self) -> list[Row]:
        return []

    def hints(self) -> list[KeyHint]:
        return []

    def press(self, key: str) -> list[Effect] | None:
        return [Close()] if key in ("enter", "escape", "space") else None

    def click(self, row: int, cell: int) -> list[Effect] | None:
        return None

    def take_previews(self, previews: Sequence[Mapping[str, Any]]) -> None:
        return None

    def take_layout(self, layout: Mapping[str, Sequence[str | None]]) -> list[Effect]:
        return []

    def line(self, content: Row, *, is_cursor: bool, cells: int = CELLS) -> Row:
        """A row that the cursor may stand on: then with its sign and reversed over the full width."""
        if not is_cursor:
            return row(" ", content)
        return also(fit(row(Span(self.glyphs.cursor), content), cells), "cursor")

    def arrows(self) -> str:
        return self.glyphs.up_down + self.glyphs.left_right
