"""Draw how points grew: a row for each round or turn, numbers and bars for each player."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from opera_games.api import Seat
from opera_protocol.wire.plain_text import PLAYER_NAME
from opera_tui.games.growth import Growth
from opera_tui.games.view import TableView
from opera_tui.look.rows import Row, Span, column, row

CELLS: Final = 78
LABEL: Final = 7
NUMBER: Final = 5
SIGN: Final = 3
"""A player's sign and a blank."""
WIDEST: Final = 18


class _Column(NamedTuple):
    """How many cells a player has: a number, a bar, and a gap before the next one."""

    bar: int
    gap: int

    @property
    def name(self) -> int:
        """Return how many cells there are behind the sign."""
        return NUMBER + self.bar - SIGN


def _column_of(players: int, cells: int) -> _Column:
    """Share the cells among the players; without bars where they have no room."""
    gap = 2
    each = min(WIDEST, (cells - LABEL + gap) // players)
    return _Column(each - NUMBER - gap, gap) if each > NUMBER + gap else _Column(0, 0)


def plotted(view: TableView, growth: Growth, cells: int = CELLS, *, of_gains: bool = False) -> list[Row]:
    """Draw the head with everybody's sign, and the name where there is room; then everybody's points step by step.

    The bars are as long as the points, or as what the step has brought.
    """
    measure = _column_of(len(view.seats), cells)
    lengths = growth.gains if of_gains else growth.points
    most = max((number for numbers in lengths.values() for number in numbers.values()), default=0)
    scale = measure.bar / most if most > 0 else 0
    return [
        _head(view, growth.label, measure),
        *(_step(view, step, growth, lengths.get(step, {}), measure, scale) for step in sorted(growth.points)),
    ]


def _head(view: TableView, label: str, measure: _Column) -> Row:
    people: list[Span] = []
    for seat in view.seats:
        name = view.name(seat) if measure.name >= PLAYER_NAME.cells else ""
        people += [column(view.sign(seat).text, 2, view.sign(seat).role), Span(" ")]
        people += [column(name, measure.name, view.own_role(seat)), Span(" " * measure.gap)]
    return row(column(f" {label}", LABEL, "quiet"), *people[:-1])


def _step(
    view: TableView, step: int, growth: Growth, lengths: Mapping[Seat, int], measure: _Column, scale: float
) -> Row:
    """Draw a step; one that stands out, such as a counting, is bold."""
    is_strong = step in growth.strong
    spans: list[Span] = []
    for seat in view.seats:
        bar = view.glyphs.bar * round(max(0, lengths.get(seat, 0)) * scale)
        spans.append(Span(f"{growth.points[step][seat]:>4} ", "strong" if is_strong else view.own_role(seat)))
        spans.append(column(bar, measure.bar, view.sign(seat).role))
        spans.append(Span(" " * measure.gap))
    return row(Span(f"{step:>4}   ", "key" if is_strong else ""), *spans[:-1])
