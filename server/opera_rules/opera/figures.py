"""Figures before and after something is done, as a seat may know them."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from opera_rules.api import Map, Seat
from opera_rules.opera.counting import count, count_house, fame_on
from opera_rules.opera.income import income
from opera_rules.opera.state import Game, House
from opera_rules.opera.words import Composer, Piece

Change = list[int]
"""Two numbers: now and then."""
Ladder = tuple[Composer, ...]


class Standing(NamedTuple):
    """What a seat's houses bring as they are."""

    income: int
    counting: int

    def changes_to(self, then: "Standing") -> Map:
        return {"income": [self.income, then.income], "counting": [self.counting, then.counting]}


def standing(game: Game, seat: Seat) -> Standing:
    return Standing(total_income(game, seat), count(game, seat).total)


def total_income(game: Game, seat: Seat) -> int:
    return sum(income(game, seat).values())


def level_change(before: Game, after: Game, seat: Seat) -> Change:
    return [before.level(seat), after.level(seat)]


def everybodys_income(game: Game) -> list[int]:
    """What the coming income would bring each seat if it were now."""
    return [total_income(game, seat) for seat in range(len(game.players))]


def everybodys_counting(game: Game) -> list[int]:
    """What the coming counting would bring each seat if it were now."""
    return [count(game, seat).total for seat in range(len(game.players))]


def changes(now: list[int], then: list[int]) -> Map:
    """Everybody's figures, by seat."""
    return {str(seat): [now[seat], figure] for seat, figure in enumerate(then)}


def counting_by_ladder(game: Game, seats: Iterable[Seat]) -> Callable[[Ladder], list[int]]:
    """The coming counting of these seats for any ladder: only the pieces in their great halls depend on it."""
    fame = fame_on(game.ladder)
    parts: list[tuple[int, list[Piece | None]]] = []
    for seat in seats:
        great = [house.halls[0] for house in game.players[seat].houses.values()]
        parts.append((count(game, seat).total - sum(map(fame.__getitem__, great)), great))

    def counting(ladder: Ladder) -> list[int]:
        fame_of = fame_on(ladder).__getitem__
        return [rest + sum(map(fame_of, great)) for rest, great in parts]

    return counting


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
        "income": changes(everybodys_income(before), everybodys_income(after)),
        "counting": changes(everybodys_counting(before), everybodys_counting(after)),
        "houses": house_changes(before, after, seat),
    }
