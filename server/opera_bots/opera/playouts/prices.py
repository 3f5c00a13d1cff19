"""What things are worth to the quick player in each round, in points at the end of the game.

The figures are in a data file, by the number of players: constants, found by trying changed ones against them. Prices
taken from the fitted weights of `board_evaluation` instead play worse.
"""

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

SCALE = 100
"""Layouts are weighed in hundredths of a point."""
LONG, SHORT = 9, 7
ROUND_IN_LONG_GAME = (1, 1, 2, 3, 5, 6, 8, 9)
"""The round of the long game that each round of the short one is like."""


class Prices(NamedTuple):
    """What one of each is worth in a round."""

    point: float
    ducat: float
    level: float
    income: float
    doubled: float
    great: float
    best: float
    empty: float
    house: float
    hall: float
    missing_income: float
    staged: float
    stock_fame: float
    eager: tuple[float, ...]
    """What hiring each role is worth besides: who waits may find it gone, or be able to join in."""
    least_level: float
    """The budget that a bid aims at, at least."""
    kept: float
    """The share of the ducats that no bid spends."""
    income_weight: int = 0
    counting_weight: int = 0
    """The weights of income and counting in a layout."""


def priced(**values: Any) -> Prices:
    """Make prices from a row of the data file."""
    return weighed(Prices(**{**values, "eager": tuple(values["eager"])}))


def weighed(prices: Prices) -> Prices:
    """Compute the weights of layouts that follow from the prices."""
    return prices._replace(
        income_weight=max(0, round(prices.income * SCALE)),
        counting_weight=max(0, round(prices.great * SCALE)),
    )


@cache
def prices_of(rounds: int, players: int) -> tuple[Prices, ...]:
    """Return the prices of each round; those of round 0 are never asked for."""
    content = msgspec.json.decode((files("opera_bots.opera.playouts") / "prices.json").read_bytes())
    long = [priced(**row) for row in content[str(players)]]
    return tuple(long if rounds == LONG else [long[like] for like in ROUND_IN_LONG_GAME])
