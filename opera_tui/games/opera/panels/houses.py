"""The cities with everybody's houses, pawns, and building parts left."""

from typing import Final

from opera_games.opera.words import CHARACTERS, CITIES, WINGS, City, Piece
from opera_tui.games.opera.labels import LETTERS, code, name, person, shortly, sign
from opera_tui.games.opera.panels.budget import behind_screen
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, column, fit, row

WIDE_CELLS: Final = 20
NARROW_CELLS: Final = 18
NARROW_LABEL: Final = 5
LABEL: Final = 30


def wide_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw a row for each city in 118 cells."""
    return [_wide_head(view), *(_wide_city(view, city, pointed) for city in CITIES)]


def _wide_head(view: OperaView) -> Row:
    label = " {:<9}{:<7}{:<5}m a b".format(_("city"), _("pawns"), _("left"))
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
    pawns = wide_pawns(view, city)
    label = row(
        f" {name(view, city):<9}",
        column(pawns or view.glyphs.dot, 12, "strong" if pawns else "quiet"),
        Span(f"{_copies_left(view, city):<8}", "quiet"),
    )
    if city not in view.game.open_cities:
        return row(label, Span(opening(view, city), "quiet"))
    houses = [fit(_house(view, seat, city, " ", pointed), WIDE_CELLS) for seat in view.seats]
    return row(label, *_separated(houses, "  "))


def wide_pawns(view: OperaView, city: City) -> str:
    """Return `M ×2 C`: the Maestro doubles the income."""
    there = [pawn for pawn in CHARACTERS if view.game.pawns[pawn] == city]
    shown = [LETTERS[pawn].upper() + (f" {view.glyphs.doubled}" if pawn == "maestro" else "") for pawn in there]
    return " ".join(shown)


def _copies_left(view: OperaView, city: City) -> str:
    parts = view.game.parts
    return " ".join(str(parts.get(f"{city}.{wing}", " ")) for wing in WINGS).rstrip()


def opening(view: OperaView, city: City) -> str:
    """Return when a closed city opens."""
    episode = view.game.edition["cities"][city]["episode"]
    return shortly(view, refusal_of("city_closed", city=city, round=view.game.countings[episode - 2]))


def _house(view: OperaView, seat: int, city: City, gap: str, pointed: str) -> Row:
    """Draw `[Wa] Mz Be ··`, or `–` for no house."""
    house = view.game.players[seat].houses.get(city)
    own = view.own_role(seat)
    if house is None:
        return row(Span(view.glyphs.none, "quiet"))
    great, *others = [_piece(view, piece, own, pointed) for piece in house.halls]
    parts: list[Span] = [Span("[", own), great, Span("]", own)]
    for place, piece in enumerate(others):
        parts += [Span(" " if place else gap, own), piece]
    return row(*parts)


def _piece(view: OperaView, piece: Piece | None, own: str, pointed: str) -> Span:
    underline = "moved" if piece and piece == pointed else ""
    return Span(code(view.glyphs, piece), f"{own} {underline}".strip())


def narrow_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw nine rows of 80 cells: four players with six halls each fill them to the last cell."""
    rows = [_narrow_head(view), *(_narrow_city(view, city, pointed) for city in CITIES)]
    return [*rows, _screens(view) if view.game.open_screens else EMPTY, _legend(view)]


def _narrow_head(view: OperaView) -> Row:
    columns = [_player_head(view, seat, 10) for seat in view.seats]
    return row(column(_("city"), NARROW_LABEL, "quiet"), *_separated(columns, view.glyphs.separator))


def _narrow_city(view: OperaView, city: City, pointed: str) -> Row:
    pawns = "".join(LETTERS[pawn].upper() for pawn in CHARACTERS if view.game.pawns[pawn] == city)
    letters = min(3, NARROW_LABEL - 1 - len(pawns))
    label = row(name(view, city)[:letters], column(pawns, NARROW_LABEL - letters, "strong"))
    if city not in view.game.open_cities:
        return row(label, Span(opening(view, city), "quiet"))
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
    legend = _("[great hall]  {empty} empty hall  {none} no house  M C E pawns, M doubles the income")
    return row(Span(legend.format(empty=glyphs.empty_hall, none=glyphs.none), "quiet"))
