"""The stage around the menu: a gold rod, swags, curtains tied back, the title, and heads of the audience.

Pure functions of the size, so that a curtain that opens is a few of these pictures one after the other.
"""

from functools import lru_cache
from math import pi, sin
from typing import Final, Literal, NamedTuple

from rich.cells import cell_len

from opera_tui.config.appearance import Looks
from opera_tui.look.rows import EMPTY, Row, Span, row, width

Drawing = Literal["velvet", "lines", "title"]
"""In colours, as lines where there are none, or just the title."""

MENU_ROWS: Final = 15
"""Rows for the menu at its longest: above it nothing moves when a line is added."""
LEAST_SIZE: Final = (80, 23)
"""Cells and rows, without the footer, that curtains need."""
LARGE_SIZE: Final = (120, 30)
"""From here on the title is large and the curtains are tied with two cords."""
VALANCE: Final = 3
"""Rows of the rod and what hangs over its whole length."""
FOLDS: Final = "▓█▌▒▓█▓▐█▓██▌▓"
"""The folds of a curtain from the outer edge on: all of two colours, so that a side of a row is one run."""
FOLD_LINES: Final = "│ ││ │ │ ││ │ "
LOWER_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
HEAD: Final = "▂▅▆▆▅▂    "
"""A head and the room beside it: of an odd number of them, each is in front of the menu or beside it as a whole."""
MIRRORED: Final = str.maketrans("▌▐", "▐▌")
HALF_BLOCKS: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
LETTERS: Final = (
    "####  ####  ####  ####  ####",
    "#  #  #  #  #     #  #  #  #",
    "#  #  #  #  ###   #  #  #  #",
    "#  #  ####  #     ###   ####",
    "####  #     ####  #  #  #  #",
)
LARGE_LETTERS: Final = (
    " ######    #######    ########   #######     ###### ",
    "##    ##   ##    ##   ##         ##    ##   ##    ##",
    "##    ##   ##    ##   ##         ##    ##   ##    ##",
    "##    ##   ##    ##   ##         ##    ##   ##    ##",
    "##    ##   #######    ######     #######    ########",
    "##    ##   ##         ##         ##  ##     ##    ##",
    "##    ##   ##         ##         ##   ##    ##    ##",
    "##    ##   ##         ##         ##    ##   ##    ##",
    " ######    ##         ########   ##    ##   ##    ##",
)


class Stage(NamedTuple):
    """The rows of the screen without its footer, and the row where the menu begins."""

    rows: tuple[Row, ...]
    menu: int


class _Places(NamedTuple):
    """The rows where the title, the line under it and the menu begin."""

    title: int
    subtitle: int
    menu: int


def drawing_of(looks: Looks) -> Drawing:
    """Return how the stage is drawn with these signs and colours."""
    if looks.glyphs.is_ascii:
        return "title"
    return "lines" if looks.palette.mode == "none" else "velvet"


@lru_cache(maxsize=16)
def stage(cells: int, height: int, drawing: Drawing, subtitle: str, opening: int | None = None) -> Stage:
    """Draw a screen of so many cells and rows, footer not counted.

    `opening` lets the curtains hang straight, so many cells each, as they do on their way to being tied back.
    """
    title = _title(cells, height, drawing)
    has_curtains = drawing != "title" and cells >= LEAST_SIZE[0] and height >= LEAST_SIZE[1]
    places = _places(height, len(title), top=VALANCE if has_curtains else 0, below=has_curtains)
    rows = [EMPTY] * height
    rows[places.title : places.title + len(title)] = [_centred(line, cells) for line in title]
    rows[places.subtitle] = _centred(_subtitle(subtitle, drawing), cells)
    if has_curtains:
        rows = _dressed(rows, cells, drawing, opening)
    return Stage(tuple(rows), places.menu)


