"""The Maestro: the income of every house in his city is doubled as long as he stands there."""

from collections.abc import Iterator
from functools import cache

from opera_games.opera.actions import Maestro
from opera_games.opera.choices import Levels, MaestroBox, MaestroProspect, MaestroVisit
from opera_games.opera.words import City
from opera_rules.api import Log, Seat
from opera_rules.opera.roles import pawns
from opera_rules.opera.state import Game
from opera_rules.opera.views.figures import changes, everybodys_income, income_by_maestro, total_income

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


def box(game: Game, seat: Seat, levels: Levels) -> MaestroBox:
    """List every city, with everybody's income before and after."""
    now, incomes = everybodys_income(game), income_by_maestro(game)

    def row(city: City) -> MaestroVisit:
        return MaestroVisit(city, changes(now, incomes(city)))

    return MaestroBox(levels, pawns.visits(game, "maestro", row, MaestroVisit))


def prospect(game: Game, seat: Seat) -> MaestroProspect:
    """Find the city where the seat's income grows most, and among equals that where the others earn least."""
    incomes_in = income_by_maestro(game)
    incomes = {play.city: incomes_in(play.city) for play in plays(game, seat)}
    best = max(incomes, key=lambda city: (incomes[city][seat], -sum(incomes[city])))
    return MaestroProspect(best, (total_income(game, seat), incomes[best][seat]))
