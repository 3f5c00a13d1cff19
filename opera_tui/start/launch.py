"""Run the program: check the terminal, start the server for a solo game early, run the application, or line mode."""

import gc
import io
import os
import select
import signal
import sys
import threading
from typing import TYPE_CHECKING, Final

from opera_protocol.local.command_errors import CommandError
from opera_tui.local.child_process import ChildProcess, solo_recipe, start_early
from opera_tui.look.i18n import _, choose_language, sentence_of
from opera_tui.session.intents import Intent, Join, Learn, Play, ReadRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opera_tui.config.machine import Machine
    from opera_tui.config.settings import Settings
    from opera_tui.shell.app import OperaApp

DUMB: Final = ("", "dumb", "unknown")
HANGUP: Final = 128 + signal.SIGHUP
STDIN: Final = 0
STARTING_SECONDS: Final = 5.0
"""How long no garbage is looked for: until the first table is there, also on a slow machine."""


def run(intent: Intent, *, ascii_signs: bool = False, mouse: bool = True, lines: bool = False) -> int:
    """Run until the player leaves, and return the exit code."""
    has_lines = lines or goes_by_itself(intent)
    if not has_lines:
        check_terminal()
    put_off_garbage()
    _write_what_can_be_written()
    early = start_early(solo_recipe()) if isinstance(intent, Play | Learn) else None
    # Only now: loading all this takes half a second, in which the server can start.
    machine = _machine_for(intent)
    settings, warnings = _settings(machine, ascii_signs=ascii_signs)
    if has_lines or settings.lines == "yes":
        return _run_lines(intent, settings, machine, warnings, early)
    app = application(settings, intent, machine)
    app.warnings = warnings
    if early:
        app.shell.servers.solo.adopt(early)
    return run_in_terminal(app, mouse=mouse and settings.mouse)


def goes_by_itself(intent: Intent) -> bool:
    """Say whether line mode is chosen without being asked for: there is no terminal for screens."""
    if has_screen():
        return False
    settings, _warnings = _settings(_machine_for(intent))
    return settings.lines != "no"


def _machine_for(intent: Intent) -> "Machine":
    """Return what this client may do here: a visitor may do less."""
    from opera_tui.config.machine import Machine, VisitedMachine  # noqa: PLC0415

    return VisitedMachine() if isinstance(intent, Join) and intent.is_visit else Machine()


def _settings(machine: "Machine", *, ascii_signs: bool = False) -> "tuple[Settings, list[str]]":
    """Load the settings, choose their language, and return them with what is wrong in the file."""
    import msgspec  # noqa: PLC0415

    from opera_protocol.local.settings import SettingsError  # noqa: PLC0415

    mistakes: list[SettingsError] = []
    settings = machine.load_settings(mistakes)
    choose_language(settings.language)
    if ascii_signs:
        settings = msgspec.structs.replace(settings, ascii="yes")
    return settings, [sentence_of(mistake) for mistake in mistakes]


def _run_lines(
    intent: Intent, settings: "Settings", machine: "Machine", warnings: list[str], early: ChildProcess | None
) -> int:
    """Run in lines, with the signs that what is written can have."""
    from opera_tui.line_mode.run import shows_signs  # noqa: PLC0415

    is_plain = settings.ascii == "yes" or not shows_signs()
    return run_in_lines(intent, settings, machine, is_plain=is_plain, warnings=warnings, early=early)


def run_in_lines(
    intent: Intent,
    settings: "Settings",
    machine: "Machine",
    *,
    is_plain: bool,
    warnings: "Sequence[str]" = (),
    early: ChildProcess | None = None,
) -> int:
    """Run in lines until the player leaves, and return the exit code; rules are printed."""
    if isinstance(intent, ReadRules):
        from opera_tui.start.rules_text import rules_text  # noqa: PLC0415

        print(rules_text(intent.game, intent.players, intent.options, is_plain=is_plain), end="", flush=True)
        return 0
    from opera_tui.line_mode.run import run_lines  # noqa: PLC0415

    return run_lines(intent, settings, machine, is_plain=is_plain, early=early, warnings=warnings)


def application(settings: "Settings", intent: Intent, machine: "Machine") -> "OperaApp":
    """Make the application for this terminal, in the player's language."""
    from opera_tui.config.appearance import prepare_environment, this_terminal  # noqa: PLC0415
    from opera_tui.shell.app import OperaApp  # noqa: PLC0415

    choose_language(settings.language)
    terminal = this_terminal()
    prepare_environment()
    return OperaApp(settings, intent, terminal, machine=machine)


def run_in_terminal(app: "OperaApp", *, mouse: bool) -> int:
    """Run the application until the player leaves or the terminal is gone, and return the exit code."""
    signal.signal(signal.SIGHUP, lambda _number, _frame: _vanish(app))
    threading.Thread(target=_watch_terminal, daemon=True).start()
    app.run(mouse=mouse)
    return _say_end(app)


def put_off_garbage() -> None:
    """Look for garbage only once the program has started.

    Nearly all that is made until then stays for ever, and searching it again and again took a tenth of the time.
    """
    gc.disable()
    started = threading.Timer(STARTING_SECONDS, _look_for_garbage)
    started.daemon = True
    started.start()


def _look_for_garbage() -> None:
    """Look for garbage from now on, but not among all that is there already."""
    gc.freeze()
    gc.enable()


def writes_to_terminal() -> bool:
    """Return whether what is printed is seen at once, not kept in a file or passed on."""
    return sys.stdout.isatty()


def _write_what_can_be_written() -> None:
    """Let characters that the terminal's encoding lacks become question marks instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def has_screen() -> bool:
    """Say whether there is a terminal that can move its cursor."""
    try:
        check_terminal()
    except CommandError:
        return False
    return True


def check_terminal() -> None:
    """Refuse to run screens without a terminal that can move its cursor."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise CommandError(_("This needs a terminal: run it without pipes, over ssh with ssh -t."))
    if os.environ.get("TERM", "") in DUMB:
        sentence = _("The terminal type “{term}” cannot show it: set TERM to what you use, for example xterm-256color.")
        raise CommandError(sentence.format(term=os.environ.get("TERM", "")))


def _say_end(app: "OperaApp") -> int:
    """Print what is left to say after the screens are closed, and return the exit code."""
    for warning in app.warnings:
        print(f"opera: {warning}", file=sys.stderr)
    if app.crash:
        sentence = _("The program made a mistake and ended; your games are kept. What happened is in {file}.")
        raise CommandError(sentence.format(file=app.crash))
    if app.has_crashed:
        raise CommandError(_("The program made a mistake and ended; your games are kept."))
    if app.farewell:
        print(app.farewell)
    return app.return_code or 0


def _watch_terminal() -> None:
    """Signal the hangup to this process when its terminal is gone.

    The system signals only the leader of the session. If that is make or a script that keeps it to itself, Textual
    would read from the lost terminal for ever.
    """
    hangup = select.poll()
    hangup.register(STDIN, 0)
    if any(event & select.POLLHUP for _descriptor, event in hangup.poll()):
        os.kill(os.getpid(), signal.SIGHUP)


def _vanish(app: "OperaApp") -> None:
    """Exit at once: the terminal that Textual would wait for is gone. Child servers notice that their parent ended."""
    app.remove_folders()
    os._exit(HANGUP)
