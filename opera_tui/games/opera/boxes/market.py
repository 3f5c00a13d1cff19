"""What decides a bid besides the board: building parts left with their prices, in all cities, and pawn places."""

from typing import Final

from rich.cells import cell_len

from opera_games.opera.words import CITIES, DUCATS_PER_HALL, City, Wing
from opera_tui.games.opera.labels import name, wings_in
from opera_tui.games.opera.panels.houses import WING_LETTERS, opens_after, short_pawns
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _, pgettext
from opera_tui.look.rows import Row, Span, column, fit, row

CITY_CELLS: Final = 10
PART_CELLS: Final = {3: 5, 4: 4}
"""How wide a part is drawn, by the number of columns."""
PAWN_CELLS: Final = 4
MARKET_CELLS: Final = 36
"""What all of it takes at most."""


def market_rows(view: OperaView, ducats: int) -> list[Row]:
    """Draw a row for each city; what these ducats do not pay for is quiet."""
    return [_head(view), *(_city(view, city, ducats) for city in CITIES)]


def _cells(view: OperaView) -> int:
    return PART_CELLS[max(3, len(wings_in(view.game.edition)))]


def _head(view: OperaView) -> Row:
    cells = _cells(view)
    letter, *letters = (_(WING_LETTERS[wing]) for wing in wings_in(view.game.edition))
    titles = [_("main") if cell_len(_("main")) < cells else letter, *letters]
    left = column(view.glyphs.say(pgettext("9 cells", "left×cost")), CITY_CELLS, "quiet")
    return row(left, *(column(title, cells, "quiet") for title in titles), Span(pgettext("11 cells", "pawns"), "quiet"))


def _city(view: OperaView, city: City, ducats: int) -> Row:
    is_open = city in view.game.open_cities
    parts = [_part(view, city, wing, ducats) for wing in wings_in(view.game.edition)]
    # Translators: the round from which a city is open; at most 7 cells.
    opening = "" if is_open else _("from {round}").format(round=opens_after(view, city) + 1)
    return row(
        column(name(view, city), CITY_CELLS, "" if is_open else "quiet"),
        *parts,
        fit(short_pawns(view, city), PAWN_CELLS),
        Span(opening, "quiet"),
    )


def _part(view: OperaView, city: City, wing: Wing, ducats: int) -> Span:
    """Draw `2×4`, copies left and the price of one; that the player has it, or that none is left."""
    part, cells = f"{city}.{wing}", _cells(view)
    plan = view.game.edition["cities"][city]["parts"].get(wing)
    house = view.my_player.houses.get(city)
    if plan is None:
        return Span(" " * cells)
    if house and part in house.parts:
        return column(pgettext("3 cells", "own"), cells, "quiet")
    left, price = view.game.parts[part], DUCATS_PER_HALL * plan["halls"]
    if not left:
        return column(view.glyphs.none, cells, "quiet")
    is_within_reach = price <= ducats and city in view.game.open_cities
    return column(view.glyphs.say(f"{left}×{price}"), cells, "" if is_within_reach else "quiet")
