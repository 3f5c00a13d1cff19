"""Choose one of our catalogs for a browser, by what it says about its user's languages."""

from collections.abc import Sequence
from typing import Final

from opera_tui.look.i18n import catalog_of

ENGLISH: Final = "en"
_MOST: Final = 10


def language_of(accepted: str, known: Sequence[str]) -> str:
    """Return the language that is liked best (Accept-Language) among those of our texts; else English.

    A catalog such as `pt_BR` is for `pt-BR`; one such as `de` is for `de-AT`, too.
    """
    liked = []
    for entry in accepted.split(",")[:_MOST]:
        tag, _semicolon, weight = entry.strip().partition(";")
        liked.append((_weight(weight), tag.strip().replace("-", "_")))
    for liking, tag in sorted(liked, key=lambda entry: -entry[0]):
        if not liking:
            break
        for wanted in (tag, tag.partition("_")[0]):
            if wanted.lower() == ENGLISH:
                return ENGLISH
            for language in known:
                if language.lower() == wanted.lower():
                    return language
    return ENGLISH


def _weight(text: str) -> float:
    name, _equals, value = text.strip().partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 0.0


def locale_of(language: str) -> str:
    """Return the language as a terminal's environment names it."""
    return f"{'C' if language == ENGLISH else language}.UTF-8"


def said(sentence: str, language: str) -> str:
    """Return a marked sentence in a language."""
    return catalog_of({"LANG": locale_of(language)}).gettext(sentence)
