"""Texts in the reader's language: markers for the catalogs' template, and what translates a marked text.

Texts are collected with `pybabel extract -k N_ -k NN_:1,2 -k _`. The server and its commands speak English.
"""

from gettext import NullTranslations
from typing import Final, Protocol


class Translations(Protocol):
    """What the standard library's translations offer, as far as it is used here."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...


ENGLISH: Final[Translations] = NullTranslations()


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a text that is translated where it is shown."""
    return text


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802 - as above
    """Mark a text that depends on a number."""
    return singular, plural


def _(text: str) -> str:
    """A text of the server's own commands."""
    return ENGLISH.gettext(text)
