"""The end of a game: the screen with the ranking, another game with the same people, and the transcript as a file."""

from collections.abc import Callable, Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll

from opera_protocol.client import ClientError
from opera_protocol.local.storage import storage_errors, write_new
from opera_protocol.texts.sentences import VERDICTS
from opera_tui.games.box import KeyHint
from opera_tui.games.view import AnyGameView, GameView
from opera_tui.local.transcripts import content_of, file_name, transcripts_folder
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, also, fit, plain, row, wrapped
from opera_tui.session.session import Session
from opera_tui.table.frame import footer
from opera_tui.table.lookback import Lookback, whole_log
from opera_tui.table.model import TableModel
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import InShell, TooSmall

WIDTH = 76
FRAME_ROWS = 4
"""Title, footer, and a blank row above and below what is between them."""


class GameOverScreen(InShell[str]):
    """Show the ranking. The result is what to do next: `again`, `look` or nothing; exporting leaves it open."""

    CSS_PATH = "../styles/game_over.tcss"
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

    def __init__(self, title: str, rows: Sequence[Row], verdict: str, export: Callable[[], None]) -> None:
        super().__init__()
        self._export = export
        self._title = title
        text = [row(" ", Span(line, "quiet")) for line in wrapped(verdict, WIDTH)] if verdict else []
        self._rows = [*rows, EMPTY, *text] if text else list(rows)

    def compose(self) -> ComposeResult:
        palette = self.looks.palette
        yield RowPanel(palette, id="title")
        with VerticalScroll(can_focus=False):
            yield RowPanel(palette, self._rows, id="ranking")
        yield RowPanel(palette, id="footer")
        yield TooSmall()

    def on_resize(self) -> None:
        self.query_one("#title", RowPanel).show([also(fit(row(f" {self._title}"), self.size.width), "your_turn")])
        hints = [
            KeyHint(self.looks.glyphs.up_down, _("scroll")),
            KeyHint("n", _("again")),
            KeyHint("v", _("look back")),
            KeyHint("e", _("export the transcript")),
            KeyHint("enter", _("back")),
        ]
        is_all_shown = len(self._rows) <= self.size.height - FRAME_ROWS
        self.query_one("#footer", RowPanel).show(footer(hints[is_all_shown:], self.size.width))

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        self.action_scroll(pages * (self.size.height - FRAME_ROWS))

    def action_export(self) -> None:
        self._export()

    def action_leave_with(self, result: str) -> None:
        self.dismiss(result)


async def end_screen(session: Session, model: TableModel, export: Callable[[], None]) -> GameOverScreen:
    """Make the screen with the ranking, the points by round, and what became of the shuffle."""
    assert isinstance(model.view, GameView)
    title = plain(model.face.waiting_line(model.view))
    turns = await turn_ends(session, model.view) if model.face.plots_moments else []
    rows = model.face.final_rows(model.view, await whole_log(session.client, model.view.room, type(model.view)), turns)
    verdict = session.client.room(model.view.room).verdict
    return GameOverScreen(title, rows, _(VERDICTS[verdict.code]) if verdict else "", export)


async def turn_ends(session: Session, view: AnyGameView) -> list[AnyGameView]:
    """Return the table at the end of each turn but the last; nothing where the server shows no earlier moments.

    A turn takes an action of every player and a few more, so the search for each end skips that many actions.
    """
    back = Lookback(session.client, view.room, None)
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
    except ClientError:
        return []
    return ends


async def export(session: Session, table_id: str) -> Path:
    """Write the transcript into a file and return its path."""
    lines = await session.client.transcript(table_id)
    folder = transcripts_folder()
    path = folder / file_name(session.client.room(table_id).view.head.name, table_id)
    with storage_errors(path):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            write_new(path, content_of(lines))
    return path
