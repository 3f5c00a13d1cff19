"""What things are worth in a round of Opera, from the weights of the evaluation before the next one."""

from functools import cache
from typing import NamedTuple

from opera_bots.evaluation_opera import FEATURES, WEALTH, countings_left, rounds_left, weights_of
from opera_rules.api import Seat
from opera_rules.opera.layouts import INCOME
from opera_rules.opera.state import Game
from opera_rules.opera.words import COUNTING_ROUNDS, EPISODE_OF

SCALE = 100
"""Layouts are weighed in hundredths of a point."""
LEAST_PRICE = 0.05
"""Nobody wastes ducats or levels while rounds are left."""


class Prices(NamedTuple):
    """What one of each is worth to a seat, in points at the end."""

    point: float = 1.0
    ducat: float = 0.0
    level: float = 0.0
    income: float = 0.0
    doubled: float = 0.0
    great: float = 0.0
    best: float = 0.0
    empty: float = 0.0
    house: float = 0.0
    hall: float = 0.0
    room: float = 0.0
    staged: float = 0.0
    stock_fame: float = 0.0

    @property
    def layout(self) -> tuple[int, int]:
        """How income and counting weigh in a layout."""
        return max(0, round(self.income * SCALE)), max(0, round(self.great * SCALE))


@cache
def prices_of(rounds: int, now: int, is_rich: bool) -> Prices:
    """The prices in a round, from what counts before the next one; who is rich cares less for ducats."""
    counted = 1.0 if now in COUNTING_ROUNDS[rounds] else 0.0
    if now == rounds:
        return Prices(great=counted, empty=-counted)
    weight = dict(zip(FEATURES, weights_of(EPISODE_OF[rounds][now + 1]).by_feature, strict=True))
    left, countings = rounds_left(rounds, now + 1), countings_left(rounds, now + 1)
    over = weight["ducats_over_15"] if is_rich else 0.0
    ducat = max(LEAST_PRICE, weight["ducats"] + weight["ducats_by_rounds"] * left + over)
    room = weight["room_by_rounds"] * left
    return Prices(
        point=weight["points"],
        ducat=ducat,
        level=max(LEAST_PRICE, weight["level"]),
        income=ducat + weight["income_by_rounds"] * left - room,
        doubled=ducat + weight["doubled_income"],
        great=counted + weight["great_halls"],
        best=weight["best_great_halls"],
        empty=weight["empty_halls"] - counted,
        house=(weight["houses_by_countings"] - weight["houses_to_build_by_countings"]) * countings,
        hall=weight["empty_halls"] - weight["halls_to_build"] - counted,
        room=room,
        staged=weight["staged_fame"],
        stock_fame=weight["stock_fame"],
    )


def prices(game: Game, seat: Seat) -> Prices:
    """The prices for a seat with its ducats and those that its houses are going to bring."""
    player = game.players[seat]
    ducats = player.ducats
    maestro = game.pawns["maestro"]
    for city, house in player.houses.items():
        ducats += INCOME[len(house.halls) - house.halls.count(None)] * (2 if city == maestro else 1)
    return prices_of(game.rounds, game.round, ducats > WEALTH)
