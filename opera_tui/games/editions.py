"""The names of the games' data files."""

from typing import Final

from opera_protocol.texts.format import plain
from opera_tui.look.i18n import NP_, _

OURS: Final = (NP_("edition", "built-in"), NP_("edition", "First night"))


def edition_name(name: str) -> str:
    """Return the name of a data file; one that comes with the program has it in the reader's language."""
    return next((_(ours) for ours in OURS if ours == name), plain(name))
