"""The program `opera`: its two plainest starts begin at once, all others when the command line has been read.

The library for that, with what it needs itself, takes a third of the time to the first picture.
"""

import os
import sys
from collections.abc import Sequence

from opera_tui.plans import GoHome, Plan, Play
from opera_tui.running import run_and_tell

COMPLETING = "_OPERA_COMPLETE"
"""Set by shells that ask what could be typed next."""


def main() -> None:
    """The program `opera`."""
    plan = None if COMPLETING in os.environ else plain_plan(sys.argv[1:])
    if plan is not None:
        sys.exit(run_and_tell(plan))
    from opera_tui.commands import app  # noqa: PLC0415

    app(prog_name="opera")


def plain_plan(arguments: Sequence[str]) -> Plan | None:
    """What a start without any wish is for; None if there is something to read."""
    if not arguments:
        return GoHome()
    return Play() if list(arguments) == ["play"] else None


if __name__ == "__main__":
    main()
