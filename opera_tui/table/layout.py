"""How a table is laid out: as tabs at 80x24, from 120x33 on with everything in sight."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message

from opera_protocol.client import Stage
from opera_tui.config.key_map import KeyMap
from opera_tui.games.box import CELLS, DOWN, LEFT_RIGHT, MOST_ROWS, UP, UP_DOWN, Box, KeyHint
from opera_tui.games.face import TALL_ROWS, Draw, Entry, Panel, Tip
from opera_tui.games.telling import ToldTurn
from opera_tui.games.view import AnyGameView, GameView, TableView
from opera_tui.look.i18n import _
from opera_tui.look.key_names import key_does
from opera_tui.look.narrow import Beside, Cells, drawn_at, fewest_lines, narrowed, row_of
from opera_tui.look.palette import Palette
from opera_tui.look.rows import Row, Span, fit, grounded, row, width, with_news_marked
from opera_tui.table.focus import Focus, marked, panel_hints, what_enter_does
from opera_tui.table.frame import LOG, footer, header, prompt, tabs
from opera_tui.table.lesson_rows import lesson_rows
from opera_tui.table.lookback import Past
from opera_tui.table.model import TableModel
from opera_tui.table.news import free_rows, shortened
from opera_tui.table.sizes import FRAME, NARROW_PANE_ROWS, TAB_CELLS, Sizes, box_narrowed
from opera_tui.table.tips import current_tip, filled, has_tip, in_few_words, whole
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.status_lines import spread

REVIEW = "table.review"
"""The id of the command that shows the whole of what happened."""
LOG_TOPIC = "log"
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
        self.panel_focus = Focus()
        self._box: Box | None = None
        """The box that was painted last."""
        self._view: AnyGameView | None = None
        """What the panels show."""
        self._headline: TableView | None = None
        """What the header shows, if it is not the present."""
        self._log_back = 0
        """How many rows the log is scrolled back."""
        self._small_box_rows = MOST_ROWS
        """How many rows the box has where the terminal is small and the box does not take the place of the tab."""
        self._drawn: list[Cells] = []
        """The cells of the box where it had to be made narrower; empty where it is shown as it was drawn."""
        self._drawn_pane: list[Cells] = []
        """The same of the tab in front."""
        self._log = model.playback.log
        """The log up to the moment that is shown."""

    def compose(self) -> ComposeResult:
        yield RowPanel(self._palette, id="lesson")
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
        widget.styles.width, widget.styles.height = panel.width, panel.height or "auto"
        widget.add_class("panel", update=False)  # it gets its styles when it is mounted
        return self._titled(widget, _(panel.title))

    def _titled(self, panel: RowPanel, title: str) -> RowPanel:
        panel.set_title(title)
        return panel

    def on_resize(self) -> None:
        self.post_message(self.Sized())

    @property
    def _sizes(self) -> Sizes:
        """The room that there is now."""
        return Sizes(self.size, self.screen.size, self.has_class("-lesson"))

    @property
    def is_wide(self) -> bool:
        """Whether everything is in sight at once."""
        return self._sizes.is_wide

    @property
    def _order(self) -> list[str]:
        """The ids of the panels that can be brought, in the order of Tab."""
        return [panel.id for panel in self._model.face.tabs] + [LOG]

    @property
    def help_topics(self) -> tuple[str, str]:
        """The help topic of the panel that has the focus or of the tab in front, and a further one or nothing."""
        front = self.panel_focus.panel or (self._order[0] if self.is_wide else self.front)
        panel = next((panel for panel in self._model.face.tabs if panel.id == front), None)
        if panel is None:
            return LOG_TOPIC, ""
        return panel.help_topic, panel.further_topic(self._view) if self._view else ""

    def bring(self, panel_id: str) -> None:
        """Bring a panel to the front and give it the focus or, asked again, give that back to the box."""
        self._log_back = 0
        if panel_id == self.panel_focus.panel:
            self.panel_focus.give_back()
        else:
            self.panel_focus.give_to(panel_id)
        self.front = panel_id or self._order[0]

    def _is_tall(self, box: Box | None) -> bool:
        """Return whether the box takes the place of panels: not while one of those has the focus."""
        if box is None or not (self._sizes.is_too_large(box) if self._is_small else box.is_tall):
            return False
        above = {panel.id for panel in self._model.face.wide[0]} if self.is_wide else set()
        return self.panel_focus.panel in {"", *above, *([LOG] if self.is_wide else [])}

    def _make_room(self, box: Box | None, *, is_tall: bool) -> None:
        """Give the box of a small terminal as many rows as it needs below the tab in front."""
        rows = MOST_ROWS
        if box is not None and self._is_small and not is_tall:
            rows = self._sizes.box_rows(box, len(self._news()))
        if rows != self._small_box_rows:
            self._small_box_rows = rows
            self._size_again()
        self.query_one("#bottom").styles.height = rows + FRAME if rows > MOST_ROWS else None

    def bring_next(self) -> None:
        """Bring the next panel; after the last one the box has the focus again, the first tab in front."""
        here = self.panel_focus.panel if self.is_wide or self._is_tall(self._box) else self.front
        following = [*self._order, ""]
        self.bring(following[following.index(here) + 1] if here else following[0])

    def tab_at(self, cell: int) -> str:
        """Return the id of the tab that stands at a cell; empty where there is none."""
        end = 0
        for panel_id, title in zip(self._order, self._titles(), strict=True):
            end += width(title)
            if cell < end:
                return panel_id
        return ""

    def _titles(self) -> list[Row]:
        """Draw each tab."""
        return tabs(self._model.face.tabs, self.front, self._model.playback.log.unread, self._keys)

    def take(self, key: str) -> bool:
        """Handle a key of the panel that has the focus: Esc gives it back, arrows move the cursor or scroll the log."""
        if not self.panel_focus.panel:
            return self.front == LOG and not self.is_wide and key in PAGES and self._scroll(key)
        if key == "escape" or (key == "enter" and self.entry is None):
            self.bring(self.panel_focus.panel)
        elif self.panel_focus.panel == LOG:
            return self._scroll(key)
        elif key in UP_DOWN or (key in LEFT_RIGHT and self.entry and self.entry.is_column):
            self.panel_focus.move(key, self._entries())
        else:
            return False
        return True

    @property
    def entry(self) -> Entry | None:
        """The entry under the cursor of the panel that has the focus."""
        return self.panel_focus.entry(self._entries())

    def _entries(self) -> Sequence[Entry]:
        panels = [panel for panel in self._model.face.tabs if panel.id == self.panel_focus.panel]
        return self._entries_of(panels[0]) if panels else ()

    def _entries_of(self, panel: Panel[Any]) -> Sequence[Entry]:
        return panel.entries(self._view, None if self.is_wide else self._sizes.pane_rows) if self._view else ()

    def thing_at(self, widget_id: str | None, line: int, cell: int) -> str:
        """Return what a click on a row of a panel chooses; empty for nothing."""
        line, cell = drawn_at(self._drawn_pane, line, cell)
        for panel in self._model.face.tabs:
            wide_id = f"panel-{panel.name}" if self._shown_at(panel) is panel else ""
            if widget_id == (wide_id if self.is_wide else "pane" if panel.id == self.front else ""):
                things = [entry.thing for entry in self._entries_of(panel) if entry.covers(line, cell)]
                return next(iter(things), "")
        return ""

    def _scroll(self, key: str) -> bool:
        """Scroll the log by arrows and pages; a page that is not there leaves the key to the table."""
        if key not in ARROWS:
            return False
        size = self._log_panel.size
        steps = ARROWS[key] * (size.height - 1 if key in PAGES else 1)
        furthest = self._log.furthest(size.height, size.width)
        before, self._log_back = self._log_back, max(0, min(furthest, self._log_back + steps))
        return key not in PAGES or self._log_back != before

    @property
    def _log_panel(self) -> RowPanel:
        return self.query_one("#log" if self.is_wide else "#pane", RowPanel)

    def paint(self, past: Past | None, always: Sequence[KeyHint]) -> None:
        """Bring every part up to date; an earlier moment may be shown instead of the present."""
        earlier = past.view if past else None
        self._log = past.log if past else self._model.playback.log
        box = self._model.face.waiting_box(past.watched, past.log.events) if past else self._model.box
        self._return_focus(box)
        is_tall = self._is_tall(box)
        classes = {"-wide": self.is_wide, "-tall": is_tall, "-small": self._is_small, "-whole": self._is_pane_whole}
        has_lesson = self._model.lesson.is_going_on and not past
        classes |= {"-lesson": has_lesson, "-crowded": self._sizes._replace(has_lesson=has_lesson).is_crowded}
        if any(self.has_class(name) != is_set for name, is_set in classes.items()):
            self.update_classes(classes)  # which finds all styles only once
            self._size_again()
        self._make_room(box, is_tall=is_tall)
        revealed = None if past else self._model.playback.revealed
        self._headline = earlier or (revealed.headline if revealed else None)
        if has_lesson:
            self._paint_lesson()
        self._rows("header", [header(self._model, self.size.width, wide=self.is_wide, past=self._headline)])
        self.paint_prompt()
        view = earlier or (revealed.board if revealed else None) or self._model.view
        if isinstance(view, GameView):
            self._paint_game(view, box)
        self._paint_box(box)
        height = 2 if is_tall else 1
        self._rows("footer", footer([*self._hints(box), *always], self.size.width, height))

    def _paint_lesson(self) -> None:
        """Paint what the lesson says, in as many rows as it needs."""
        rows, widget = lesson_rows(self._model, self.size.width), self.query_one("#lesson", RowPanel)
        if len(rows) != len(widget.shown):
            widget.styles.height = len(rows)
            self._size_again()
        widget.show(rows)

    def _return_focus(self, box: Box | None) -> None:
        """Give the focus back to a box that has just come and wants an answer: Enter is for what is asked now."""
        if box is not self._box and self._acts(box):
            self.panel_focus.give_back()
            if self._is_aside and self._model.is_deciding and self._model.decision.is_at_first_step:
                self.front = self._first
        self._box = box

    @property
    def _is_aside(self) -> bool:
        """Whether the tab in front says nothing about decisions: the log, or one that takes another's place."""
        front = [panel for panel in self._model.face.tabs if panel.id == self.front]
        return not front or bool(front[0].takes_place_of)

    def _acts(self, box: Box | None) -> bool:
        """Return whether Enter does something in the box."""
        return box is not None and (bool(box.does) or (box is self._model.box and self._model.is_deciding))

    def _hints(self, box: Box | None) -> list[KeyHint]:
        """Return the keys of the panel with the focus, or of the box; without a connection Enter tries again."""
        if self.panel_focus.panel:
            hints = panel_hints(self._model.glyphs, self.entry, scrolls=self.panel_focus.panel == LOG)
        else:
            hints = box.hints() if box else []
        if self._model.state.stage is not Stage.LOST:
            return hints
        return [*(hint for hint in hints if not hint.key.startswith("enter")), KeyHint("enter", _("try now"))]

    def paint_prompt(self) -> None:
        line = prompt(self._model, self.size.width, wide=self.is_wide, past=self._headline)
        self._rows("prompt", [line])

    def _paint_game(self, view: AnyGameView, box: Box | None) -> None:
        self._view = view
        own = self._model.face.own_line(view, wide=self.is_wide) if view.me is not None else ()
        lines = [row_of(line) for line in narrowed([own], self.size.width, 2)] if self._is_small else [own]
        self._rows("own", [grounded(fit(line, self.size.width), "behind") for line in lines])
        if self.is_wide:
            self._paint_panels(view, box.pointed if box else "")
        else:
            self._paint_tab(view, box)

    def _paint_panels(self, view: AnyGameView, pointed: str) -> None:
        for place in (panel for panels in self._model.face.wide for panel in panels):
            widget = self.query_one(f"#panel-{place.name}", RowPanel)
            panel = self._shown_at(place)
            has_focus = panel.id == self.panel_focus.panel
            rows = self._with_news(partial(_drawn, self._draws(place), pointed), view)
            if panel.stretched:
                rows = panel.stretched(view, place.width - FRAME, place.height - FRAME if place.height else len(rows))
            if not place.height and len(rows) != len(widget.shown):
                self._size_again()
            widget.set_title(_(panel.title))
            widget.show(marked(rows, self.entry, widget.size.width) if has_focus else rows)
            tip = in_few_words(self.tip) if panel.has_tip else ""
            widget.set_note(what_enter_does(self.entry) if has_focus else tip or panel.note(view))
            widget.set_class(has_focus, "-focused")
            widget.set_class(bool(tip) and not has_focus, "-tip")
        log = self._log_panel
        log.set_class(self.panel_focus.panel == LOG, "-focused")
        scroll = _("{key} scroll").format(key=self._keys.shown(LOG))
        log.set_note(what_enter_does(None) if self.panel_focus.panel == LOG else scroll)
        self._paint_log()

    def _with_news(self, draw: Callable[[AnyGameView], list[Row]], view: AnyGameView) -> list[Row]:
        """Draw a panel; while a step of somebody stands, what it changed is marked."""
        before = self._model.playback.news_since if view is self._model.view else None
        return with_news_marked(draw(before), draw(view)) if isinstance(before, GameView) else draw(view)

    def _shown_at(self, place: Panel[Any]) -> Panel[Any]:
        """Return the panel that stands at a place of the wide layout: one with the focus may take another's place."""
        focused = [panel for panel in self._model.face.tabs if panel.id == self.panel_focus.panel]
        return focused[0] if focused and focused[0].takes_place_of == place.id else place

    def _draws(self, panel: Panel[Any]) -> Draw[Any]:
        """Return what draws a panel of the wide layout at the terminal's height."""
        is_low = self.screen.size.height < TALL_ROWS
        return panel.low_rows if is_low and panel.low_rows else panel.wide_rows

    def _size_again(self) -> None:
        """Paint once more when log and box have got the sizes that they have now: they fill them."""
        self.call_after_refresh(self.post_message, self.Sized())

    def _paint_log(self) -> None:
        panel = self._log_panel
        self._log.unread = 0
        panel.show(
            self._log.last(panel.size.height or NARROW_PANE_ROWS, panel.size.width or self.size.width, self._log_back)
        )

    def _paint_tab(self, view: AnyGameView, box: Box | None) -> None:
        first, self._first = self._first, (box.panel if box else "") or self._model.face.first_tab(view)
        if self.front == first:
            self.front = self._first
        shown = [panel for panel in self._model.face.tabs if panel.id == self.front]
        if shown:
            rows = self._with_news(partial(self._tab_rows, shown[0], box.pointed if box else ""), view)
            has_focus = self.front == self.panel_focus.panel
            rows = marked(rows, self.entry, max(TAB_CELLS, self.size.width)) if has_focus else rows
            self._paint_pane(rows, self._beside(shown[0], view, len(rows)))
        else:
            self._give_to_pane(0)
            self._paint_log()
        line = row(*self._titles())
        words = self._beside_tabs(box, self.size.width - width(line) - 1)
        self._rows(
            "tabs", [spread(line, words, self.size.width) if width(line) + width(words) < self.size.width else line]
        )

    def _tab_rows(self, panel: Panel[Any], pointed: str, view: AnyGameView) -> list[Row]:
        """Draw the tab in front: one that fits any size fills the room that there is."""
        if panel.stretched:
            height = self.query_one("#pane", RowPanel).size.height if self._is_small else 0
            return panel.stretched(view, self.size.width, height or self._sizes.pane_rows)
        assert panel.narrow_rows is not None
        return panel.narrow_rows(view, pointed, self._sizes.pane_rows)

    def _beside(self, panel: Panel[Any], view: AnyGameView, rows: int) -> Beside | None:
        """Return which block of a tab may stand below the rest."""
        table = panel.table_rows(view) if panel.table_rows else rows
        return Beside(panel.beside_at, table, panel.label_cells) if panel.beside_at else None

    def _paint_pane(self, rows: list[Row], beside: Beside | None) -> None:
        """Show the tab in front; where it has less room than it was drawn for, its columns stand below each other."""
        pane = self.query_one("#pane", RowPanel)
        self._drawn_pane = []
        if self._is_small and pane.size:
            height = pane.size.height if self._is_pane_whole else self._sizes.rows_inside - self._small_box_rows
            if beside and beside.label and fewest_lines(rows, pane.size.width, beside) > height:
                # What explains a table gives way to it.
                rows = rows[: beside.rows]
            self._drawn_pane = narrowed(rows, pane.size.width, height, beside=beside)
            if beside and fewest_lines(rows, pane.size.width, beside) > height:
                self._drawn_pane = narrowed(rows, pane.size.width, height)
            rows = [row_of(line) for line in self._drawn_pane]
        self._give_to_pane(len(rows))
        pane.show(rows)

    def _give_to_pane(self, rows: int) -> None:
        """Let the tab in front be higher than usual if its columns stand below each other."""
        needs_more = self._is_small and not self._is_pane_whole and rows > NARROW_PANE_ROWS
        self.query_one("#pane").styles.max_height = rows if needs_more else None

    @property
    def _is_small(self) -> bool:
        return self._sizes.is_small

    @property
    def _is_pane_whole(self) -> bool:
        """Whether the tab in front takes the place of the box: in a small terminal, while it has the focus."""
        return self._is_small and bool(self.panel_focus.panel)

    def _beside_tabs(self, box: Box | None, cells: int) -> Row:
        """Return what happened last before the decision if the box has no room for it, and a tip after the next key."""
        tip, news = self.tip, self._news()
        has_room = box is not None and free_rows(box.rows(), self._box_rows) > 0
        if news and not has_room and self.front != LOG and (tip is None or self._model.decision.is_fresh):
            return row(shortened(news, 1, cells - 1, self._keys.shown(REVIEW))[0], " ")
        return row(Span(f"{tip.few_words} ", "soft")) if tip else ()

    def _news(self) -> Sequence[ToldTurn]:
        """Return what happened since the last decision, while one is open and not yet at a further step."""
        model = self._model
        return model.playback.before_decision if model.is_deciding and model.decision.is_at_first_step else ()

    @property
    def _box_rows(self) -> int:
        return self.query_one("#box", RowPanel).size.height

    def _paint_box(self, box: Box | None) -> None:
        widget = self.query_one("#box", RowPanel)
        widget.set_title(box.title if box else "")
        widget.set_note(self._what_enter_does(box))
        widget.set_class(self._acts(box) and not self.panel_focus.panel, "-focused")
        rows = self._filled(whole(box, widget.size.height), widget.size.height) if box else []
        is_cut = widget.size.width and (widget.size.width < CELLS or len(rows) > widget.size.height)
        self._drawn = box_narrowed(box, rows, widget.size) if box and is_cut else []
        widget.show([row_of(line) for line in self._drawn] or rows)

    def place_in_box(self, line: int, cell: int) -> tuple[int, int]:
        """Return the row and cell of a box as it was drawn, for a place where the screen shows it."""
        return drawn_at(self._drawn, line, cell)

    @property
    def tip(self) -> Tip | None:
        """The advice that is true now, if tips are wanted."""
        return current_tip(self._model) if self._tips and not self._model.lesson.is_going_on else None

    def _filled(self, rows: list[Row], height: int) -> list[Row]:
        """Put what happened since the last decision into the free rows of a box, and the tip unless a border has it."""
        tip = None if not self.is_wide or has_tip(self._model.face, is_tall=self.has_class("-tall")) else self.tip
        return filled(rows, self._news(), height, self._keys.shown(REVIEW), tip)

    def _what_enter_does(self, box: Box | None) -> str:
        if box is None or self.panel_focus.panel:
            return ""
        if self._model.state.stage is not Stage.LIVE and self._model.is_deciding:
            return _("no connection; what you prepared is kept")
        if self._model.decision.is_sending:
            return _("sent …")
        does = key_does("enter", box.does)
        both = "  ".join(part for part in (box.note, does) if part)
        return does if does and cell_len(both) > self.query_one("#box").size.width - FRAME else both

    def _rows(self, panel: str, rows: Sequence[Row]) -> None:
        self.query_one(f"#{panel}", RowPanel).show(rows)


def _drawn(draw: Draw[Any], pointed: str, view: AnyGameView) -> list[Row]:
    return draw(view, pointed)
