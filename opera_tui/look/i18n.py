"""Texts in the player's language: the one in the settings, else the system's, else English.

Texts of classes and constants are marked with `N_` and translated where they are shown: when they are evaluated, no
language has been chosen yet, and another one may be chosen at any time.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from gettext import NullTranslations, translation
from typing import Any, Final

from opera_games.errors import Coded
from opera_protocol.texts import conventions
from opera_protocol.texts.i18n import N_, NN_, NP_, InContext
from opera_tui.look.glyphs import plain_ascii
from opera_tui.look.languages import AUTOMATIC, DOMAIN, ENGLISH, catalogs, languages, system_language

__all__ = [
    "NN_",
    "NP_",
    "N_",
    "_",
    "catalog_of",
    "choose",
    "choose_language",
    "date",
    "date_and_time",
    "hide_paths",
    "in_english",
    "language",
    "listed",
    "mark",
    "ngettext",
    "number",
    "pgettext",
    "sentence_for",
    "sentence_of",
    "spell",
    "translations",
]

_chosen: list[NullTranslations] = []
_language: list[str] = [ENGLISH]
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

    def pgettext(self, context: str, message: str) -> str:
        return plain_ascii(self._catalog.pgettext(context, message))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return plain_ascii(self._catalog.npgettext(context, msgid1, msgid2, n))

    def info(self) -> dict[str, str]:
        return self._catalog.info()


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


def choose(catalog: NullTranslations, name: str = ENGLISH) -> None:
    """Use this catalog from now on."""
    _chosen[:] = [catalog]
    _language[0] = name


def choose_language(wanted: str = AUTOMATIC) -> None:
    """Use the catalog of a language, else of the one that the system asks for; without a catalog texts stay English."""
    present = languages()
    name = system_language(os.environ, present) if wanted in ("", AUTOMATIC) else wanted
    if name == ENGLISH or name not in present:
        choose(NullTranslations())
    else:
        choose(translation(DOMAIN, catalogs(), [name]), name)


@contextmanager
def in_english() -> Iterator[None]:
    """Let texts be English for a moment, in which nothing may be awaited."""
    name = language()
    before = _chosen[0]
    try:
        choose(NullTranslations())
        yield
    finally:
        choose(before, name)


def language() -> str:
    """Return the code of the language in use."""
    translations()
    return _language[0]


def catalog_of(variables: Mapping[str, str]) -> NullTranslations:
    """Return the catalog that somebody else's environment chooses; English if there is none for it."""
    name = system_language(variables, languages())
    return NullTranslations() if name == ENGLISH else translation(DOMAIN, catalogs(), [name])


def _(text: str) -> str:
    """Return a text in the language in use; one that was marked with a context in that meaning."""
    if isinstance(text, InContext):
        return pgettext(text.context, text)
    return translations().gettext(text) if text else ""


def pgettext(context: str, text: str) -> str:
    """Return a text in one of its meanings, such as a short form."""
    return translations().pgettext(context, text)


def ngettext(singular: str, plural: str, number: int) -> str:
    return translations().ngettext(singular, plural, number)


def listed(items: Iterable[object]) -> str:
    """Return a list inside a sentence: `a, b and c`."""
    return conventions.listed(items, translations())


def mark(sign: str) -> str:
    """Return a colon or semicolon between two texts, as the language sets it off."""
    told = conventions.mark(sign, translations())
    return plain_ascii(told) if _is_plain[0] else told


def small_title(title: str) -> str:
    """Return a title, a noun, in small letters where the language writes it so."""
    return conventions.small_title(title, translations())


def number(value: float) -> str:
    """Return a number as the language writes it."""
    return conventions.number(value, translations())


def date(moment: datetime) -> str:
    return conventions.date(moment, translations())


def date_and_time(moment: datetime) -> str:
    return conventions.date_and_time(moment, translations())


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
