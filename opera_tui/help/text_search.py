"""Search for words in a text of rows: all places where they occur, and the one that is looked at."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from opera_tui.look.glyphs import folded
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, plain

HERE = "cursor"
ELSEWHERE = "moved"


class Mark(NamedTuple):
    """A range of characters in a row."""

    row: int
    start: int
    stop: int


Hit = tuple[Mark, ...]
"""A place where the words occur: in one row, or across the end of a row into the next."""


class Search:
    """One search at a time; without words there is none."""

    def __init__(self) -> None:
        self.words = ""
        self._hits: list[Hit] = []
        self._at = 0

    def begin(self, words: str, rows: Sequence[Row], top: int = 0) -> None:
        """Look for these words, from a row on; after the last row comes the first."""
        self.words = words
        self._hits = hits(rows, words)
        self._at = next((place for place, hit in enumerate(self._hits) if hit[0].row >= top), 0)

    def go(self, steps: int) -> None:
        """Go to the next place, or to one before."""
        self._at = (self._at + steps) % max(1, len(self._hits))

    @property
    def row(self) -> int | None:
        """The row of the place that is looked at; None if there is none."""
        return self._hits[self._at][0].row if self._hits else None

    @property
    def summary(self) -> str:
        """How many places there are, and which one this is."""
        if not self.words:
            return ""
        if not self._hits:
            return _("not found: {words}").format(words=self.words)
        return _("{words}: {n} of {all}").format(words=self.words, n=self._at + 1, all=len(self._hits))

    def marked(self, place: int, content: Row) -> Row:
        """Underline the words in a row, and reverse them at the place that is looked at."""
        for number, hit in enumerate(self._hits):
            for mark in hit:
                if mark.row == place:
                    content = with_role(content, mark, HERE if number == self._at else ELSEWHERE)
        return content


def hits(rows: Sequence[Row], words: str) -> list[Hit]:
    """Find every place with these words, in capitals or not, with accents or not, wherever the lines are broken."""
    wanted = r"\s+".join(map(re.escape, words.split()))
    if not wanted:
        return []
    lines = [plain(content) for content in rows]
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    found = re.finditer(folded(wanted), folded("\n".join(lines)), re.IGNORECASE)
    return [_marks(match.start(), match.end(), lines, starts) for match in found]


def _marks(start: int, stop: int, lines: Sequence[str], starts: Sequence[int]) -> Hit:
    first, last = bisect_right(starts, start) - 1, bisect_right(starts, stop - 1) - 1
    marks = (
        Mark(place, max(0, start - starts[place]), min(len(lines[place]), stop - starts[place]))
        for place in range(first, last + 1)
    )
    return tuple(mark for mark in marks if mark.start < mark.stop)


def with_role(content: Row, mark: Mark, role: str) -> Row:
    """Add a role to some characters of a row."""
    parts: list[Span] = []
    end = 0
    for span in content:
        begin, end = end, end + len(span.text)
        cuts = sorted({begin, end, *(cut for cut in (mark.start, mark.stop) if begin < cut < end)})
        for left, right in pairwise(cuts):
            is_marked = mark.start <= left and right <= mark.stop
            parts.append(
                Span(span.text[left - begin : right - begin], f"{span.role} {role}".strip() if is_marked else span.role)
            )
    return tuple(parts)
