"""Rows of text with roles: what every panel and box is made of before Textual sees it.

A role is a word that the palette turns into a style, several are separated by blanks: `"own player0"`. Rows are plain
values, so whatever draws something can be tested without a terminal, and a panel repaints only the rows that changed.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from string import Formatter
from typing import Final, NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

from opera_protocol.wire.plain_text import cut


class Span(NamedTuple):
    """A piece of a row; its text is shown as it is, never as markup."""

    text: str
    role: str = ""


Row = tuple[Span, ...]
EMPTY: Row = ()
BLANK: Final = Span(" ")
ARROWS: Final = (" →", " ->")
NEVER_FIRST: Final = frozenset({"→", "->", "·"})
"""Signs that no line of a longer text begins with."""


def row(*parts: str | Span | Row) -> Row:
    """Join texts, spans and other rows to one row."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, str):
            spans.append(Span(part))
        elif isinstance(part, Span):
            spans.append(part)
        else:
            spans += part
    return tuple([span for span in spans if span.text])


def joined(parts: Iterable[Row], between: Span) -> Row:
    """Join rows to one row, with something between each two of them."""
    return row(*(span for part in parts for span in (between, part)))[1:]


def plain(content: Row) -> str:
    """Return the row's text."""
    return "".join(span.text for span in content)


def width(content: Row) -> int:
    """Return how many cells the row takes."""
    return sum([cell_len(span.text) for span in content])


def fit(content: Row, cells: int) -> Row:
    """Cut the row with an ellipsis or pad it with blanks, so that it takes exactly so many cells."""
    missing = cells - width(content)
    if missing >= 0:
        return (*content, Span(" " * missing)) if missing else content
    fitted: list[Span] = []
    left = cells - 1
    for span in content:
        length = cell_len(span.text)
        if length > left:
            fitted.append(Span(set_cell_size(span.text, left) + "…", span.role))
            break
        fitted.append(span)
        left -= length
    return tuple(fitted)


def column(text: str, cells: int, role: str = "", *, right: bool = False) -> Span:
    """Return a text in a column of this width; too long a text is cut with an ellipsis."""
    shown = cut(text, cells)
    blanks = " " * (cells - cell_len(shown))
    return Span(blanks + shown if right else shown + blanks, role)


def also(content: Row, role: str) -> Row:
    """Add a role to all of a row, such as the cursor's."""
    return tuple(Span(span.text, f"{span.role} {role}".strip()) for span in content)


def grounded(content: Row, ground: str) -> Row:
    """Put a row on the ground of a role; what has a ground of its own keeps it."""
    return tuple(Span(span.text, f"{ground} {span.role}".strip()) for span in content)


def with_news_marked(before: Sequence[Row], now: Sequence[Row]) -> list[Row]:
    """Underline what stands where something else stood before; if most rows are other ones, nothing stands out."""
    earlier = [*before, *[EMPTY] * (len(now) - len(before))]
    changed = sum(plain(one) != plain(other) for one, other in zip(earlier, now, strict=False))
    if changed > len(now) // 2:
        return list(now)
    return [_news_marked(one, other) for one, other in zip(earlier, now, strict=False)]


def _news_marked(before: Row, now: Row) -> Row:
    """Underline the spans of a row that are new; blanks are never underlined."""
    if before == now:
        return now
    known = set(_placed(before))
    return tuple(
        Span(span.text, f"{span.role} moved".strip()) if span.text.strip() and (at, span.text) not in known else span
        for (at, _text), span in zip(_placed(now), now, strict=True)
    )


def _placed(content: Row) -> list[tuple[int, str]]:
    """Return the text of each span with the cell where it begins."""
    ends = accumulate((cell_len(span.text) for span in content), initial=0)
    return [(at, span.text) for at, span in zip(ends, content, strict=False)]


def beside(left: Iterable[Row], right: Iterable[Row], cells: int) -> list[Row]:
    """Put two blocks of rows next to each other; the left one is `cells` wide."""
    first, second = list(left), list(right)
    height = max(len(first), len(second))
    first += [EMPTY] * (height - len(first))
    second += [EMPTY] * (height - len(second))
    return [(*fit(one, cells), *other) for one, other in zip(first, second, strict=True)]


def wrapped(text: str, cells: int) -> list[str]:
    """Return the text in lines that fit; words that are too long are broken, and no line begins with an arrow."""
    return [plain(line) for line in wrapped_row(row(text), cells)]


def fitting(wordings: Sequence[str], cells: int, lines: int) -> str:
    """Return the first of several wordings that fits into so many lines, else the last; empty if there is none."""
    return next((text for text in wordings if len(wrapped(text, cells)) <= lines), wordings[-1] if wordings else "")


def wrapped_row(content: Row, cells: int, indent: str = "") -> list[Row]:
    """Return the row in rows that fit, all but the first indented; breaks are those of `wrapped`."""
    lines: list[list[Span]] = [[]]
    taken = 0
    for word in _words(content):
        for part in _chopped(word, cells - len(indent)):
            needed = width(part)
            if not lines[-1]:
                lines[-1] += part
                taken = needed
            elif taken + 1 + needed <= cells:
                lines[-1] += (BLANK, *part)
                taken += 1 + needed
            else:
                lines.append([*row(indent), *part])
                taken = cell_len(indent) + needed
    return [tuple(line) for line in lines]


def _words(content: Row) -> list[Row]:
    """Split a row at its blanks; what an arrow, a dot or a player's sign belongs to stays together with it."""
    words: list[Row] = [()]
    for span in content:
        first, *others = span.text.split(" ")
        words[-1] = row(words[-1], Span(first, span.role))
        words += [(Span(other, span.role),) if other else EMPTY for other in others]
    kept: list[Row] = []
    for word in filter(None, words):
        if kept and (plain(word) in NEVER_FIRST or plain(kept[-1]).endswith(ARROWS) or _is_of(kept[-1], word)):
            kept[-1] = (*kept[-1], BLANK, *word)
        else:
            kept.append(word)
    return kept


def _is_of(sign: Row, word: Row) -> bool:
    """Say whether a word stands behind the sign of the player whom it is about."""
    return sign[-1].role.startswith("player") and not word[0].role.startswith("player")


def _chopped(word: Row, cells: int) -> list[Row]:
    """Break a word that is too long for a line."""
    if width(word) <= cells:
        return [word]
    return [row(part) for part in chop_cells(plain(word), cells)]


def filled(template: str, role: str = "", /, **parts: str | int | Span | Row) -> Row:
    """Return the template as a row; a part that is a span or a row keeps its own roles."""
    spans: list[Span | Row] = []
    for text, field, form, _conversion in Formatter().parse(template):
        spans.append(Span(text, role))
        if field is not None:
            part = parts[field]
            spans.append(Span(format(part, form or ""), role) if isinstance(part, str | int) else part)
    return row(*spans)
