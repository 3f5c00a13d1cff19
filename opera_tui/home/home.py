"""The home screen: one line for each thing to do, a running game first."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from opera_games.catalog import GAMES
from opera_protocol.texts.i18n import N_, NP_
from opera_tui.config.commands import Command, lines_of
from opera_tui.home.entries import DETAIL_CELLS, as_chosen, choice_of, last_table_text, solo_game_text
from opera_tui.home.language import AS_BEFORE, ChoosesLanguage
from opera_tui.home.stage import LEAST_SIZE, MENU_ROWS, Stage, drawing_of, stage
from opera_tui.local.chosen_bots import remember_bots
from opera_tui.local.last_tables import LastTable, LastTables
from opera_tui.local.record import Record, record_of
from opera_tui.local.results import kept_results
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.levels import LEVEL_WORDS, LEVELS, level_name
from opera_tui.look.rows import EMPTY, Row, Span, column, row
from opera_tui.session.intents import Continue, Host, Intent, Join, Learn, Play, Puzzles, ReadRules, Replays
from opera_tui.session.solo import FIRST_LEVEL, SoloGame, length_option
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import QUIT, ShellScreen, TooSmall, bindings

SOLO_LINES: Final = {"play": GAMES[0], **{game: game for game in GAMES[1:]}}
"""The lines of games against bots, and their games."""
FIRST_LINES: Final = ("continue", "others", "learn")
"""What comes first for somebody new."""
SHORT_LABEL: Final = 13
LONG_LABEL: Final = 25
CURTAIN: Final = (40, 30, 20, 13)
"""Cells that each side of the curtain takes while it opens, frame by frame."""
FRAME_SECONDS: Final = 0.1
BORDER_ROWS: Final = 2
FOOT_ROWS: Final = 2
"""Rows below the lines, one where there are so many that the menu would hide the stage."""
LOW_ROWS: Final = 20
"""The height at which one row has to do below the lines: keys need the last one."""


class HomeScreen(ChoosesLanguage, ShellScreen[None]):
    """The menu where everything begins."""

    CSS_PATH = "../styles/home.tcss"
    PLACE = "home"
    HELP_TOPIC = "home"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "more_bots(-1)", N_("bots"), key_display="←→", tooltip=N_("More bots or fewer.")),
        Binding("right,l", "more_bots(1)", N_("bots"), show=False),
        Binding("space", "stronger(1)", NP_("of bots", "level"), key_display="space", tooltip=N_("Stronger bots.")),
        Binding("backspace", "stronger(-1)", NP_("of bots", "level"), show=False, tooltip=N_("Weaker bots.")),
        Binding("d", "next_length", N_("length"), tooltip=N_("How many rounds are played.")),
        Binding("x,delete", "drop", N_("drop"), key_display="x", tooltip=N_("Take a game from this list.")),
        *bindings("home"),
        QUIT,
        AS_BEFORE,
        Binding("escape", "nothing", show=False),
    ]

    def __init__(self, wanted: Mapping[str, SoloGame] | None = None) -> None:
        super().__init__()
        self._curtain: list[int] = []
        """What is left of the frames of the opening curtain."""
        self._last: LastTable | None = None
        self._others = 0
        """How many more games are open."""
        self._found = 0
        self._record = record_of(())
        self._wanted = dict(wanted or {})
        """The games against bots as they would begin."""
        self._read = ""
        """The game whose rules were opened last."""

    def compose(self) -> ComposeResult:
        self._wanted = self._wanted or {line: as_chosen(game) for line, game in SOLO_LINES.items()}
        self._stage = self._stage_for(self.app.size)
        menu = Lines(self.looks, id="menu")
        menu.styles.margin = (self._stage.menu, 0, 0, 0)
        self._curtain = list(CURTAIN) if self._may_open() else []
        self.set_class(bool(self._curtain), "-opening")
        yield RowPanel(self.looks.palette, self._stage_now().rows, id="stage")
        yield menu
        yield TooSmall()
        yield self.key_line()

    def on_mount(self) -> None:
        welcome = _("Welcome back, {name}") if self.application.is_known else _("Welcome, {name}")
        menu = self.query_one("#menu", Lines)
        menu.set_title(welcome.format(name=self.looks.settings.player_name))
        menu.focus()
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._draw_stage(self.app.size))
        self.look_again()
        if self._curtain:
            self.set_timer(FRAME_SECONDS, self._open_further)

    def _may_open(self) -> bool:
        """Say whether the curtain opens: when the program starts, if things may move and there is a curtain."""
        is_first, self.application.has_opened = not self.application.has_opened, True
        size = self.app.size
        has_curtain = size.width >= LEAST_SIZE[0] and size.height > LEAST_SIZE[1]
        return is_first and has_curtain and self.looks.moves and self.looks.settings.pace > 0

    def _stage_now(self) -> Stage:
        """Draw the stage as far as the curtain is open: the first of the frames that are left is what is seen."""
        return self._stage_for(self.app.size, self._curtain[0]) if self._curtain else self._stage

    def _open_further(self) -> None:
        """Show the next frame of the opening curtain, after the last one the menu."""
        if not self._curtain:
            return
        del self._curtain[0]
        if self._curtain:
            self.set_timer(FRAME_SECONDS, self._open_further)
            if self.application.is_writing:
                return
        self._show_stage()

    def _show_stage(self) -> None:
        self.query_one("#stage", RowPanel).show(self._stage_now().rows)
        self.set_class(bool(self._curtain), "-opening")

    def on_key(self) -> None:
        """Let any key end the opening."""
        if self._curtain:
            self._curtain = []
            self._show_stage()

    def _stage_for(self, size: Size, opening: int | None = None) -> Stage:
        """Draw the stage for a terminal of this size; the last row is the footer's."""
        height = max(MENU_ROWS, size.height - 1)
        return stage(size.width, height, drawing_of(self.looks), _("and Turandot"), opening)

    def on_resize(self, event: events.Resize) -> None:
        self._draw_stage(event.size)
        self._draw()

    def _draw_stage(self, size: Size) -> None:
        """Draw the stage again if it is another one by now: for another size, or other colours."""
        before, self._stage = self._stage, self._stage_for(size)
        if self._stage != before:
            self.query_one("#menu").styles.margin = (self._stage.menu, 0, 0, 0)
            self._show_stage()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.look_again()

    def look_again(self) -> None:
        """Read the open games again, and show them."""
        games, self._record = LastTables().all(), record_of(kept_results())
        before, self._last = self._last, games[0] if games else None
        self._others = max(0, len(games) - 1)
        self._draw()
        if self._last and (before is None or before.place != self._last.place):
            self.query_one("#menu", Lines).go_to("continue")

    def show_servers(self) -> None:
        self.show_found(len(self.shell.found.all()))

    def show_found(self, servers: int) -> None:
        """Show how many servers are on the network."""
        if servers != self._found:
            self._found = servers
            self.look_again()

    def _draw(self) -> None:
        is_shown = {"continue": self._last is not None, "others": self._others > 0}
        lines = [self._line(command.id.partition(".")[2], command) for command in lines_of("home")]
        shown = [line for line in lines if is_shown.get(line.id, True)]
        if self._is_newcomer:
            shown.sort(key=lambda line: line.id not in FIRST_LINES)
        self.query_one("#menu", Lines).set_lines(shown, foot=self._foot(MENU_ROWS - BORDER_ROWS - len(shown)))

    @property
    def _is_newcomer(self) -> bool:
        """Whether the player has not played yet, or only the first lesson so far: then learning comes first."""
        if self._last is None:
            return not self.application.is_known
        return bool(self._last.lesson) and not self._others and not self.application.machine.done_lessons()

    def _foot(self, room: int) -> list[Row]:
        """Explain the level of the bots on the lines where it can be chosen; elsewhere the row stays empty."""
        rows = max(1, min(FOOT_ROWS, room)) if self.app.size.height > LOW_ROWS else 1
        wanted = self._wanted.get(self._here)
        if wanted is None:
            return [EMPTY] * rows
        level = wanted.bots_level
        name, way, strength = map(_, LEVEL_WORDS[level])
        text = _("{level}: {way}, {strength}").format(level=name, way=way, strength=strength)
        shown = [row(" ", Span(self.looks.glyphs.say(line), "quiet")) for line in (text, _keys_of_levels(level))]
        return [*shown, *[EMPTY] * (FOOT_ROWS - len(shown))][:rows]

    def _line(self, name: str, command: Command) -> Line:
        label, detail = _(command.text), self._detail(name)
        # Beside a long label a blank is left before the frame.
        longest = max(len(label) + 1, min(LONG_LABEL, SHORT_LABEL + DETAIL_CELLS - 1 - cell_len(detail)))
        cells = SHORT_LABEL if len(label) < SHORT_LABEL else longest
        shown = column(label, cells) if detail else Span(label)
        return Line(
            name, row(Span(self.looks.key_of(command.id), "key"), " ", shown, Span(detail, "quiet")), _(command.tooltip)
        )

    def _detail(self, name: str) -> str:
        if name == "continue" and self._last:
            return last_table_text(self._last)
        if name == "others":
            return ngettext("{n} more", "{n} more", self._others).format(n=self._others)
        if name in self._wanted:
            return solo_game_text(self._wanted[name])
        if name == "replays":
            return record_text(self._record) or _("and your record")
        if name == "settings" and self._is_newcomer:
            # Translators: at most 32 cells.
            return _("your name, colours, language")
        if name == "find" and self._found:
            return ngettext("{n} server found", "{n} servers found", self._found).format(n=self._found)
        return ""

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.action_open(message.line.id)

    def action_open(self, name: str) -> None:
        """Do what a line of the menu says; the rules are those of the game under the cursor."""
        if name == "rules" and (self._here != name or not self._read):
            self._read = self._game_of(self._here)
        self.query_one("#menu", Lines).go_to(name)
        intent = self._intent(name)
        wanted = self._wanted.get(name)
        if wanted is not None:
            self.in_background(partial(remember_bots, wanted.game, choice_of(wanted)))
        if intent is not None:
            self.shell.follow(intent)
        elif name == "settings":
            from opera_tui.home.settings import SettingsScreen  # noqa: PLC0415 - not needed for the first picture

            self.app.push_screen(SettingsScreen(), self.rebuild)
        elif name == "others" and self._others:
            from opera_tui.home.game_lists import OpenGamesScreen  # noqa: PLC0415 - nor this

            self.app.push_screen(OpenGamesScreen())

    def rebuilt(self) -> "HomeScreen":
        return HomeScreen(self._wanted)

    def _intent(self, name: str) -> Intent | None:
        if name == "continue":
            return Continue(self._last) if self._last else None
        intents: dict[str, Intent] = {
            **{line: Play(wanted) for line, wanted in self._wanted.items()},
            "learn": Learn(),
            "puzzles": Puzzles(),
            "host": Host(),
            "find": Join(),
            "watch": Join(is_watching=True),
            "replays": Replays(),
            "rules": ReadRules(self._read or GAMES[0]),
        }
        return intents.get(name)

    def _game_of(self, line: str) -> str:
        """Return the game of a line; where it has none, the one that would be continued."""
        game = SOLO_LINES.get(line) or (self._last.game if self._last else "")
        return game if game in GAMES else GAMES[0]

    def on_lines_moved(self) -> None:
        self._draw()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the keys for bots only on the lines of games against bots, as others only where they apply."""
        if action in ("more_bots", "stronger"):
            return self._here in self._wanted
        if action == "former_language":
            return self.has_former_language
        if action == "drop":
            return self._here == "continue"
        if action == "next_length":
            return self._here in self._wanted and length_option(self._wanted[self._here].game) is not None
        return super().check_action(action, parameters)

    @property
    def _here(self) -> str:
        """Return the id of the line under the cursor."""
        line = self.query_one("#menu", Lines).line
        return line.id if line else ""

    def action_more_bots(self, more: int) -> None:
        self._wanted[self._here] = self._wanted[self._here].with_bots(more)
        self._draw()

    def action_stronger(self, steps: int) -> None:
        self._wanted[self._here] = self._wanted[self._here].with_stronger(steps)
        self._draw()

    def action_next_length(self) -> None:
        self._wanted[self._here] = self._wanted[self._here].with_next_length()
        self._draw()

    def action_drop(self) -> None:
        """Ask whether the game that would be continued is to be forgotten."""
        from opera_tui.home.game_lists import ask_to_drop  # noqa: PLC0415 - nor this

        if self._last is not None:
            ask_to_drop(self, self._last)

    def action_help(self) -> None:
        self.shell.follow(ReadRules(topic="home_again" if self._last else self.HELP_TOPIC))

    def action_leave(self) -> None:
        self.shell.leaving.ask_to_quit()

    def action_nothing(self) -> None:
        """Do nothing: Esc never quits."""


def _keys_of_levels(level: str) -> str:
    """Say which keys lead to other levels, and on another than that of first games which one is."""
    if level == FIRST_LEVEL:
        # Translators: at most 46 cells.
        return _("space: stronger bots, backspace: weaker ones")
    first = level_name(FIRST_LEVEL)
    if LEVELS.index(level) > LEVELS.index(FIRST_LEVEL):
        # Translators: at most 46 cells with the name of a level.
        return _("for first games: {level} (backspace: weaker)").format(level=first)
    # Translators: at most 46 cells with the name of a level.
    return _("for first games: {level} (space: stronger)").format(level=first)


def record_text(record: Record) -> str:
    """Describe the player's record in one line; the streak only where there is one, and room for it."""
    if not record.games:
        return ""
    text = ngettext("{n} game, {won} won", "{n} games, {won} won", record.games).format(n=record.games, won=record.won)
    # Translators: games won one after the other; left out where it is longer than 32 cells with a text such as
    # “12 games, 5 won”.
    longer = _("{games}, {n} in a row").format(games=text, n=record.streak)
    return longer if record.streak > 1 and cell_len(longer) <= DETAIL_CELLS else text
