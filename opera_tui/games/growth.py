"""How points grew from round to round, or from turn to turn."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from opera_games.api import Seat
from opera_tui.games.chart import Line, Steps, chart
from opera_tui.games.view import TableView
from opera_tui.look.rows import Row

PointsByStep = Mapping[int, Mapping[Seat, int]]


class Growth(NamedTuple):
    """The points of all seats after each round or turn, as far as they are known."""

    label: str
    """What a step is called: a round or a turn."""
    to_come: str
    """What is said before the first one has ended."""
    points: PointsByStep
    steps: int
    """How many steps the whole game has."""
    strong: Collection[int] = ()
    """The steps that stand out."""

    @property
    def gains(self) -> PointsByStep:
        """Return what each step brought; of the first one that is known, only if it is the first of the game."""
        before = {0: dict.fromkeys(self.points.get(1, {}), 0), **self.points}
        return {
            step: {seat: number - before[step - 1][seat] for seat, number in numbers.items()}
            for step, numbers in self.points.items()
            if step - 1 in before
        }


def scored(view: TableView) -> PointsByStep:
    """Return the points after each step that had ended by the moment of a view."""
    known = enumerate(view.head.scores, start=1)
    return {step: dict(enumerate(points)) for step, points in known if len(points) == len(view.seats)}


def charted(view: TableView, growth: Growth, cells: int, height: int) -> list[Row]:
    """Draw the chart of everybody's points."""
    lines = [
        Line(view.sign(seat), {step: points[seat] for step, points in growth.points.items()}, view.own_role(seat))
        for seat in view.seats
    ]
    return chart(lines, Steps(range(1, growth.steps + 1), growth.strong), cells, height, view.glyphs)
