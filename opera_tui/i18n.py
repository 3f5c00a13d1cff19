"""Texts in the language that was chosen at the start; until then in English."""

from gettext import NullTranslations

_chosen: list[NullTranslations] = [NullTranslations()]


def translations() -> NullTranslations:
    """The catalog in use."""
    return _chosen[0]


def choose(catalog: NullTranslations) -> None:
    """Use this catalog from now on."""
    _chosen[0] = catalog


def _(text: str) -> str:
    return _chosen[0].gettext(text)


def ngettext(singular: str, plural: str, number: int) -> str:
    return _chosen[0].ngettext(singular, plural, number)
