"""After the end: who won with what, how the points grew, and whether the shuffle is proved."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen

from opera_tui.boxes import KeyHint
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, also, fit, row
from opera_tui.session import Looks
from opera_tui.table_frame import footer
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.too_small import HORIZONTAL_BREAKPOINTS, VERTICAL_BREAKPOINTS, TooSmall
from opera_tui.wrapping import wrapped

WIDTH = 76
FRAME_ROWS = 4
"""Title, footer, and a blank row above and below what is between them."""


class GameOverScreen(Screen[str]):
    """Shows the ranking; what to do next is its result: `again`, `look` or nothing. Exporting leaves it open."""

    CSS_PATH = "game_over.tcss"
    AUTO_FOCUS = ""
    BINDINGS = [  # noqa: RUF012 - Textual's own form
        Binding("e", "export", "Export", id="over.export"),
        Binding("n", "leave_with('again')", "Again", id="over.again"),
        Binding("v", "leave_with('look')", "Look back", id="over.look"),
        Binding("enter,escape,q", "leave_with('')", "Back", id="over.back"),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup,b", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home", "scroll(-1000)", show=False),
        Binding("end", "scroll(1000)", show=False),
    ]
    HORIZONTAL_BREAKPOINTS = HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = VERTICAL_BREAKPOINTS

    def __init__(self, looks: Looks, title: str, rows: Sequence[Row], verdict: str, export: Callable[[], None]) -> None:
        super().__init__()
        self._export = export
        self._looks = looks
        self._title = title
        told = [row(" ", Span(line, "quiet")) for line in wrapped(verdict, WIDTH)] if verdict else []
        self._rows = [*rows, EMPTY, *told] if told else list(rows)

    def compose(self) -> ComposeResult:
        palette = self._looks.palette
        yield RowPanel(palette, id="title")
        with VerticalScroll(can_focus=False):
            yield RowPanel(palette, self._rows, id="ranking")
        yield RowPanel(palette, id="footer")
        yield TooSmall()

    def on_resize(self) -> None:
        self.query_one("#title", RowPanel).show([also(fit(row(f" {self._title}"), self.size.width), "your_turn")])
        hints = [
            KeyHint(self._looks.glyphs.up_down, _("scroll")),
            KeyHint("n", _("again")),
            KeyHint("v", _("look back")),
            KeyHint("e", _("export the transcript")),
            KeyHint("enter", _("back")),
        ]
        is_all_shown = len(self._rows) <= self.size.height - FRAME_ROWS
        self.query_one("#footer", RowPanel).show(footer(hints[is_all_shown:], (), self.size.width))

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self.action_scroll(pages * (self.size.height - FRAME_ROWS))

    def action_export(self) -> None:
        self._export()

    def action_leave_with(self, wish: str) -> None:
        self.dismiss(wish)
