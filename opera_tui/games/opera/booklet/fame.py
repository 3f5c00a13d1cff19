"""The course of fame: where each composer stood on the ladder after each round."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from opera_games.opera.words import COMPOSERS, Composer
from opera_tui.booklet.charts import LEFT, WIDTH, svg
from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.parts import Line, chapter, figure, paragraph, table
from opera_tui.games.opera.booklet.houses import token
from opera_tui.games.opera.labels import code, name, names
from opera_tui.games.opera.view import OperaView
from opera_tui.games.played import Played
from opera_tui.look.i18n import _

LEVEL_HEIGHT: Final = 30.0
TOKEN_WIDTH: Final = 28.0
TOKEN_HEIGHT: Final = 18.0


def page(game: Played[OperaView]) -> Element:
    view, title = game.end, _("The course of fame")
    ladders = [moment[0].game.ladder for moment in game.moments]
    century = _("Composers of the century: {composers}.").format(composers=names(view, view.game.century))
    drawing = element("div", _drawing(view, ladders, ["0", *game.steps], title), class_="fame")
    return chapter("fame", title, paragraph(century), figure(drawing, _table(view, ladders, ["0", *game.steps])))


def _drawing(view: OperaView, ladders: Sequence[Sequence[Composer]], steps: Sequence[str], title: str) -> Element:
    """Draw each composer's way as a line with a token at each round."""
    places = [LEFT + 20 + (WIDTH - LEFT - 40) * step / max(1, len(steps) - 1) for step in range(len(steps))]
    levels = len(COMPOSERS)
    height = levels * LEVEL_HEIGHT
    lines: list[Element] = []
    tokens: list[Element] = []
    for composer in COMPOSERS:
        heights = [height - (ladder.index(composer) + 0.5) * LEVEL_HEIGHT for ladder in ladders]
        lines.append(element("path", d=_way(places, heights), class_=f"s-{composer}"))
        for x, y in zip(places, heights, strict=True):
            tokens += _token(code(view.glyphs, composer), composer, x, y)
    axis = [_axis(LEFT - 10, height - (level - 0.5) * LEVEL_HEIGHT + 4, str(level)) for level in range(1, levels + 1)]
    axis += [_axis(x, height + 14, step) for x, step in zip(places, steps, strict=True)]
    return svg(WIDTH, height + 20, title, axis, lines, tokens)


def _way(places: Sequence[float], heights: Sequence[float]) -> str:
    """Return the path through all points, which leaves and reaches each of them on a level."""
    path = f"M{places[0]:.1f} {heights[0]:g}"
    for (start, before), (end, after) in pairwise(zip(places, heights, strict=True)):
        middle = (start + end) / 2
        path += f"C{middle:.1f} {before:g} {middle:.1f} {after:g} {end:.1f} {after:g}"
    return path


def _token(letters: str, composer: Composer, x: float, y: float) -> list[Element]:
    box = element(
        "rect",
        x=x - TOKEN_WIDTH / 2,
        y=y - TOKEN_HEIGHT / 2,
        width=TOKEN_WIDTH,
        height=TOKEN_HEIGHT,
        rx=2,
        class_=f"g-{composer}",
    )
    return [box, element("text", letters, x=x, y=y + 4)]


def _axis(x: float, y: float, text: str) -> Element:
    return element("text", text, x=x, y=y, class_="axis")


def _table(view: OperaView, ladders: Sequence[Sequence[Composer]], steps: Sequence[str]) -> Element:
    heads: list[Content] = [*steps]
    lines = [
        Line(
            [token(view, composer), " ", name(view, composer)], [str(ladder.index(composer) + 1) for ladder in ladders]
        )
        for composer in COMPOSERS
    ]
    return table("fame-levels", heads, lines)
