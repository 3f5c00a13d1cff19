"""Figures before and after an action, as a seat may know them."""

from collections.abc import Callable
from typing import NamedTuple

from opera_games.api import Change, Refusal
from opera_games.opera.choices import BySeat, HouseChange, PreviewWithFigures
from opera_games.opera.words import INCOME, SEATS, City, Piece
from opera_rules.api import Seat
from opera_rules.opera.phases.scoring import century_bonus, count, count_house, figures_of, houses_of, income
from opera_rules.opera.state import Game

SEAT_TEXTS = tuple(map(str, range(SEATS.stop)))


class Standing(NamedTuple):
    """What a seat's houses bring as they are."""

    income: int
    counting: int

    def changes_to(self, then: "Standing") -> tuple[Change, Change]:
        """Return income and counting, before and after."""
        return (self.income, then.income), (self.counting, then.counting)

    def changes_by(self, difference: "Standing") -> tuple[Change, Change]:
        """Return income and counting before and after something that changes them by so much."""
        return (self.income, self.income + difference.income), (self.counting, self.counting + difference.counting)


NO_CHANGE = Standing(0, 0)


def standing(game: Game, seat: Seat) -> Standing:
    return Standing(total_income(game, seat), count(game, seat).total)


def loss_of(game: Game, seat: Seat, piece: Piece, city: City) -> Standing:
    """Return by how much income and counting change when a piece leaves its hall."""
    halls = game.players[seat].houses[city].halls
    pieces = len(halls) - halls.count(None)
    income = (INCOME[pieces - 1] - INCOME[pieces]) * (2 if city == game.pawns["maestro"] else 1)
    great = game.fame(piece) + century_bonus(game, piece) if piece == halls[0] else 0
    return Standing(income, -great - 1)


def total_income(game: Game, seat: Seat) -> int:
    return figures_of(houses_of(game.players[seat])).ducats_with(game.pawns["maestro"])


def everybodys_income(game: Game) -> list[int]:
    """Return what the coming income would bring each seat if it were now."""
    return income_by_maestro(game)(game.pawns["maestro"])


def income_by_maestro(game: Game) -> Callable[[City | None], list[int]]:
    """Return a function that computes what the coming income would bring each seat with the Maestro in a city."""
    everybodys = [figures_of(houses_of(player)) for player in game.players]
    return lambda city: [figures.ducats_with(city) for figures in everybodys]


def everybodys_counting(game: Game) -> list[int]:
    """Return what the coming counting would bring each seat if it were now."""
    return [count(game, seat).total for seat in range(len(game.players))]


def changes(now: list[int], then: list[int]) -> BySeat:
    """Pair everybody's figures before and after, by seat."""
    return {SEAT_TEXTS[seat]: (now[seat], figure) for seat, figure in enumerate(then)}


def order_of_play(game: Game) -> tuple[tuple[Seat, int], ...]:
    """Return pairs of seat and level in the order of play."""
    return tuple([(seat, game.level(seat)) for seat in game.order])


def empty_halls(game: Game, seat: Seat) -> int:
    return -count(game, seat).empty


def house_changes(before: Game, after: Game, seat: Seat) -> dict[City, HouseChange]:
    """Return income and counting of each of the seat's houses, before and after."""
    then, now = after.players[seat].houses, before.players[seat].houses
    incomes = income(before, seat), income(after, seat)
    return {
        city: HouseChange(
            income=(incomes[0].get(city, 0), incomes[1].get(city, 0)),
            counting=(count_house(before, now[city]).total if city in now else 0, count_house(after, house).total),
        )
        for city, house in then.items()
    }


def figures(before: Game, after: Game, seat: Seat, refusal: Refusal | None) -> PreviewWithFigures:
    """Return everything a preview shows."""
    me, then = before.players[seat], after.players[seat]
    return PreviewWithFigures(
        refusal=refusal,
        level=(me.level, then.level),
        order=order_of_play(after),
        ducats=(me.ducats, then.ducats),
        points=(me.points, then.points),
        stock=then.stock,
        ladder=after.ladder,
        empty_halls=(empty_halls(before, seat), empty_halls(after, seat)),
        income=changes(everybodys_income(before), everybodys_income(after)),
        counting=changes(everybodys_counting(before), everybodys_counting(after)),
        houses=house_changes(before, after, seat),
    )
