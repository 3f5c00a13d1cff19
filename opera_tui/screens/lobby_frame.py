"""What the lobby shows: its panels, and how they are kept up to date."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal

from opera_protocol.client import Room, Stage
from opera_protocol.i18n import N_
from opera_protocol.telling import plain
from opera_tui import lobby_view
from opera_tui.i18n import _
from opera_tui.lobby_view import OwnTable, Summary
from opera_tui.rows import EMPTY, Row, Span, also, fit, row
from opera_tui.screens.shell_screen import ShellScreen
from opera_tui.session import Session, tables_of
from opera_tui.table_frame import BAR_MARGIN, STAGES, in_two_lines, lost_line, spread
from opera_tui.widgets.entry import Entry
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.too_small import TooSmall


class Deed(NamedTuple):
    """What Enter does: for the border, and in one word for the footer."""

    does: str
    word: str


DEEDS: Final[Mapping[str, Deed]] = {
    "ready": Deed(N_("say ready at {table}"), N_("ready")),
    "start": Deed(N_("start the game at {table}"), N_("start")),
    "sit": Deed(N_("sit down at {table}"), N_("sit")),
    "go": Deed(N_("go to {table}"), N_("go")),
    "watch": Deed(N_("watch {table}"), N_("watch")),
}


class LobbyFrame(ShellScreen[None]):
    """Header, prompt line, tables, the chosen table and talk."""

    def __init__(self, session: Session, *, is_watching: bool = False) -> None:
        super().__init__()
        self.session = session
        self.is_watching = is_watching
        self._own: Room | None = None
        self._notice = ""
        self._standing = ""
        self._wanted = ""
        """The table that the cursor goes to as soon as it is in the list."""
        self._lobby: Room | None = None

    def compose(self) -> ComposeResult:
        palette = self.looks.palette
        yield RowPanel(palette, id="header")
        yield RowPanel(palette, id="prompt")
        yield Lines(self.looks, id="tables")
        with Horizontal(id="bottom"):
            yield RowPanel(palette, id="table")
            yield RowPanel(palette, id="talk")
        yield TooSmall()
        yield Entry()
        yield self.key_line()

    @property
    def tables(self) -> dict[str, Summary]:
        return tables_of(self._lobby) if self._lobby else {}

    @property
    def own(self) -> OwnTable | None:
        """The table where this player waits for the start."""
        if self._own is None or self._own.view.seat is None:
            return None
        return OwnTable(self._own.view)

    @property
    def chosen(self) -> str:
        """The table under the cursor."""
        line = self.query_one("#tables", Lines).line
        return line.id if line else ""

    def show_own(self, own: OwnTable) -> None:
        """Something happened at the own table; what was said before it may be wrong now."""
        standing, self._standing = self._standing, lobby_view.own_prompt(own)
        if standing != self._standing:
            self._notice = ""
        self.paint()

    def tell(self, told: str) -> None:
        """A sentence in the prompt line, until the next key does something."""
        self._notice = told
        self.paint()

    def _tick(self) -> None:
        if self.session.client.state.stage is Stage.LOST:
            self._paint_prompt()

    def on_resize(self) -> None:
        if self._lobby:
            self.call_after_refresh(self.paint)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self._lobby:
            self.paint()

    def paint(self) -> None:
        """Bring everything up to date; only rows that changed are painted."""
        if not self.query("#header"):
            return
        self._paint_header()
        self._paint_prompt()
        self._paint_tables()
        self._paint_table()

    def _paint_header(self) -> None:
        stage = self.session.client.state.stage
        state = Span(f"{_(STAGES[stage])} ", "warning" if stage is Stage.LOST else "quiet")
        line = self.session.place.join_line or self.session.place.address
        left, right = row(Span(f" {plain(line)}", "quiet")), row(Span(_("LOBBY"), "strong"), "  ", state)
        begun, _rest = in_two_lines(self._notice, self.size.width - BAR_MARGIN)
        shown = spread(left, right, self.size.width)
        if begun and stage is Stage.LIVE:
            shown = self._bar(begun)
        self.query_one("#header", RowPanel).show([shown])

    def _paint_prompt(self) -> None:
        if self.session.client.state.stage is not Stage.LIVE:
            shown = also(fit(row(" ", lost_line(self.session.client.state)), self.size.width), "line_down")
        else:
            _begun, notice = in_two_lines(self._notice, self.size.width - BAR_MARGIN)
            shown = self._bar(notice or (lobby_view.own_prompt(self.own) if self.own else self._invitation()))
        self.query_one("#prompt", RowPanel).show([shown])

    def _bar(self, told: str) -> Row:
        """A line of the prompt; bright for who waits at a table."""
        return also(fit(row(f" {told}"), self.size.width), "your_turn" if self.own else "bar")

    def _invitation(self) -> str:
        if self.is_watching:
            return _("Choose a table to watch.")
        return _("Choose a table to sit down, or open one.")

    def _paint_tables(self) -> None:
        tables = lobby_view.ordered(self.tables)
        lines = [self._line(place, *table) for place, table in enumerate(tables, start=1)]
        foot = [EMPTY, lobby_view.tables_foot(self.tables)]
        panel = self.query_one("#tables", Lines)
        panel.set_lines(lines, [lobby_view.table_head()], foot)
        if self._wanted in self.tables:
            panel.go_to(self._wanted)
            self._wanted = ""
        self.show_enter_word()

    def show_enter_word(self) -> None:
        """The footer says what Enter does at the table under the cursor."""
        deed = self.deed(self.chosen)
        self.query_one("#tables", Lines).enter_word = _(DEEDS[deed].word) if deed else ""
        self.refresh_bindings()

    def _line(self, number: int, table_id: str, table: Summary) -> Line:
        deed = self.deed(table_id)
        does = _(DEEDS[deed].does).format(table=plain(table["name"])) if deed else ""
        return lobby_view.table_line(number, table_id, table, does, self.looks.glyphs)

    def deed(self, table_id: str) -> str:
        """What Enter does at a table, as a word of `DEEDS`; empty if it does nothing."""
        table = self.tables.get(table_id)
        if table is None:
            return ""
        if self.own and self.own.view.room == table_id:
            return "ready" if not self.own.is_ready else "" if self.own.against_start() else "start"
        if table["state"] == "open" and not self.is_watching:
            return "sit" if len(table["players"]) < table["seats"] else ""
        if self.session.has_seat_at(table_id):
            return "go"
        return "watch" if lobby_view.can_watch(table) else ""

    def _paint_table(self) -> None:
        """The table where the player sits, or the one under the cursor."""
        panel, chosen = self.query_one("#table", RowPanel), self.tables.get(self.chosen)
        if self.own and self.chosen in ("", self.own.view.room):
            panel.set_title(lobby_view.table_title(self.own.head))
            panel.show(self._own_rows(self.own))
        elif chosen:
            panel.set_title(lobby_view.table_title(chosen))
            panel.show(lobby_view.summary_rows(chosen, self.looks.glyphs))
        else:
            panel.set_title("")
            panel.show([])
        talk = self.query_one("#talk", RowPanel)
        size = talk.content_size
        talk.show(lobby_view.talk_rows(self._own, size.width, size.height, self.looks.glyphs) if self._own else [])
        talk.set_note(self.shell.key_of("lobby.talk") + " " + _("talk") if self.own else "")

    def _own_rows(self, own: OwnTable) -> list[Row]:
        glyphs = self.looks.glyphs
        keys = {name: self.shell.key_of(f"lobby.{name}") for name in ("ready", "bots", "start")}
        seats = lobby_view.seat_rows(own, glyphs)
        rules = [EMPTY, *lobby_view.rules_rows(own.head, glyphs), EMPTY]
        return lobby_view.squeezed([*seats, *rules, *lobby_view.action_rows(own, keys, glyphs)])
