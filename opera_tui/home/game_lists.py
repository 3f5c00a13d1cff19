"""Lists of games, the newest first: those that have not ended, and finished ones."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_games.api import MOST_FIGURE
from opera_games.catalog import GAMES, about
from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import N_
from opera_tui.home.record import record_told
from opera_tui.local.last_tables import LastTable, LastTables
from opera_tui.local.record import record_of
from opera_tui.local.results import kept_results
from opera_tui.look.i18n import NP_, _, date_and_time
from opera_tui.look.rows import Row, Span, column, row
from opera_tui.session.finished_games import FinishedGame, FinishedGames
from opera_tui.session.intents import Continue, Intent
from opera_tui.session.own_results import result_text
from opera_tui.widgets.dialogs import Answer, QuestionScreen
from opera_tui.widgets.footer import Entry
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.shell_screen import ShellScreen, TooSmall, bindings

RESULT_CELLS: Final = 29
BORDERS: Final = 3
"""Cells beside a row of a list: its frame, and the cursor."""
DROP: Final = "d"
SEARCH: Final = "search"
MOST_WORDS: Final = 60
OPEN_AT: Final = {"solo": N_("against bots"), "host": N_("on this machine")}
"""Names of servers without an address, in the list of open games."""
FINISHED_AT: Final = {"solo": N_("bots"), "host": N_("hosted"), "transcript": N_("file")}


BACK: Final = Binding("escape", "back", N_("back"), key_display="esc", tooltip=N_("Go back to the home screen."))


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
    SPARED: ClassVar[Sequence[int]] = ()
    """The places of those that give way in a narrow window, the first one first."""
    BINDINGS: ClassVar[list[BindingType]] = [BACK]

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
        self.look_again()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.look_again()

    def look_again(self) -> None:
        """List the games again, since one that was not there any more has been removed."""
        self._games = self.games()
        head = row(" ", *(column(_(name), cells, "quiet") for name, cells in self._columns.values()))
        lines = [Line(str(place), self._row(game.texts), game.does) for place, game in enumerate(self._games)]
        foot = [row(" ", Span(text, "quiet")) for text in self.remarks()]
        self.query_one("#games", Lines).set_lines(lines, [head], foot)

    def _row(self, texts: Sequence[str]) -> Row:
        """Draw the texts in their columns, with a blank between them however long they are."""
        return row(*(row(column(texts[place], cells - 1), " ") for place, (_name, cells) in self._columns.items()))

    @property
    def _columns(self) -> Mapping[int, tuple[str, int]]:
        """The columns by their places: all, or where they have no room, without those that can be spared."""
        columns = dict(enumerate(self.COLUMNS))
        for place in self.SPARED:
            if sum(cells for _name, cells in columns.values()) > self.app.size.width - BORDERS:
                del columns[place]
        return columns

    def games(self) -> list[ListedGame]:
        raise NotImplementedError

    def remarks(self) -> list[str]:
        """Say what the list does not show."""
        raise NotImplementedError

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.shell.follow(self._games[int(message.line.id)].intent)

    def action_back(self) -> None:
        self.dismiss()


def ask_to_drop(screen: ShellScreen[None], game: LastTable) -> None:
    """Ask whether a game is to be forgotten, and bring the screen that lists it up to date."""

    async def drop() -> None:
        await LastTables().forget(game.place)
        screen.look_again()
        screen.refresh_bindings()

    def answered(answer: str | None) -> None:
        if answer == DROP:
            screen.in_background(drop)

    screen.app.push_screen(_drop_question(game), answered)


class OpenGamesScreen(GameListScreen):
    """Show all games that have not ended, since `Continue` on the home screen has room for one."""

    HELP_TOPIC = "open_games"
    HEADING = N_("Open games")
    COLUMNS = ((N_("table"), 14), (N_("game"), 11), (N_("stands at"), 29), (N_("where"), 22))
    SPARED = (3,)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x,delete", "drop", N_("drop"), key_display="x", tooltip=N_("Take a game from this list.")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._open: list[LastTable] = []

    def games(self) -> list[ListedGame]:
        self._open = LastTables().all()
        return [_open_game(game) for game in self._open]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._games) if action == "drop" else super().check_action(action, parameters)

    def action_drop(self) -> None:
        """Ask whether the game under the cursor is to be forgotten."""
        line = self.query_one("#games", Lines).line
        if line is not None:
            ask_to_drop(self, self._open[int(line.id)])

    def remarks(self) -> list[str]:
        return [] if self._games else [_("No game is open.")]


class ReplaysScreen(GameListScreen):
    """Show the player's finished games on this machine: all or those that are searched for, in the order wanted."""

    PLACE = "replays"
    HELP_TOPIC = "replays"
    HEADING = N_("Replays")
    COLUMNS = (
        (NP_("a time", "ended"), 17),
        (N_("table"), 13),
        (N_("game"), 9),
        (N_("where"), 9),
        (N_("result"), RESULT_CELLS),
    )
    SPARED = (3, 2, 0)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("replays"),
        Binding("escape", "end_search", N_("end search"), key_display="esc", tooltip=N_("Show all games again.")),
        BACK,
    ]

    def __init__(self, finished: FinishedGames) -> None:
        super().__init__()
        self._finished = finished
        self._shown: list[FinishedGame] = []
        self._order = 0
        self._searched = ""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Entry()

    def games(self) -> list[ListedGame]:
        found = [game for game in self._finished.games if _is_found(game, self._searched)]
        self._shown = sorted(found, key=ORDERS[self._order].key)
        return [_finished_game(game) for game in self._shown]

    def remarks(self) -> list[str]:
        remarks = []
        if not self._finished.games:
            remarks += [
                _("No finished game of yours is kept on this machine."),
                _("A game at another server comes here when you export it after its end."),
            ]
        elif self._searched:
            found = _("{n} of {all} games have “{words}”")
            remarks += [found.format(n=len(self._games), all=len(self._finished.games), words=plain(self._searched))]
        if not self._finished.is_whole:
            remarks += [_("The server for others does not answer; games that ended there are missing.")]
        return remarks

    @property
    def has_games(self) -> bool:
        return bool(self._games)

    @property
    def may_search(self) -> bool:
        return len(self._finished.games) > 1

    @property
    def may_print(self) -> bool:
        return self.has_games and self.application.machine.makes_booklets

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Esc end a search before it leads home."""
        return bool(self._searched) if action == "end_search" else super().check_action(action, parameters)

    def action_sort(self) -> None:
        """Show the games in the next order."""
        self._order = (self._order + 1) % len(ORDERS)
        games = self.query_one("#games", Lines)
        games.set_title(_(ORDERS[self._order].heading))
        self.look_again()
        games.go_to("0")

    def action_search(self) -> None:
        remark = _("a table, a game or a player")
        self.query_one(Entry).ask(SEARCH, _("Search for"), self._searched, MOST_WORDS, remark)

    def on_entry_typed(self, message: Entry.Typed) -> None:
        self._search(message.text)

    def on_entry_given(self, message: Entry.Given) -> None:
        self._search(message.text)

    def on_entry_given_up(self) -> None:
        self.action_end_search()

    def action_end_search(self) -> None:
        self._search("")

    def _search(self, words: str) -> None:
        if words != self._searched:
            self._searched = words
            self.look_again()
            self.refresh_bindings()

    def action_booklet(self) -> None:
        """Write the booklet of the game under the cursor."""
        game = self._shown[self.query_one("#games", Lines).cursor]
        self.in_background(partial(self._print, game))

    async def _print(self, game: FinishedGame) -> None:
        self.tell(_("Printing the booklet …"))
        told = await self.shell.print_booklet(game)
        self.app.clear_notifications()
        self.tell(told)

    def action_record(self) -> None:
        """Show what all games come to that this machine knows of."""
        told = [line.strip() for line in record_told(record_of(kept_results()))]
        self.app.push_screen(QuestionScreen(_("Your record"), told, [Answer("o", _("All right"), _("go on"))]))

    def action_back(self) -> None:
        """Leave the server for solo games, too."""
        self.shell.leaving.ask_to_go_home()


class Order(NamedTuple):
    """An order in which games are listed."""

    heading: str
    key: Callable[[FinishedGame], Any]


def _points(game: FinishedGame) -> int:
    """Return the player's own points, of a game of others the winner's; a game without a result comes last."""
    points = dict(game.result.ranking) if game.result else {}
    return points[game.me] if game.me in points else max(points.values(), default=-MOST_FIGURE)


ORDERS: Final = (
    Order(N_("Replays"), lambda game: -game.ended_ms),
    Order(N_("Replays, most points first"), lambda game: (-_points(game), -game.ended_ms)),
    Order(N_("Replays, by game and table"), lambda game: (game.game, game.name.casefold(), -game.ended_ms)),
)


def _is_found(game: FinishedGame, words: str) -> bool:
    """Say whether a game has all these words in its table, its game, its players or the place where it was played."""
    text = " ".join((game.name, game.game, _(FINISHED_AT[game.where]), *game.players)).casefold()
    return all(word in text for word in words.casefold().split())


def _drop_question(game: LastTable) -> QuestionScreen:
    title = _("Drop {table}?").format(table=plain(game.name))
    if game.where == "solo":
        text = _("It goes from this list, and you cannot continue it any more.")
    elif game.where == "host":
        text = _("It goes from this list. Your server keeps it: host again, and the table is in its lobby.")
    else:
        text = _("It goes from this list. At its server your seat stays yours; you can find the table in its lobby.")
    answers = [Answer("k", _("Keep it"), _("keep")), Answer(DROP, _("Drop it"), _("drop"))]
    return QuestionScreen(title, [text], answers)


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
        # Translators: at most 29 cells with a text such as “round 4 of 9”.
        return _("{told}, when you left").format(told=shown)
    return _("{told}, your turn").format(told=shown) if game.is_my_turn else shown


def when(time_ms: int) -> str:
    """Return a time as people write it; one that no calendar has as a question mark."""
    try:
        return date_and_time(datetime.fromtimestamp(time_ms / 1000).astimezone())
    except (OverflowError, ValueError, OSError):
        return "?"


def _finished_game(game: FinishedGame) -> ListedGame:
    name, result = plain(game.name), result_text(game.players, game.result, game.me, RESULT_CELLS - 1)
    texts = (when(game.ended_ms), name, plain(game.game).capitalize(), _(FINISHED_AT[game.where]), result)
    return ListedGame(texts, _("look at {table}").format(table=name), game.intent)
