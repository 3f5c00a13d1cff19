"""Games that are over, the newest first: Enter opens one to be looked at."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from opera_protocol.i18n import N_
from opera_protocol.telling import plain
from opera_tui.i18n import _
from opera_tui.rows import Row, Span, column, row
from opera_tui.screens.shell_screen import ShellScreen
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.too_small import TooSmall


class ReplaysScreen(ShellScreen[None]):
    """The player's finished games of one server."""

    CSS_PATH = "../styles/forms.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", N_("back"), key_display="esc", tooltip=N_("Go back to the home screen.")),
    ]

    def __init__(self, games: Sequence[Mapping[str, Any]]) -> None:
        super().__init__()
        self._games = games

    def compose(self) -> ComposeResult:
        yield Lines(self.looks, [_line(game) for game in self._games], id="finished")
        yield TooSmall()
        yield self.key_line()

    def on_mount(self) -> None:
        games = self.query_one("#finished", Lines)
        games.border_title = Content(_("Replays"))
        foot = [] if self._games else [row(Span(" " + _("No game of yours is finished yet."), "quiet"))]
        games.set_lines([_line(game) for game in self._games], [_head()], foot)
        games.focus()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.shell.open_finished(message.line.id)

    def action_back(self) -> None:
        self.shell.ask_to_go_home()

    def action_help(self) -> None:
        self.shell.show_rules("opera", "replay")


def _head() -> Row:
    names = ((_("ended"), 18), (_("table"), 14), (_("game"), 11), (_("players"), 30))
    return row(" ", *(column(name, cells, "quiet") for name, cells in names))


def _line(game: Mapping[str, Any]) -> Line:
    ended = datetime.fromtimestamp(game["ended"] / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    name = plain(game["name"])
    content = row(column(ended, 18), column(name, 14), column(plain(game["game"]).capitalize(), 11), _players(game))
    return Line(game["id"], content, _("look at {table}").format(table=name))


def _players(game: Mapping[str, Any]) -> str:
    """Who played, as far as the server tells."""
    names = [player["name"] if isinstance(player, Mapping) else player for player in game.get("players", ())]
    return ", ".join(plain(str(name)) for name in names)
