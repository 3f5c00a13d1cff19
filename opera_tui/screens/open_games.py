"""Every game that has not ended, the newest first: Enter goes back to one."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from opera_protocol.i18n import N_
from opera_protocol.telling import plain
from opera_tui.i18n import _
from opera_tui.last_tables import LastTable, LastTables, Where
from opera_tui.plans import Continue
from opera_tui.rows import Row, Span, column, row
from opera_tui.screens.shell_screen import ShellScreen
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.too_small import TooSmall

WHERE: Final[dict[Where, str]] = {"solo": N_("against bots"), "host": N_("on this machine")}
"""Servers that have no address to be told."""


class OpenGamesScreen(ShellScreen[None]):
    """What `Continue` on the home screen has no room for."""

    CSS_PATH = "../styles/forms.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", N_("back"), key_display="esc", tooltip=N_("Go back to the home screen.")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[LastTable] = []

    def compose(self) -> ComposeResult:
        yield Lines(self.looks, id="open")
        yield TooSmall()
        yield self.key_line()

    def on_mount(self) -> None:
        games = self.query_one("#open", Lines)
        games.border_title = Content(_("Open games"))
        games.focus()
        self._look_again()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._look_again()

    def _look_again(self) -> None:
        """A table that was not there any more is not in the list again."""
        self._games = LastTables().all()
        lines = [_line(str(place), game) for place, game in enumerate(self._games)]
        foot = [] if lines else [row(Span(" " + _("No game is open."), "quiet"))]
        self.query_one("#open", Lines).set_lines(lines, [_head()], foot)

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.shell.follow(Continue(self._games[int(message.line.id)]))

    def action_help(self) -> None:
        self.shell.show_rules("opera", "home")


def _head() -> Row:
    names = ((_("table"), 16), (_("game"), 11), (_("stands at"), 27), (_("where"), 20))
    return row(" ", *(column(name, cells, "quiet") for name, cells in names))


def _line(line_id: str, game: LastTable) -> Line:
    name = plain(game.name)
    where = _(WHERE[game.where]) if game.where in WHERE else plain(game.address)
    content = row(
        column(name, 16), column(plain(game.game).capitalize(), 11), column(stands_at(game), 27), column(where, 22)
    )
    return Line(line_id, content, _("continue {table}").format(table=name))


def stands_at(game: LastTable) -> str:
    """How far a game is, as far as it is known without asking the server."""
    if not game.progress:
        return _("not begun")
    told = _("round {n} of {all}") if game.game == "opera" else _("turn {n} of {all}")
    shown = told.format(n=game.progress, all=game.length)
    return _("{told}, your turn").format(told=shown) if game.is_my_turn else shown
