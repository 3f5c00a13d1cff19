"""Lines with a cursor: menus, lists and forms are made of them."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.message import Message

from opera_protocol.texts.i18n import N_
from opera_tui.config.appearance import Looks
from opera_tui.look.i18n import _
from opera_tui.look.key_names import key_does
from opera_tui.look.rows import Row, Span, also, fit, row
from opera_tui.widgets.row_panel import RowPanel

FAR: Final = 1_000_000
"""More steps than any list has lines."""
MOST_AT_FIRST: Final = 100
"""Lines that are drawn before the list has its size."""


class Line(NamedTuple):
    """One line; `does` is what Enter does on it, for the lower border."""

    id: str
    content: Row
    does: str = ""
    can_be_chosen: bool = True


class Lines(RowPanel, can_focus=True):
    """A list with a cursor, which scrolls when it has more lines than room; only lines in sight are drawn."""

    DEFAULT_CSS = """
    Lines { border: round $border; height: auto; }
    Lines:focus { border: heavy $accent; border-subtitle-color: $foreground; border-subtitle-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", N_("choose"), key_display="↑↓", tooltip=N_("Go up or down."), id="lines.up"),
        Binding("down,j", "move(1)", N_("choose"), show=False, id="lines.down"),
        Binding("pageup", "move(-8)", show=False),
        Binding("pagedown", "move(8)", show=False),
        Binding("home", f"move({-FAR})", show=False),
        Binding("end", f"move({FAR})", show=False),
        Binding("enter", "choose", N_("open"), key_display="enter", tooltip=N_("What the lower border says.")),
    ]

    class Chosen(Message):
        """Enter was pressed on a line, or it was clicked under the cursor."""

        def __init__(self, line: Line) -> None:
            super().__init__()
            self.line = line

    class Moved(Message):
        """The cursor is on another line, by a key or because the lines have changed."""

        def __init__(self, *, is_by_key: bool) -> None:
            super().__init__()
            self.is_by_key = is_by_key

    def __init__(self, looks: Looks, lines: Sequence[Line] = (), id: str | None = None) -> None:  # noqa: A002
        super().__init__(looks.palette, id=id)
        self.enter_word = _("open")
        """What the footer says about Enter."""
        self._glyphs = looks.glyphs
        self._ids: Sequence[str] = [line.id for line in lines]
        self._line_at: Callable[[int], Line] = list(lines).__getitem__
        self._head: list[Row] = []
        self._foot: list[Row] = []
        self._cursor = 0
        self._top = 0
        self._heading = ""

    @property
    def line(self) -> Line | None:
        """Return the line under the cursor."""
        return self._line_at(self._cursor) if self._ids else None

    @property
    def line_id(self) -> str:
        """Return the id of the line under the cursor; empty if there is none."""
        return self._ids[self._cursor] if self._ids else ""

    @property
    def cursor(self) -> int:
        """Return how many lines there are above the cursor."""
        return self._cursor

    @property
    def room(self) -> int:
        """Return how many rows the list has room for, with head and foot; 0 before it is laid out."""
        return self.size.height

    def set_lines(self, lines: Sequence[Line], head: Sequence[Row] = (), foot: Sequence[Row] = ()) -> None:
        """Show these lines; the cursor stays on the line with the same id."""
        kept = list(lines)
        self.set_drawn([line.id for line in kept], kept.__getitem__, head, foot)

    def set_drawn(
        self, ids: Sequence[str], line_at: Callable[[int], Line], head: Sequence[Row] = (), foot: Sequence[Row] = ()
    ) -> None:
        """Show the lines with these ids, however many: one is drawn by its place when it comes into sight.

        The cursor stays on the line with the same id, and where the list is scrolled, that line in its place.
        """
        before, place, height = self.line_id, self._cursor, self._wanted_height
        self._ids, self._line_at, self._head, self._foot = ids, line_at, list(head), list(foot)
        if self._wanted_height != height and self.styles.height is not None and self.styles.height.is_auto:
            self.refresh(layout=True)
        self._cursor = self._place_of(before, place)
        if self._top:
            self._top = max(0, self._top + self._cursor - place)
        self.draw()
        if self._ids and before != self.line_id:
            self.post_message(self.Moved(is_by_key=False))
            self.refresh_bindings()

    def _place_of(self, line_id: str, otherwise: int) -> int:
        """Return the place of a line, or the nearest to another one."""
        try:
            return self._ids.index(line_id)
        except ValueError:
            return max(0, min(otherwise, len(self._ids) - 1))

    def go_to(self, line_id: str) -> None:
        """Put the cursor on a line."""
        self.action_move(self._place_of(line_id, self._cursor) - self._cursor)

    def action_move(self, steps: int) -> None:
        """Move the cursor; it stops at the ends."""
        place = max(0, min(len(self._ids) - 1, self._cursor + steps))
        if place == self._cursor or not self._ids:
            return
        self._cursor = place
        self.draw()
        self.post_message(self.Moved(is_by_key=True))

    def action_choose(self) -> None:
        if self.line is not None:
            self.post_message(self.Chosen(self.line))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Handle no keys in an empty list."""
        return bool(self._ids) or action not in ("move", "choose")

    def on_mount(self) -> None:
        self.draw()

    def on_resize(self) -> None:
        self.draw()

    def on_row_panel_clicked(self, message: RowPanel.Clicked) -> None:
        """Move the cursor to where the player clicked; a click on the cursor is Enter."""
        message.stop()
        place = message.index - len(self._head) + self._top
        if not 0 <= place < len(self._ids):
            return
        if place == self._cursor:
            self.action_choose()
        else:
            self.action_move(place - self._cursor)

    def on_row_panel_note_clicked(self, message: RowPanel.NoteClicked) -> None:
        """Treat a click on what Enter does as Enter."""
        message.stop()
        self.action_choose()

    def set_title(self, title: str) -> None:
        self._heading = title
        self._say_which(self._visible())

    def draw(self) -> None:
        """Bring rows and border up to date."""
        shown = self._visible()
        rows = [self._drawn(place) for place in shown]
        self.show([*self._head, *rows, *self._foot])
        self._say_which(shown)
        self._say_what_enter_does()

    def _say_which(self, shown: range) -> None:
        """Say in the upper border which lines are in sight, if not all are."""
        is_whole = len(shown) == len(self._ids) or not self._heading or not self.size.height
        which = "" if is_whole else f" {shown.start + 1}-{shown.stop}/{len(self._ids)}"
        super().set_title(self._heading + which)

    @property
    def _wanted_height(self) -> int:
        """How many rows there are, whether they have room or not."""
        return len(self._head) + len(self._ids) + len(self._foot)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return self._wanted_height

    def _visible(self) -> range:
        """Return the lines that have room, with the cursor among them."""
        room = min(len(self._ids), MOST_AT_FIRST)
        if self.size.height:
            room = max(1, self.size.height - len(self._head) - len(self._foot))
        self._top = max(0, min(self._top, self._cursor, len(self._ids) - room), self._cursor - room + 1)
        return range(self._top, min(len(self._ids), self._top + room))

    def _drawn(self, place: int) -> Row:
        line = self._line_at(place)
        is_here = place == self._cursor
        drawn = row(Span(self._glyphs.cursor if is_here else " "), line.content)
        if not line.can_be_chosen and not is_here:
            drawn = also(drawn, "quiet")
        # Before the list has its size there is nothing to fill: cut to no cells, the line would flash as `…`.
        filled = fit(drawn, self.size.width) if self.size.width else drawn
        return also(filled, "cursor") if is_here else drawn

    def _say_what_enter_does(self) -> None:
        self.set_note(key_does("enter", self.line.does if self.line else ""))
