"""A box with a list and a cursor, for both games."""

from collections.abc import Sequence
from typing import NamedTuple

from opera_games.api import Refusal
from opera_tui.games.box import CELLS, MOST_ROWS, UP_DOWN, Box, Effect
from opera_tui.games.view import TableView
from opera_tui.look.rows import Row, Span, also, fit, row


class Line(NamedTuple):
    """A line for the cursor: its key, what it shows from the third cell on, and why it is refused."""

    key: str
    content: Row
    refusal: Refusal | None = None
    thing: str = ""
    """What it is about, as panels name it: a click there leads to the line."""


class ListBox(Box):
    """Show lines below a head. Arrows, letters and digits move the cursor; Enter takes the line or says why not."""

    line_cells = CELLS
    """How many cells the cursor covers."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self.cursor = 0

    def head(self) -> Row:
        return ()

    def lines(self) -> Sequence[Line]:
        return ()

    def below(self) -> list[Row]:
        """Return the rows under the lines; those that do not fit are cut off."""
        return []

    def rows(self) -> list[Row]:
        lines = [self.drawn(place, line) for place, line in enumerate(self.lines())]
        return [self.head(), *lines, *self.below()][:MOST_ROWS]

    def drawn(self, place: int, line: Line) -> Row:
        """Draw a line: the one under the cursor reversed over the full width."""
        is_here = place == self.cursor
        mark = Span(self.view.glyphs.none, "quiet") if line.refusal else Span(line.key or " ", "key")
        drawn = row(self.view.glyphs.cursor if is_here else " ", mark, " ", line.content)
        return also(fit(drawn, self.line_cells), "cursor") if is_here else drawn

    @property
    def refusal(self) -> Refusal | None:
        """Return why the line under the cursor is refused; asked again and again, so that no line is drawn for it."""
        return None

    def go_to(self, place: int) -> None:
        """Put the cursor on a line."""
        self.cursor = place

    def to_first_allowed(self) -> None:
        self.cursor = next((place for place, line in enumerate(self.lines()) if not line.refusal), 0)

    @property
    def does(self) -> str:
        return "" if self.refusal else self.enter_text

    @property
    def enter_text(self) -> str:
        """Return what Enter does on a line that is allowed."""
        return ""

    @property
    def note(self) -> str:
        return self.why_shortly(self.refusal) if self.refusal else self.variants

    @property
    def variants(self) -> str:
        """Return the keys that vary the line under the cursor, for the lower border."""
        return ""

    def why_shortly(self, refusal: Refusal) -> str:
        """Return why the line is refused, for the lower border; the whole sentence comes with Enter."""
        return self.view.why(refusal)

    def enter(self) -> list[Effect] | None:
        return self.refuse(self.refusal) if self.refusal else self.take()

    def take(self) -> list[Effect] | None:
        """Carry out the line under the cursor, which is allowed."""
        return None

    def press(self, key: str) -> list[Effect] | None:
        lines = self.lines()
        if key in UP_DOWN:
            self.go_to(min(len(lines) - 1, max(0, self.cursor + UP_DOWN[key])))
            return []
        places = [place for place, line in enumerate(lines) if line.key == key]
        if places:
            self.go_to(places[0])
            return []
        return super().press(key)

    def click(self, row: int, cell: int) -> list[Effect] | None:
        place = self.place_at(row, cell)
        if place not in range(len(self.lines())):
            return None
        if place == self.cursor:
            return self.enter()
        self.go_to(place)
        return []

    def choose(self, thing: str) -> list[Effect] | None:
        places = [place for place, line in enumerate(self.lines()) if thing and line.thing == thing]
        if not places:
            return None
        self.go_to(places[0])
        return []

    def place_at(self, row: int, cell: int) -> int:
        """Return the number of the line at a row and cell of the box; out of range where there is none."""
        return row - 1
