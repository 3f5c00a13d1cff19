"""The cities with everybody's houses as a grid of 80 cells, and what both layouts know of a city."""

from collections.abc import Mapping
from typing import Any, Final

from rich.cells import cell_len

from opera_games.opera.documents import House
from opera_games.opera.words import CHARACTERS, CITIES, Character, City, Wing
from opera_tui.games.opera.labels import (
    CITY_LETTERS,
    great_hall,
    pawn_token,
    person,
    shortly,
    sign,
    stock_row,
    token,
)
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import NP_, _
from opera_tui.look.rows import BLANK, EMPTY, Row, Span, column, filled, fit, joined, row, width

ID: Final = "opera.houses"
CELLS: Final = 18
LABEL: Final = 5
TAB_CELLS: Final = 80
GAP: Final = "  "
"""What stands between the parts of the legend."""
THIRD_AT: Final = LABEL + 2 * (CELLS + 1)
"""Where the houses of the third player begin."""
WING_LETTERS: Final[Mapping[Wing, str]] = {
    "main": NP_("main part of a house, 1 cell", "m"),
    "wing_a": "a",
    "wing_b": "b",
    "wing_c": "c",
}
WALL: Final = Span(" ", "wall")


def pawns_in(view: OperaView, city: City) -> list[Character]:
    return [pawn for pawn in CHARACTERS if view.game.pawns[pawn] == city]


def free_places(view: OperaView, city: City) -> int:
    """Count the pawn places of a city where no pawn stands."""
    return max(0, view.game.edition["cities"][city]["pawn_places"] - len(pawns_in(view, city)))


def short_pawns(view: OperaView, city: City) -> Row:
    """Draw pawns and free places without blanks: `MC`, `M○`."""
    pawns = [pawn_token(pawn) for pawn in pawns_in(view, city)]
    return row(*pawns, Span(view.glyphs.pawn_place * free_places(view, city), "quiet"))


def opening(view: OperaView, city: City) -> str:
    """Say when a closed city opens."""
    return shortly(view, refusal_of("city_closed", city=city, round=opens_after(view, city)))


def opens_after(view: OperaView, city: City) -> int:
    """Return the round after which a closed city opens."""
    return view.game.countings[view.game.edition["cities"][city]["episode"] - 2]


def halls(glyphs: Glyphs, house: House, pointed: str, door: Span) -> Row:
    """Draw `[Wa]Mz Be ··`: windows in a wall; the door stands behind the great hall, if there are more."""
    roles = ["moved" if piece and piece == pointed else "" for piece in house.halls]
    great, *others = zip(house.halls, roles, strict=True)
    rest = joined([(token(glyphs, *hall),) for hall in others], WALL)
    return row(great_hall(glyphs, *great), door if others else "", rest)


def narrow_rows(view: OperaView, pointed: str, height: int) -> list[Row]:
    """Draw rows of 80 cells: four players with six halls each fill them to the last cell."""
    rows = [_head(view), *(_city(view, city, pointed) for city in CITIES)]
    rows += [_screens(view)] if view.game.open_screens else []
    if len(rows) < height:
        return [*rows, *[EMPTY] * (height - len(rows) - 1), _legend(view)]
    return _with_legend_beside(view, rows)


def _with_legend_beside(view: OperaView, rows: list[Row]) -> list[Row]:
    """Put what fits of the legend behind the closed cities, whose rows are short."""
    parts = _legend_parts(view)
    closed = [1 + place for place, city in enumerate(CITIES) if city not in view.game.open_cities]
    beside: dict[int, Row] = {}
    for place in closed:
        line = row(fit(rows[place], THIRD_AT))
        while parts and width(line) + width(parts[0]) <= TAB_CELLS:
            line = row(line, parts.pop(0), Span(GAP))
        beside[place] = line
    return [beside.get(place, drawn) for place, drawn in enumerate(rows)]


def table_rows(view: OperaView) -> int:
    """Count the rows with columns of players."""
    return 1 + len(CITIES) + (1 if view.game.open_screens else 0)


def _head(view: OperaView) -> Row:
    columns = [_player(view, seat) for seat in view.seats]
    title = _("city") if cell_len(_("city")) < LABEL else ""
    return row(column(title, LABEL, "quiet"), _separated(view, columns))


def _player(view: OperaView, seat: int) -> Row:
    points = Span(f"{view.game.players[seat].points:>5}", "strong")
    return row(sign(view, seat), " ", person(view, seat, 10), points)


def _separated(view: OperaView, columns: list[Row]) -> Row:
    return joined(columns, Span(view.glyphs.separator, "line"))


def _city(view: OperaView, city: City, pointed: str) -> Row:
    pawns = short_pawns(view, city)
    label = fit(row(Span(CITY_LETTERS[city][: LABEL - width(pawns)], "strong"), pawns), LABEL)
    if city not in view.game.open_cities:
        return row(label, " ", Span(opening(view, city), "quiet"))
    return row(label, _separated(view, [fit(_house(view, seat, city, pointed), CELLS) for seat in view.seats]))


def _house(view: OperaView, seat: int, city: City, pointed: str) -> Row:
    house = view.game.players[seat].houses.get(city)
    if house is None:
        return row(Span(view.glyphs.none, "quiet"))
    return halls(view.glyphs, house, pointed, door=Span(""))


def _screens(view: OperaView) -> Row:
    """Draw ducats and stocks, which all can see at this table."""
    label = _("screen ")
    columns = []
    for seat in view.seats:
        player = view.game.players[seat]
        cells = CELLS - (len(label) - LABEL if seat == 0 else 0)
        ducats = row(_("{ducats} d").format(ducats=player.ducats), " ")
        columns.append(fit(row(ducats, stock_row(view.glyphs, player.stock or (), cells - width(ducats))), cells))
    return row(Span(label, "quiet"), _separated(view, columns))


def _legend(view: OperaView) -> Row:
    return joined(_legend_parts(view), Span(GAP))


def _legend_parts(view: OperaView) -> list[Row]:
    """Draw each sign with what it means."""
    glyphs = view.glyphs
    # Translators: the legend of the houses; at most 78 cells with its signs.
    text = _(
        "[great hall]  {empty} empty  {none} none  {house} house piece  {pawns} pawns, M {doubled}  {place} free place"
    )
    signs: dict[str, Any] = {
        "empty": token(glyphs, None),
        "none": glyphs.none,
        "house": token(glyphs, "house"),
        "pawns": joined([(pawn_token(pawn),) for pawn in CHARACTERS], BLANK),
        "doubled": glyphs.doubled,
        "place": glyphs.pawn_place,
    }
    return [filled(part, "quiet", **signs) for part in text.split(GAP)]
