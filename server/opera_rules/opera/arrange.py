"""The best layout of a seat's pieces for a goal."""

from collections.abc import Sequence
from typing import cast

from opera_rules.api import Map, Seat
from opera_rules.opera.actions import Layout
from opera_rules.opera.counting import great_hall_points
from opera_rules.opera.layouts import Task, best_layout
from opera_rules.opera.roles.impresario import check_purchase
from opera_rules.opera.state import Game
from opera_rules.opera.words import COMPOSERS, Composer
from opera_rules.refusals import Refused

Goal = str | tuple[int, int]

GOALS: dict[str, tuple[int, int]] = {"income": (1000, 1), "counting": (1, 1000)}
"""Weights of income and counting: the first decides, the other breaks ties."""
HEAVIEST = 1_000_000


def arrange(game: Game, seat: Seat, buy: Sequence[str], goal: Goal) -> Map:
    """The best layout for the goal, as in an action, once these pieces are bought."""
    bought = _composers(buy)
    check_purchase(game, seat, bought)
    layout = solve(game, seat, bought, *_weights(goal))
    return {city: list(halls) for city, halls in layout.items()}


def solve(game: Game, seat: Seat, buy: tuple[Composer, ...], income: int, counting: int) -> Layout:
    """The layout with the highest weighted sum of income and coming counting."""
    player = game.players[seat]
    task = Task(
        halls={city: len(house.halls) for city, house in player.houses.items()},
        pieces=(*player.pieces(), *buy),
        points=great_hall_points(game),
        doubled=game.pawns["maestro"],
    )
    now: dict[str, tuple[str | None, ...]] = {city: house.halls for city, house in player.houses.items()}
    return cast("Layout", best_layout(task, income, counting, now))


def _composers(buy: Sequence[str]) -> tuple[Composer, ...]:
    bought = tuple(composer for composer in COMPOSERS for wanted in buy if wanted == composer)
    if len(bought) != len(buy):
        raise Refused("malformed_action", field="buy")
    return bought


def _weights(goal: Goal) -> tuple[int, int]:
    if isinstance(goal, str):
        if goal not in GOALS:
            raise Refused("bad_goal")
        return GOALS[goal]
    if not all(0 <= weight <= HEAVIEST for weight in goal):
        raise Refused("bad_goal")
    return goal