def _places(height: int, title: int, *, top: int, below: bool) -> _Places:
    """Share the rows that are left between title, the line under it and the menu."""
    left = max(0, height - below - top - title - 1 - MENU_ROWS)
    under_title, under_subtitle = int(left >= 4), min(2, left // 4)
    first = top + (left - under_title - under_subtitle) // 2
    subtitle = first + title + under_title
    return _Places(first, subtitle, subtitle + 1 + under_subtitle)


def _title(cells: int, height: int, drawing: Drawing) -> list[Row]:
    """Draw the title in half blocks, or as plain letters."""
    if drawing == "title":
        return [row(Span("O P E R A", "title"))]
    pixels = list(LARGE_LETTERS if cells >= LARGE_SIZE[0] and height >= LARGE_SIZE[1] else LETTERS)
    pairs = zip(pixels[::2], [*pixels[1::2], " " * len(pixels[0])], strict=True)
    lines = ("".join(HALF_BLOCKS[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs)
    return [row(Span(line, "title")) for line in lines]


def _subtitle(text: str, drawing: Drawing) -> Row:
    """Draw `──── and Turandot ────`, as wide as the title."""
    rule = max(0, len(LETTERS[0]) - cell_len(text) - 2) // 2
    if drawing == "title" or not rule:
        return row(text)
    return row(Span("─" * rule, "line"), f" {text} ", Span("─" * rule, "line"))


def _centred(content: Row, cells: int) -> Row:
    return row(" " * ((cells - width(content)) // 2), content)


def _dressed(rows: list[Row], cells: int, drawing: Drawing, opening: int | None) -> list[Row]:
    """Hang rod, swags and curtains in front of a stage, with the audience and the edge of the stage below."""
    last = len(rows) - 1
    sides = _sides(cells, last, opening)
    if drawing == "velvet":
        rows[2] = _swags(cells)
        rows[last - 1] = _audience(cells)
    between = [_between(scene, side, cells) for scene, side in zip(rows[:last], sides, strict=True)]
    hung = [_curtained(scene, side, drawing) for scene, side in zip(between, sides, strict=True)]
    if opening is None:
        for tied in _tied_rows(cells, last):
            cord = Span("━" * sides[tied], "rod")
            hung[tied] = row(cord, between[tied], cord)
    edge = row(Span("━" * cells, "gold"))
    return [*_valance(cells, drawing), *hung[2:], edge]


def _valance(cells: int, drawing: Drawing) -> list[Row]:
    """Draw the rod, and below it cloth or, as lines, a garland."""
    rod = row(Span("━" * cells, "rod"))
    if drawing == "velvet":
        return [rod, row(Span(" " * cells, "rod"))]
    arc = cells // 5
    return [rod, row(*(f"╰{'─' * (arc - 2)}╯" for _n in range(5)))]


def _swags(cells: int) -> Row:
    """Draw three arcs of cloth between the curtains; what is not cloth is drawn, in the colour of the ground."""
    side = _top(cells)
    arc = (cells - 2 * side) / 3
    depths = [abs(sin(pi * (cell + 0.5 - side) / arc)) for cell in range(cells)]
    return row(Span("".join([LOWER_BLOCKS[8 - round(7 * depth)] for depth in depths]), "swag"))


def _audience(cells: int) -> Row:
    """Draw as many heads as have room between the curtains, an odd number."""
    heads = (cells - 2 * _hem(cells) + len(HEAD) - len(HEAD.rstrip())) // len(HEAD)
    return _centred(row(Span((HEAD * (heads - 1 + heads % 2)).rstrip(), "audience")), cells)


def _top(cells: int) -> int:
    """Return how many cells a curtain that is tied back takes at its rod."""
    return 13 + max(0, cells - LEAST_SIZE[0]) * 17 // 40


def _waist(cells: int) -> int:
    return round(0.4 * _top(cells))


def _hem(cells: int) -> int:
    return round(0.56 * _top(cells))


def _sides(cells: int, height: int, opening: int | None) -> list[int]:
    """Return how many cells each curtain takes in each row: tied back, or hanging straight."""
    if opening is not None:
        return [min(opening, cells // 2)] * height
    top, waist, hem = _top(cells), _waist(cells), _hem(cells)
    tied = _tied_rows(cells, height)
    fall, below = tied[0] - 2, height - 1 - tied[-1]
    return [
        *[top] * 2,
        *(waist + 1 + round((top - waist - 1) * (1 - (line / fall) ** 1.7)) for line in range(fall)),
        *[waist] * len(tied),
        *(waist + 1 + (hem - waist) * line // max(1, below) for line in range(below)),
    ]


def _tied_rows(cells: int, height: int) -> range:
    """Return the rows where the curtains are tied back."""
    first = (2 * height + 1) // 3
    return range(first, first + (2 if cells >= LARGE_SIZE[0] and height >= LARGE_SIZE[1] else 1))


def _between(scene: Row, side: int, cells: int) -> Row:
    """Cut out what is seen of a row between the curtains."""
    seen: list[Span] = []
    at, end = 0, cells - side
    for text, role in (*scene, Span(" " * (cells - width(scene)))):
        seen.append(Span(_part(text, max(0, side - at), max(0, end - at)), role))
        at += cell_len(text)
    return row(*seen)


def _part(text: str, start: int, end: int) -> str:
    """Return the cells of a text between these two; signs of two cells are seen together or not at all."""
    size = cell_len(text)
    if len(text) == size or (not start and end >= size):
        return text[start:end]
    return " " * (min(end, size) - min(start, size))


def _curtained(between: Row, side: int, drawing: Drawing) -> Row:
    """Put a row of both curtains beside what is seen between them."""
    folds = FOLDS if drawing == "velvet" else FOLD_LINES
    left = (folds * (side // len(folds) + 1))[:side]
    role = "fold" if drawing == "velvet" else ""
    return row(Span(left, role), between, Span(left[::-1].translate(MIRRORED), role))
