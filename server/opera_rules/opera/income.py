"""Income: ducats for every house by the pieces staged in it, doubled where the Maestro stands."""

from opera_rules.api import Seat
from opera_rules.opera.events import IncomePaid, Log
from opera_rules.opera.layouts import INCOME
from opera_rules.opera.purse import earn
from opera_rules.opera.state import Game
from opera_rules.opera.words import City


def income(game: Game, seat: Seat) -> dict[City, int]:
    """What each house with pieces would bring now."""
    maestro = game.pawns["maestro"]
    ducats = {}
    for city, house in game.players[seat].houses.items():
        pieces = len(house.halls) - house.halls.count(None)
        if pieces:
            ducats[city] = INCOME[pieces] * (2 if city == maestro else 1)
    return ducats


def pay_income(game: Game, log: Log) -> None:
    incomes = {seat: income(game, seat) for seat in range(len(game.players))}
    for seat, ducats in incomes.items():
        earn(game, seat, sum(ducats.values()))
    log.append(IncomePaid(incomes))
