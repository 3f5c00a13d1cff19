"""Translations whose texts carry marks without width: where one is cut on the screen, the mark of its end is missing.

The same works for every language: a catalog, and a pseudo-language whose words are 30 % longer than the English ones.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from gettext import NullTranslations
from typing import Final

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from support.catalog_faults import SAME, limit
from support.tui.pseudo_locale import TEMPLATE

BEGIN: Final = "\u0350"
END: Final = "\u034f"
"""Combining marks, which have no width and which people do not write."""
PLACEHOLDER: Final = re.compile(r"(\{[^{}]*\})")
WORD: Final = re.compile(r"[^\W\d_]{3,}")
LONGER: Final = 0.3


@cache
def template() -> list[Message]:
    """All texts that are translated; names are in the template as titles of lessons."""
    names = SAME.read_text("utf-8").splitlines()
    with TEMPLATE.open("rb") as file:
        return [message for message in read_po(file) if message.id and message.id not in names]


class LongerTexts(NullTranslations):
    """English with longer words; a text with a stated number of cells keeps to it, and names stay as they are."""

    def __init__(self) -> None:
        super().__init__()
        texts = [(message.id if isinstance(message.id, str) else message.id[0], message) for message in template()]
        self._cells = {(message.context or "", text): limit(message) for text, message in texts}

    def gettext(self, message: str) -> str:
        return self._longer("", message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._longer("", msgid1, msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self._longer(context, message, message)

    def _longer(self, context: str, key: str, text: str) -> str:
        if (context, key) not in self._cells:
            return text
        cells = self._cells[context, key]
        grown = longer(text)
        return grown if cells is None or ("{" not in text and len(grown) <= cells) else text


class MarkedTexts(NullTranslations):
    """A catalog whose texts begin and end with a mark; names, which are not in the template, have none."""

    def __init__(self, catalog: NullTranslations) -> None:
        super().__init__()
        self._catalog = catalog
        self._texts = {message.id for message in template()}

    def gettext(self, message: str) -> str:
        return _marked(self._catalog.gettext(message)) if message in self._texts else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _marked(self._catalog.ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return _marked(self._catalog.pgettext(context, message))

    def info(self) -> dict[str, str]:
        return self._catalog.info()


def _marked(text: str) -> str:
    return f"{BEGIN}{text}{END}" if text.strip() else text


@lru_cache(maxsize=5000)
def longer(text: str) -> str:
    """Return a text whose words of three letters or more are longer by nearly a third; placeholders stay."""
    parts = PLACEHOLDER.split(text)
    return "".join(part if PLACEHOLDER.fullmatch(part) else WORD.sub(_grown, part) for part in parts)


def _grown(word: re.Match[str]) -> str:
    return word[0] + word[0][-1].lower() * max(1, round(len(word[0]) * LONGER))


def cut_texts(rows: Sequence[str]) -> list[str]:
    """Return the texts of a screen that begin and do not end, as far as they can be seen."""
    open_ends = sum(row.count(BEGIN) - row.count(END) for row in rows)
    if open_ends <= 0:
        return []
    return [bare(text) for row in rows for text in _without_end(row)]


def _without_end(row: str) -> Iterator[str]:
    """Find the marks of a row that no mark of an end follows; texts may stand inside others."""
    starts: list[int] = []
    for place, sign in enumerate(row):
        if sign == BEGIN:
            starts.append(place)
        elif sign == END and starts:
            starts.pop()
    yield from (row[start : start + 40] for start in starts)


def bare(text: str) -> str:
    """Return a text without the marks."""
    return text.replace(BEGIN, "").replace(END, "").rstrip()


def english_left(rows: Sequence[str], english: Mapping[str, str]) -> list[str]:
    """Return English texts of several words that a screen shows although the catalog says something else."""
    shown = " ".join(" ".join(bare(row).split()) for row in rows)
    return [text for text, translated in english.items() if translated != text and f" {text} " in f" {shown} "]
