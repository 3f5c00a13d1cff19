"""Break pages of the help into rows."""

from collections.abc import Mapping, Sequence

from opera_tui.config.commands import key_words
from opera_tui.games.face import Page
from opera_tui.look.glyphs import UNICODE, Glyphs
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, row
from opera_tui.look.wrapping import wrapped


def page_rows(page: Page, cells: int, glyphs: Glyphs = UNICODE, keys: Mapping[str, str] | None = None) -> list[Row]:
    """Show the title and the paragraphs with an empty row between them; keys are named as they are set."""
    words = key_words() if keys is None else keys
    rows = [row(Span(line, "strong")) for line in _lines(page.title, cells, glyphs)]
    for paragraph in page.paragraphs:
        rows += [EMPTY, *text_rows(_(paragraph).format_map(words), cells, glyphs)]
    return rows


def text_rows(text: str, cells: int, glyphs: Glyphs = UNICODE, role: str = "") -> list[Row]:
    """Break a translated text into rows of at most so many cells."""
    return [row(Span(line, role)) for line in wrapped(glyphs.say(text), cells)]


def pages_rows(pages: Sequence[Page], cells: int, glyphs: Glyphs = UNICODE) -> list[Row]:
    """Show several pages below each other."""
    rows: list[Row] = []
    for page in pages:
        rows += [*([EMPTY, EMPTY] if rows else []), *page_rows(page, cells, glyphs)]
    return rows


def _lines(text: str, cells: int, glyphs: Glyphs) -> list[str]:
    return wrapped(glyphs.say(_(text)), cells)
