"""Casting: the best distribution of a player's singers in the six parts.

All singers are cast, so that a constant added to what one brings changes nothing, and singers who bring the same
everywhere are interchangeable. There are few such kinds: the best sum for a group of kinds is computed once and kept.
"""

from functools import lru_cache

from opera_games.turandot.documents import Singer
from opera_games.turandot.words import PARTS, SEX_OF_PART, Part

Gains = bytes
"""What a singer brings in each of the six parts beyond the stars, plus 1; bytes, because they remember their hash."""
Places = tuple[int | None, ...]
"""For each part the singer's place in the order of taking, from 0; None if it stays empty."""


def is_preferred(singer: Singer, part: Part) -> bool:
    return singer.prefers == part


def is_wrong_sex(singer: Singer, part: Part) -> bool:
    """Say whether a man sings a woman's part or the reverse; undefined sex fits everywhere."""
    return singer.sex not in ("x", SEX_OF_PART[part])


@lru_cache(maxsize=512)
def gains_of(singer: Singer, worth: int) -> Gains:
    """Return `worth` points for the preferred part, -1 for the wrong sex."""
    return bytes(1 + worth * is_preferred(singer, part) - is_wrong_sex(singer, part) for part in PARTS)


@lru_cache(maxsize=1 << 14)
def best_places(gains: tuple[Gains, ...]) -> Places:
    """Find the casting with the highest sum of gains; among equals the lexicographically smallest list of places.

    An empty part counts as the place after the last: a part is given to the earliest singer with whom the rest
    can still reach the highest sum, and stays empty only if with nobody it can.
    """
    left = sorted(gains)
    uncast = list(enumerate(gains))
    places: list[int | None] = []
    for part in range(len(PARTS)):
        chosen = _earliest_best(part, uncast, tuple(left))
        places.append(None if chosen is None else chosen[0])
        if chosen is not None:
            uncast.remove(chosen)
            left.remove(chosen[1])
    return tuple(places)


def highest_sum(gains: tuple[Gains, ...]) -> int:
    """Return what the best casting of singers with these gains brings beyond their stars."""
    return _best_sum(0, tuple(sorted(gains))) - len(gains)


def _earliest_best(part: int, uncast: list[tuple[int, Gains]], left: tuple[Gains, ...]) -> tuple[int, Gains] | None:
    highest = _best_sum(part, left)
    for place, singer in uncast:
        if singer[part] + _best_sum(part + 1, _without(left, singer)) == highest:
            return place, singer
    return None


@lru_cache(maxsize=1 << 14)
def _best_sum(part: int, singers: tuple[Gains, ...]) -> int:
    """Return the highest sum if just these singers, given in sorted order, are cast from this part on."""
    if not singers:
        return 0
    sums = [singer[part] + _best_sum(part + 1, _without(singers, singer)) for singer in dict.fromkeys(singers)]
    if len(singers) < len(PARTS) - part:
        sums.append(_best_sum(part + 1, singers))
    return max(sums)


def _without(singers: tuple[Gains, ...], singer: Gains) -> tuple[Gains, ...]:
    place = singers.index(singer)
    return singers[:place] + singers[place + 1 :]
