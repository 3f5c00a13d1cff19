"""The end of a game: the screen with the ranking, another game with the same people, and the transcript as a file."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.css.query import NoMatches

from opera_protocol.client import Unreadable
from opera_protocol.texts.format import plain as plain_text
from opera_protocol.texts.i18n import N_
from opera_protocol.texts.sentences import VERDICTS, amendments
from opera_protocol.wire.documents import LobbyTable
from opera_protocol.wire.messages import LOBBY
from opera_tui.games import has_booklet
from opera_tui.games.box import KeyHint
from opera_tui.games.result import SCROLLED, Room
from opera_tui.games.taken_back import standing
from opera_tui.games.view import GameView
from opera_tui.local.booklets import booklet_name
from opera_tui.look.i18n import _, listed, ngettext
from opera_tui.look.rows import EMPTY, Row, Span, also, fit, plain, row, width, wrapped
from opera_tui.session.after_round import all_open
from opera_tui.session.own_results import note_results
from opera_tui.session.session import Session
from opera_tui.session.transcript import transcript
from opera_tui.session.whole_log import whole_log
from opera_tui.table.conditions import TableConditions
from opera_tui.table.frame import WIDE_COLUMNS, WIDE_ROWS, footer
from opera_tui.table.model import TableModel
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import HELP, InShell, TooSmall
from opera_tui.widgets.status_lines import spread

MARGIN = 2
FRAME_ROWS = 3
"""Title, footer, and a blank row above what is between them."""

NO_PROOF: Final = N_(
    "Shuffle: it proves nothing to a visitor, since your part of it was made on the operator's machine, too."
)


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

    def show_notice(self, text: str, file: str = "") -> None:
        """Say what became of an export or a booklet until the screen is left; a file can be copied by its name."""
        self._notice, self._file = text, file
        if self.is_mounted and self.is_attached:
            # The rows go before their screen does: a file that is done only then is told of nowhere.
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


class EndOfGame:
    """The result of the game at a table: shown once by itself, later when asked for, and what is chosen there."""

    def __init__(self, table: TableConditions, *, is_shown: bool) -> None:
        self._table = table
        self._is_shown = is_shown
        self._screen: GameOverScreen | None = None
        self._is_printing = False

    def notice(self) -> None:
        """Show the result when the game has ended, and in it that others have opened the next one."""
        table = self._table
        if table.is_over and not self._is_shown and not table.is_behind:
            self._is_shown = True
            self.show()
            if table.model.present.me is not None and not table.application.machine.is_visit:
                table.in_background(partial(note_results, table.session))
        self.tell_rematch()

    def tell_rematch(self) -> None:
        if self._screen is not None:
            self._screen.tell_rematch(rematch_line(self._table))

    def show(self) -> None:
        self._table.in_background(self._show)

    async def _show(self) -> None:
        table = self._table
        machine = table.application.machine
        export_it = partial(table.in_background, self._export)
        print_it = partial(table.in_background, self._print) if machine.makes_booklets else None
        self._screen = await end_screen(table.session, table.model, export_it, print_it, is_visit=machine.is_visit)
        self._screen.tell_rematch(rematch_line(table))
        if table in table.app.screen_stack:
            await table.app.push_screen(self._screen, self._go_on_with)

    def _go_on_with(self, result: str | None) -> None:
        self._screen = None
        shell, session, table_id = self._table.shell, self._table.session, self._table.table_id
        if result == "again":
            shell.play_again(session, table_id)
        elif result == "take_back":
            shell.ask_to_play_on(session, table_id, None)
        elif result == "leave":
            shell.ask_to_leave(session, table_id)

    async def _export(self) -> None:
        table = self._table
        name, content = await transcript(table.session, table.table_id)
        written = await asyncio.to_thread(table.application.machine.write_transcript, name, content)
        if written:
            self._say(*written)
        else:
            table.app.copy_to_clipboard(content.decode("utf-8"))
            self._say(_("The transcript is in your clipboard, if your terminal lets programs copy"))

    def _say(self, text: str, file: str = "") -> None:
        """Show a sentence on the result, or where that is left already, in front of the table."""
        if self._screen is not None:
            self._screen.show_notice(text, file)
        else:
            self._table.tell(text)

    async def _print(self) -> None:
        """Write the booklet into a file; the server that checks the game for it takes a moment."""
        table = self._table
        if self._is_printing:
            return
        self._is_printing = True
        try:
            self._say(_("Printing the booklet …"))
            content = await table.shell.booklet(table.session, table.table_id)
            name = booklet_name(table.session.client.room(table.table_id).view.head.name, table.table_id)
            self._say(*await asyncio.to_thread(table.application.machine.write_booklet, name, content))
        finally:
            self._is_printing = False


def rematch_line(table: TableConditions) -> str:
    """Say that others have opened the next game of the same people; empty if nobody has."""
    head, me = table.model.present.head, table.model.present.me
    if head is None or head.rematch is None or me is None or table.session.place.where in ("solo", "replay"):
        return ""
    if not table.session.client.is_in(LOBBY):
        return _("A rematch is open: a joins")
    known, is_whole = _listed(table.session, head.rematch)
    if known is None and not is_whole:
        return _("A rematch is open: a joins")
    if known is None or known.state != "open":
        return ""
    people = [plain_text(player.name) for player in known.players if not player.level]
    if not people:
        return _("A rematch is open: a joins")
    # Translators: the verb agrees with one name or with several; “a” is a key.
    text = ngettext("{names} opened a rematch: a joins", "{names} opened a rematch: a joins", len(people))
    return text.format(names=listed(people))


def _listed(session: Session, table_id: str) -> tuple[LobbyTable | None, bool]:
    """Return a table as the lobby lists it, and whether every open one is listed."""
    try:
        view = session.client.room(LOBBY).view
        tables = {**view.lobby.tables, **view.own_tables}
    except Unreadable:
        return None, True
    return tables.get(table_id), sum(table.state == "open" for table in tables.values()) >= view.lobby.open


async def end_screen(
    session: Session,
    model: TableModel,
    export: Callable[[], None],
    booklet: Callable[[], None] | None = None,
    *,
    is_visit: bool,
) -> GameOverScreen:
    """Make the screen with the ranking, the points by round, what was taken back, and what became of the shuffle."""
    assert isinstance(model.view, GameView)
    title = plain(model.face.waiting_line(model.view))
    log = standing(await whole_log(session.client, model.view.room, type(model.view)))
    draw = partial(model.face.final_rows, await all_open(session.client, model.view), log)
    verdict = session.client.room(model.view.room).verdict
    origin = model.view.head.origin
    remarks = amendments(
        model.view.head.taken_back, (origin.table, origin.actions) if origin else None, model.view.teller()
    )
    if verdict:
        remarks.append(_(NO_PROOF if is_visit else VERDICTS[verdict.code]))
    has_played = model.present.me is not None and session.place.where != "replay"
    return GameOverScreen(
        title,
        draw,
        remarks,
        export,
        booklet if has_booklet(model.view.head.game) else None,
        farewell=model.lesson.farewell,
        may_take_back=model.present.may_branch,
        # A lesson or a puzzle begins again in its list; here that would be a whole game of the same name.
        may_play_again=has_played and not model.lesson.is_going_on,
    )
