"""Draw how points grew as lines: braille dots between the rounds, and on each round the signs of the players.

Nothing here knows a game or a table: points by player and step go in, rows come out.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import Final, NamedTuple

from opera_tui.look.glyphs import Glyphs
from opera_tui.look.rows import Row, Span, column, row, width

BRAILLE: Final = 0x2800
DOTS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of a braille sign by column and row."""
ACROSS: Final = len(DOTS)
DOWN: Final = len(DOTS[0])
NICE: Final = (1, 2, 5)
"""How far apart the numbers of the scale are, at any power of ten."""
BELOW: Final = 2
"""The rows of the axis and its numbers."""
GRID: Final = 2
"""Every how many cells a line of the scale has a dot."""
ASIDE: Final = (0, 1, -1, 2, -2, 3, -3, 4, -4)
"""Where signs stand that share a place: on it, then beside it."""


class Line(NamedTuple):
    """A player's line: the sign, and the points by step as far as they are known."""

    sign: Span
    points: Mapping[int, int]
    role: str = ""
    """The role of the number at its end."""


class Steps(NamedTuple):
    """What stands below the axis: all steps of the game, and those that stand out."""

    all: Sequence[int]
    strong: Collection[int] = ()


class _Plot(NamedTuple):
    """The place of the lines: cells and rows, the steps over the cells, the points over the rows."""

    cells: int
    rows: int
    steps: Sequence[int]
    lowest: int
    highest: int
    margin: int
    """How many cells there are left and right of the first and the last step, for signs beside each other."""

    def cell(self, step: int) -> int:
        """Return the cell of a step."""
        place = self.steps.index(step)
        return self.margin + round(place * max(0, self.cells - 1 - 2 * self.margin) / max(1, len(self.steps) - 1))

    def dot(self, points: float) -> int:
        """Return the dot of a number of points, from the top."""
        span = max(1, self.highest - self.lowest)
        return round((self.highest - points) * (self.rows * DOWN - 1) / span)

    def row(self, points: float) -> int:
        return self.dot(points) // DOWN


Cells = dict[tuple[int, int], Span]
"""What stands at a row and a cell."""


