"""What a ducat, a level, a hall and so on are worth in a round of Opera, by the evaluation of the next round."""

from functools import cache
from typing import NamedTuple

from opera_bots.opera.evaluation import FEATURES, SPENDABLE_DUCATS, countings_left, rounds_left, stage_name
from opera_bots.weights import stage_weights
from opera_games.opera.words import COUNTING_ROUNDS, EPISODE_OF, INCOME
from opera_rules.api import Seat
from opera_rules.opera.search import Game

SCALE = 100
"""Layouts are weighed in hundredths of a point."""
LEAST_VALUE = 0.05
"""The least value of a ducat or level while rounds are left, so that none is wasted."""


class ItemValues(NamedTuple):
    """What one of each is worth to a seat, in points at the end of the game."""

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
    missing_income: float = 0.0
    staged: float = 0.0
    stock_fame: float = 0.0

    @property
    def layout_weights(self) -> tuple[int, int]:
        """Return the weights of income and counting in a layout."""
        return max(0, round(self.income * SCALE)), max(0, round(self.great * SCALE))


def item_values(game: Game, seat: Seat) -> ItemValues:
    """Value items for a seat with its ducats and those that its houses are going to bring."""
    player = game.players[seat]
    ducats = player.ducats
    maestro = game.pawns["maestro"]
    for city, house in player.houses.items():
        ducats += INCOME[len(house.halls) - house.halls.count(None)] * (2 if city == maestro else 1)
    return values_in_round(game.rounds, game.round, ducats > SPENDABLE_DUCATS)


@cache
def values_in_round(rounds: int, now: int, is_rich: bool) -> ItemValues:
    """Value items in a round by the weights of the next one; a rich seat cares less for ducats."""
    counted = 1.0 if now in COUNTING_ROUNDS[rounds] else 0.0
    if now == rounds:
        return ItemValues(great=counted, empty=-counted)
    weights = stage_weights("opera")[stage_name(EPISODE_OF[rounds][now + 1])]
    weight = dict(zip(FEATURES, weights.by_feature, strict=True))
    left, countings = rounds_left(rounds, now + 1), countings_left(rounds, now + 1)
    over = weight["ducats_over_15"] if is_rich else 0.0
    ducat = max(LEAST_VALUE, weight["ducats"] + weight["ducats_by_rounds"] * left + over)
    missing_income = weight["room_by_rounds"] * left
    return ItemValues(
        point=weight["points"],
        ducat=ducat,
        level=max(LEAST_VALUE, weight["level"]),
        income=ducat + weight["income_by_rounds"] * left - missing_income,
        doubled=ducat + weight["doubled_income"],
        great=counted + weight["great_halls"],
        best=weight["best_great_halls"],
        empty=weight["empty_halls"] - counted,
        house=(weight["houses_by_countings"] - weight["houses_to_build_by_countings"]) * countings,
        hall=weight["empty_halls"] - weight["halls_to_build"] - counted,
        missing_income=missing_income,
        staged=weight["staged_fame"],
        stock_fame=weight["stock_fame"],
    )
