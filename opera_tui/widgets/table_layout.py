"""How a table is laid out: as tabs at 80x24, from 120x33 on with everything in sight."""

import time
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from opera_protocol.client import Stage
from opera_tui.boxes import Box, KeyHint
from opera_tui.faces.face import PanelSpec
from opera_tui.help import Tip, tip_for
from opera_tui.i18n import _
from opera_tui.palette import Palette
from opera_tui.rows import Row, Span, row, width
from opera_tui.table_frame import footer, header, prompt, spread, tabs
from opera_tui.table_model import TableModel
from opera_tui.table_view import TableView
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.wrapping import wrapped

WIDE_COLUMNS = 120
WIDE_ROWS = 33
NARROW_PANE_ROWS = 9
LOG = "g"
BOX_CELLS = 76


class TableLayout(Vertical):
    """All parts of the table screen; painting brings them up to date, row by row."""

    def __init__(self, model: TableModel, palette: Palette, *, tips: bool) -> None:
        super().__init__()
        self._model = model
        self._palette = palette
        self._tips = tips
        self.front = model.face.tabs[0].key
        """The tab in front, where panels are tabs."""

    def compose(self) -> ComposeResult:
        yield RowPanel(self._palette, id="header")
        yield RowPanel(self._palette, id="prompt")
        yield RowPanel(self._palette, id="tabs")
        yield RowPanel(self._palette, id="pane")
        with Vertical(id="panels"):
            for line, specs in enumerate(self._model.face.wide_rows):
                with Horizontal(classes=f"panel-row row{line}"):
                    for spec in specs:
                        yield self._panel(spec)
        yield RowPanel(self._palette, id="own")
        with Horizontal(id="bottom"):
            yield RowPanel(self._palette, id="box")
            yield self._titled(RowPanel(self._palette, id="log"), _("Log and talk"))
        yield RowPanel(self._palette, id="footer")

    def _panel(self, spec: PanelSpec) -> RowPanel:
        panel = RowPanel(self._palette, id=f"panel-{spec.key}")
        panel.styles.width, panel.styles.height = spec.width, spec.height
        panel.add_class("panel")
        return self._titled(panel, spec.title)

    def _titled(self, panel: RowPanel, title: str) -> RowPanel:
        panel.set_title(title)
        return panel

    @property
    def is_wide(self) -> bool:
        return self.size.width >= WIDE_COLUMNS and self.size.height >= WIDE_ROWS

    def paint(self, past: TableView | None, always: Sequence[KeyHint]) -> None:
        """Bring every part up to date; an earlier moment may stand in the panels instead of the present."""
        box = self._model.box
        is_tall = box is not None and box.is_tall
        if (self.is_wide, is_tall) != (self.has_class("-wide"), self.has_class("-tall")):
            self.set_class(self.is_wide, "-wide")
            self.set_class(is_tall, "-tall")
            # The log and the box get their sizes only now, and fill them once more then.
            self.call_after_refresh(self.paint, past, always)
        self._rows("header", [header(self._model, self.size.width, wide=self.is_wide)])
        self.paint_prompt()
        view = past or self._model.view
        if view is not None and view.game:
            self._paint_game(view, box)
        self._paint_box(box)
        is_tall = box is not None and box.is_tall and not self.is_wide
        height = 2 if is_tall else 1
        self._rows("footer", footer(self._hints(box), always, self.size.width, height, self._model.keys))

    def _hints(self, box: Box | None) -> list[KeyHint]:
        """The box's keys; without a connection Enter only tries to get it back."""
        hints = box.hints() if box else []
        if self._model.state.stage is not Stage.LOST:
            return hints
        return [*(hint for hint in hints if hint.key != "enter"), KeyHint("enter", _("try now"))]

    def paint_prompt(self) -> None:
        self._rows("prompt", [prompt(self._model, self.size.width, time.time_ns() // 1_000_000)])

    def _paint_game(self, view: TableView, box: Box | None) -> None:
        own = self._model.face.own_line(view, wide=self.is_wide) if view.me is not None else ()
        self._rows("own", [own])
        if self.is_wide:
            self._paint_panels(view, box)
        else:
            self._paint_tab(view, box)

    def _paint_panels(self, view: TableView, box: Box | None) -> None:
        face = self._model.face
        for spec in (spec for specs in face.wide_rows for spec in specs):
            self._rows(f"panel-{spec.key}", face.panel(spec.key, view, box))
            self.query_one(f"#panel-{spec.key}", RowPanel).set_note(face.panel_note(spec.key, view))
        size = self.query_one("#log", RowPanel).size
        self._model.log.unread = 0
        self._rows("log", self._model.log.last(size.height, size.width))

    def _paint_tab(self, view: TableView, box: Box | None) -> None:
        if self.front == LOG:
            self._model.log.unread = 0
            self._rows("pane", self._model.log.last(NARROW_PANE_ROWS, self.size.width))
        else:
            self._rows("pane", self._model.face.tab(self.front, view, box))
        line = tabs(self._model.face.tabs, self.front, self._model.log.unread, self._model.keys)
        tip = self._tip()
        words = row(Span(f"{tip.few_words} ", "quiet")) if tip else ()
        self._rows(
            "tabs", [spread(line, words, self.size.width) if width(line) + width(words) < self.size.width else line]
        )

    def _paint_box(self, box: Box | None) -> None:
        widget = self.query_one("#box", RowPanel)
        widget.set_title(box.title if box else "")
        widget.set_note(self._what_enter_does(box))
        widget.set_class(self._model.is_deciding, "-deciding")
        widget.show(self._with_tip(box.rows(), widget.size.height) if box else [])

    def _tip(self) -> Tip | None:
        """A few words about the decision that is open, for who wants them."""
        view = self._model.view
        if not self._tips or view is None or not self._model.is_deciding or not view.choices:
            return None
        return tip_for(view.head["game"], view.choices["kind"])

    def _with_tip(self, rows: list[Row], height: int) -> list[Row]:
        """In a box with room to spare the tip stands in its last rows."""
        tip = self._tip()
        if tip is None or not self.is_wide:
            return rows
        lines = [row(Span(f" {line}", "quiet")) for line in wrapped(tip.sentence, BOX_CELLS)]
        spare = height - len(rows) - len(lines)
        return [*rows, *[()] * spare, *lines] if spare > 0 else rows

    def _what_enter_does(self, box: Box | None) -> str:
        if box is None:
            return ""
        if self._model.state.stage is not Stage.LIVE and self._model.is_deciding:
            return _("no connection; what you prepared is kept")
        if self._model.is_sending:
            return _("sent …")
        does = _("enter {does}").format(does=box.does) if box.does else ""
        return "  ".join(part for part in (box.note, does) if part)

    def _rows(self, panel: str, rows: Sequence[Row]) -> None:
        self.query_one(f"#{panel}", RowPanel).show(rows)
