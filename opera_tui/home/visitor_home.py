"""The home screen of a visitor: this server's tables, the rules, the settings, and the way out."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_tui.config.commands import lines_of
from opera_tui.home.language import AS_BEFORE, ChoosesLanguage
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, row
from opera_tui.session.intents import Join, Learn, Puzzles, ReadRules
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import QUIT, ShellScreen, TooSmall, bindings

COMMANDS: Final = "visit"
"""The first part of the ids of its commands."""
WIDTH: Final = 50


class VisitorHome(ChoosesLanguage, ShellScreen[None]):
    """The menu of somebody who plays on a server's own machine."""

    CSS_PATH = "../styles/visitor_home.tcss"
    PLACE = "home"
    HELP_TOPIC = "visit"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(COMMANDS),
        QUIT,
        AS_BEFORE,
        Binding("escape", "nothing", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield RowPanel(self.looks.palette, [_centred("O P E R A"), _centred(_("and Turandot"))], id="title")
        yield Lines(self.looks, id="menu")
        yield TooSmall()
        yield self.key_line()

    def on_mount(self) -> None:
        menu = self.query_one("#menu", Lines)
        menu.set_title(_("Welcome, {name}").format(name=self.looks.settings.player_name))
        menu.set_lines(
            [
                Line(
                    command.id.partition(".")[2],
                    row(Span(self.looks.key_of(command.id), "key"), f" {_(command.text)}"),
                    _(command.tooltip),
                )
                for command in lines_of(COMMANDS)
            ]
        )
        menu.focus()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.action_open(message.line.id)

    def action_open(self, name: str) -> None:
        """Do what a line of the menu says."""
        self.query_one("#menu", Lines).go_to(name)
        if name == "tables":
            self.shell.follow(Join())
        elif name == "learn":
            self.shell.follow(Learn())
        elif name == "puzzles":
            self.shell.follow(Puzzles())
        elif name == "rules":
            self.shell.follow(ReadRules())
        elif name == "settings":
            from opera_tui.home.settings import SettingsScreen  # noqa: PLC0415 - not needed for the first picture

            self.app.push_screen(SettingsScreen(), self.rebuild)
        else:
            self.action_leave()

    def rebuilt(self) -> "VisitorHome":
        return VisitorHome()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the languages only where there are some, and the way back only after another was chosen."""
        if action == "former_language":
            return self.has_former_language
        return action != "next_language" or self.has_languages

    def action_leave(self) -> None:
        self.shell.leaving.ask_to_quit()

    def action_nothing(self) -> None:
        """Do nothing: Esc never quits."""


def _centred(text: str) -> Row:
    return row(" " * ((WIDTH - len(text)) // 2), Span(text, "title"))
