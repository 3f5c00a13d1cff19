"""Where a person goes who leaves a place of line mode and enters no table."""

from enum import Enum, auto
from typing import Final

from opera_tui.games.speech import is_said
from opera_tui.look.i18n import N_

HOME: Final = N_("home")


class Exit(Enum):
    """A way out of a table, or of the list of tables."""

    TABLES = auto()
    """To the list of tables of this server."""
    HOME = auto()
    """To the first list, for everybody but visitors, who have one server and no other."""
    PROGRAM = auto()
    """Out of the program."""


def is_home(line: str) -> bool:
    """Say whether a line leads to the first list."""
    return is_said(line, HOME)
