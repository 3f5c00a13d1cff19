"""Open the application with its settings, and say in the terminal how it ended."""

import os
import signal

import msgspec

from opera_protocol.local.command_errors import CommandError
from opera_tui.config.appearance import colour_mode, prepare_environment
from opera_tui.config.settings import load_settings
from opera_tui.local.child_process import ChildProcess
from opera_tui.look.i18n import _, choose_language
from opera_tui.session.intents import Intent
from opera_tui.shell.app import OperaApp

HANGUP = 128 + signal.SIGHUP


def open_application(intent: Intent, early: ChildProcess | None, *, ascii_signs: bool, mouse: bool) -> int:
    """Run until the player leaves, and return the exit code; a server for solo games may have been started before."""
    settings = load_settings()
    choose_language(settings.language)
    settings = msgspec.structs.replace(settings, ascii=settings.ascii or ascii_signs)
    mode = colour_mode(settings.colours)
    prepare_environment(mode)
    app = OperaApp(settings, intent, mode)
    if early:
        app.shell.servers.solo.adopt(early)
    signal.signal(signal.SIGHUP, lambda _number, _frame: _vanish(app))
    app.run(mouse=mouse and settings.mouse)
    return _say_end(app)


def _say_end(app: OperaApp) -> int:
    """Say in the terminal what there is to say when the screens are gone."""
    if app.crash:
        told = _("The program made a mistake and ended; your games are kept. What happened is in {file}.")
        raise CommandError(told.format(file=app.crash))
    if app.shell.farewell:
        print(app.shell.farewell)
    return app.return_code or 0


def _vanish(app: OperaApp) -> None:
    """End at once: with the terminal, what Textual would wait for is gone; servers notice that their line is closed."""
    app.shell.servers.remove_folders()
    os._exit(HANGUP)
