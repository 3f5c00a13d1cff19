"""Texts in the player's language: the one in the settings, else the system's, else English.

Texts of classes and constants are marked with `N_` and translated where they are shown: when they are evaluated, no
language has been chosen yet.
"""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations, translation
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from opera_games.errors import Coded
from opera_protocol.texts.i18n import N_, NN_
from opera_tui.look.glyphs import plain_ascii

__all__ = [
    "NN_",
    "N_",
    "_",
    "choose",
    "choose_language",
    "hide_paths",
    "language",
    "languages",
    "ngettext",
    "sentence_for",
    "sentence_of",
    "spell",
    "translations",
]

DOMAIN: Final = "opera"
_chosen: list[NullTranslations] = []
_is_plain: list[bool] = [False]
_hides_paths: list[bool] = [False]
_PATHS: Final = frozenset({"path", "file", "source", "log"})
"""Parameters of errors that name files."""


class PlainTexts(NullTranslations):
    """A catalog without accents and typographic signs, for terminals that have only ASCII."""

    def __init__(self, catalog: NullTranslations) -> None:
        super().__init__()
        self._catalog = catalog

    def gettext(self, message: str) -> str:
        return plain_ascii(self._catalog.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return plain_ascii(self._catalog.ngettext(msgid1, msgid2, n))


def translations() -> NullTranslations:
    """Return the catalog in use, in plain ASCII if that was chosen."""
    if not _chosen:
        choose_language()
    return PlainTexts(_chosen[0]) if _is_plain[0] else _chosen[0]


def spell(*, plainly: bool) -> None:
    """Choose whether the program's texts are in plain ASCII from now on; what people wrote stays as it is."""
    _is_plain[0] = plainly


def hide_paths(are_hidden: bool) -> None:
    """Choose whether errors that name files are told without them from now on."""
    _hides_paths[0] = are_hidden


def choose(catalog: NullTranslations) -> None:
    """Use this catalog from now on."""
    _chosen[:] = [catalog]


def choose_language(language: str = "") -> None:
    """Use the catalog of a language, else of the one in the environment; without a catalog texts stay English."""
    choose(translation(DOMAIN, _catalogs(), [language] if language else None, fallback=True))


def language() -> str:
    """Return the code of the language in use, as its catalog names it."""
    translations()
    return _chosen[0].info().get("language", "").replace("_", "-") or "en"


def languages() -> list[str]:
    """Return the languages that texts have been translated to."""
    return sorted(found.parts[-3] for found in _catalogs().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))


def _catalogs() -> Path:
    return Path(str(files("opera_protocol.texts") / "locale"))


def _(text: str) -> str:
    return translations().gettext(text) if text else ""


def ngettext(singular: str, plural: str, number: int) -> str:
    return translations().ngettext(singular, plural, number)


def sentence_of(error: Coded, names: Sequence[str] = ()) -> str:
    """Return the sentence of an error; for an unknown code, the sentence that came with it, if any."""
    if _hides_paths[0] and not _PATHS.isdisjoint(error.parameters):
        return _("Something could not be kept on this machine; its operator can find out why.")
    return sentence_for(error.code, error.parameters, names, getattr(error, "sentence", ""))


def sentence_for(code: str, parameters: Mapping[str, Any], names: Sequence[str] = (), otherwise: str = "") -> str:
    """Return the sentence of a code."""
    from opera_protocol.texts.format import Teller  # noqa: PLC0415 - needed only when something is wrong
    from opera_protocol.texts.sentences import sentence  # noqa: PLC0415

    return sentence(code, parameters, Teller(names, translations=translations()), otherwise=otherwise)
