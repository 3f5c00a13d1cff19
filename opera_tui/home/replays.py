"""The list of finished games, the newest first: Enter opens one."""

from datetime import datetime
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import N_
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row
from opera_tui.session.finished_games import FinishedGame, FinishedGames
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.shell_screen import ShellScreen, TooSmall

WHERE: Final = {"solo": N_("against bots"), "host": N_("hosted here"), "transcript": N_("transcript")}
WIDTHS: Final = (17, 13, 10, 13, 24)


class ReplaysScreen(ShellScreen[None]):
    """The player's finished games on this machine."""

    CSS_PATH = "../styles/forms.tcss"
    HELP_TOPIC = "replay"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", N_("back"), key_display="esc", tooltip=N_("Go back to the home screen.")),
    ]

    def __init__(self, finished: FinishedGames) -> None:
        super().__init__()
        self._finished = finished

    def compose(self) -> ComposeResult:
        yield Lines(self.looks, id="finished")
        yield TooSmall()
        yield self.key_line()

    def on_mount(self) -> None:
        games = self.query_one("#finished", Lines)
        games.set_title(_("Replays"))
        lines = [_line(str(place), game) for place, game in enumerate(self._finished.games)]
        games.set_lines(lines, [_head()], [row(" ", Span(text, "quiet")) for text in self._remarks()])
        games.focus()

    def _remarks(self) -> list[str]:
        """Say what the list does not show."""
        remarks = []
        if not self._finished.games:
            remarks += [
                _("No finished game of yours is kept on this machine."),
                _("A game at another server comes here when you export it after its end."),
            ]
        if not self._finished.is_whole:
            remarks += [_("The server for others does not answer; games that ended there are missing.")]
        return remarks

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.shell.follow(self._finished.games[int(message.line.id)].intent)

    def action_back(self) -> None:
        self.shell.ask_to_go_home()


def _head() -> Row:
    names = (_("ended"), _("table"), _("game"), _("where"), _("players"))
    return row(" ", *(column(name, cells, "quiet") for name, cells in zip(names, WIDTHS, strict=True)))


def _line(line_id: str, game: FinishedGame) -> Line:
    ended = datetime.fromtimestamp(game.ended_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    name = plain(game.name)
    players = ", ".join(plain(player) for player in game.players)
    texts = (ended, name, plain(game.game).capitalize(), _(WHERE[game.where]), players)
    content = row(*(column(text, cells) for text, cells in zip(texts, WIDTHS, strict=True)))
    return Line(line_id, content, _("look at {table}").format(table=name))
