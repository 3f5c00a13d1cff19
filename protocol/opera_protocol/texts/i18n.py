"""Mark texts for the catalogs' template, and translate a marked text into the reader's language.

Texts are collected with `pybabel extract -k N_ -k NN_:1,2 -k _`. The server and its commands speak English.
"""

from gettext import NullTranslations
from typing import Final, Protocol

from opera_games.catalog import N_, NN_

__all__ = ["ENGLISH", "NN_", "N_", "Translations", "_"]


class Translations(Protocol):
    """The part of the standard library's translations that is used here."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...


ENGLISH: Final[Translations] = NullTranslations()


def _(text: str) -> str:
    """Mark a text of the server's commands, which speak English."""
    return ENGLISH.gettext(text)
