"""The application: how it looks, what it shows first, and how it ends."""

import asyncio
import signal
from pathlib import PurePath
from typing import ClassVar

from textual.binding import Binding, BindingType

from opera_tui.config.appearance import Mode, looks_of, theme_of
from opera_tui.config.settings import Settings
from opera_tui.local.folders import log_error
from opera_tui.look.i18n import choose_language, spell
from opera_tui.session.intents import Intent
from opera_tui.shell.shell import OperaShell
from opera_tui.terminal.low_bandwidth import LowBandwidthApp, TerminalTitle
from opera_tui.terminal.textual_private import SURVIVABLE
from opera_tui.widgets.shell_screen import InShell


class OperaApp(LowBandwidthApp):
    """Opera and Turandot in a terminal."""

    TITLE = "Opera"
    # All at once: for a file that a screen adds later, Textual would parse everything again.
    CSS_PATH: ClassVar[list[str | PurePath]] = [
        "../styles/app.tcss",
        "../styles/home.tcss",
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

    def __init__(self, settings: Settings, intent: Intent, mode: Mode, *, looks_around: bool = True) -> None:
        super().__init__(ansi_color=None if mode == "full" else True)
        self.mode: Mode = mode
        self.looks = looks_of(settings, mode)
        self.shell = OperaShell(self, looks_around=looks_around)
        self.crash = ""
        """The file with the traceback, if the program has crashed."""
        self._intent = intent
        self._terminal_title = TerminalTitle(self)
        self.begin_with(theme_of(settings, self.mode))
        self._apply_look(settings)

    def _apply_look(self, settings: Settings) -> None:
        self.set_keymap(dict(settings.keys))
        self.set_class(settings.ascii, "-ascii")
        spell(plainly=settings.ascii)

    def change_settings(self, settings: Settings) -> None:
        """Use other settings from now on."""
        if settings.language != self.looks.settings.language:
            choose_language(settings.language)
        self.looks = looks_of(settings, self.mode)
        theme = theme_of(settings, self.mode)
        self.register_theme(theme)
        self.theme = theme.name
        self._apply_look(settings)

    @property
    def takes_typing(self) -> bool:
        """Whether a screen of ours is there: that of Textual, which is there before and between them, has no keys."""
        return super().takes_typing and isinstance(self.screen, InShell)

    async def on_mount(self) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        await self.shell.start(self._intent)

    def show_title(self, text: str) -> None:
        """Show a text in the terminal's title after the program's name."""
        if self.looks.settings.title:
            self._terminal_title.show(text)

    def action_ask_quit(self) -> None:
        self.shell.ask_to_quit()

    async def on_unmount(self) -> None:
        """Give the terminal its title back, and stop every server that ends with this client."""
        self._terminal_title.restore()
        await self.shell.close()

    def survives(self, error: BaseException) -> bool:
        """Leave the table or server whose documents led to an error; without one it is a mistake of the program."""
        return isinstance(error, SURVIVABLE) and self.shell.flee(error)

    def note_crash(self) -> None:
        """Write the traceback of a crash into a file; its name is printed at the end."""
        self.crash = log_error()
