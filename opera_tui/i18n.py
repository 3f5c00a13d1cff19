"""Texts in the player's language: that of the settings, else that of the system, else English.

Texts of classes and constants are marked with `N_` and translated where they are shown: when they are evaluated, no
language has been chosen yet.
"""

from gettext import NullTranslations, translation
from importlib.resources import files
from typing import Final

from opera_protocol.i18n import N_, NN_

__all__ = ["NN_", "N_", "_", "choose", "choose_language", "ngettext", "translations"]

DOMAIN: Final = "opera"
_chosen: list[NullTranslations] = []


def translations() -> NullTranslations:
    """The catalog in use."""
    if not _chosen:
        choose_language()
    return _chosen[0]


def choose(catalog: NullTranslations) -> None:
    """Use this catalog from now on."""
    _chosen[:] = [catalog]


def choose_language(language: str = "") -> None:
    """Use the catalog of a language, or of what the environment says; without one the texts stay English."""
    folder = str(files("opera_protocol") / "locale")
    choose(translation(DOMAIN, folder, [language] if language else None, fallback=True))


def _(text: str) -> str:
    return translations().gettext(text) if text else ""


def ngettext(singular: str, plural: str, number: int) -> str:
    return translations().ngettext(singular, plural, number)
