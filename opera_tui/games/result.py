"""The screen after the end, for all games: the ranking with bars of what points came from, the chart, and tables."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from opera_tui.games.growth import Growth, charted
from opera_tui.games.plot import plotted
from opera_tui.games.source_bars import Source, bars, legend, role
from opera_tui.games.view import TableView
from opera_tui.look.i18n import _
from opera_tui.look.narrow import narrowed, row_of
from opera_tui.look.rows import EMPTY, Row, Span, column, fit, row, width

NAME_CELLS: Final = 12
CHART_ROWS: Final = 11
MARK_CELLS: Final = 3
LABEL_CELLS: Final = 26
WIDEST_FIGURE: Final = 12
MOST_LINES: Final = 400
"""More rows than any result has."""


class Room(NamedTuple):
    """The room for a result: cells, and rows if all has to be in sight; else it is scrolled."""

    cells: int = 78
    height: int = 0

    @property
    def is_wide(self) -> bool:
        return self.height > 0


SCROLLED: Final = Room()
"""A screen of 80 columns, without its margins."""


class Standing(NamedTuple):
    """A line of the ranking."""

    place: str
    sign: Span
    name: str
    points: int
    parts: Sequence[int]
    """The points by source."""
    beside: str = ""
    """What decides between players who are equal in points."""
    role: str = ""
    is_winner: bool = False


class Figures(NamedTuple):
    """A row of a table with a column for each player."""

    label: Row
    figures: Sequence[str]
    role: str = ""


def ranking(standings: Sequence[Standing], sources: Sequence[Source], room: Room) -> list[Row]:
    """Draw a row and a bar for each player, and below them what the parts of the bars are."""
    named = [_named(standing, room) for standing in standings]
    before = max(map(width, named), default=0) + 1
    drawn = bars(sources, [standing.parts for standing in standings], room.cells - before - room.is_wide)
    lines = [row(fit(name, before), bar) for name, bar in zip(named, drawn, strict=True)]
    return [*lines, *_fitted([row(" " * (before if room.is_wide else 1), legend(sources))], room.cells)]


def _named(standing: Standing, room: Room) -> Row:
    """Draw `1. ■G Wilhelmina-K  149 level 4`; where all is in sight, the winner also in words."""
    stands_out = "gain" if standing.is_winner else ""
    beside = f" {standing.beside}" if standing.beside else ""
    wins = Span(_("  wins"), "gain") if standing.is_winner and room.is_wide else Span("")
    return row(
        " ",
        column(standing.place, 3, stands_out),
        column(standing.sign.text, 2, standing.sign.role),
        " ",
        column(standing.name, NAME_CELLS, standing.role),
        column(str(standing.points), 5, stands_out or "strong", right=True),
        Span(beside, "quiet"),
        wins,
    )


def growth_rows(view: TableView, growth: Growth, cells: int, height: int) -> list[Row]:
    """Draw the chart; in plain signs numbers and bars."""
    return plotted(view, growth, cells) if view.glyphs.is_ascii else charted(view, growth, cells, height)


def heading(text: str, note: str = "") -> Row:
    return row(" ", Span(text, "title"), Span(f"   {note}", "quiet") if note else Span(""))


def source_label(sources: Sequence[Source], place: int, text: str) -> Row:
    """Draw the label of a source in a table, with its mark."""
    return row(Span(f" {sources[place].mark} ", role(place)), f" {text}")


def unmarked(text: str) -> Row:
    """Draw a label that stands below those of sources."""
    return row(" " * (MARK_CELLS + 1), text)


def table(
    title: Row, signs: Sequence[Span], lines: Iterable[Figures], cells: int, label: int = LABEL_CELLS
) -> list[Row]:
    """Draw a table with a column for each player."""
    each = min(WIDEST_FIGURE, (cells - label) // max(1, len(signs)))
    head = row(fit(title, label), *(column(sign.text, each, sign.role, right=True) for sign in signs))
    return [head, *(_figures(line, label, each) for line in lines)]


def _figures(line: Figures, label: int, each: int) -> Row:
    named = tuple(Span(span.text, span.role or line.role) for span in fit(line.label, label))
    return row(named, *(column(figure, each, line.role, right=True) for figure in line.figures))


def scrolled(blocks: Iterable[Sequence[Row]], room: Room) -> list[Row]:
    """Put blocks below each other; where there is less room than they need, their columns stand closer or below."""
    return [line for block in blocks if block for line in (*_fitted(block, room.cells), EMPTY)][:-1]


def _fitted(block: Sequence[Row], cells: int) -> Sequence[Row]:
    if all(width(line) <= cells for line in block):
        return block
    return [row_of(line) for line in narrowed(block, cells, MOST_LINES)]
