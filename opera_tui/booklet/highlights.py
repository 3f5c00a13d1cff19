"""The best round of each player and the rounds in which the lead changed, by plain differences of points."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

Points = Sequence[Sequence[int]]
"""The points of all seats after each round, the first round first."""


class Best(NamedTuple):
    """What a seat's best round brought, and which rounds brought so much."""

    points: int
    rounds: tuple[int, ...]


class Lead(NamedTuple):
    """Who leads from the end of a round on: several seats if they are equal."""

    round: int
    seats: tuple[int, ...]
    points: int
    ahead: int
    """By how many points of the next one; 0 if several lead."""


def gains(points: Points) -> list[list[int]]:
    """Return what each round brought each seat."""
    before = [[0] * len(points[0]) if points else [], *points]
    return [[now - then for now, then in zip(after, earlier, strict=True)] for earlier, after in pairwise(before)]


def best_round(points: Points, seat: int) -> Best:
    """Find the round in which a seat gained most."""
    gained = [each[seat] for each in gains(points)]
    most = max(gained)
    return Best(most, tuple(number for number, gain in enumerate(gained, start=1) if gain == most))


def leads(points: Points) -> list[Lead]:
    """Find the rounds after which others led than before; the first round's leaders come first."""
    found: list[Lead] = []
    for number, now in enumerate(points, start=1):
        most = max(now)
        seats = tuple(seat for seat, own in enumerate(now) if own == most)
        others = [own for own in now if own != most]
        if not found or found[-1].seats != seats:
            found.append(Lead(number, seats, most, most - max(others) if others and len(seats) == 1 else 0))
    return found
