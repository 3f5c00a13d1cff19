"""Run the program in a terminal: check that there is one, and start a server before everything else is loaded."""

import os
import sys

from opera_protocol.local.command_errors import CommandError
from opera_tui.local.child_process import solo_recipe, start_early
from opera_tui.look.i18n import _
from opera_tui.session.intents import Intent, Play

DUMB = ("", "dumb", "unknown")


def run(intent: Intent, *, ascii_signs: bool = False, mouse: bool = True) -> int:
    """Run until the player leaves, and return the exit code; a server that will be needed starts meanwhile."""
    check_terminal()
    early = start_early(solo_recipe()) if isinstance(intent, Play) else None
    from opera_tui.start.application import open_application  # noqa: PLC0415 - half a second that the server need not wait for

    return open_application(intent, early, ascii_signs=ascii_signs, mouse=mouse)


def check_terminal() -> None:
    """Refuse to run without a terminal that can move its cursor."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise CommandError(_("This needs a terminal: run it without pipes, over ssh with ssh -t."))
    if os.environ.get("TERM", "") in DUMB:
        told = _("The terminal type “{term}” cannot show it: set TERM to what you use, for example xterm-256color.")
        raise CommandError(told.format(term=os.environ.get("TERM", "")))
