"""Draw how points grew: a row for each round or turn, numbers and bars for each player."""

from collections.abc import Mapping
from typing import Final

from opera_games.api import Seat
from opera_protocol.wire.plain_text import PLAYER_NAME
from opera_tui.games.view import TableView
from opera_tui.look.rows import Row, Span, column, row

CELLS: Final = 78
LABEL: Final = 7
GAP: Final = 2
NUMBER: Final = 5
WIDEST: Final = 18


def plotted(view: TableView, label: str, by_step: Mapping[int, Mapping[Seat, int]]) -> list[Row]:
    """Draw the head with everybody's sign, and the name where there is room; then everybody's points step by step."""
    most = max((number for points in by_step.values() for number in points.values()), default=0)
    return [_head(view, label), *(_step(view, step, by_step[step], most) for step in sorted(by_step))]


def _cells(view: TableView) -> int:
    """Return how many cells a player has."""
    return min(WIDEST, (CELLS - LABEL + GAP) // len(view.seats))


def _head(view: TableView, label: str) -> Row:
    room = _cells(view) - NUMBER
    people: list[Span] = []
    for seat in view.seats:
        name = view.name(seat) if room >= PLAYER_NAME.cells else ""
        people += [view.sign(seat), Span(" "), column(name, room, view.own_role(seat)), Span(" " * GAP)]
    return row(column(f" {label}", LABEL, "quiet"), *people[:-1])


def _step(view: TableView, step: int, points: Mapping[Seat, int], most: int) -> Row:
    room = _cells(view) - NUMBER - GAP
    cells: list[Span] = []
    for seat in view.seats:
        length = round(room * max(0, points[seat]) / most) if most > 0 else 0
        cells.append(Span(f"{points[seat]:>4} ", view.own_role(seat)))
        cells.append(column(view.glyphs.bar * length, room, f"player{seat}"))
        cells.append(Span(" " * GAP))
    return row(f"{step:>4}   ", *cells[:-1])
