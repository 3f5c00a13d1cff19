"""Rows in fewer cells than they were drawn for: gutters shrink first, then columns go below, and texts are wrapped.

Nothing is cut. Every cell remembers where it came from, so that a click finds what was drawn there.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len

from opera_tui.look.rows import Row, Span

INDENT: Final = 2
"""How far continued texts and columns that went below stand to the right."""
PAIR: Final = 2
"""So many lines with common columns belong together, as things and their prices; more are a list."""

MOST_KEPT: Final = 32
"""So many results are kept: a screen is painted after each key, and most of it is as it was before."""
LEAST_GAPS: Final = 2
"""A line of a table has so many gaps or more."""
ARROWS: Final = frozenset({"→", "·"})
"""Signs that no continued line begins with."""


class Cell(NamedTuple):
    """A cell with the row and the place where it was drawn; the second half of a wide character has no text."""

    text: str
    role: str = ""
    row: int = 0
    at: int = 0

    @property
    def is_blank(self) -> bool:
        """Say whether it may be taken out; a house's wall may not, which is as much a part of it as its halls."""
        return self.text == " " and "wall" not in self.role


Cells = list[Cell]


class Beside(NamedTuple):
    """Two blocks of rows next to each other: the second one begins at a cell, and both end before a row."""

    at: int
    rows: int
    label: int = 0
    """So many cells at the beginning of each row name it, and stand also before the second block below."""


def narrowed(
    rows: Sequence[Row], cells: int, height: int, pinned: int = 0, beside: Beside | None = None
) -> list[Cells]:
    """Return the rows in so many cells; where there are too many, those around the cursor and the last `pinned`.

    The second of two blocks that stand beside each other goes below the first one, and the other rows below both.
    """
    return list(_narrowed(tuple(rows), cells, height, pinned, beside))


@lru_cache(maxsize=MOST_KEPT)
def _narrowed(rows: tuple[Row, ...], cells: int, height: int, pinned: int, beside: Beside | None) -> list[Cells]:
    lines = _lines(rows, cells, beside)
    if all(len(line) <= cells for line in lines):
        return _shown(lines[: len(lines) - pinned], lines[len(lines) - pinned :], cells, height)
    below = _folded(lines[len(lines) - pinned :], cells) if pinned else []
    above = _folded(lines[: len(lines) - pinned], cells)
    aligned = _aligned(lines, cells)
    full, dense, spread = (sum(map(bool, block)) for block in (lines, [*above, *below], aligned))
    if spread <= height and spread - full <= 2 * (dense - full) + 1:
        # Columns that stay below each other are worth some more lines.
        return _shown(aligned, [], cells, height)
    return _shown(above, below, cells, height)


def fewest_lines(rows: Sequence[Row], cells: int, beside: Beside | None = None) -> int:
    """Count the lines that the rows take in so many cells at least."""
    return sum(map(bool, _folded(_lines(rows, cells, beside), cells)))


def _lines(rows: Sequence[Row], cells: int, beside: Beside | None) -> list[Cells]:
    lines = [_stripped(_cells_of(number, content)) for number, content in enumerate(rows)]
    is_too_wide = beside and any(len(line) > cells for line in lines[: beside.rows])
    return _below_each_other(lines, beside) if beside and is_too_wide else lines


def _shown(above: list[Cells], below: list[Cells], cells: int, height: int) -> list[Cells]:
    return [_filled(line, cells) for line in _within(above, below, height)]


def _below_each_other(lines: Sequence[Cells], beside: Beside) -> list[Cells]:
    both = lines[: beside.rows]
    if beside.label:
        named = [[*line[: beside.label], Cell(" "), *line[beside.at :]] for line in both if line[beside.at :]]
        return [*(_stripped(line[: beside.at - 1]) for line in both), *map(_stripped, named), *lines[beside.rows :]]
    left, right = [_stripped(line[: beside.at]) for line in both], [line[beside.at :] for line in both]
    return [*filter(None, left), *([Cell(" "), *line] for line in right if line), *lines[beside.rows :]]


