"""Running the program in a terminal: whether there is one, and what starts before everything else is loaded."""

import os
import sys

from opera_tui.child_process import solo_recipe, start_early
from opera_tui.i18n import _
from opera_tui.plans import Plan, Play
from opera_tui.unusable import Unusable

DUMB = ("", "dumb", "unknown")
BAD_START = 2
INTERRUPTED = 130


def run(plan: Plan, *, ascii_signs: bool, mouse: bool) -> int:
    """Run until the player leaves; the exit code. A server that will be needed starts while the client is loaded."""
    check_terminal()
    early = start_early(solo_recipe()) if isinstance(plan, Play) else None
    from opera_tui.opening import open_application  # noqa: PLC0415 - half a second that the server need not wait for

    return open_application(plan, early, ascii_signs=ascii_signs, mouse=mouse)


def run_and_tell(plan: Plan, *, ascii_signs: bool = False, mouse: bool = True) -> int:
    """The same; why it cannot be run is told on stderr."""
    try:
        return run(plan, ascii_signs=ascii_signs, mouse=mouse)
    except Unusable as problem:
        print(f"opera: {problem.sentence}", file=sys.stderr)
        return BAD_START
    except KeyboardInterrupt:
        return INTERRUPTED


def check_terminal() -> None:
    """Without a terminal that can move its cursor there is nothing to show."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Unusable(_("This needs a terminal: run it without pipes, over ssh with ssh -t."))
    if os.environ.get("TERM", "") in DUMB:
        told = _("The terminal type “{term}” cannot show it: set TERM to what you use, for example xterm-256color.")
        raise Unusable(told.format(term=os.environ.get("TERM", "")))
