"""Figures before and after an action, as a seat may know them."""

from functools import lru_cache
from typing import NamedTuple

from opera_games.api import Change, Refusal
from opera_games.opera.choices import BySeat, HouseChange, PreviewWithFigures
from opera_games.opera.words import INCOME, SEATS, City, Composer, Source
from opera_rules.api import Seat
from opera_rules.opera.phases.scoring import (
    Houses,
    count,
    count_house,
    fame_on,
    figures_of,
    houses_of,
    income,
)
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


class HousesWorth(NamedTuple):
    """What a seat's houses bring, and by how much that changes when a composer's piece leaves its hall."""

    standing: Standing
    losses: dict[tuple[Composer, Source], Standing]
    """By piece and city, in the order of the houses and their halls."""


def standing(game: Game, seat: Seat) -> Standing:
    return worth_of_houses(game, seat).standing


def worth_of_houses(game: Game, seat: Seat) -> HousesWorth:
    honoured = game.century[game.episode - 1]
    return _worth_of(houses_of(game.players[seat]), game.pawns["maestro"], game.ladder, honoured, game.episode)


@lru_cache(maxsize=1 << 10)
def _worth_of(
    houses: Houses, maestro: City | None, ladder: tuple[Composer, ...], honoured: Composer, bonus: int
) -> HousesWorth:
    """Find it out once for the Signora and the Esperto, their rows and boxes, and for the bids."""
    figures, fame = figures_of(houses), fame_on(ladder)
    losses: dict[tuple[Composer, Source], Standing] = {}
    for city, house in houses:
        composers, great = house.composers(), house.halls[0]
        pieces = len(house.halls) - house.halls.count(None)
        income = (INCOME[pieces - 1] - INCOME[pieces]) * (2 if city == maestro else 1)
        for piece in composers:
            points = fame[piece] + bonus * (piece == honoured) if piece == great else 0
            losses[piece, city] = Standing(income, -points - 1)
    now = Standing(figures.ducats_with(maestro), figures.counting(ladder, honoured, bonus).total)
    return HousesWorth(now, losses)


def total_income(game: Game, seat: Seat) -> int:
    return figures_of(houses_of(game.players[seat])).ducats_with(game.pawns["maestro"])


def everybodys_income(game: Game) -> list[int]:
    """Return what the coming income would bring each seat if it were now."""
    return [total_income(game, seat) for seat in range(len(game.players))]


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
