"""What Enter explains in the panels of Opera: a city with its buildings, and a player."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from opera_games.api import Seat
from opera_games.opera.words import CITIES, DUCATS_PER_HALL, WINGS, City
from opera_tui.games.face import Entry, Section
from opera_tui.games.opera.labels import WING_NAMES, codes, name, names, signed
from opera_tui.games.opera.panels.houses import opening, pawns_in
from opera_tui.games.opera.panels.street import HEAD_ROWS, street_of
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _, ngettext, pgettext

BOARD_CELLS: Final = 40
"""The cells of the tab that the order of play has; beside it stands the ladder."""


def cities(view: OperaView, height: int | None) -> Sequence[Entry]:
    """List the cities: in the wide layout columns, of which the head is marked, in the narrow one rows below a head."""
    street = street_of(view)
    everywhere = range(HEAD_ROWS + 2 * len(view.seats))
    return [
        Entry(
            name(view, city),
            everywhere if height is None else range(row, row + 1),
            partial(city_section, view, city),
            street.cells_of(city) if height is None else None,
            f"city:{city}",
            range(HEAD_ROWS) if height is None else None,
        )
        for row, city in enumerate(CITIES, start=1)
    ]


def players(view: OperaView, height: int | None) -> Sequence[Entry]:
    """List the players in their order: two rows for each in the wide layout, below a head one in the narrow one."""
    return [
        Entry(
            view.name(seat),
            range(2 * place, 2 * place + 2) if height is None else range(place + 1, place + 2),
            partial(player_section, view, seat),
            None if height is None else range(BOARD_CELLS),
        )
        for place, seat in enumerate(view.game.order)
    ]


def city_section(view: OperaView, city: City) -> Section:
    """Describe a city: whether it is open, its pawns, its building parts and everybody's house there."""
    return Section(name(view, city), (_city_state(view, city), _parts(view, city), _houses(view, city)))


def _city_state(view: OperaView, city: City) -> str:
    places = view.game.edition["cities"][city]["pawn_places"]
    there = pawns_in(view, city)
    pawns = ngettext("{n} place for pawns", "{n} places for pawns", places).format(n=places)
    standing = _("here: {pawns}").format(pawns=names(view, there)) if there else _("none is here")
    state = pgettext("city", "open") if city in view.game.open_cities else opening(view, city)
    return _("{state}. {pawns}, {standing}.").format(state=state.capitalize(), pawns=pawns, standing=standing)


def _parts(view: OperaView, city: City) -> tuple[str, ...]:
    """Draw a row for each building part: halls, price, which is its points too, and copies left."""
    plans = view.game.edition["cities"][city]["parts"]
    head = "  {:<10}{:>6}{:>8}{:>8}{:>7}".format(
        _("part"), _("halls"), _("ducats"), _("points"), pgettext("copies", "left")
    )
    lines = [head]
    for wing in WINGS:
        if wing in plans:
            halls = plans[wing]["halls"]
            cost, left = halls * DUCATS_PER_HALL, view.game.parts[f"{city}.{wing}"]
            lines.append(f"  {_(WING_NAMES[wing]):<10}{halls:>6}{cost:>8}{cost:>8}{left:>7}")
    return tuple(lines)


def _houses(view: OperaView, city: City) -> tuple[str, ...]:
    """Draw a row for each player."""
    none = _("no house")
    return tuple(f"  {view.who(seat):<16} {_house(view, seat, city) or none}" for seat in view.seats)


def _house(view: OperaView, seat: Seat, city: City) -> str:
    """Return the pieces of a house, the great hall first, and the coming income; empty if there is no house."""
    player = view.game.players[seat]
    house = player.houses.get(city)
    if house is None:
        return ""
    great, *others = house.halls
    halls = f"[{codes(view.glyphs, [great])}] {codes(view.glyphs, others)}".rstrip()
    income = _("income {ducats}").format(ducats=player.income.get(city, 0))
    return f"{halls:<22} {income}"


def player_section(view: OperaView, seat: Seat) -> Section:
    """Describe what everybody may know of a player."""
    player = view.game.players[seat]
    counting = player.counting
    figures = _("Level {level}, {points}, {hired} of {limit} roles hired, {stock} in stock.").format(
        level=player.level,
        points=ngettext("{n} point", "{n} points", player.points).format(n=player.points),
        hired=player.hired,
        limit=view.game.role_limit,
        stock=ngettext("{n} piece", "{n} pieces", player.stock_size).format(n=player.stock_size),
    )
    coming = _(
        "Income as of now: {income}. Counting as of now: {total} (great halls {great}, century {century}, empty halls "
        "{empty})."
    ).format(
        income=sum(player.income.values()),
        total=signed(counting.total),
        great=counting.great,
        century=counting.century,
        empty=counting.empty,
    )
    return Section(view.with_level(seat, view.who(seat)), (figures, coming, _own_houses(view, seat)))


def _own_houses(view: OperaView, seat: Seat) -> tuple[str, ...]:
    return tuple(f"  {name(view, city):<10} {house}" for city in CITIES if (house := _house(view, seat, city)))
