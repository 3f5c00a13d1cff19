"""Running the application in a terminal: whether there is one, and what is said when it ends badly."""

import os
import signal
import sys
from typing import TYPE_CHECKING

import msgspec

from opera_tui.i18n import _, choose_language
from opera_tui.own_servers import OwnServers
from opera_tui.plans import Plan, Play
from opera_tui.settings import SettingsError, load_settings

if TYPE_CHECKING:
    from opera_tui.app import OperaApp

DUMB = ("", "dumb", "unknown")
HANGUP = 128 + signal.SIGHUP


class Unusable(Exception):  # noqa: N818 - it is what the user reads
    """A sentence that says why the program cannot run here."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def run(plan: Plan, *, ascii_signs: bool, mouse: bool) -> int:
    """Run until the player leaves; the exit code."""
    check_terminal()
    try:
        settings = load_settings()
    except SettingsError as error:
        raise Unusable(error.sentence) from None
    choose_language(settings.language)
    settings = msgspec.structs.replace(settings, ascii=settings.ascii or ascii_signs)
    servers = OwnServers()
    if isinstance(plan, Play):
        servers.solo.start_early()
    from opera_tui.app import OperaApp  # noqa: PLC0415 - half a second that a sentence need not wait for
    from opera_tui.looks import colour_mode, prepare_environment  # noqa: PLC0415

    mode = colour_mode(settings.colours)
    prepare_environment(mode)
    app = OperaApp(settings, plan, mode)
    app.servers = servers
    signal.signal(signal.SIGHUP, lambda _number, _frame: _vanish(app))
    app.run(mouse=mouse and settings.mouse)
    if app.crash:
        told = _("The program made a mistake and ended; your games are kept. What happened is in {file}.")
        raise Unusable(told.format(file=app.crash))
    if app.farewell:
        print(app.farewell)
    return app.return_code or 0


def _vanish(app: "OperaApp") -> None:
    """The terminal is gone, and with it what Textual would wait for; servers notice that their line is closed."""
    app.servers.remove_folders()
    os._exit(HANGUP)


def check_terminal() -> None:
    """Without a terminal that can move its cursor there is nothing to show."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Unusable(_("This needs a terminal: run it without pipes, over ssh with ssh -t."))
    if os.environ.get("TERM", "") in DUMB:
        told = _("The terminal type “{term}” cannot show it: set TERM to what you use, for example xterm-256color.")
        raise Unusable(told.format(term=os.environ.get("TERM", "")))
