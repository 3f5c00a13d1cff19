"""Draw charts as SVG: curves, bars of parts, bars side by side. Colours are classes of the style sheet."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from rich.cells import cell_len

from opera_protocol.wire.plain_text import cut
from opera_tui.booklet.elements import Element, element
from opera_tui.booklet.players import Player

WIDTH: Final = 680.0
LEFT: Final = 34.0
RIGHT: Final = 124.0
TOP: Final = 10.0
CURVES_HEIGHT: Final = 134.0
STEPS_HEIGHT: Final = 22.0
LABEL_DISTANCE: Final = 14.0
"""The least distance between the names at the ends of two curves."""
MOST_GRID_LINES: Final = 6
NICE_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)
BAR_HEIGHT: Final = 26.0
BAR_DISTANCE: Final = 38.0
NAMES: Final = 120.0
"""The width of the names beside bars."""
NAME_CELLS: Final = 18
"""Most of a name that is written beside a chart; at tables names are shorter."""
CELL_WIDTH: Final = 7.6
"""The width of a cell of a name in a wide font."""
MARK_WIDTH: Final = 7.5
"""The width of a character in a bar."""
SHAPES: Final = (
    "M0-5L5 0L0 5L-5 0Z",
    "M0-5L5 4L-5 4Z",
    "M-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0-4.5 0Z",
    "M-4-4H4V4H-4Z",
    "M0 5L5-4L-5-4Z",
)
"""The shapes of the seats, as on the screen."""


class Curve(NamedTuple):
    """A player's figures, one for each step."""

    player: Player
    figures: Sequence[int]


class Source(NamedTuple):
    """Something that brings points: its sign in the bars, and its name."""

    mark: str
    title: str


class Bid(NamedTuple):
    """A bar of two parts: what was needed, and what not."""

    player: Player
    needed: int
    spare: int


class _Scale(NamedTuple):
    """Where figures stand between two heights."""

    lowest: int
    highest: int
    above: float
    below: float

    def y(self, figure: float) -> float:
        share = (figure - self.lowest) / (self.highest - self.lowest)
        return self.below - share * (self.below - self.above)


def svg(width: float, height: float, label: str, *content: Element | Sequence[Element]) -> Element:
    """Make a drawing that is as wide as the page allows; the label says what it shows."""
    return element(
        "svg",
        *content,
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
        aria_label=label,
    )


def shape(player: Player, x: float, y: float) -> Element:
    """Draw a player's shape around a point."""
    drawn = SHAPES[player.seat or 0]
    return element("path", d=drawn, transform=f"translate({x:.1f} {y:.1f})", class_=f"shape {player.role}")


def curves(lines: Sequence[Curve], steps: Sequence[str], label: str) -> Element:
    """Draw curves over steps, with the players' signs at their ends."""
    scale = _scale_of([figure for line in lines for figure in line.figures], CURVES_HEIGHT)
    places = _places(len(steps))
    content = [
        *_grid(scale),
        *(_text(x, CURVES_HEIGHT + 16, step, text_anchor="middle") for x, step in zip(places, steps, strict=True)),
    ]
    for line in lines:
        content += _curve(line, places, scale)
    return svg(WIDTH, CURVES_HEIGHT + STEPS_HEIGHT, label, content, _names(lines, scale))


def _places(steps: int) -> list[float]:
    """Return where the steps stand from left to right."""
    room = WIDTH - LEFT - RIGHT
    return [LEFT + 10 + (room - 20) * step / max(1, steps - 1) for step in range(steps)]


