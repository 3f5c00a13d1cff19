"""The budget table as a track: its levels in one row, and who stands on them; and how points grew, in one row too."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from opera_games.api import Seat
from opera_games.opera.words import TOP_LEVEL
from opera_tui.games.opera.labels import shape
from opera_tui.games.opera.view import OperaView
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.rows import Row, Span, row, width

LEVEL_CELLS: Final = 3
"""How far the levels are apart, if nobody needs more room there."""
LANE_STEP: Final = 2


class Track(NamedTuple):
    """A row of all levels, and the cell at which each begins."""

    row: Row
    starts: tuple[int, ...]


def track(glyphs: Glyphs, marks: Mapping[int, Row], way: range = range(0), role: str = "") -> Track:
    """Draw the levels, each as what stands there or as its number; the line along the way has a role of its own."""
    parts: list[Row] = []
    starts: list[int] = []
    for level in range(TOP_LEVEL + 1):
        starts.append(sum(map(width, parts)))
        mark = marks.get(level) or row(Span(str(level), "quiet"))
        cells = max(LEVEL_CELLS, width(mark) + 1) - width(mark) if level < TOP_LEVEL else 0
        line = Span(glyphs.bar * cells, role) if level in way else Span(glyphs.lane * cells, "line")
        parts.append(row(mark, line))
    return Track(row(*parts), tuple(starts))


def standing(view: OperaView) -> dict[int, list[Span]]:
    """Return the signs of who stands on each level, in the order of play."""
    marks: dict[int, list[Span]] = {}
    for seat in view.game.order:
        marks.setdefault(view.game.players[seat].level, []).append(shape(view, seat))
    return marks


def narrow_row(view: OperaView) -> Row:
    """Draw the track with everybody's marker in less than 40 cells."""
    return row(" ", track(view.glyphs, {level: row(*marks) for level, marks in standing(view).items()}).row)


def lane(view: OperaView, seat: Seat) -> Row:
    """Draw a player's own track, two cells a level, up to the marker in the player's colour."""
    level, line, sign = view.game.players[seat].level, view.glyphs.lane, view.sign(seat)
    marker = row(sign, Span(line * (LANE_STEP - width((sign,))), "line"))
    left = Span(line * (LANE_STEP * (TOP_LEVEL - level)), "line")
    return row(Span(line * (LANE_STEP * level), sign.role), marker, left)


def scale() -> str:
    """Return the numbers of the levels, each below its place in a lane."""
    return "".join(f"{level:<{LANE_STEP}}" for level in range(TOP_LEVEL + 1))


def points_so_far(view: OperaView, seat: Seat) -> Span:
    """Draw how a player's points grew: a cell for each finished round, for all players on one scale."""
    steps, scores = view.glyphs.steps, view.head.scores
    most = max((points for after in scores for points in after), default=0)
    if not steps or most <= 0:
        return Span(steps[:1] * len(scores), view.sign(seat).role)
    heights = [max(0, after[seat]) * (len(steps) - 1) // most for after in scores]
    return Span("".join(steps[height] for height in heights), view.sign(seat).role)
