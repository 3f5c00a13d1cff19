"""What a seat may expect at the end of Opera, from the table between two rounds.

A weighted sum of a few figures, with weights of their own for every round. The weights were
fitted on games that bots played against each other (`opera-server tune`).
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from opera_bots.weights import fitted
from opera_rules.api import Map, Seat
from opera_rules.opera.counting import fame_on
from opera_rules.opera.layouts import INCOME
from opera_rules.opera.state import Game
from opera_rules.opera.words import COUNTING_ROUNDS

FEATURES = (
    "points",
    "ducats",
    "ducats_over_15",
    "level",
    "income",
    "doubled_income",
    "income_if_full",
    "great_halls",
    "best_great_halls",
    "empty_halls",
    "houses",
    "staged_fame",
    "best_city",
    "stock_to_stage",
    "stock_fame",
    "halls_to_build",
    "houses_to_build",
    "three_players",
    "four_players",
)
"""`best_great_halls` is what the great halls would score with the best pieces owned, `best_city` what the Esperto
would bring in the best city, `income_if_full` what is missing to the income of full houses."""

USEFUL_LEVEL = 6
"""Higher levels are hardly ever worth more."""
SALES = 2
"""Of the stock no more pieces can be sold soon."""


class Weights(NamedTuple):
    """A weight for each feature, and what is added to their sum."""

    by_feature: tuple[float, ...]
    intercept: float


def stage(game: Game) -> str | None:
    """The set of weights for this table; None in the middle of a round, where there is none."""
    if game.phase != "bid" or game.bids:
        return None
    return stage_name(game.rounds, game.round)


def stage_name(rounds: int, now: int) -> str:
    """Before the bids of a round."""
    return f"round {now} of {rounds}"


STAGES = tuple(stage_name(rounds, now) for rounds in COUNTING_ROUNDS for now in range(1, rounds + 1))


def features(game: Game, seat: Seat) -> tuple[float, ...]:
    """The seat's figures; what all seats share, like the offer, makes no difference and is left out."""
    player = game.players[seat]
    fame = fame_on(game.ladder)
    episode = game.episode
    honoured = game.century[episode - 1]
    maestro = game.pawns["maestro"]
    income = doubled = full = great = empty = staged_fame = best_city = 0
    points = [fame[piece] + (episode if piece == honoured else 0) for piece in player.stock]
    for city, house in player.houses.items():
        halls = house.halls
        gaps = halls.count(None)
        ducats = INCOME[len(halls) - gaps]
        income += ducats
        full += INCOME[len(halls)]
        if city == maestro:
            doubled = ducats
        empty += gaps
        city_fame = 0
        for piece in halls:
            if piece is not None:
                city_fame += fame[piece]
                points.append(fame[piece] + (episode if piece == honoured else 0))
        staged_fame += city_fame
        best_city = max(best_city, city_fame)
        if halls[0] is not None:
            great += fame[halls[0]] + (episode if halls[0] == honoured else 0)
    points.sort(reverse=True)
    ducats = player.ducats
    return (
        player.points,
        ducats,
        max(0, ducats - 15),
        min(player.level, USEFUL_LEVEL),
        income,
        doubled,
        full - income,
        great,
        sum(points[: len(player.houses)]),
        empty,
        len(player.houses),
        staged_fame,
        best_city,
        min(empty, len(set(player.stock))),
        sum(sorted([fame[piece] for piece in set(player.stock)])[-SALES:]),
        *left_to_build(game, seat),
        int(len(game.players) == 3),
        int(len(game.players) == 4),
    )


def left_to_build(game: Game, seat: Seat) -> tuple[int, int]:
    """The halls and the houses in open cities that are left for this seat."""
    houses = game.players[seat].houses
    plans = game.edition.plans
    cities = game.open_cities()
    halls = mains = 0
    for part, left in game.parts.items():
        plan = plans[part]
        if not left or plan.city not in cities:
            continue
        house = houses.get(plan.city)
        if house is None:
            if plan.wing == "main":
                mains += 1
                halls += plan.halls
            elif game.parts[f"{plan.city}.main"]:
                halls += plan.halls
        elif part not in house.parts:
            halls += plan.halls
    return halls, mains


def value(game: Game, seat: Seat) -> float:
    """The points that the seat may expect at the end; between rounds, or once the game is over."""
    if game.phase == "done":
        return float(game.players[seat].points)
    weights = weights_of(game.rounds, game.round)
    worth = weights.intercept
    for weight, figure in zip(weights.by_feature, features(game, seat), strict=True):
        worth += weight * figure
    return worth


@cache
def weights_of(rounds: int, now: int) -> Weights:
    """The weights before the bids of a round."""
    return fitted_weights()[stage_name(rounds, now)]


@cache
def fitted_weights() -> Mapping[str, Weights]:
    """All that was fitted, by stage."""
    stages: Map = fitted("opera")["stages"]
    return {name: Weights(tuple(weights["weights"]), weights["intercept"]) for name, weights in stages.items()}
