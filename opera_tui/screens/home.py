"""The home screen: one line for each thing to do, a running game first."""

from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from opera_protocol.i18n import N_
from opera_protocol.telling import plain
from opera_tui.i18n import _, ngettext
from opera_tui.last_tables import LastTable, LastTables
from opera_tui.plans import Continue, Host, Join, Plan, Play, ReadRules, Replays
from opera_tui.rows import Row, Span, column, row
from opera_tui.screens.open_games import OpenGamesScreen
from opera_tui.screens.shell_screen import ShellScreen, key
from opera_tui.solo_game import SoloGame
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.too_small import TooSmall

WIDTH: Final = 48
SHORT_LABEL: Final = 13
LONG_LABEL: Final = 25
MARKS: Final = 3
"""Cells for the cursor and the key."""


class Entry(NamedTuple):
    """A line of the menu: its name in the settings of keys, its label, and what Enter does."""

    name: str
    label: str
    does: str


ENTRIES: Final = (
    Entry("continue", N_("Continue"), N_("continue")),
    Entry("others", N_("Other open games…"), N_("show open games")),
    Entry("play", N_("Play now"), N_("play")),
    Entry("turandot", N_("Turandot"), N_("play Turandot")),
    Entry("host", N_("Open a table on this network…"), N_("go on")),
    Entry("find", N_("Find and join…"), N_("look for servers")),
    Entry("watch", N_("Watch…"), N_("look for servers")),
    Entry("replays", N_("Replays"), N_("show finished games")),
    Entry("rules", N_("Rules and first steps"), N_("read")),
    Entry("settings", N_("Settings"), N_("change settings")),
)


class HomeScreen(ShellScreen[None]):
    """Where everything begins."""

    CSS_PATH = "../styles/home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(key(f"home.{entry.name}", f"open('{entry.name}')", entry.label, entry.does, show=False) for entry in ENTRIES),
        key("everywhere.quit", "app.ask_quit", N_("quit"), N_("Leave the program.")),
        Binding("left,h", "more_bots(-1)", N_("bots"), key_display="←→", tooltip=N_("More bots or fewer.")),
        Binding("right,l", "more_bots(1)", N_("bots"), show=False),
        Binding("space", "next_level", N_("level"), key_display="space", tooltip=N_("How well the bots play.")),
        Binding("escape", "nothing", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._last: LastTable | None = None
        self._others = 0
        """How many more games are open."""
        self._found = 0
        self._wanted = {"play": SoloGame("opera"), "turandot": SoloGame("turandot")}
        """The games against bots as they would begin."""

    def compose(self) -> ComposeResult:
        yield RowPanel(self.looks.palette, [_centred("O P E R A"), _centred(_("and Turandot"))], id="title")
        yield Lines(self.looks, id="menu")
        yield TooSmall()
        yield self.key_line()

    def on_mount(self) -> None:
        welcome = _("Welcome back, {name}") if self.shell.is_known else _("Welcome, {name}")
        menu = self.query_one("#menu", Lines)
        menu.border_title = Content(welcome.format(name=self.looks.settings.player_name))
        menu.focus()
        self.look_again()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.look_again()

    def look_again(self) -> None:
        """The open games may be others now."""
        games = LastTables().all()
        before, self._last = self._last, games[0] if games else None
        self._others = max(0, len(games) - 1)
        self._draw()
        if self._last and (before is None or before.place != self._last.place):
            self.query_one("#menu", Lines).go_to("continue")

    def show_found(self, servers: int) -> None:
        """So many servers are on the network."""
        if servers != self._found:
            self._found = servers
            self._draw()

    def _draw(self) -> None:
        is_shown = {"continue": self._last is not None, "others": self._others > 0}
        entries = [entry for entry in ENTRIES if is_shown.get(entry.name, True)]
        self.query_one("#menu", Lines).set_lines([self._line(entry) for entry in entries])

    def _line(self, entry: Entry) -> Line:
        label, detail = _(entry.label), self._detail(entry.name)
        cells = SHORT_LABEL if len(label) < SHORT_LABEL else LONG_LABEL
        shown = column(label, cells) if detail else Span(label)
        return Line(entry.name, row(self.shell.key_of(f"home.{entry.name}"), " ", shown, detail), _(entry.does))

    def _detail(self, name: str) -> str:
        if name == "continue" and self._last:
            return last_table_told(self._last)
        if name == "others":
            return ngettext("{n} more", "{n} more", self._others).format(n=self._others)
        if name in self._wanted:
            return solo_game_told(self._wanted[name])
        if name == "find" and self._found:
            return ngettext("{n} server found", "{n} servers found", self._found).format(n=self._found)
        return ""

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.action_open(message.line.id)

    def action_open(self, name: str) -> None:
        """Do what a line says."""
        self.query_one("#menu", Lines).go_to(name)
        plan = self._plan(name)
        if plan is not None:
            self.shell.follow(plan)
        elif name == "settings":
            self.shell.open_settings()
        elif name == "others" and self._others:
            self.shell.push_screen(OpenGamesScreen())

    def _plan(self, name: str) -> Plan | None:
        if name == "continue":
            return Continue(self._last) if self._last else None
        plans: dict[str, Plan] = {
            **{line: Play(wanted) for line, wanted in self._wanted.items()},
            "host": Host(),
            "find": Join(),
            "watch": Join(is_watching=True),
            "replays": Replays(),
            "rules": ReadRules(),
        }
        return plans.get(name)

    def on_lines_moved(self) -> None:
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Bots are chosen on the lines of games against them."""
        return action not in ("more_bots", "next_level") or self._here in self._wanted

    @property
    def _here(self) -> str:
        """The line under the cursor."""
        line = self.query_one("#menu", Lines).line if self.query("#menu") else None
        return line.id if line else ""

    def action_more_bots(self, more: int) -> None:
        self._wanted[self._here] = self._wanted[self._here].with_bots(more)
        self._draw()

    def action_next_level(self) -> None:
        self._wanted[self._here] = self._wanted[self._here].with_next_level()
        self._draw()

    def action_help(self) -> None:
        self.shell.show_rules("opera", "home")

    def action_nothing(self) -> None:
        """Esc never quits."""


def solo_game_told(wanted: SoloGame) -> str:
    """Against whom a game would be; the usual level is not worth a word."""
    if wanted.game == "opera":
        told = ngettext("Opera, you and {n} bot", "Opera, you and {n} bots", wanted.bots).format(n=wanted.bots)
    else:
        told = ngettext("you and {n} bot", "you and {n} bots", wanted.bots).format(n=wanted.bots)
    return _("{bots}, {level}").format(bots=told, level=wanted.level) if wanted.level else told


def last_table_told(entry: LastTable) -> str:
    """Where the game stands, as far as it is known without asking the server."""
    name = plain(entry.name)
    if not entry.progress:
        return _("{name}, not begun").format(name=name)
    told = _("{name}, round {n} of {all}") if entry.game == "opera" else _("{name}, turn {n} of {all}")
    for form in (told, "{name}, {n}/{all}"):
        shown = form.format(name=name, n=entry.progress, all=entry.length)
        shown = _("{told}, your turn").format(told=shown) if entry.is_my_turn else shown
        if cell_len(shown) <= WIDTH - SHORT_LABEL - MARKS:
            break
    return shown


def _centred(text: str) -> Row:
    return row(" " * ((WIDTH + 2 - len(text)) // 2), Span(text, "strong"))
