"""How a table is laid out: as tabs at 80x24, from 120x33 on with everything in sight."""

import time
from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message

from opera_protocol.client import Stage
from opera_tui.config.appearance import Palette
from opera_tui.config.commands import KeyMap
from opera_tui.games.box import DOWN, UP, Box, KeyHint
from opera_tui.games.face import Panel, Tip
from opera_tui.games.view import GameView, TableView
from opera_tui.help.pages import tip_for
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, row, width, wrapped
from opera_tui.table.frame import LOG, footer, header, prompt, tabs
from opera_tui.table.lookback import Past
from opera_tui.table.model import TableModel
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.status_lines import spread

WIDE_COLUMNS = 120
WIDE_ROWS = 33
NARROW_PANE_ROWS = 9
LOG_TOPIC = "log"
BOX_CELLS = 76
PAGES = {"pageup": 1, "pagedown": -1}
ARROWS = {**dict.fromkeys(UP, 1), **dict.fromkeys(DOWN, -1), **PAGES}


class TableLayout(Vertical):
    """All parts of the table screen; painting brings them up to date, row by row."""

    class Sized(Message):
        """The layout has another size; in a terminal without room it has none."""

    def __init__(self, model: TableModel, keys: KeyMap, palette: Palette, *, tips: bool) -> None:
        super().__init__()
        self._keys = keys
        self._model = model
        self._palette = palette
        self._tips = tips
        self.front = model.face.tabs[0].id
        """The id of the tab in front, where panels are tabs."""
        self._first = self.front
        """The tab that helps most where the game stands; it stays in front unless the player wants another."""
        self.held = ""
        """The id of the panel that has the arrows, where all are in sight; empty for the box."""
        self._log_back = 0
        """How many rows the log is scrolled back."""
        self._log = model.playback.log
        """The log up to the moment that is shown."""

    def compose(self) -> ComposeResult:
        yield RowPanel(self._palette, id="header")
        yield RowPanel(self._palette, id="prompt")
        yield RowPanel(self._palette, id="tabs")
        yield RowPanel(self._palette, id="pane")
        with Vertical(id="panels"):
            for line, panels in enumerate(self._model.face.wide):
                with Horizontal(classes=f"panel-row row{line}"):
                    for panel in panels:
                        yield self._panel(panel)
        yield RowPanel(self._palette, id="own")
        with Horizontal(id="bottom"):
            yield RowPanel(self._palette, id="box")
            yield self._titled(RowPanel(self._palette, id="log"), _("Log and talk"))
        yield RowPanel(self._palette, id="footer")

    def _panel(self, panel: Panel[Any]) -> RowPanel:
        widget = RowPanel(self._palette, id=f"panel-{panel.name}")
        widget.styles.width, widget.styles.height = panel.width, panel.height
        widget.add_class("panel")
        return self._titled(widget, _(panel.title))

    def _titled(self, panel: RowPanel, title: str) -> RowPanel:
        panel.set_title(title)
        return panel

    def on_resize(self) -> None:
        self.post_message(self.Sized())

    @property
    def is_wide(self) -> bool:
        return self.size.width >= WIDE_COLUMNS and self.size.height >= WIDE_ROWS

    @property
    def _order(self) -> list[str]:
        """The ids of the panels that can be brought, in the order of Tab."""
        return [panel.id for panel in self._model.face.tabs] + [LOG]

    @property
    def help_topic(self) -> str:
        """The help topic of the panel that has the arrows, or of the tab in front."""
        front = self.held or self._order[0] if self.is_wide else self.front
        return next((panel.help_topic for panel in self._model.face.tabs if panel.id == front), LOG_TOPIC)

    def bring(self, panel_id: str) -> None:
        """Bring a panel to the front; where all are in sight, give it the arrows or, asked again, take them back."""
        self._log_back = 0
        if self.is_wide:
            self.held = "" if panel_id == self.held else panel_id
        else:
            self.front = panel_id

    def bring_next(self) -> None:
        """Bring the next panel; after the last one, the box has the arrows again."""
        order = ["", *self._order] if self.is_wide else self._order
        here = self.held if self.is_wide else self.front
        self.bring(order[(order.index(here) + 1) % len(order)])

    def tab_at(self, cell: int) -> str:
        """Return the id of the tab that stands at a cell; empty where there is none."""
        end = 0
        for panel_id, title in zip(self._order, self._titles(), strict=True):
            end += cell_len(title.text)
            if cell < end:
                return panel_id
        return ""

    def _titles(self) -> Row:
        """Return a span for each tab."""
        return tabs(self._model.face.tabs, self.front, self._model.playback.log.unread, self._keys)

    def take(self, key: str) -> bool:
        """Handle a key that is for a panel: Esc gives the arrows back to the box, others may scroll the log."""
        if key == "escape" and self.is_wide and self.held:
            self.bring(self.held)
            return True
        return self._scroll(key)

    def _scroll(self, key: str) -> bool:
        """Scroll the log: by arrows and pages while it has the arrows, as a tab only by pages."""
        arrows = ARROWS if self.is_wide and self.held == LOG else PAGES
        if key not in arrows or (self.held if self.is_wide else self.front) != LOG:
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
        if not self.query("#header"):
            # Not composed yet, or being removed: updates may come at any moment.
            return
        earlier = past.view if past else None
        self._log = past.log if past else self._model.playback.log
        box = self._model.face.waiting_box(past.watched, past.log.events) if past else self._model.box
        is_tall = box is not None and box.is_tall
        if (self.is_wide, is_tall) != (self.has_class("-wide"), self.has_class("-tall")):
            self.set_class(self.is_wide, "-wide")
            self.set_class(is_tall, "-tall")
            # The log and the box get their sizes only now, and fill them once more then.
            self.call_after_refresh(self.paint, past, always)
        revealed = None if past else self._model.playback.revealed
        headline = earlier or (revealed.headline if revealed else None)
        self._rows("header", [header(self._model, self.size.width, wide=self.is_wide, past=headline)])
        self.paint_prompt()
        view = earlier or (revealed.board if revealed else None) or self._model.view
        if isinstance(view, GameView):
            self._paint_game(view, box)
        self._paint_box(box)
        is_tall = box is not None and box.is_tall and not self.is_wide
        height = 2 if is_tall else 1
        self._rows("footer", footer([*self._hints(box), *always], self.size.width, height))

    def _hints(self, box: Box | None) -> list[KeyHint]:
        """Return the box's keys; without a connection Enter only tries to get it back."""
        hints = box.hints() if box else []
        if self._model.state.stage is not Stage.LOST:
            return hints
        return [*(hint for hint in hints if hint.key != "enter"), KeyHint("enter", _("try now"))]

    def paint_prompt(self) -> None:
        self._rows("prompt", [prompt(self._model, self.size.width, time.time_ns() // 1_000_000)])

    def _paint_game(self, view: TableView, box: Box | None) -> None:
        own = self._model.face.own_line(view, wide=self.is_wide) if view.me is not None else ()
        self._rows("own", [own])
        pointed = box.pointed if box else ""
        if self.is_wide:
            self._paint_panels(view, pointed)
        else:
            self._paint_tab(view, pointed)

    def _paint_panels(self, view: TableView, pointed: str) -> None:
        for panel in (panel for panels in self._model.face.wide for panel in panels):
            widget = self.query_one(f"#panel-{panel.name}", RowPanel)
            widget.show(panel.wide_rows(view, pointed))
            widget.set_note(panel.note(view))
            widget.set_class(panel.id == self.held, "-held")
        self._log_panel.set_class(self.held == LOG, "-held")
        self._paint_log()

    def _paint_log(self) -> None:
        panel = self._log_panel
        self._log.unread = 0
        panel.show(
            self._log.last(panel.size.height or NARROW_PANE_ROWS, panel.size.width or self.size.width, self._log_back)
        )

    def _paint_tab(self, view: TableView, pointed: str) -> None:
        first, self._first = self._first, self._model.face.first_tab(view)
        if self.front == first:
            self.front = self._first
        shown = [panel.narrow_rows for panel in self._model.face.tabs if panel.id == self.front and panel.narrow_rows]
        if shown:
            self._rows("pane", shown[0](view, pointed))
        else:
            self._paint_log()
        line, words = self._titles(), self._beside_tabs()
        self._rows(
            "tabs", [spread(line, words, self.size.width) if width(line) + width(words) < self.size.width else line]
        )

    def _beside_tabs(self) -> Row:
        """Return a tip, else what happened last before the decision, which no box shows any more."""
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
        """Find the tip about the decision that is open, if the player wants tips."""
        model = self._model
        if not self._tips or not isinstance(model.view, GameView) or not model.is_deciding:
            return None
        step = model.decision.step.partition(".")[2]
        return tip_for(model.view.head.game, step or model.face.tip_kind(model.view))

    def _with_tip(self, rows: list[Row], height: int) -> list[Row]:
        """Put the tip into the last rows of a box with room to spare."""
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
        if self._model.decision.is_sending:
            return _("sent …")
        does = _("enter {does}").format(does=box.does) if box.does else ""
        return "  ".join(part for part in (box.note, does) if part)

    def _rows(self, panel: str, rows: Sequence[Row]) -> None:
        self.query_one(f"#{panel}", RowPanel).show(rows)
