"""Everybody's houses as a street in 118 cells: cities are columns, players are rows of houses with roofs."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rich.cells import cell_len

from opera_games.api import Seat
from opera_games.opera.words import CITIES, City
from opera_tui.games.opera.labels import CITY_LETTERS, name, pawn_token, person, sign, wings_in
from opera_tui.games.opera.panels.houses import WALL, WING_LETTERS, free_places, halls, opens_after, pawns_in
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, fit, joined, row, width

CELLS: Final = 118
GREAT_CELLS: Final = 4
HALL_CELLS: Final = 3
LABEL: Final = 25
SIGN_LABEL: Final = 4
"""What stands before the houses: sign, name and points, or the sign alone."""
HEAD_ROWS: Final = 2
"""The rows above the houses: cities with their pawns, and parts left."""


class Street(NamedTuple):
    """How many cells the label and each city take, and the gap behind each city."""

    label: int
    cities: Mapping[City, int]
    gap: int

    @property
    def width(self) -> int:
        return self.label + sum(self.cities.values()) + self.gap * (len(self.cities) - 1)

    def cells_of(self, city: City) -> range:
        """Return the cells of a city, with the gap behind it."""
        before = CITIES[: CITIES.index(city)]
        start = self.label + sum(self.cities[other] + self.gap for other in before)
        return range(start, min(CELLS, start + self.cities[city] + self.gap))


def street_of(view: OperaView) -> Street:
    """Measure the street: in an edition with larger houses gaps shrink first, then the names, then the gaps."""
    plans = view.game.edition["cities"]
    cities: dict[City, int] = {}
    for city in CITIES:
        most = sum(part["halls"] for part in plans[city]["parts"].values())
        cities[city] = GREAT_CELLS + HALL_CELLS * (most - 1)
    wordings = [Street(label, cities, gap) for label, gap in ((LABEL, 2), (LABEL, 1), (SIGN_LABEL, 1))]
    return next((street for street in wordings if street.width <= CELLS), Street(SIGN_LABEL, cities, 0))


def wide_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw the cities above, then two rows for each player: roofs, and the halls below them."""
    street = street_of(view)
    rows = [_names(view, street), _parts(view, street)]
    for seat in view.seats:
        rows += [_roofs(view, street, seat)] if view.glyphs.roof[0] else []
        rows.append(_houses(view, street, seat, pointed))
    return rows


def low_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw the same without roofs."""
    street = street_of(view)
    houses = [_houses(view, street, seat, pointed) for seat in view.seats]
    return [_names(view, street), _parts(view, street), *houses]


def _lined_up(street: Street, label: Row, cities: Mapping[City, Row]) -> Row:
    """Put a row for each city into its column."""
    return row(fit(label, street.label), *(fit(cities[city], len(street.cells_of(city))) for city in CITIES))


def _label(street: Street, text: str) -> Row:
    return row(Span(f" {text}", "quiet")) if street.label == LABEL else ()


def _names(view: OperaView, street: Street) -> Row:
    names = {city: _city(view, city, len(street.cells_of(city)) - 1) for city in CITIES}
    return _lined_up(street, _label(street, _("city and pawns")), names)


def _city(view: OperaView, city: City, cells: int) -> Row:
    """Draw `Wien M×2 ○` in its longest wording that fits: a circle is a free place, the Maestro doubles the income."""
    whole, doubled = name(view, city), Span(view.glyphs.doubled, "gain")
    pawns = pawns_in(view, city)
    long = [row(pawn_token(pawn), doubled if pawn == "maestro" else "") for pawn in pawns]
    free = [row(Span(view.glyphs.pawn_place, "quiet"))] * free_places(view, city)
    title = Span(whole, "strong" if city in view.game.open_cities else "quiet")
    short = row(*map(pawn_token, pawns), *free)
    wordings = [
        row(title, " ", joined([*long, *free], Span(" "))),
        row(title, " ", *long, *free),
        row(title, " ", short),
    ]
    least = row(Span(CITY_LETTERS[city][: max(1, cells - width(short))], title.role), short)
    return next((wording for wording in wordings if width(wording) <= cells), least)


def _parts(view: OperaView, street: Street) -> Row:
    parts = {city: row(Span(_left(view, city, len(street.cells_of(city)) - 1), "quiet")) for city in CITIES}
    return _lined_up(street, _label(street, _("parts left")), parts)


def _left(view: OperaView, city: City, cells: int) -> str:
    """Return `m2 a1 b0`, the copies left of each part, or when the city opens."""
    if city in view.game.open_cities:
        wings = wings_in(view.game.edition)
        left = {wing: view.game.parts.get(f"{city}.{wing}") for wing in wings}
        return " ".join(f"{_(WING_LETTERS[wing])}{number}" for wing, number in left.items() if number is not None)
    after = opens_after(view, city)
    wordings = [_("opens after {round}").format(round=after), _("from {round}").format(round=after + 1)]
    return next((text for text in wordings if cell_len(text) <= cells), wordings[-1])


def _roofs(view: OperaView, street: Street, seat: Seat) -> Row:
    great, further = view.glyphs.roof
    houses = view.game.players[seat].houses
    roofs = {
        city: row(Span(great + further * (len(houses[city].halls) - 1), "roof")) if city in houses else ()
        for city in CITIES
    }
    return _lined_up(street, (), roofs)


def _houses(view: OperaView, street: Street, seat: Seat, pointed: str) -> Row:
    houses = {city: _house(view, seat, city, pointed) for city in CITIES}
    return _lined_up(street, _player(view, street, seat), houses)


def _house(view: OperaView, seat: Seat, city: City, pointed: str) -> Row:
    house = view.game.players[seat].houses.get(city)
    if house is not None:
        return halls(view.glyphs, house, pointed, door=WALL)
    return row(Span(view.glyphs.none, "quiet")) if city in view.game.open_cities else ()


def _player(view: OperaView, street: Street, seat: Seat) -> Row:
    if street.label < LABEL:
        return row(" ", sign(view, seat))
    points = column(str(view.game.players[seat].points), 6, "strong", right=True)
    return row(" ", sign(view, seat), " ", person(view, seat), points)
