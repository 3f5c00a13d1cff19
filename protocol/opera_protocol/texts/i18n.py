"""Mark texts for the catalogs' template, and translate a marked text into the reader's language.

`make texts` collects them. The server and its commands speak English.
"""

from gettext import NullTranslations
from typing import Final, Protocol

from opera_games.catalog import N_, NN_, NP_, InContext

__all__ = ["ENGLISH", "NN_", "NP_", "N_", "InContext", "Translations", "translated"]


class Translations(Protocol):
    """The part of the standard library's translations that is used here."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...
    def pgettext(self, context: str, message: str) -> str: ...
    def info(self) -> dict[str, str]: ...


ENGLISH: Final[Translations] = NullTranslations()


def translated(text: str, translations: Translations) -> str:
    """Return a marked text in a language; one with a context in that meaning."""
    if isinstance(text, InContext):
        return translations.pgettext(text.context, text)
    return translations.gettext(text)
