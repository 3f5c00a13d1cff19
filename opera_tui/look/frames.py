"""Frames drawn as text, for a screen whose panels are all rows of one picture."""

from collections.abc import Sequence

from opera_tui.look.glyphs import Glyphs
from opera_tui.look.rows import EMPTY, Row, Span, fit, row, width

SIDES = 2
"""How many cells, and how many rows, a frame itself takes."""


def framed(title: str, rows: Sequence[Row], cells: int, height: int, glyphs: Glyphs, note: str = "") -> list[Row]:
    """Draw rows in a frame of this size, with a title in its upper border and perhaps a note in the lower one."""
    inside, sides = cells - SIDES, Span(glyphs.separator, "line")
    shown = [*rows, *[EMPTY] * (height - SIDES - len(rows))][: height - SIDES]
    upper, lower = glyphs.frame[:2], glyphs.frame[2:]
    return [
        _border(upper, row(glyphs.across, Span(f" {title} ", "title")), cells, glyphs, is_left=True),
        *(row(sides, fit(line, inside), sides) for line in shown),
        _border(lower, row(Span(f" {note} ", "quiet")) if note else EMPTY, cells, glyphs, is_left=False),
    ]


def _border(corners: str, text: Row, cells: int, glyphs: Glyphs, *, is_left: bool) -> Row:
    """Draw a border with a text near its left or right end."""
    text = tuple(Span(span.text, span.role or "line") for span in text)
    rest = max(0, cells - SIDES - width(text))
    before, after = (0, rest) if is_left else (rest - 1, 1) if rest else (0, 0)
    line = glyphs.across
    return row(Span(corners[0] + line * before, "line"), text, Span(line * after + corners[1], "line"))


def abreast(*blocks: Sequence[Row]) -> list[Row]:
    """Put blocks of whole rows beside each other."""
    height = max(map(len, blocks))
    padded = [[*block, *[(Span(" " * width(block[0])),)] * (height - len(block))] for block in blocks]
    return [row(*lines) for lines in zip(*padded, strict=True)]
