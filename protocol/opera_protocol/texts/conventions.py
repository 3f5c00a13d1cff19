"""How languages write numbers, dates and lists. What has words is in the catalogs."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from opera_protocol.texts.i18n import NP_, Translations, translated


class Conventions(NamedTuple):
    """The signs of a language."""

    decimal: str
    thousands: str
    date: str
    before_marks: str = ""
    has_capital_nouns: bool = False


CONVENTIONS: Final[Mapping[str, Conventions]] = {
    "en": Conventions(".", ",", "{year:04}-{month:02}-{day:02}"),
    "it": Conventions(",", ".", "{day:02}/{month:02}/{year:04}"),
    "de": Conventions(",", ".", "{day:02}.{month:02}.{year:04}", has_capital_nouns=True),
    "fr": Conventions(",", "\N{NO-BREAK SPACE}", "{day:02}/{month:02}/{year:04}", "\N{NO-BREAK SPACE}"),
}
# Translators: the end of a list inside a sentence, as in “Anna, Bruno and Carla”.
LAST_OF_LIST: Final = NP_("list", "{others} and {last}")


def conventions(translations: Translations) -> Conventions:
    """Return those of a catalog's language; for one that nobody has listed, the English ones."""
    language = translations.info().get("language", "en").partition("_")[0]
    return CONVENTIONS.get(language, CONVENTIONS["en"])


def mark(sign: str, translations: Translations) -> str:
    """Write a colon or semicolon between two texts, as the language sets it off."""
    return f"{conventions(translations).before_marks}{sign} "


def small_title(title: str, translations: Translations) -> str:
    """Write a title, a noun, in small letters where the language does so: `board`, but `Spielplan`."""
    return title if conventions(translations).has_capital_nouns else title.lower()


def number(value: float, translations: Translations) -> str:
    """Write a number with as many decimals as it has: `12,345.5`."""
    own = conventions(translations)
    whole, dot, decimals = f"{value:,}".removesuffix(".0").partition(".")
    return whole.replace(",", own.thousands) + (own.decimal if dot else "") + decimals


def date(moment: datetime, translations: Translations) -> str:
    """Write a day; every language has as many cells for it."""
    return conventions(translations).date.format(year=moment.year, month=moment.month, day=moment.day)


def date_and_time(moment: datetime, translations: Translations) -> str:
    """Write a moment to the minute."""
    return f"{date(moment, translations)} {moment.hour:02}:{moment.minute:02}"


def listed(items: Iterable[object], translations: Translations) -> str:
    """Write a list inside a sentence: `a, b and c`. After a colon and in columns, commas alone are enough."""
    *others, last = [*map(str, items)] or [""]
    if not others:
        return last
    return translated(LAST_OF_LIST, translations).format(others=", ".join(others), last=last)
