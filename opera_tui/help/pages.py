"""What a text of the help is, and how it becomes rows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from opera_tui.glyphs import UNICODE, Glyphs
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, row
from opera_tui.table_keys import key_words
from opera_tui.wrapping import wrapped


class Page(NamedTuple):
    """A title and what is to be said about it, in English; it is translated when it is shown."""

    title: str
    paragraphs: tuple[str, ...]


class Tip(NamedTuple):
    """Advice for a first game: a few words for next to the tabs, and a sentence or two for where there is room."""

    few_words: str
    sentence: str


def page_rows(page: Page, cells: int, glyphs: Glyphs = UNICODE, keys: Mapping[str, str] | None = None) -> list[Row]:
    """The title, then the paragraphs with an empty row between them; keys are named as they are set."""
    words = key_words() if keys is None else keys
    rows = [row(Span(line, "strong")) for line in _lines(page.title, cells, glyphs)]
    for paragraph in page.paragraphs:
        rows += [EMPTY, *text_rows(_(paragraph).format_map(words), cells, glyphs)]
    return rows


def text_rows(text: str, cells: int, glyphs: Glyphs = UNICODE, role: str = "") -> list[Row]:
    """A text that is translated already, in rows of at most so many cells."""
    return [row(Span(line, role)) for line in wrapped(glyphs.say(text), cells)]


def pages_rows(pages: Sequence[Page], cells: int, glyphs: Glyphs = UNICODE) -> list[Row]:
    """Several pages below each other."""
    rows: list[Row] = []
    for page in pages:
        rows += [*([EMPTY, EMPTY] if rows else []), *page_rows(page, cells, glyphs)]
    return rows


def _lines(text: str, cells: int, glyphs: Glyphs) -> list[str]:
    return wrapped(glyphs.say(_(text)), cells)
