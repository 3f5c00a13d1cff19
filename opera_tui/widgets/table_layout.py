"""How a table is laid out: as tabs at 80x24, from 120x33 on with everything in sight."""

import time
from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message

from opera_protocol.client import Stage
from opera_tui.boxes import DOWN, UP, Box, KeyHint
from opera_tui.faces.face import PanelSpec
from opera_tui.help import Tip, tip_now
from opera_tui.i18n import _
from opera_tui.lookback import Past
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
PAGES = {"pageup": 1, "pagedown": -1}
ARROWS = {**dict.fromkeys(UP, 1), **dict.fromkeys(DOWN, -1), **PAGES}


class TableLayout(Vertical):
    """All parts of the table screen; painting brings them up to date, row by row."""

    class Sized(Message):
        """The layout has another size; in a terminal without room it has none."""

    def __init__(self, model: TableModel, palette: Palette, *, tips: bool) -> None:
        super().__init__()
        self._model = model
        self._palette = palette
        self._tips = tips
        self.front = model.face.tabs[0].key
        """The tab in front, where panels are tabs."""
        self._first = self.front
        """The tab that helps most where the game stands; it stays in front unless the player wants another."""
        self.held = ""
        """The panel that has the arrows, where all are in sight; empty for the box."""
        self._log_back = 0
        """How many rows the log is scrolled back."""
        self._log = model.log
        """What has been told by the moment that is shown."""

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

    def on_resize(self) -> None:
        self.post_message(self.Sized())

    @property
    def is_wide(self) -> bool:
        return self.size.width >= WIDE_COLUMNS and self.size.height >= WIDE_ROWS

    @property
    def keys(self) -> list[str]:
        """The keys of the panels, in the order of Tab."""
        return [spec.key for spec in self._model.face.tabs] + [LOG]

    def bring(self, key: str) -> None:
        """Bring a panel to the front; where all are in sight, give it the arrows or, asked again, take them back."""
        self._log_back = 0
        if self.is_wide:
            self.held = "" if key == self.held else key
        else:
            self.front = key

    def bring_next(self) -> None:
        """The next panel; after the last one, the box has the arrows again."""
        keys = ["", *self.keys] if self.is_wide else self.keys
        here = self.held if self.is_wide else self.front
        self.bring(keys[(keys.index(here) + 1) % len(keys)])

    def tab_at(self, cell: int) -> str:
        """The key of the tab that stands at a cell; empty where there is none."""
        end = 0
        for key, title in zip(self.keys, self._titles(), strict=True):
            end += cell_len(title.text)
            if cell < end:
                return key
        return ""

    def _titles(self) -> Row:
        """A span for each tab."""
        return tabs(self._model.face.tabs, self.front, self._model.log.unread, self._model.keys)

    def take(self, key: str) -> bool:
        """Whether a key is for a panel: Esc gives the arrows back to the box, others may move the log."""
        if key == "escape" and self.is_wide and self.held:
            self.bring(self.held)
            return True
        return self._scroll(key)

    def _scroll(self, key: str) -> bool:
        """Move the log: with any arrow while it has them, as a tab with the keys for pages."""
        arrows = ARROWS if self.is_wide and self.held == LOG else PAGES
        if key not in arrows or LOG not in (self.held if self.is_wide else self.front):
            return False
        size = self._log_panel.size
        steps = arrows[key] * (size.height - 1 if key in PAGES else 1)
        furthest = self._log.furthest(size.height, size.width)
        self._log_back = max(0, min(furthest, self._log_back + steps))
        return True

    @property
    def _log_panel(self) -> RowPanel:
        return self.query_one("#log" if self.is_wide else "#pane", RowPanel)

    def paint(self, past: Past | None, always: Sequence[KeyHint]) -> None:
        """Bring every part up to date; an earlier moment may be shown instead of the present."""
        earlier = past.view if past else None
        self._log = past.log if past else self._model.log
        box = self._model.face.waiting_box(past.watched, past.log.events) if past else self._model.box
        is_tall = box is not None and box.is_tall
        if (self.is_wide, is_tall) != (self.has_class("-wide"), self.has_class("-tall")):
            self.set_class(self.is_wide, "-wide")
            self.set_class(is_tall, "-tall")
            # The log and the box get their sizes only now, and fill them once more then.
            self.call_after_refresh(self.paint, past, always)
        headline = earlier or (box.headline if box else None)
        self._rows("header", [header(self._model, self.size.width, wide=self.is_wide, past=headline)])
        self.paint_prompt()
        view = earlier or (box.board if box else None) or self._model.view
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
            panel = self.query_one(f"#panel-{spec.key}", RowPanel)
            panel.set_note(face.panel_note(spec.key, view))
            panel.set_class(spec.key == self.held, "-held")
        self._log_panel.set_class(self.held == LOG, "-held")
        self._paint_log()

    def _paint_log(self) -> None:
        panel = self._log_panel
        self._log.unread = 0
        panel.show(
            self._log.last(panel.size.height or NARROW_PANE_ROWS, panel.size.width or self.size.width, self._log_back)
        )

    def _paint_tab(self, view: TableView, box: Box | None) -> None:
        first, self._first = self._first, self._model.face.first_tab(view)
        if self.front == first:
            self.front = self._first
        if self.front == LOG:
            self._paint_log()
        else:
            self._rows("pane", self._model.face.tab(self.front, view, box))
        line, words = self._titles(), self._beside_tabs()
        self._rows(
            "tabs", [spread(line, words, self.size.width) if width(line) + width(words) < self.size.width else line]
        )

    def _beside_tabs(self) -> Row:
        """A tip, else what happened last before the decision, which no box tells any more."""
        tip = self._tip()
        if tip:
            return row(Span(f"{tip.few_words} ", "quiet"))
        return row(self._log.newest(), " ") if self._model.is_deciding and self.front != LOG else ()

    def _paint_box(self, box: Box | None) -> None:
        widget = self.query_one("#box", RowPanel)
        widget.set_title(box.title if box else "")
        widget.set_note(self._what_enter_does(box))
        widget.set_class(self._model.is_deciding and not (self.is_wide and self.held), "-deciding")
        widget.show(self._with_tip(box.rows(), widget.size.height) if box else [])

    def _tip(self) -> Tip | None:
        """A few words about the decision that is open, for who wants them."""
        view = self._model.view
        if not self._tips or view is None or not self._model.is_deciding:
            return None
        return tip_now(view, self._model.step)

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
