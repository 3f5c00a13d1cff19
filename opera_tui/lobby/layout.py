"""How the lobby is laid out: header, prompt line, tables, and below them one table and its talk."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from opera_protocol.client import Stage
from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import LobbyTable
from opera_tui.config.appearance import Looks
from opera_tui.lobby import view
from opera_tui.lobby.model import DEEDS, LobbyModel
from opera_tui.lobby.view import OwnTable
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, also, fit, row
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.status_lines import BAR_MARGIN, STAGES, in_two_lines, lost_line, spread


class LobbyLayout(Vertical):
    """Lay out all parts of the lobby's screen; painting brings them up to date, row by row."""

    def __init__(self, model: LobbyModel, looks: Looks) -> None:
        super().__init__()
        self._model = model
        self._looks = looks
        self.tables = Lines(looks, id="tables")
        self._header, self._prompt, self._table, self._talk = (
            RowPanel(looks.palette, id=name) for name in ("header", "prompt", "table", "talk")
        )

    def compose(self) -> ComposeResult:
        yield self._header
        yield self._prompt
        yield self.tables
        with Horizontal(id="bottom"):
            yield self._table
            yield self._talk

    def on_mount(self) -> None:
        self.tables.set_title(_("Tables"))
        self._talk.set_title(_("Talk"))

    @property
    def chosen(self) -> str:
        """Return the id of the table under the cursor."""
        return self.tables.line.id if self.tables.line else ""

    def paint(self) -> None:
        """Bring everything up to date; only rows that changed are painted."""
        self._paint_tables()
        self.paint_around()

    def paint_around(self) -> None:
        """Bring everything but the list of tables up to date."""
        self._paint_header()
        self.paint_prompt()
        self._paint_table()
        self._paint_talk()
        deed = self._model.deed(self.chosen)
        self.tables.enter_word = _(DEEDS[deed].word) if deed else ""
        self.screen.refresh_bindings()

    def _paint_header(self) -> None:
        session = self._model.session
        stage = session.client.state.stage
        state = Span(f"{_(STAGES[stage])} ", "warning" if stage is Stage.LOST else "quiet")
        line = session.place.join_line or session.place.address
        left, right = row(Span(f" {plain(line)}", "quiet")), row(Span(_("LOBBY"), "strong"), "  ", state)
        begun, _rest = in_two_lines(self._model.notice, self.size.width - BAR_MARGIN)
        shown = self._bar(begun) if begun and stage is Stage.LIVE else spread(left, right, self.size.width)
        self._header.show([shown])

    def paint_prompt(self) -> None:
        state = self._model.session.client.state
        trouble = lost_line(state) if state.stage is not Stage.LIVE else self._model.unreadable
        _begun, notice = in_two_lines(self._model.notice, self.size.width - BAR_MARGIN)
        down = also(fit(row(" ", trouble), self.size.width), "line_down")
        self._prompt.show([down if trouble else self._bar(notice or self._model.prompt)])

    def _bar(self, text: str) -> Row:
        """Return a line of the prompt; it is bright while the player waits at a table."""
        return also(fit(row(f" {text}"), self.size.width), "your_turn" if self._model.own else "bar")

    def _paint_tables(self) -> None:
        tables = self._model.tables
        lines = [self._line(place, *table) for place, table in enumerate(view.ordered(tables), start=1)]
        self.tables.set_lines(lines, [view.table_head()], [EMPTY, view.tables_foot(tables)])
        if self._model.wanted in tables:
            self.tables.go_to(self._model.wanted)
            self._model.wanted = ""

    def _line(self, number: int, table_id: str, table: LobbyTable) -> Line:
        deed = self._model.deed(table_id)
        does = _(DEEDS[deed].does).format(table=plain(table.name)) if deed else ""
        return view.table_line(number, table_id, table, does, self._looks.glyphs)

    def _paint_table(self) -> None:
        """Show the table where the player sits, or the one under the cursor."""
        own, chosen = self._model.own, self._model.tables.get(self.chosen)
        if own and self.chosen in ("", own.room):
            self._table.set_title(view.table_title(own.head))
            self._table.show(self._own_rows(own))
        elif chosen:
            self._table.set_title(view.table_title(chosen))
            self._table.show(view.summary_rows(chosen, self._looks.glyphs))
        else:
            self._table.set_title("")
            self._table.show([])

    def _paint_talk(self) -> None:
        seat, size = self._model.seat, self._talk.content_size
        self._talk.show(view.talk_rows(seat, size.width, size.height, self._looks.glyphs) if seat else [])
        self._talk.set_note(self._looks.key_of("lobby.talk") + " " + _("talk") if self._model.own else "")

    def _own_rows(self, own: OwnTable) -> list[Row]:
        glyphs = self._looks.glyphs
        keys = {name: self._looks.key_of(f"lobby.{name}") for name in ("ready", "bots", "start")}
        rules = [EMPTY, *view.rules_rows(own.head, glyphs), EMPTY]
        return view.squeezed([*view.seat_rows(own, glyphs), *rules, *view.action_rows(own, keys, glyphs)])
