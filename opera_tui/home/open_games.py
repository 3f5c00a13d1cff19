"""The list of games that have not ended, the newest first: Enter returns to one."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_games.catalog import GAMES, about
from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import N_
from opera_tui.local.last_tables import LastTable, LastTables, Where
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row
from opera_tui.session.intents import Continue
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.shell_screen import ShellScreen, TooSmall

WHERE: Final[dict[Where, str]] = {"solo": N_("against bots"), "host": N_("on this machine")}
"""How servers without an address are called."""


class OpenGamesScreen(ShellScreen[None]):
    """Show all games, since `Continue` on the home screen has room for one."""

    CSS_PATH = "../styles/forms.tcss"
    HELP_TOPIC = "home"
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
        games.set_title(_("Open games"))
        games.focus()
        self._look_again()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._look_again()

    def _look_again(self) -> None:
        """Read the list again, since a table that was not there any more has been removed."""
        self._games = LastTables().all()
        lines = [_line(str(place), game) for place, game in enumerate(self._games)]
        foot = [] if lines else [row(Span(" " + _("No game is open."), "quiet"))]
        self.query_one("#open", Lines).set_lines(lines, [_head()], foot)

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.shell.follow(Continue(self._games[int(message.line.id)]))


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
    """Describe how far a game is, as far as it is known without asking the server."""
    if not game.progress or game.game not in GAMES:
        return _("not begun")
    shown = _(about(game.game).progress).format(n=game.progress, all=game.length)
    return _("{told}, your turn").format(told=shown) if game.is_my_turn else shown