def chart(lines: Sequence[Line], steps: Steps, cells: int, height: int, glyphs: Glyphs) -> list[Row]:
    """Draw the lines in so many cells and rows, the leader's over the others, with everybody's points at the end."""
    ranked = sorted((line for line in lines if line.points), key=lambda line: -_last(line))
    numbers = [number for line in ranked for number in line.points.values()]
    lowest, highest = min([0, *numbers]), max([1, *numbers])
    labels = max(len(str(lowest)), len(str(highest))) + 2
    plot = _Plot(1, max(2, height - BELOW), steps.all, lowest, highest, len(ranked) // 2)
    ends = _ends(plot, ranked)
    plot = plot._replace(cells=max(1, cells - labels - 2 - max(map(width, ends.values()), default=0)))
    drawn = {**_scale(plot, glyphs), **_strokes(plot, ranked), **_signs(plot, ranked)}
    named = {plot.row(points): points for points in _ticks(plot)}
    return [
        *(_line(plot, place, drawn, named, labels, glyphs, ends.get(place, ())) for place in range(plot.rows)),
        row(" " * labels, Span(glyphs.corner + glyphs.across * plot.cells, "line")),
        _numbers(plot, steps, labels + 1),
    ]


def _last(line: Line) -> int:
    return line.points[max(line.points)]


def _end(line: Line) -> Row:
    """Return what stands behind the end of a line: ` ■G 149`."""
    return row(" ", line.sign, " ", Span(str(_last(line)), f"strong {line.role}".strip()))


def _ticks(plot: _Plot) -> list[int]:
    """Return the numbers of the scale: round ones, two rows apart where the chart is not too low for that."""
    most = max(2, (plot.rows - 1) // 2)
    nice = (nice * 10**power for power in count() for nice in NICE)
    apart = next(apart for apart in nice if (plot.highest - plot.lowest) / apart <= most)
    first = -(-plot.lowest // apart) * apart
    return list(range(first, plot.highest + 1, apart))


def _scale(plot: _Plot, glyphs: Glyphs) -> Cells:
    """Draw a dotted line at each number of the scale."""
    dot = Span(glyphs.dot, "line")
    return {(plot.row(points), cell): dot for points in _ticks(plot) for cell in range(0, plot.cells, GRID)}


def _strokes(plot: _Plot, ranked: Sequence[Line]) -> Cells:
    """Draw the lines in braille; where several share a cell, their colours take turns."""
    bits: dict[tuple[int, int], int] = defaultdict(int)
    owners: dict[tuple[int, int], list[Span]] = defaultdict(list)
    for line in ranked:
        for across, down in _dots(plot, line):
            place = down // DOWN, across // ACROSS
            bits[place] |= DOTS[across % ACROSS][down % DOWN]
            if line.sign not in owners[place]:
                owners[place].append(line.sign)
    return {
        place: Span(chr(BRAILLE + found), owners[place][place[1] % len(owners[place])].role)
        for place, found in bits.items()
    }


def _dots(plot: _Plot, line: Line) -> Iterator[tuple[int, int]]:
    """Yield the dots of a line, one for each column of dots."""
    known = sorted(line.points)
    for step, following in pairwise(known):
        start, end = plot.cell(step) * ACROSS, plot.cell(following) * ACROSS
        before, after = plot.dot(line.points[step]), plot.dot(line.points[following])
        for across in range(start, end + 1):
            yield across, round(before + (after - before) * (across - start) / max(1, end - start))


def _signs(plot: _Plot, ranked: Sequence[Line]) -> Cells:
    """Put everybody's sign on each step; those that would share a place stand beside each other."""
    placed: Cells = {}
    for step in sorted({step for line in ranked for step in line.points}):
        places = _places(plot, step)
        taken: dict[int, int] = defaultdict(int)
        for line in (line for line in ranked if step in line.points):
            down = plot.row(line.points[step])
            cell = places[min(taken[down], len(places) - 1)]
            taken[down] += 1
            placed.setdefault((down, cell), Span(line.sign.text[:1], line.sign.role))
    return placed


def _places(plot: _Plot, step: int) -> list[int]:
    """Return the cells where signs of a step may stand: nearer to it than to any other step."""
    here, place = plot.cell(step), plot.steps.index(step)
    others = [
        plot.cell(other) for other in (*plot.steps[max(0, place - 1) : place], *plot.steps[place + 1 : place + 2])
    ]
    near = [here + aside for aside in ASIDE if here + aside in range(plot.cells)]
    return [cell for cell in near if all(abs(cell - here) < abs(cell - other) for other in others)] or [here]


def _ends(plot: _Plot, ranked: Sequence[Line]) -> dict[int, Row]:
    """Return what stands behind the plot by row: everybody's points as near to the end of the line as there is room."""
    if len(ranked) > plot.rows:
        each = -(-len(ranked) // plot.rows)
        return {place: row(*map(_end, ranked[place * each :][:each])) for place in range(plot.rows)}
    rows: dict[int, Row] = {}
    free = 0
    for place, line in enumerate(ranked):
        lowest = plot.rows - (len(ranked) - place)
        free = max(free, min(plot.row(_last(line)), lowest))
        rows[free] = _end(line)
        free += 1
    return rows


def _line(
    plot: _Plot, place: int, drawn: Cells, named: Mapping[int, int], labels: int, glyphs: Glyphs, end: Row
) -> Row:
    number = str(named[place]) if place in named else ""
    blank = Span(" ")
    spans = [drawn.get((place, cell), blank) for cell in range(plot.cells)]
    return row(column(number + " ", labels, "quiet", right=True), Span(glyphs.separator, "line"), _joined(spans), end)


def _joined(spans: Sequence[Span]) -> Row:
    """Join neighbours of one role, and blanks with what stands before them."""
    joined: list[Span] = []
    for span in spans:
        if joined and (span.role == joined[-1].role or not span.text.strip()):
            joined[-1] = Span(joined[-1].text + span.text, joined[-1].role)
        else:
            joined.append(span)
    return tuple(joined)


def _numbers(plot: _Plot, steps: Steps, margin: int) -> Row:
    """Draw the numbers of the steps below the axis; where they have no room, only as many as do."""
    spans: list[Span] = []
    at = 0
    apart = -(-len(steps.all) // plot.cells)
    for step in steps.all[::apart]:
        text = str(step)
        start = plot.cell(step) - (len(text) - 1) // 2
        if start >= at:
            spans += [Span(" " * (start - at)), Span(text, "key" if step in steps.strong else "quiet")]
            at = start + len(text) + 1
            spans.append(Span(" "))
    return row(" " * margin, *spans)
