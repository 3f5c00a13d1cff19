"""The application: how it looks, what it shows first, and how it ends."""

import asyncio
import signal
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType

from opera_tui.config.appearance import Terminal, looks_of, mode_of, theme_of
from opera_tui.config.machine import Machine
from opera_tui.config.settings import Settings
from opera_tui.home.home import HomeScreen
from opera_tui.look.i18n import choose_language, hide_paths, spell
from opera_tui.look.palette import Palette
from opera_tui.session.intents import GoHome, Intent, leads_away
from opera_tui.shell.screens import SCREENS, SHELL, load_ahead
from opera_tui.terminal.low_bandwidth import LowBandwidthApp, TerminalTitle
from opera_tui.terminal.textual_private import SURVIVABLE
from opera_tui.widgets.shell_screen import InShell, notify

if TYPE_CHECKING:
    from textual.screen import Screen

    from opera_tui.shell.shell import OperaShell

WARNING_SECONDS: Final = 15.0


class OperaApp(LowBandwidthApp):
    """Opera and Turandot in a terminal."""

    TITLE = "Opera"
    # All at once: for a file that a screen adds later, Textual would parse everything again.
    CSS_PATH: ClassVar[list[str | PurePath]] = [
        "../styles/app.tcss",
        "../styles/home.tcss",
        "../styles/visitor_home.tcss",
        "../styles/forms.tcss",
        "../styles/lobby.tcss",
        "../styles/rules.tcss",
        "../styles/table.tcss",
        "../styles/game_over.tcss",
    ]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "ask_quit", show=False, priority=True),
        Binding("ctrl+c", "ask_quit", show=False, priority=True),
        Binding("ctrl+l", "repaint_all", show=False, priority=True),
    ]

    def __init__(
        self,
        settings: Settings,
        intent: Intent,
        terminal: Terminal,
        *,
        machine: Machine | None = None,
        looks_around: bool = True,
    ) -> None:
        super().__init__()
        self.terminal = terminal
        self.machine = machine or Machine()
        hide_paths(self.machine.is_visit)
        mode = mode_of(settings, terminal)
        self.looks = looks_of(settings, terminal, Palette(settings.theme, mode))
        self.is_known = self.machine.is_known()
        """Whether this player has used the program before."""
        self.has_opened = False
        """Whether the curtain of the home screen has opened, which it does once."""
        self.warnings: Sequence[str] = ()
        """What was wrong with the settings: shown at the start, printed after the end."""
        self.farewell = ""
        """What is printed in the terminal after the end."""
        self.has_crashed = False
        self.crash = ""
        """The file with the traceback of a crash; empty if the player is not to know of it."""
        self._intent = intent
        self._looks_around = looks_around and not self.machine.is_visit
        self._shell: OperaShell | None = None
        self._terminal_title = TerminalTitle(self)
        self.begin_with(theme_of(settings, mode))
        self.limit_colours(to_256=mode == "256", to_none=mode == "none")
        self._apply_look(settings)

    @property
    def shell(self) -> "OperaShell":
        """What leads from screen to screen.

        It is loaded when it is first needed: with the client of the wire that takes a quarter as long as all that the
        home screen needs.
        """
        if self._shell is None:
            from opera_tui.shell.shell import OperaShell  # noqa: PLC0415

            self._shell = OperaShell(self, looks_around=self._looks_around)
        return self._shell

    def _apply_look(self, settings: Settings) -> None:
        self.set_keymap(dict(settings.keys))
        is_plain = self.looks.glyphs.is_ascii
        self.set_class(is_plain, "-ascii")
        spell(plainly=is_plain)

    def change_settings(self, settings: Settings) -> None:
        """Use other settings from now on."""
        if settings.language != self.looks.settings.language:
            choose_language(settings.language)
        mode = mode_of(settings, self.terminal)
        self.looks.palette.use(settings.theme, mode)
        self.looks = looks_of(settings, self.terminal, self.looks.palette)
        self.limit_colours(to_256=mode == "256", to_none=mode == "none")
        theme = theme_of(settings, mode)
        self.register_theme(theme)
        self.theme = theme.name
        self._apply_look(settings)

    @property
    def takes_typing(self) -> bool:
        """Whether a screen of ours is there: that of Textual, which is there before and between them, has no keys."""
        return super().takes_typing and isinstance(self.screen, InShell)

    async def on_mount(self) -> None:
        """Show the first screen."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        if not leads_away(self._intent):
            await self.push_screen(self.home_screen())
        if isinstance(self._intent, GoHome):
            self.call_after_refresh(self.run_worker, self._load_shell, group="loading")
        else:
            self.shell.start(self._intent)
        for warning in self.warnings:
            notify(self, warning, seconds=WARNING_SECONDS)

    def home_screen(self) -> "Screen[None]":
        """Make the screen where everything begins."""
        if not self.machine.is_visit:
            return HomeScreen()
        from opera_tui.home.visitor_home import VisitorHome  # noqa: PLC0415 - nobody else needs it

        return VisitorHome()

    async def _load_shell(self) -> None:
        """Load what the home screen leads to while the player looks at it."""
        await load_ahead(SHELL)
        self.shell.start(self._intent)
        await load_ahead(SCREENS)

    def show_title(self, text: str) -> None:
        """Show a text in the terminal's title after the program's name."""
        if self.looks.settings.title:
            self._terminal_title.show(text)

    def action_ask_quit(self) -> None:
        self.shell.leaving.ask_to_quit()

    async def on_unmount(self) -> None:
        """Give the terminal its title back, and stop every server that ends with this client."""
        self._terminal_title.restore()
        if self._shell is not None:
            await self._shell.close()

    def remove_folders(self) -> None:
        """Remove what servers of transcripts keep for as long as this program runs."""
        if self._shell is not None:
            self._shell.remove_folders()

    def survives(self, error: BaseException) -> bool:
        """Leave the table or server whose documents led to an error; without one it is a mistake of the program."""
        return isinstance(error, SURVIVABLE) and self._shell is not None and self._shell.leaving.flee(error)

    def note_crash(self) -> None:
        """Log the traceback of a crash; what is printed at the end depends on it."""
        self.has_crashed = True
        self.crash = self.machine.log_error()
