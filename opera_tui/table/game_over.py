"""The screen with the result of a game: the ranking, what became of files, and what to do next."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.css.query import NoMatches

from opera_tui.games.box import KeyHint
from opera_tui.games.result import SCROLLED, Room
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, also, fit, row, width, wrapped
from opera_tui.table.frame import WIDE_COLUMNS, WIDE_ROWS, footer
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import HELP, InShell, TooSmall
from opera_tui.widgets.status_lines import spread

MARGIN = 2
FRAME_ROWS = 3
"""Title, footer, and a blank row above what is between them."""


class GameOverScreen(InShell[str]):
    """Show the ranking. The result is what to do next: `again`, `look`, `take_back` or `leave`."""

    CSS_PATH = "../styles/game_over.tcss"
    AUTO_FOCUS = ""
    HELP_TOPIC = "result"
    BINDINGS = [  # noqa: RUF012 - Textual's own form
        HELP,
        Binding("e", "export", "Export", id="over.export"),
        Binding("b", "booklet", "Booklet", id="over.booklet"),
        Binding("a", "leave_with('again')", "Again", id="over.again"),
        Binding("v,escape,enter", "leave_with('look')", "Look back", id="over.look"),
        Binding("z,delete", "leave_with('take_back')", "Take back", id="over.take_back"),
        Binding("y", "copy", "Copy", id="over.copy"),
        Binding("q", "leave_with('leave')", "Leave", id="over.leave"),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home", "scroll(-1000)", show=False),
        Binding("end", "scroll(1000)", show=False),
    ]

    def __init__(
        self,
        title: str,
        draw: Callable[[Room], Sequence[Row]],
        remarks: Sequence[str],
        export: Callable[[], None],
        booklet: Callable[[], None] | None = None,
        *,
        farewell: str = "",
        may_take_back: bool = False,
        may_play_again: bool = True,
    ) -> None:
        super().__init__()
        self._farewell = farewell
        """What is said of a lesson that ended with its game."""
        self._may_play_again = may_play_again
        self._may_take_back = may_take_back
        self._export = export
        self._booklet = booklet
        """None where no booklet can be had."""
        self._title = title
        self._rematch = ""
        self._notice = self._file = ""
        """What became of an export or a booklet, and its file; in rows of its own, so that it hides nothing."""
        self._draw = draw
        self._remarks = remarks
        self._rows: list[Row] = []

    def compose(self) -> ComposeResult:
        palette = self.looks.palette
        yield RowPanel(palette, id="title")
        with VerticalScroll(can_focus=False):
            yield RowPanel(palette, id="ranking")
        yield RowPanel(palette, id="notice")
        yield RowPanel(palette, id="footer")
        yield TooSmall()

    def on_mount(self) -> None:
        self._fill()

    def on_resize(self) -> None:
        if self.is_mounted:
            self._fill()

    def _fill(self) -> None:
        """Draw everything for the size that the terminal has now."""
        self.set_class(self._is_wide, "-wide")
        self._rows = self._drawn()
        self.query_one("#ranking", RowPanel).show(self._rows)
        self.query_one("#notice", RowPanel).show(self._notice_rows())
        self._paint()

    @property
    def _is_wide(self) -> bool:
        """Whether there is room for everything at once."""
        return self.size.width >= WIDE_COLUMNS and self.size.height >= WIDE_ROWS

    def _drawn(self) -> list[Row]:
        """Draw the result, and below it what became of the shuffle and what was taken back."""
        cells = WIDE_COLUMNS if self._is_wide else min(SCROLLED.cells, self.size.width - MARGIN)
        lines = [line for remark in self._remarks for line in wrapped(remark, cells - MARGIN)]
        text = [EMPTY, *(row(" ", Span(line, "quiet")) for line in lines)] if lines else []
        height = self._room - len(text) if self._is_wide else 0
        return [*self._draw(Room(cells, height)), *text]

    @property
    def _room(self) -> int:
        """Return the rows between title and footer."""
        return self.size.height - FRAME_ROWS - len(self._notice_rows())

    def _notice_rows(self) -> list[Row]:
        """Draw the notice; a file that would be broken has a row of its own, so that it can be copied."""
        cells = self.size.width - MARGIN
        before, named, after = self._notice.partition(self._file) if self._file else (self._notice, "", "")
        parts = [self._notice] if cell_len(self._notice) <= cells else [before.strip(), named + after]
        return [row(" ", Span(line, "soft")) for part in parts if part for line in wrapped(part, cells)]

    def show_result(self, draw: Callable[[Room], Sequence[Row]]) -> None:
        """Show the result with what the server has told of it since."""
        self._draw = draw
        self._fill_again()

    def show_notice(self, text: str, file: str = "") -> None:
        """Say what became of an export or a booklet until the screen is left; a file can be copied by its name."""
        self._notice, self._file = text, file
        self._fill_again()

    def _fill_again(self) -> None:
        """Draw everything anew, if that is still to be seen."""
        if self.is_mounted and self.is_attached:
            # The rows go before their screen does: what comes only then is told nowhere.
            with suppress(NoMatches):
                self._fill()

    def tell_rematch(self, sentence: str) -> None:
        """Say in the title that others have opened the next game, or no longer."""
        if sentence != self._rematch:
            self._rematch = sentence
            self.call_later(self._paint)

    def _paint(self) -> None:
        self.query_one("#title", RowPanel).show([also(fit(self._headline(), self.size.width), "your_turn")])
        hints = [
            KeyHint(self.looks.glyphs.up_down, _("scroll")),
            *([KeyHint("a", _("join") if self._rematch else _("again"), is_kept=True)] if self._may_play_again else []),
            KeyHint("v enter", _("look back"), is_kept=True),
            *([KeyHint("z", _("play on"))] if self._may_take_back else []),
            *([KeyHint("b", _("booklet"))] if self._booklet else []),
            KeyHint("e", _("export")),
            *([KeyHint("y", _("copy path"), is_kept=True)] if self._file else []),
            KeyHint("?", _("help")),
            KeyHint("q", _("leave"), is_kept=True),
        ]
        is_all_shown = len(self._rows) <= self._room
        self.query_one("#footer", RowPanel).show(footer(hints[is_all_shown:], self.size.width))

    def _headline(self) -> Row:
        """Return the result and the next game; where there is no room for both, the next game."""
        title, rematch = row(f" {self._title}"), row(f" {self._rematch or self._farewell} ")
        if not (self._rematch or self._farewell):
            return title
        both = width(title) + width(rematch) <= self.size.width
        alone = rematch if self._rematch else title
        return spread(title, rematch, self.size.width) if both else alone

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self.action_scroll(pages * self._room)

    def action_export(self) -> None:
        self._export()

    def action_booklet(self) -> None:
        if self._booklet:
            self._booklet()

    def action_copy(self) -> None:
        """Copy the file's name with its folders, if the terminal lets programs copy."""
        if self._file:
            self.app.copy_to_clipboard(self._file)
            self.show_notice(_("Copied: {line}").format(line=self._file), self._file)

    def action_leave_with(self, result: str) -> None:
        is_refused = {"take_back": not self._may_take_back, "again": not self._may_play_again}
        if not is_refused.get(result, False):
            self.dismiss(result)
