"""The words of Opera as numbers, with tables of what a set of pieces or roles is worth.

Composers, cities, roles and parts are their places in the lists of the rules, the house piece is 6 and nothing is -1.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from opera_games.opera.words import (
    CITIES,
    COMPOSERS,
    EPISODES,
    FEES,
    INCOME,
    ROLES,
    TOP_LEVEL,
)
from opera_rules.opera.search import Edition

IMPRESARIO, ARCHITETTO, SIGNORA, MAESTRO, CRITICO, ESPERTO = range(6)
BID, ACT, JOIN, APPRAISE, DONE = range(5)
KINDS: Final = {"bid": BID, "act": ACT, "join": JOIN, "appraise": APPRAISE}
FEE: Final = tuple(FEES[role] for role in ROLES)
NOTHING: Final = -1
HOUSE_PIECE: Final = len(COMPOSERS)
HOUSES: Final = len(CITIES)
ALL_ROLES: Final = (1 << len(ROLES)) - 1
COMPOSER_BITS: Final = (1 << len(COMPOSERS)) - 1
FIELD: Final = 5
"""Bits for the copies of one composer: there are 14."""
COPIES: Final = (1 << FIELD) - 1
ONE: Final = tuple(1 << FIELD * piece for piece in range(HOUSE_PIECE + 1))
"""A piece as a packed number."""
SETS: Final = range(1 << HOUSE_PIECE + 1)
SIZE: Final = tuple(pieces.bit_count() for pieces in SETS)
PACKED: Final = tuple(sum(one for piece, one in enumerate(ONE) if pieces >> piece & 1) for pieces in SETS)
MEMBERS: Final = tuple(tuple(piece for piece in range(HOUSE_PIECE + 1) if pieces >> piece & 1) for pieces in SETS)
LOWEST: Final = tuple(pieces[0] if pieces else NOTHING for pieces in MEMBERS)
EARNED: Final = tuple(INCOME[min(size, len(INCOME) - 1)] for size in SIZE)
"""What a house earns by the set of its pieces."""
CHEAPEST: Final = tuple(
    min([FEE[role] for role in range(len(ROLES)) if roles >> role & 1], default=TOP_LEVEL + 1)
    for roles in range(ALL_ROLES + 1)
)
"""The lowest fee among a set of roles."""


class Plans(NamedTuple):
    """The building parts of an edition, by number."""

    names: tuple[str, ...]
    city: tuple[int, ...]
    halls: tuple[int, ...]
    main: tuple[int, ...]
    """The main part of each city."""
    wings: tuple[tuple[int, ...], ...]
    """The other parts of each city."""
    opened: tuple[tuple[int, ...], ...]
    """The cities open in each episode."""
    places: tuple[int, ...]
    """For how many pawns each city has a place."""


@lru_cache(maxsize=8)
def plans_of(edition: Edition) -> Plans:
    """Number the parts of an edition."""
    names = tuple(edition.plans)
    city = tuple(CITIES.index(edition.plans[name].city) for name in names)
    return Plans(
        names,
        city,
        tuple(edition.plans[name].halls for name in names),
        tuple(names.index(f"{city}.main") for city in CITIES),
        tuple(tuple(names.index(wing) for wing in edition.wings[city]) for city in CITIES),
        ((), *(tuple(map(CITIES.index, edition.open_in[episode])) for episode in range(1, EPISODES + 1))),
        tuple(edition.pawn_places[city] for city in CITIES),
    )


class Fame(NamedTuple):
    """What a ladder says about a set of pieces."""

    of: tuple[int, ...]
    """The fame of each piece; the house piece has none."""
    total: tuple[int, ...]
    best: tuple[int, ...]
    """The most famous piece of each set; the house piece never is."""


@lru_cache(maxsize=720)
def fame_of(ladder: tuple[int, ...]) -> Fame:
    """Sum up every set from the one without its lowest piece."""
    fame = (*map(ladder.index, range(HOUSE_PIECE)), NOTHING)
    total, best = [0], [NOTHING]
    for pieces in SETS[1:]:
        rest = pieces & pieces - 1
        lowest = LOWEST[pieces]
        total.append(total[rest] + fame[lowest] + 1)
        best.append(lowest if lowest != HOUSE_PIECE and fame[lowest] > fame[best[rest]] else best[rest])
    return Fame(tuple(place + 1 for place in fame), tuple(total), tuple(best))