def _scale_of(figures: Sequence[int], below: float) -> _Scale:
    lowest, highest = min([0, *figures]), max([1, *figures])
    step = _grid_step(highest - lowest)
    return _Scale(lowest // step * step, highest, TOP, below)


def _grid_step(length: int) -> int:
    return next((step for step in NICE_STEPS if length <= step * MOST_GRID_LINES), NICE_STEPS[-1])


def _grid(scale: _Scale) -> list[Element]:
    """Draw a line and a figure at round numbers."""
    step = _grid_step(scale.highest - scale.lowest)
    lines: list[Element] = []
    for figure in range(scale.lowest, scale.highest + 1, step):
        y = scale.y(figure)
        lines.append(
            element("path", d=f"M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}", class_="zero" if figure == 0 else "grid")
        )
        lines.append(_text(LEFT - 6, y + 4, str(figure), text_anchor="end"))
    return lines


def _curve(line: Curve, places: Sequence[float], scale: _Scale) -> list[Element]:
    points = [(x, scale.y(figure)) for x, figure in zip(places, line.figures, strict=True)]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return [
        element("path", d=path, class_=f"curve {line.player.role}"),
        *(shape(line.player, x, y) for x, y in points),
    ]


def _names(lines: Sequence[Curve], scale: _Scale) -> list[Element]:
    """Write the players' names at the right ends of their curves, and never two in one place."""
    ends = sorted(lines, key=lambda line: -line.figures[-1])
    heights = apart([scale.y(line.figures[-1]) for line in ends], LABEL_DISTANCE, CURVES_HEIGHT)
    return [_label(line.player, WIDTH - RIGHT + 8, y + 4, RIGHT - 8) for line, y in zip(ends, heights, strict=True)]


def apart(heights: Sequence[float], distance: float, lowest: float) -> list[float]:
    """Move heights, from the top down, so far that they have a distance and none is below the lowest."""
    moved: list[float] = []
    for height in heights:
        moved.append(max(height, moved[-1] + distance) if moved else height)
    for place in reversed(range(len(moved))):
        most = lowest if place == len(moved) - 1 else moved[place + 1] - distance
        moved[place] = min(moved[place], most)
    return moved


def stacked(
    players: Sequence[Player], sources: Sequence[Source], parts: Sequence[Sequence[int]], label: str
) -> Element:
    """Draw a bar for each player: what brought points goes to the right, what cost points to the left of the line."""
    gained = max([1, *(sum(part for part in own if part > 0) for own in parts)])
    lost = max([0, *(-sum(part for part in own if part < 0) for own in parts)])
    scale = (WIDTH - NAMES - 40) / (gained + lost)
    zero = NAMES + lost * scale
    content: list[Element] = []
    for place, (player, own) in enumerate(zip(players, parts, strict=True)):
        y = 6 + place * BAR_DISTANCE
        content.append(_label(player, 0, y + 18, NAMES - 6))
        content += _bar(sources, own, zero, scale, y)
        end = zero + sum(part for part in own if part > 0) * scale
        content.append(_text(end + 6, y + 18, str(sum(own)), class_="sum"))
    height = 6 + len(players) * BAR_DISTANCE
    content.append(element("path", d=f"M{zero:.1f} 0V{height - 8:g}", class_="zero"))
    return svg(WIDTH, height, label, content)


def _bar(sources: Sequence[Source], own: Sequence[int], zero: float, scale: float, y: float) -> list[Element]:
    drawn: list[Element] = []
    ends = list(accumulate([max(0, part) for part in own], initial=0))
    for place, (start, end) in enumerate(pairwise(ends)):
        if end > start:
            drawn += _part(place, sources[place], own[place], zero + start * scale, (end - start) * scale, y)
    start = 0
    for place, part in enumerate(own):
        if part < 0:
            start += part
            drawn += _part(place, sources[place], part, zero + start * scale, -part * scale, y)
    return drawn


def _part(place: int, source: Source, points: int, x: float, width: float, y: float) -> list[Element]:
    """Draw a part of a bar, with its sign and number as far as there is room."""
    texts = (f"{source.mark}{points}", str(points), source.mark)
    shown = next((text for text in texts if len(text) * MARK_WIDTH + 3 <= width), "")
    return [
        element(
            "rect",
            element("title", f"{source.title} {points}"),
            x=x,
            y=y,
            width=width,
            height=BAR_HEIGHT,
            class_=f"ground{place}",
        ),
        *([_text(x + width / 2, y + 17, shown, class_=f"ink{place}", text_anchor="middle")] if shown else []),
    ]


def side_by_side(rounds: Sequence[tuple[str, Sequence[Bid]]], label: str) -> Element:
    """Draw the bids of each round as bars beside each other; what was not needed is hollow."""
    height, room = 120.0, (WIDTH - LEFT) / max(1, len(rounds))
    scale = _scale_of([bid.needed + bid.spare for _step, bids in rounds for bid in bids], height)
    content: list[Element] = []
    for place, (step, bids) in enumerate(rounds):
        start = LEFT + place * room
        each = (room - 12) / max(1, len(bids))
        content.append(_text(start + room / 2, height + 14, step, text_anchor="middle"))
        for number, bid in enumerate(bids):
            content += _pillar(bid, start + 6 + number * each, each - 2, scale)
    lines = [line for line in _grid(scale) if line.tag == "text"]
    ground = element("path", d=f"M{LEFT:g} {height:g}H{WIDTH:g}", class_="zero")
    return svg(WIDTH, height + STEPS_HEIGHT, label, lines, content, ground)


def _pillar(bid: Bid, x: float, width: float, scale: _Scale) -> list[Element]:
    whole = bid.needed + bid.spare
    if not whole:
        return [shape(bid.player, x + width / 2, scale.below - 5)]
    role, top, middle = bid.player.role, scale.y(whole), scale.y(bid.needed)
    drawn = [shape(bid.player, x + width / 2, top - 6)]
    if bid.needed:
        drawn.append(element("rect", x=x, y=middle, width=width, height=scale.below - middle, class_=f"filled {role}"))
    if bid.spare:
        drawn.append(element("rect", x=x, y=top, width=width, height=middle - top, class_=f"hollow {role}"))
    return drawn


def _label(player: Player, x: float, y: float, room: float) -> Element:
    """Write a player's sign and name into a room; a long one is pressed together, since fonts differ in width."""
    label = cut(player.label, NAME_CELLS)
    pressed: dict[str, str | float] = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    is_long = cell_len(label) * CELL_WIDTH > room
    return element("text", label, x=x, y=y, class_=f"name {player.role}", **(pressed if is_long else {}))


def _text(x: float, y: float, text: str, **attributes: str) -> Element:
    return element("text", text, x=x, y=y, **attributes)
