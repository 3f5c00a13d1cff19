"""The end of a game: the screen with the ranking, another game with the same people, and the transcript as a file."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll

from opera_games.errors import Coded
from opera_protocol.client import Unreadable
from opera_protocol.texts.format import plain as plain_text
from opera_protocol.texts.i18n import N_
from opera_protocol.texts.sentences import VERDICTS, amendments
from opera_protocol.wire.documents import LobbyTable
from opera_protocol.wire.messages import LOBBY
from opera_tui.games.box import KeyHint
from opera_tui.games.face import Face
from opera_tui.games.taken_back import standing
from opera_tui.games.view import AnyGameView, GameView
from opera_tui.local.transcripts import content_of, file_name
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, also, fit, plain, row, width, wrapped
from opera_tui.session.session import Session
from opera_tui.table.conditions import TableConditions
from opera_tui.table.frame import footer
from opera_tui.table.lookback import Lookback, whole_log
from opera_tui.table.model import TableModel
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import HELP, InShell, TooSmall
from opera_tui.widgets.status_lines import spread

WIDTH = 76
FRAME_ROWS = 4
"""Title, footer, and a blank row above and below what is between them."""

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
        Binding("n", "leave_with('again')", "Again", id="over.again"),
        Binding("v,escape,enter", "leave_with('look')", "Look back", id="over.look"),
        Binding("z,delete", "leave_with('take_back')", "Take back", id="over.take_back"),
        Binding("q", "leave_with('leave')", "Leave", id="over.leave"),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup,b", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home", "scroll(-1000)", show=False),
        Binding("end", "scroll(1000)", show=False),
    ]

    def __init__(
        self,
        title: str,
        rows: Sequence[Row],
        remarks: Sequence[str],
        export: Callable[[], None],
        *,
        may_take_back: bool = False,
        may_play_again: bool = True,
    ) -> None:
        super().__init__()
        self._may_play_again = may_play_again
        self._may_take_back = may_take_back
        self._export = export
        self._title = title
        self._rematch = ""
        text = [row(" ", Span(line, "quiet")) for remark in remarks for line in wrapped(remark, WIDTH)]
        self._rows = [*rows, EMPTY, *text] if text else list(rows)

    def compose(self) -> ComposeResult:
        palette = self.looks.palette
        yield RowPanel(palette, id="title")
        with VerticalScroll(can_focus=False):
            yield RowPanel(palette, self._rows, id="ranking")
        yield RowPanel(palette, id="footer")
        yield TooSmall()

    def on_resize(self) -> None:
        self._paint()

    def tell_rematch(self, sentence: str) -> None:
        """Say in the title that others have opened the next game, or no longer."""
        if sentence != self._rematch:
            self._rematch = sentence
            self.call_later(self._paint)

    def _paint(self) -> None:
        self.query_one("#title", RowPanel).show([also(fit(self._headline(), self.size.width), "your_turn")])
        hints = [
            KeyHint(self.looks.glyphs.up_down, _("scroll")),
            *([KeyHint("n", _("join") if self._rematch else _("again"), is_kept=True)] if self._may_play_again else []),
            KeyHint("v enter", _("look back"), is_kept=True),
            *([KeyHint("z", _("play on"))] if self._may_take_back else []),
            KeyHint("e", _("export")),
            KeyHint("?", _("help")),
            KeyHint("q", _("leave"), is_kept=True),
        ]
        is_all_shown = len(self._rows) <= self.size.height - FRAME_ROWS
        self.query_one("#footer", RowPanel).show(footer(hints[is_all_shown:], self.size.width))

    def _headline(self) -> Row:
        """Return the result and the next game; where there is no room for both, the next game."""
        title, rematch = row(f" {self._title}"), row(f" {self._rematch} ")
        if not self._rematch:
            return title
        both = width(title) + width(rematch) <= self.size.width
        return spread(title, rematch, self.size.width) if both else rematch

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self.action_scroll(pages * (self.size.height - FRAME_ROWS))

    def action_export(self) -> None:
        self._export()

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

    def notice(self) -> None:
        """Show the result when the game has ended, and in it that others have opened the next one."""
        table = self._table
        if table.is_over and not self._is_shown and not table.is_behind:
            self._is_shown = True
            self.show()
        self.tell_rematch()

    def tell_rematch(self) -> None:
        if self._screen is not None:
            self._screen.tell_rematch(rematch_line(self._table))

    def show(self) -> None:
        self._table.in_background(self._show)

    async def _show(self) -> None:
        table = self._table
        export_it = partial(table.in_background, self._export)
        is_visit = table.application.machine.is_visit
        self._screen = await end_screen(table.session, table.model, export_it, is_visit=is_visit)
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
        path = await asyncio.to_thread(table.application.machine.write_transcript, name, content)
        if path is not None:
            table.tell(_("The transcript is in {file}").format(file=path))
        else:
            table.app.copy_to_clipboard(content.decode("utf-8"))
            table.tell(_("The transcript is in your clipboard, if your terminal lets programs copy"))


def rematch_line(table: TableConditions) -> str:
    """Say that others have opened the next game of the same people; empty if nobody has."""
    head, me = table.model.present.head, table.model.present.me
    if head is None or head.rematch is None or me is None or table.session.place.where in ("solo", "replay"):
        return ""
    if not table.session.client.is_in(LOBBY):
        return _("A rematch is open: n joins")
    known, is_whole = _listed(table.session, head.rematch)
    if known is None and not is_whole:
        return _("A rematch is open: n joins")
    if known is None or known.state != "open":
        return ""
    names = ", ".join(plain_text(player.name) for player in known.players if not player.level)
    return _("{names} opened a rematch: n joins").format(names=names) if names else _("A rematch is open: n joins")


def _listed(session: Session, table_id: str) -> tuple[LobbyTable | None, bool]:
    """Return a table as the lobby lists it, and whether every open one is listed."""
    try:
        view = session.client.room(LOBBY).view
        tables = {**view.lobby.tables, **view.own_tables}
    except Unreadable:
        return None, True
    return tables.get(table_id), sum(table.state == "open" for table in tables.values()) >= view.lobby.open


async def end_screen(
    session: Session, model: TableModel, export: Callable[[], None], *, is_visit: bool
) -> GameOverScreen:
    """Make the screen with the ranking, the points by round, what was taken back, and what became of the shuffle."""
    assert isinstance(model.view, GameView)
    title = plain(model.face.waiting_line(model.view))
    turns = await turn_ends(session, model.face, model.view) if model.face.plots_moments else []
    log = standing(await whole_log(session.client, model.view.room, type(model.view)))
    rows = model.face.final_rows(model.view, log, turns)
    verdict = session.client.room(model.view.room).verdict
    origin = model.view.head.origin
    remarks = amendments(
        model.view.head.taken_back, (origin.table, origin.actions) if origin else None, model.view.teller()
    )
    if verdict:
        remarks.append(_(NO_PROOF if is_visit else VERDICTS[verdict.code]))
    has_played = model.present.me is not None and session.place.where != "replay"
    return GameOverScreen(
        title, rows, remarks, export, may_take_back=model.present.may_branch, may_play_again=has_played
    )


async def turn_ends(session: Session, face: Face[Any], view: AnyGameView) -> list[AnyGameView]:
    """Return the table at the end of each turn but the last; nothing where the server shows no earlier moments.

    A turn takes an action of every player and a few more, so the search for each end skips that many actions.
    """
    back = Lookback(session.client, face, view.room, None)
    ends: list[AnyGameView] = []
    at = 0
    try:
        for turn in range(2, view.round + 1):
            at += len(view.seats)
            while (moment := await back.to(view, at)) is not None and moment.round < turn:
                at += 1
            if moment is None:
                return []
            ends.append(moment)
    except Coded:
        return []
    return ends


async def transcript(session: Session, table_id: str) -> tuple[str, bytes]:
    """Return the transcript of a game, and what its file is called."""
    content = content_of(await session.client.transcript(table_id))
    return file_name(session.client.room(table_id).view.head.name, table_id), content
