"""After the end: who won with what, how the points grew, and whether the shuffle is proved."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen

from opera_tui.boxes import KeyHint
from opera_tui.i18n import _
from opera_tui.palette import Palette
from opera_tui.rows import EMPTY, Row, Span, row
from opera_tui.table_frame import footer
from opera_tui.widgets.row_panel import RowPanel


class GameOverScreen(Screen[str]):
    """Shows the ranking; what to do next is its result: `again`, `export`, `look` or nothing."""

    CSS_PATH = "game_over.tcss"
    AUTO_FOCUS = ""
    BINDINGS = [  # noqa: RUF012 - Textual's own form
        Binding("e", "leave_with('export')", "Export", id="over.export"),
        Binding("n", "leave_with('again')", "Again", id="over.again"),
        Binding("v", "leave_with('look')", "Look back", id="over.look"),
        Binding("enter,escape,q", "leave_with('')", "Back", id="over.back"),
    ]

    def __init__(self, palette: Palette, title: str, rows: Sequence[Row], verdict: str) -> None:
        super().__init__()
        self._palette = palette
        self._title = title
        self._rows = [*rows, EMPTY, row(Span(verdict, "quiet"))] if verdict else list(rows)

    def compose(self) -> ComposeResult:
        yield RowPanel(self._palette, [row(Span(f" {self._title}", "strong"))], id="title")
        with VerticalScroll(can_focus=False):
            yield RowPanel(self._palette, self._rows, id="ranking")
        yield RowPanel(self._palette, id="footer")

    def on_resize(self) -> None:
        hints = [
            KeyHint("n", _("again")),
            KeyHint("v", _("look back")),
            KeyHint("e", _("export the transcript")),
            KeyHint("enter", _("back")),
        ]
        self.query_one("#footer", RowPanel).show(footer(hints, (), self.size.width))

    def action_leave_with(self, wish: str) -> None:
        self.dismiss(wish)