def row_of(line: Cells) -> Row:
    """Return the cells as a row."""
    spans: list[Span] = []
    for cell in line:
        if spans and spans[-1].role == cell.role:
            spans[-1] = Span(spans[-1].text + cell.text, cell.role)
        else:
            spans.append(Span(cell.text, cell.role))
    return tuple(spans)


def drawn_at(lines: Sequence[Cells], line: int, cell: int) -> tuple[int, int]:
    """Return the row and cell where something was drawn that is shown at a place."""
    if line >= len(lines) or not lines[line]:
        return line, cell
    found = lines[line][min(cell, len(lines[line]) - 1)]
    return found.row, found.at


def _cells_of(number: int, content: Row) -> Cells:
    found: Cells = []
    for span in content:
        for character in span.text:
            cells = cell_len(character)
            if not cells and found:
                found[-1] = found[-1]._replace(text=found[-1].text + character)
            for half in range(cells):
                found.append(Cell("" if half else character, span.role, number, len(found)))
    return found


def _stripped(line: Cells) -> Cells:
    end = len(line)
    while end and line[end - 1].is_blank:
        end -= 1
    return line[:end]


def _filled(line: Cells, cells: int) -> Cells:
    """Pad the line of the cursor over the full width, where it was reversed from its beginning on."""
    is_cursor = bool(line) and all("cursor" in cell.role for cell in line)
    return [*line, *[line[-1]._replace(text=" ")] * (cells - len(line))] if is_cursor else line


