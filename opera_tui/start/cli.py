"""The program `opera`: start at once if the command line is plain, else read it first.

The library that reads it, with what it needs itself, takes a third of the time to the first picture.
"""

import os
import sys
from collections.abc import Sequence

from opera_protocol.local.command_errors import ended_by_sentence
from opera_tui.look.i18n import translations
from opera_tui.session.intents import GoHome, Intent, Play
from opera_tui.start import launch

COMPLETING = "_OPERA_COMPLETE"
"""Set by shells that ask what could be typed next."""


def main() -> None:
    """Run the program."""
    intent = None if COMPLETING in os.environ else plain_intent(sys.argv[1:])
    if intent is not None:
        with ended_by_sentence("opera", translations):
            sys.exit(launch.run(intent))
    from opera_tui.start.commands import app  # noqa: PLC0415

    app(prog_name="opera")


def plain_intent(arguments: Sequence[str]) -> Intent | None:
    """Return what a start without options is for; None if there is a command line to read."""
    if not arguments:
        return GoHome()
    return Play() if list(arguments) == ["play"] else None


if __name__ == "__main__":
    main()
