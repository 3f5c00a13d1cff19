"""Figures before and after something is done, as a seat may know them."""

from opera_rules.api import Map, Seat
from opera_rules.opera.counting import count, count_house
from opera_rules.opera.income import income
from opera_rules.opera.state import Game, House

Change = list[int]
"""Two numbers: now and then."""


def total_income(game: Game, seat: Seat) -> int:
    return sum(income(game, seat).values())


def income_change(before: Game, after: Game, seat: Seat) -> Change:
    return [total_income(before, seat), total_income(after, seat)]


def counting_change(before: Game, after: Game, seat: Seat) -> Change:
    return [count(before, seat).total, count(after, seat).total]


def level_change(before: Game, after: Game, seat: Seat) -> Change:
    return [before.level(seat), after.level(seat)]


def everybodys_income(before: Game, after: Game) -> Map:
    return {str(seat): income_change(before, after, seat) for seat in range(len(before.players))}


def everybodys_counting(before: Game, after: Game) -> Map:
    return {str(seat): counting_change(before, after, seat) for seat in range(len(before.players))}


def everybodys_total(game: Game) -> list[int]:
    """What the coming counting would bring each seat if it were now."""
    return [count(game, seat).total for seat in range(len(game.players))]


def order_of_play(game: Game) -> list[list[int]]:
    """Pairs of seat and level in the order of play."""
    return [[seat, game.level(seat)] for seat in game.order]


def empty_halls(game: Game, seat: Seat) -> int:
    return -count(game, seat).empty


def house_changes(before: Game, after: Game, seat: Seat) -> Map:
    """Income and counting of each own house, now and then."""
    then, now = after.players[seat].houses, before.players[seat].houses
    incomes = income(before, seat), income(after, seat)
    return {
        city: {
            "income": [incomes[0].get(city, 0), incomes[1].get(city, 0)],
            "counting": [_house_counting(before, now.get(city)), _house_counting(after, house)],
        }
        for city, house in then.items()
    }


def _house_counting(game: Game, house: House | None) -> int:
    if house is None:
        return 0
    return count_house(game, house).total


def all_figures(before: Game, after: Game, seat: Seat) -> Map:
    """Everything a preview tells."""
    me, then = before.players[seat], after.players[seat]
    return {
        "level": level_change(before, after, seat),
        "order": order_of_play(after),
        "ducats": [me.ducats, then.ducats],
        "points": [me.points, then.points],
        "stock": list(then.stock),
        "ladder": list(after.ladder),
        "empty_halls": [empty_halls(before, seat), empty_halls(after, seat)],
        "income": everybodys_income(before, after),
        "counting": everybodys_counting(before, after),
        "houses": house_changes(before, after, seat),
    }
