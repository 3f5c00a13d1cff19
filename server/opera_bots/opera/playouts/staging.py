"""Stage a seat's pieces quickly: full houses first, the best pieces in the great halls; good, not always the best.

`opera_rules` finds the best layout, but takes a hundred times as long; games that are played out can do with this.
"""

from functools import lru_cache
from typing import NamedTuple

from opera_bots.opera.playouts.numbers import COPIES, EARNED, FIELD, HOUSE_PIECE, HOUSES, NOTHING
from opera_games.opera.words import INCOME

SHIFTS = tuple(FIELD * piece for piece in range(HOUSE_PIECE + 1))
Sizes = tuple[int, ...]


class Room(NamedTuple):
    """What houses of these sizes hold: their number, all halls, and the income with 0, 1, ... pieces staged."""

    houses: int
    halls: int
    income: tuple[int, ...]


@lru_cache(maxsize=1 << 12)
def room_of(sizes: Sizes, maestro: int) -> Room:
    """Fill one house after the other, as if no composer came twice."""
    income = [0]
    for city in best_first(sizes, maestro):
        before, factor = income[-1], 2 if city == maestro else 1
        income += [before + factor * INCOME[pieces] for pieces in range(1, sizes[city] + 1)]
    return Room(sum(size > 0 for size in sizes), sum(sizes), tuple(income))


@lru_cache(maxsize=1 << 12)
def best_first(sizes: Sizes, maestro: int) -> tuple[int, ...]:
    """Order the houses by what they earn when full."""
    cities = [city for city in range(HOUSES) if sizes[city]]
    return tuple(sorted(cities, key=lambda city: -INCOME[sizes[city]] * (2 if city == maestro else 1)))


class Staging(NamedTuple):
    """The set of pieces and the great hall of each city, and what it is worth."""

    worth: int
    staged: tuple[int, ...]
    great: tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def stage(own: int, sizes: Sizes, maestro: int, points: tuple[int, ...], income: int, counting: int) -> Staging:
    """Stage what a seat owns, in as few houses as possible or in all, whichever is worth more by these weights.

    `points` is what each piece scores in a great hall.
    """
    copies = [own >> shift & COPIES for shift in SHIFTS]
    cities = best_first(sizes, maestro)
    room = 0
    pieces = sum(copies)
    few = 0
    while room < pieces and few < len(cities):
        room += sizes[cities[few]]
        few += 1
    numbers = {few, min(pieces, len(cities))}
    return max(_stage(copies, cities, sizes, maestro, points, income, counting, number) for number in sorted(numbers))


def _stage(
    copies: list[int],
    cities: tuple[int, ...],
    sizes: Sizes,
    maestro: int,
    points: tuple[int, ...],
    income: int,
    counting: int,
    crowned: int,
) -> Staging:
    """Give the first houses a great hall each, fill them, and the others with what is left."""
    left = copies[:]
    staged, great = [0] * HOUSES, [NOTHING] * HOUSES
    by_points = sorted(range(HOUSE_PIECE + 1), key=lambda piece: -points[piece])
    best = iter([piece for piece in by_points for _ in range(copies[piece])])
    for city in cities[:crowned]:
        piece = next(best, NOTHING)
        if piece == NOTHING:
            break
        left[piece] -= 1
        staged[city], great[city] = 1 << piece, piece
    for city in cities:
        free = sizes[city] - (great[city] != NOTHING)
        if free:
            fitting = [piece for piece in by_points if left[piece] and not staged[city] >> piece & 1]
            # The composers with most copies first: few houses are left that can take them all.
            fitting.sort(key=lambda piece: -left[piece])
            for piece in fitting[:free]:
                left[piece] -= 1
                staged[city] |= 1 << piece
            if great[city] == NOTHING and fitting:
                great[city] = max(fitting[:free], key=points.__getitem__)
    worth = 0
    for city in cities:
        worth += income * EARNED[staged[city]] * (2 if city == maestro else 1)
        worth += counting * staged[city].bit_count()
        if great[city] != NOTHING:
            worth += counting * points[great[city]]
    return Staging(worth, tuple(staged), tuple(great))
