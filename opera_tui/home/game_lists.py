"""Lists of games, the newest first: those that have not ended, and finished ones."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_games.catalog import GAMES, about
from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.answers import Outcome
from opera_protocol.wire.plain_text import cut
from opera_tui.local.last_tables import LastTable, LastTables
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row
from opera_tui.session.finished_games import FinishedGame, FinishedGames
from opera_tui.session.intents import Continue, Intent
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.shell_screen import ShellScreen, TooSmall

OPEN_AT: Final = {"solo": N_("against bots"), "host": N_("on this machine")}
"""Names of servers without an address, in the list of open games."""
RESULT_CELLS: Final = 24
FINISHED_AT: Final = {"solo": N_("against bots"), "host": N_("hosted here"), "transcript": N_("transcript")}


class ListedGame(NamedTuple):
    """A line of a list: its texts by column, what Enter does, and the intent that leads there."""

    texts: Sequence[str]
    does: str
    intent: Intent


class GameListScreen(ShellScreen[None]):
    """Show games in columns; Enter goes to the one under the cursor."""

    CSS_PATH = "../styles/forms.tcss"
    HEADING: ClassVar[str] = ""
    COLUMNS: ClassVar[Sequence[tuple[str, int]]] = ()
    """The names of the columns and their widths."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", N_("back"), key_display="esc", tooltip=N_("Go back to the home screen.")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[ListedGame] = []

    def compose(self) -> ComposeResult:
        yield Lines(self.looks, id="games")
        yield TooSmall()
        yield self.key_line()

    def on_mount(self) -> None:
        games = self.query_one("#games", Lines)
        games.set_title(_(self.HEADING))
        games.focus()
        self._look_again()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._look_again()

    def _look_again(self) -> None:
        """List the games again, since one that was not there any more has been removed."""
        self._games = self.games()
        head = row(" ", *(column(_(name), cells, "quiet") for name, cells in self.COLUMNS))
        lines = [Line(str(place), self._row(game.texts), game.does) for place, game in enumerate(self._games)]
        foot = [row(" ", Span(text, "quiet")) for text in self.remarks()]
        self.query_one("#games", Lines).set_lines(lines, [head], foot)

    def _row(self, texts: Sequence[str]) -> Row:
        """Draw the texts in their columns, with a blank between them however long they are."""
        return row(
            *(row(column(text, cells - 1), " ") for text, (_name, cells) in zip(texts, self.COLUMNS, strict=True))
        )

    def games(self) -> list[ListedGame]:
        raise NotImplementedError

    def remarks(self) -> list[str]:
        """Say what the list does not show."""
        raise NotImplementedError

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.shell.follow(self._games[int(message.line.id)].intent)

    def action_back(self) -> None:
        self.dismiss()


class OpenGamesScreen(GameListScreen):
    """Show all games that have not ended, since `Continue` on the home screen has room for one."""

    HELP_TOPIC = "open_games"
    HEADING = N_("Open games")
    COLUMNS = ((N_("table"), 14), (N_("game"), 11), (N_("stands at"), 29), (N_("where"), 22))

    def games(self) -> list[ListedGame]:
        return [_open_game(game) for game in LastTables().all()]

    def remarks(self) -> list[str]:
        return [] if self._games else [_("No game is open.")]


class ReplaysScreen(GameListScreen):
    """Show the player's finished games on this machine."""

    HELP_TOPIC = "replays"
    HEADING = N_("Replays")
    COLUMNS = (
        (N_("ended"), 17),
        (N_("table"), 13),
        (N_("game"), 9),
        (N_("where"), 13),
        (N_("result"), RESULT_CELLS + 1),
    )

    def __init__(self, finished: FinishedGames) -> None:
        super().__init__()
        self._finished = finished

    def games(self) -> list[ListedGame]:
        return [_finished_game(game) for game in self._finished.games]

    def remarks(self) -> list[str]:
        remarks = []
        if not self._games:
            remarks += [
                _("No finished game of yours is kept on this machine."),
                _("A game at another server comes here when you export it after its end."),
            ]
        if not self._finished.is_whole:
            remarks += [_("The server for others does not answer; games that ended there are missing.")]
        return remarks

    def action_back(self) -> None:
        """Leave the server for solo games, too."""
        self.shell.ask_to_go_home()


def _open_game(game: LastTable) -> ListedGame:
    name = plain(game.name)
    where = _(OPEN_AT[game.where]) if game.where in OPEN_AT else plain(game.address)
    texts = (name, plain(game.game).capitalize(), _progress(game), where)
    return ListedGame(texts, _("continue {table}").format(table=name), Continue(game))


def _progress(game: LastTable) -> str:
    """Describe how far a game is, as far as it is known without asking the server."""
    if not game.progress or game.game not in GAMES:
        return _("not begun")
    shown = _(about(game.game).progress).format(n=game.progress, all=game.length)
    if game.where != "solo":
        return _("{told}, when you left").format(told=shown)
    return _("{told}, your turn").format(told=shown) if game.is_my_turn else shown


def _result(game: FinishedGame) -> str:
    """Return the points: the player's own, then those of the others, the winners first; without a result names."""
    names, result = [plain(player) for player in game.players], game.result
    if result is None:
        return ", ".join(names)
    points = [(seat, number) for seat, number in result.ranking if seat < len(names)]
    others = [(names[seat], number) for seat, number in points if seat != game.me]
    own = next((_own_result(result, seat, number) for seat, number in points if seat == game.me), "")
    template = "{players}" if result.winners is None or result.winners else _("nobody: {players}")
    room = RESULT_CELLS - cell_len(template.format(players=f"{own}; " if own else ""))
    return template.format(players="; ".join(part for part in (own, _in_room(others, room)) if part))


def _in_room(results: Sequence[tuple[str, int]], cells: int) -> str:
    """Return as many results as there is room for; a number is never cut, rather the name before it."""
    told = [f"{name} {points}" for name, points in results]
    wordings = [", ".join(told), *(", ".join(told[:most]) + " …" for most in range(len(told) - 1, 0, -1)), *told[:1]]
    for text in wordings:
        if cell_len(text) <= cells:
            return text
    name, points = results[0]
    return f"{cut(name, max(1, cells - len(str(points)) - 1))} {points}"


def _own_result(result: Outcome, seat: int, points: int) -> str:
    winners = [result.ranking[0][0]] if result.winners is None else result.winners
    return (_("you win, {points}") if seat in winners else _("you {points}")).format(points=points)


def when(time_ms: int) -> str:
    """Return a time as people write it; one that no calendar has as a question mark."""
    try:
        return datetime.fromtimestamp(time_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):
        return "?"


def _finished_game(game: FinishedGame) -> ListedGame:
    name = plain(game.name)
    texts = (when(game.ended_ms), name, plain(game.game).capitalize(), _(FINISHED_AT[game.where]), _result(game))
    return ListedGame(texts, _("look at {table}").format(table=name), game.intent)
