"""The panel with everybody's points after each round or turn, the same for all games."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from opera_protocol.texts.i18n import N_
from opera_tui.games.face import LEAST_TAB_ROWS, Panel
from opera_tui.games.growth import Growth, charted
from opera_tui.games.plot import plotted
from opera_tui.games.view import AnyGameView
from opera_tui.look.rows import EMPTY, Row, Span, row

V = TypeVar("V", bound=AnyGameView)
KEY = "n,f2"
"""The second one is for players who have given the first to another command."""
TAB_CELLS = 80


def score_panel(game: str, growth_of: Callable[[V], Growth], takes_place_of: Panel[V]) -> Panel[V]:
    """Make the panel of a game; in the wide layout it takes the place of another one while it has the focus."""
    drawn = partial(score_rows, growth_of)
    return Panel[V](
        id=f"{game}.score",
        title=N_("Score"),
        help_topic="score",
        width=takes_place_of.width,
        height=takes_place_of.height,
        wide_rows=lambda view, _pointed: drawn(view, takes_place_of.width - 2, LEAST_TAB_ROWS),
        key=KEY,
        tab=N_("Score"),
        narrow_rows=lambda view, _pointed, height: drawn(view, TAB_CELLS, height),
        stretched=drawn,
        takes_place_of=takes_place_of.id,
    )


def score_rows(growth_of: Callable[[V], Growth], view: V, cells: int, height: int) -> list[Row]:
    """Draw the chart or, in plain signs, the last steps as numbers and bars."""
    growth = growth_of(view)
    if not growth.points:
        return [EMPTY, row("  ", Span(growth.to_come, "quiet"))]
    if not view.glyphs.is_ascii:
        return charted(view, growth, cells, height)
    head, *steps = plotted(view, growth, min(TAB_CELLS - 2, cells))
    return [head, *steps[-(height - 1) :]]
