"""Each city's opera houses as they ended, drawn with what was staged in their halls."""

from collections.abc import Sequence
from typing import Final

from opera_games.opera.documents import House
from opera_games.opera.words import CITIES, PIECES, City, Piece
from opera_tui.booklet.charts import svg
from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.parts import Line, chapter, heads_of, table
from opera_tui.booklet.players import Player
from opera_tui.games.opera.labels import code, name
from opera_tui.games.opera.view import OperaView
from opera_tui.games.played import Played
from opera_tui.look.i18n import _, pgettext

HALL: Final = 34.0
GREAT: Final = 46.0
GROUND: Final = 96.0
MAIN_TOP: Final = 34.0
WING_TOP: Final = 48.0
GABLE: Final = 26.0


def page(game: Played[OperaView]) -> Element:
    view = game.end
    cities = [city for city in CITIES if any(city in player.houses for player in view.game.players)]
    return chapter(
        "houses",
        _("Opera houses at the end"),
        [_city(game, city) for city in cities],
        _legend(view),
        _left(game),
        role="page",
    )


def _city(game: Played[OperaView], city: City) -> Element:
    """Draw the houses of a city side by side."""
    owners = [player for player in game.players if city in game.end.game.players[player.seat or 0].houses]
    houses = [_house(game.end, player, city) for player in owners]
    return element("div", element("h3", name(game.end, city)), element("div", houses, class_="street"), class_="whole")


def _house(view: OperaView, owner: Player, city: City) -> Element:
    house = view.game.players[owner.seat or 0].houses[city]
    return element("div", facade(view, house, _label(view, owner, city, house)), owner.named, class_="house")


def _label(view: OperaView, owner: Player, city: City, house: House) -> str:
    """Describe a house to readers who do not see it."""
    halls = ", ".join(name(view, piece) if piece else pgettext("hall", "empty") for piece in house.halls)
    return _("{city}, {player}: {halls}").format(city=name(view, city), player=owner.name, halls=halls)


def facade(view: OperaView, house: House, label: str) -> Element:
    """Draw a house: the main part with its great hall under a gable, and a wing beside it for each part built."""
    halls = list(house.halls)
    x, drawn = 2.0, list[Element]()
    for part in house.parts:
        number = _halls(view, part)
        own, halls = halls[:number], halls[number:]
        block = _main(view, own, x) if part.endswith(".main") else _wing(view, own, x)
        drawn += block[1]
        x += block[0] + 2
    ground = element("path", d=f"M0 {GROUND:g}H{x:g}", class_="base")
    return svg(x, GROUND + 2, label, drawn, ground)


def _halls(view: OperaView, part: str) -> int:
    """Return how many halls a part has in the edition that was played."""
    return next(
        plan["halls"]
        for city, plans in view.game.edition["cities"].items()
        for wing, plan in plans["parts"].items()
        if part == f"{city}.{wing}"
    )


Block = tuple[float, list[Element]]
"""A part of a house: its width, and what is drawn."""


def _main(view: OperaView, halls: Sequence[Piece | None], x: float) -> Block:
    width = GREAT + (len(halls) - 1) * HALL + 8
    middle = x + width / 2
    gable = f"M{x - 1:g} {MAIN_TOP:g}L{middle:g} {MAIN_TOP - GABLE:g}L{x + width + 1:g} {MAIN_TOP:g}Z"
    crown = element("circle", cx=middle, cy=MAIN_TOP - 9, r=4.5, class_="ornament")
    windows = [*_window(view, halls[0], x + 4 + GREAT / 2, GREAT - 8, MAIN_TOP + 8, is_great=True)]
    for place, piece in enumerate(halls[1:]):
        windows += _window(view, piece, x + 4 + GREAT + (place + 0.5) * HALL, HALL - 8, WING_TOP + 8)
    return width, [_wall(x, width, MAIN_TOP), element("path", d=gable, class_="wall"), crown, *windows]


def _wing(view: OperaView, halls: Sequence[Piece | None], x: float) -> Block:
    width = len(halls) * HALL + 6
    windows: list[Element] = []
    for place, piece in enumerate(halls):
        windows += _window(view, piece, x + 3 + (place + 0.5) * HALL, HALL - 8, WING_TOP + 8)
    cornice = element("path", d=f"M{x - 1:g} {WING_TOP:g}H{x + width + 1:g}", class_="ornament")
    return width, [_wall(x, width, WING_TOP), cornice, *windows]


def _wall(x: float, width: float, top: float) -> Element:
    return element("rect", x=x, y=top, width=width, height=GROUND - top, class_="wall")


def _window(
    view: OperaView, piece: Piece | None, middle: float, width: float, top: float, *, is_great: bool = False
) -> list[Element]:
    """Draw a hall as a window with a round arch, filled with its composer's colour."""
    left, right, arch, bottom = middle - width / 2, middle + width / 2, top + width * 0.32, GROUND - 5
    to_top = f"M{left:g} {bottom:g}V{arch:.1f}Q{left:g} {top:g} {middle:g} {top:g}"
    path = f"{to_top}Q{right:g} {top:g} {right:g} {arch:.1f}V{bottom:g}Z"
    pane = element("path", d=path, class_=f"g-{piece}" if piece else "pane")
    if piece is None:
        return [pane]
    role = " ".join(filter(None, ["great" if is_great else "", "of-house" if piece == "house" else ""]))
    text = element(
        "text", code(view.glyphs, piece), x=middle, y=(top + bottom) / 2 + 6, **({"class_": role} if role else {})
    )
    return [pane, text]


def token(view: OperaView, piece: Piece) -> Element:
    """Draw a piece as its letters on its composer's colour."""
    return element("span", code(view.glyphs, piece), class_=f"piece {piece}")


def _legend(view: OperaView) -> Element:
    return element(
        "ul", [element("li", token(view, piece), " ", name(view, piece)) for piece in PIECES], class_="legend"
    )


def _left(game: Played[OperaView]) -> Element:
    """Show what was left behind the screens."""
    owns = [view.own for view in game.moments[-1]]
    stocks: list[Content] = [
        [(token(game.end, piece), " ") for piece in own.stock] if own and own.stock else "–" for own in owns
    ]
    ducats = [str(own.ducats) if own else "–" for own in owns]
    lines = [Line(_("stock"), stocks), Line(_("ducats"), ducats)]
    return element(
        "div",
        element("h3", _("Left behind the screens")),
        table("left-over", heads_of(game.players), lines),
        class_="whole",
    )
