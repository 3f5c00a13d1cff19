"""The application from its settings to its end, and what is said when it ends badly."""

import os
import signal

import msgspec

from opera_tui.app import OperaApp
from opera_tui.child_process import ChildProcess
from opera_tui.i18n import _, choose_language
from opera_tui.looks import colour_mode, prepare_environment
from opera_tui.plans import Plan
from opera_tui.settings import SettingsError, load_settings
from opera_tui.unusable import Unusable

HANGUP = 128 + signal.SIGHUP


def open_application(plan: Plan, early: ChildProcess | None, *, ascii_signs: bool, mouse: bool) -> int:
    """Run until the player leaves; the exit code. A server for solo games may have been started before."""
    try:
        settings = load_settings()
    except SettingsError as error:
        raise Unusable(error.sentence) from None
    choose_language(settings.language)
    settings = msgspec.structs.replace(settings, ascii=settings.ascii or ascii_signs)
    mode = colour_mode(settings.colours)
    prepare_environment(mode)
    app = OperaApp(settings, plan, mode)
    if early:
        app.servers.solo.adopt(early)
    signal.signal(signal.SIGHUP, lambda _number, _frame: _vanish(app))
    app.run(mouse=mouse and settings.mouse)
    return _told_end(app)


def _told_end(app: OperaApp) -> int:
    """What is said in the terminal when the screens are gone."""
    if app.crash:
        told = _("The program made a mistake and ended; your games are kept. What happened is in {file}.")
        raise Unusable(told.format(file=app.crash))
    if app.farewell:
        print(app.farewell)
    return app.return_code or 0


def _vanish(app: OperaApp) -> None:
    """The terminal is gone, and with it what Textual would wait for; servers notice that their line is closed."""
    app.servers.remove_folders()
    os._exit(HANGUP)