def _within(above: list[Cells], below: list[Cells], height: int) -> list[Cells]:
    """Leave out empty lines, and lines far from the cursor, until the rest fits."""
    if len(above) + len(below) <= height:
        return [*above, *below]
    kept, below = list(filter(None, above)), list(filter(None, below))
    room = max(1, height - len(below))
    here = next((place for place, line in enumerate(kept) if any("cursor" in cell.role for cell in line)), 0)
    first = max(0, min(here - room // 2, len(kept) - room))
    return [*kept[first : first + room], *below]


def _aligned(lines: Sequence[Cells], cells: int) -> list[Cells]:
    """Fold lines table by table, so that columns stay below each other; lines between those of a table may differ."""
    tables: list[list[int]] = []
    others: list[list[int]] = []
    for number, line in enumerate(lines):
        groups = tables if len(_gaps(line)) >= LEAST_GAPS else others
        if groups is others:
            mine = next((run for run in others[-1:] if run[-1] == number - 1), None)
        else:
            mine = next(
                (table for table in reversed(tables) if _are_a_table([lines[one] for one in (*table, number)])), None
            )
        if mine is None:
            groups.append(mine := [])
        mine.append(number)
    folded = {run[0]: _folded([lines[one] for one in run], cells) for run in others}
    for table in tables:
        if len(table) <= PAIR and table[-1] - table[0] < PAIR:
            folded[table[0]] = _stacked([lines[one] for one in table], cells)
            continue
        squeezed = _squeezed([lines[one] for one in table], cells)
        if _width(squeezed) > cells and _are_a_pair_and_more([lines[one] for one in table]):
            folded[table[0]] = _stacked([lines[one] for one in table[:PAIR]], cells)
            folded[table[-1]] = _folded([lines[table[-1]]], cells)
            continue
        folded |= {number: _wrapped(line, cells) for number, line in zip(table, squeezed, strict=True)}
    return [part for number in sorted(folded) for part in folded[number]]


def _are_a_pair_and_more(lines: Sequence[Cells]) -> bool:
    """Say whether things and their prices have a third line below them, with fewer columns."""
    gaps = [len(_gaps(line)) for line in lines]
    return len(gaps) == PAIR + 1 and gaps[0] == gaps[1] > gaps[2]


def _are_a_table(lines: Sequence[Cells]) -> bool:
    """Say whether lines have the same columns, however long they are: each gap of a line is open in all of them."""
    gutters = _gutters(lines)
    gaps = [gap for line in lines for gap in _gaps(line)]
    return all(any(gutter.start < gap.stop and gap.start < gutter.stop for gutter in gutters) for gap in gaps)


def _folded(lines: Sequence[Cells], cells: int) -> list[Cells]:
    """Fold lines group by group: a group are lines with common columns, as many as can be squeezed together."""
    folded: list[Cells] = []
    group: list[Cells] = []
    for line in lines:
        if _is_text(line):
            folded += [*_stacked(group, cells), *_wrapped(line, cells)]
            group = []
        elif group and _width(_squeezed([*group, line], cells)) > max(cells, _width(_squeezed(group, cells))):
            folded += _stacked(group, cells)
            group = [line]
        else:
            group.append(line)
    return [*folded, *_stacked(group, cells)]


def _gaps(line: Cells) -> list[range]:
    """Return where a line has two blanks or more."""
    begun = next((at for at, cell in enumerate(line) if not cell.is_blank), 0)
    return [gap for gap in _gutters([line]) if len(gap) > 1 and gap.start > begun]


def _width(lines: Sequence[Cells]) -> int:
    return max(map(len, lines), default=0)


def _is_text(line: Cells) -> bool:
    """Say whether a line has no columns: nowhere two blanks inside."""
    begun = next((at for at, cell in enumerate(line) if not cell.is_blank), 0)
    return not any(one.is_blank and other.is_blank for one, other in zip(line[begun:], line[begun + 1 :], strict=False))


def _squeezed(lines: Sequence[Cells], cells: int) -> list[Cells]:
    """Take columns out of the widest gutter, again and again, until the lines fit or each gutter is one cell wide."""
    gutters = _gutters(lines) if _width(lines) > cells else []
    left = [len(gutter) for gutter in gutters]
    for _column in range(_width(lines) - cells):
        if max(left, default=1) == 1:
            break
        left[left.index(max(left))] -= 1
    taken = {at for gutter, kept in zip(gutters, left, strict=True) for at in gutter[: len(gutter) - kept]}
    return [[cell for at, cell in enumerate(line) if at not in taken] for line in lines] if taken else list(lines)


def _gutters(lines: Sequence[Cells]) -> list[range]:
    """Return the columns that are blank in all lines, but for those before the first and behind the last text."""
    blank = [all(at >= len(line) or line[at].is_blank for line in lines) for at in range(_width(lines))]
    gutters: list[range] = []
    for at, is_blank in enumerate(blank):
        if is_blank and gutters and gutters[-1].stop == at:
            gutters[-1] = range(gutters[-1].start, at + 1)
        elif is_blank:
            gutters.append(range(at, at + 1))
    return [gutter for gutter in gutters if gutter.start]


def _stacked(lines: Sequence[Cells], cells: int) -> list[Cells]:
    """Squeeze lines with common columns; what still has no room goes below its line, in a pair of lines below both."""
    squeezed = _squeezed(lines, cells)
    if _width(squeezed) <= cells:
        return squeezed
    if len(lines) > PAIR:
        return [part for line in squeezed for part in _wrapped(line, cells)]
    for gutter in reversed([gutter for gutter in _gutters(lines) if len(gutter) > 1]):
        left = _squeezed([_stripped(line[: gutter.start]) for line in lines], cells)
        if _width(left) <= cells:
            right = [line[gutter.stop :] for line in lines if len(line) > gutter.stop]
            return [*left, *map(_indented, _stacked(right, cells - INDENT))]
    return [part for line in squeezed for part in _wrapped(line, cells)]


def _indented(line: Cells) -> Cells:
    return [*[Cell(" ", "", line[0].row, line[0].at)] * INDENT, *line]


def _wrapped(line: Cells, cells: int) -> list[Cells]:
    """Break a text at its blanks; a word that is too long is broken anywhere."""
    wrapped: list[Cells] = []
    rest = line
    while len(rest) > cells:
        breaks = [at for at in range(INDENT + 1, cells + 1) if rest[at].is_blank and not _is_at_arrow(rest, at)]
        end = breaks[-1] if breaks else cells
        wrapped.append(rest[:end])
        tail = rest[end:]
        while tail and tail[0].is_blank:
            tail = tail[1:]
        rest = _indented(tail) if tail else []
    return [*wrapped, rest] if rest or not wrapped else wrapped


def _is_at_arrow(line: Cells, at: int) -> bool:
    """Say whether a blank stands before or behind an arrow, which keeps both its numbers."""
    return any(cell.text in ARROWS for cell in (line[at - 1], *line[at + 1 : at + 2]))
