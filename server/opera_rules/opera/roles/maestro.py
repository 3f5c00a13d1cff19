"""The Maestro: the income of every house in his city is doubled as long as he stands there."""

from collections.abc import Iterator
from functools import cache, lru_cache

from opera_games.opera.actions import Maestro
from opera_games.opera.choices import BySeat, Levels, MaestroBox, MaestroProspect, MaestroVisit
from opera_games.opera.words import CITIES, City
from opera_rules.api import Log, Seat
from opera_rules.opera.phases.scoring import Houses, everybodys_houses, figures_of
from opera_rules.opera.roles import pawns
from opera_rules.opera.state import Game
from opera_rules.opera.views.figures import changes

ASKS = None
visit = cache(Maestro)


def check_hire(game: Game, seat: Seat) -> None:
    pawns.check_hire(game, "maestro")


def check(game: Game, seat: Seat, play: Maestro) -> None:
    pawns.check_move(game, "maestro", play.city)


def plays(game: Game, seat: Seat) -> Iterator[Maestro]:
    return map(visit, pawns.targets(game, "maestro"))


def carry_out(game: Game, seat: Seat, play: Maestro, log: Log) -> None:
    pawns.move(game, seat, "maestro", play.city, log)


def outlook(game: Game) -> dict[City, BySeat]:
    """Return everybody's income before and after he goes to each city; his row and box ask for it, and all who bid."""
    return _outlook(everybodys_houses(game), game.pawns["maestro"])


@lru_cache(maxsize=1 << 6)
def _outlook(houses: tuple[Houses, ...], here: City | None) -> dict[City, BySeat]:
    everybodys = [figures_of(own) for own in houses]
    now = [own.ducats_with(here) for own in everybodys]
    return {city: changes(now, [own.ducats_with(city) for own in everybodys]) for city in CITIES}


def box(game: Game, seat: Seat, levels: Levels) -> MaestroBox:
    """List every city, with everybody's income before and after."""
    incomes = outlook(game)

    def row(city: City) -> MaestroVisit:
        return MaestroVisit(city, incomes[city])

    return MaestroBox(levels, pawns.visits(game, "maestro", row, MaestroVisit))


def prospect(game: Game, seat: Seat) -> MaestroProspect:
    """Find the city where the seat's income grows most, and among equals that where the others earn least."""
    incomes, me = outlook(game), str(seat)

    def worth(city: City) -> tuple[int, int]:
        return incomes[city][me][1], -sum([then for _, then in incomes[city].values()])

    best = max(pawns.targets(game, "maestro"), key=worth)
    return MaestroProspect(best, incomes[best][me])
