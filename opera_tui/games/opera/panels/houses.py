"""The cities with everybody's houses, pawns, and building parts left."""

from collections.abc import Mapping
from typing import Final

from opera_games.opera.words import CHARACTERS, CITIES, Character, City, Piece, Wing
from opera_tui.games.opera.labels import LETTERS, code, name, person, shortly, sign, wings_in
from opera_tui.games.opera.panels.budget import behind_screen
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, column, fit, row, width

ID: Final = "opera.houses"
WIDE_CELLS: Final = 20
NARROW_CELLS: Final = 18
NARROW_LABEL: Final = 5
LABEL: Final = 30
PAWN_CELLS: Final = 12
WING_LETTERS: Final[Mapping[Wing, str]] = {"main": "m", "wing_a": "a", "wing_b": "b", "wing_c": "c"}


def wide_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw a row for each city in 118 cells."""
    return [_wide_head(view), *(_wide_city(view, city, pointed) for city in CITIES)]


def _wide_head(view: OperaView) -> Row:
    wings = " ".join(WING_LETTERS[wing] for wing in wings_in(view.game.edition))
    label = " {:<9}{:<7}{:<5}{}".format(_("city"), _("pawns"), _("left"), wings)
    columns = [_player_head(view, seat, 12) for seat in view.seats]
    return row(Span(f"{label:<{LABEL}}", "quiet"), *_separated(columns, "  "))


def _player_head(view: OperaView, seat: int, cells: int) -> Row:
    points = Span(f"{view.game.players[seat].points:>5}", view.own_role(seat))
    return row(sign(view, seat), " ", person(view, seat, cells), points)


def _separated(columns: list[Row], separator: str) -> list[Row]:
    parts: list[Row] = []
    for content in columns:
        parts += [content, (Span(separator, "quiet"),)]
    return parts[:-1]


def _wide_city(view: OperaView, city: City, pointed: str) -> Row:
    label = row(
        f" {name(view, city):<9}",
        fit(_wide_pawns(view, city), PAWN_CELLS),
        Span(f"{_copies_left(view, city):<8}", "quiet"),
    )
    if city not in view.game.open_cities:
        return row(label, Span(opening(view, city), "quiet"))
    houses = [fit(_house(view, seat, city, " ", pointed), WIDE_CELLS) for seat in view.seats]
    return row(label, *_separated(houses, "  "))


def _wide_pawns(view: OperaView, city: City) -> Row:
    """Draw `M ×2 C ○`: the Maestro doubles the income; a circle is a free place."""
    there = pawns_in(view, city)
    shown = [LETTERS[pawn].upper() + (f" {view.glyphs.doubled}" if pawn == "maestro" else "") for pawn in there]
    free = " ".join(view.glyphs.pawn_place * free_places(view, city))
    return row(Span(" ".join(shown), "strong"), " " if shown else "", Span(free, "quiet"))


def pawns_in(view: OperaView, city: City) -> list[Character]:
    return [pawn for pawn in CHARACTERS if view.game.pawns[pawn] == city]


def free_places(view: OperaView, city: City) -> int:
    """Count the pawn places of a city where no pawn stands."""
    return max(0, view.game.edition["cities"][city]["pawn_places"] - len(pawns_in(view, city)))


def short_pawns(view: OperaView, city: City) -> Row:
    """Draw pawns and free places without blanks: `MC`, `M○`."""
    letters = "".join(LETTERS[pawn].upper() for pawn in pawns_in(view, city))
    return row(Span(letters, "strong"), Span(view.glyphs.pawn_place * free_places(view, city), "quiet"))


def _copies_left(view: OperaView, city: City) -> str:
    parts = view.game.parts
    return " ".join(str(parts.get(f"{city}.{wing}", " ")) for wing in wings_in(view.game.edition)).rstrip()


def opening(view: OperaView, city: City) -> str:
    """Say when a closed city opens."""
    return shortly(view, refusal_of("city_closed", city=city, round=opens_after(view, city)))


def opens_after(view: OperaView, city: City) -> int:
    """Return the round after which a closed city opens."""
    return view.game.countings[view.game.edition["cities"][city]["episode"] - 2]


def _house(view: OperaView, seat: int, city: City, gap: str, pointed: str) -> Row:
    """Draw `[Wa] Mz Be ··`, or `–` for no house."""
    house = view.game.players[seat].houses.get(city)
    own = view.own_role(seat)
    if house is None:
        return row("" if gap else " ", Span(view.glyphs.none, "quiet"))
    great, *others = [_piece(view, piece, own, pointed) for piece in house.halls]
    parts: list[Span] = [Span("[", own), great, Span("]", own)]
    for place, piece in enumerate(others):
        parts += [Span(" " if place else gap, own), piece]
    return row(*parts)


def _piece(view: OperaView, piece: Piece | None, own: str, pointed: str) -> Span:
    underline = "moved" if piece and piece == pointed else ""
    return Span(code(view.glyphs, piece), f"{own} {underline}".strip())


def narrow_rows(view: OperaView, pointed: str, height: int) -> list[Row]:
    """Draw rows of 80 cells: four players with six halls each fill them to the last cell."""
    rows = [_narrow_head(view), *(_narrow_city(view, city, pointed) for city in CITIES)]
    rows += [_screens(view)] if view.game.open_screens else []
    legend = [_legend(view)] if len(rows) < height else []
    return [*rows, *[EMPTY] * (height - len(rows) - len(legend)), *legend]


def _narrow_head(view: OperaView) -> Row:
    columns = [_player_head(view, seat, 10) for seat in view.seats]
    return row(column(_("city"), NARROW_LABEL, "quiet"), *_separated(columns, view.glyphs.separator))


def _narrow_city(view: OperaView, city: City, pointed: str) -> Row:
    pawns = short_pawns(view, city)
    label = fit(row(name(view, city)[: min(3, NARROW_LABEL - width(pawns))], pawns), NARROW_LABEL)
    if city not in view.game.open_cities:
        return row(label, " ", Span(opening(view, city), "quiet"))
    houses = [fit(_house(view, seat, city, "", pointed), NARROW_CELLS) for seat in view.seats]
    return row(label, *_separated(houses, view.glyphs.separator))


def _screens(view: OperaView) -> Row:
    """Draw ducats and stocks, which all can see at this table."""
    label = _("screen ")
    columns = []
    for seat in view.seats:
        cells = NARROW_CELLS - (len(label) - NARROW_LABEL if seat == 0 else 0)
        shown = behind_screen(view, view.game.players[seat], cells)
        columns.append(row(column(shown, cells, view.own_role(seat))))
    return row(Span(label, "quiet"), *_separated(columns, view.glyphs.separator))


def _legend(view: OperaView) -> Row:
    glyphs = view.glyphs
    legend = _("[great hall]  {empty} empty  {none} none  Ho house piece  M C E pawns, M {doubled}  {place} free place")
    parts = {"empty": glyphs.empty_hall, "none": glyphs.none, "doubled": glyphs.doubled, "place": glyphs.pawn_place}
    return row(Span(legend.format(**parts), "quiet"))
