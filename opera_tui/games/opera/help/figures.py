"""The figures of a table as lines: buildings, fees and income."""

from opera_games.opera.texts import WORDS
from opera_games.opera.words import CITIES, DUCATS_PER_HALL, FEES, INCOME, ROLES, City, Wing
from opera_tui.games.opera.help.table import RulesTable
from opera_tui.games.opera.labels import WING_NAMES
from opera_tui.look.i18n import _

CITY_CELLS = 9
OPENS_CELLS = 10
PAWNS_CELLS = 7
PART_CELLS = 11


def building_lines(table: RulesTable) -> tuple[str, ...]:
    """Draw a line for each city: when it opens, its pawn places, and of each part halls, price and copies."""
    wings = "".join(f"{_(WING_NAMES[wing]):<{PART_CELLS}}" for wing in table.wings)
    titles = ((_("city"), CITY_CELLS), (_("opens"), OPENS_CELLS), (_("pawns"), PAWNS_CELLS))
    lead = "".join(f"{title:<{cells}}" for title, cells in titles)
    return (f"{lead}{wings}".rstrip(), *(_city_line(table, city) for city in CITIES))


def _city_line(table: RulesTable, city: City) -> str:
    after = table.opens_after(city)
    opens = _("after {round}").format(round=after) if after else _("at once")
    lead = f"{_(WORDS[city]):<{CITY_CELLS}}{opens:<{OPENS_CELLS}}{table.plan(city)['pawn_places']:<{PAWNS_CELLS}}"
    return (lead + "".join(f"{_part(table, city, wing):<{PART_CELLS}}" for wing in table.wings)).rstrip()


def _part(table: RulesTable, city: City, wing: Wing) -> str:
    """Return `2h 4d ×3`: two halls for four ducats, three copies."""
    if wing not in table.plan(city)["parts"]:
        return ""
    halls = table.plan(city)["parts"][wing]["halls"]
    copies = table.copies(city, wing)
    return _("{halls}h {ducats}d ×{copies}").format(halls=halls, ducats=halls * DUCATS_PER_HALL, copies=copies)


def legend(table: RulesTable) -> str:
    """Return what the short forms mean."""
    return _("h halls, d ducats and as many points, × copies for {players} players").format(players=table.players)


def fee_line() -> str:
    return ", ".join(f"{_(WORDS[role])} {FEES[role]}" for role in ROLES)


def income_lines() -> tuple[str, ...]:
    """Draw two lines: pieces staged in a house, and the ducats that they bring."""
    labels = (_("pieces in a house"), _("ducats of income"))
    cells = max(map(len, labels))
    figures = (range(len(INCOME)), INCOME)
    return tuple(
        f"{label:<{cells}}" + "".join(f"{number:>5}" for number in numbers)
        for label, numbers in zip(labels, figures, strict=True)
    )
