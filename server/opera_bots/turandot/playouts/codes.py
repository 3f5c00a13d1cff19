"""Hands as numbers: the code of a hand is the sum of its singers' codes, and the points of a code are looked up.

A code counts, each in its own bits, the stars, the singers of every category and those of every kind; a kind is what
matters for the casting, sex and preferred part.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Final

from opera_games.turandot.documents import Card, Singer
from opera_games.turandot.words import CATEGORIES, DIRECTORS, EFFECTS, PARTS, Director, Effect
from opera_rules.turandot.search import gains_of, highest_sum

STAR_BITS: Final = 5
"""Six singers have at most 18 stars."""
COUNT_BITS: Final = 3
"""A hand has at most six singers of a sort."""
NO_DIRECTOR: Final = len(DIRECTORS)
MOST_KEPT: Final = 1 << 15
"""Codes whose points are remembered for each director: some 5 megabytes."""


class Codes:
    """The cards of an edition as small numbers: singers in its order, then the directors."""

    def __init__(self, singers: Sequence[Singer]) -> None:
        self.singers = singers
        self.number_of: dict[str, int] = {singer.id: number for number, singer in enumerate(singers)}
        self.first_director = len(singers)
        self.kinds = sorted({(singer.sex, singer.prefers or "") for singer in singers})
        self.code_of = [self._code(singer) for singer in singers]
        self.place_points = [[place_points(singer, place, 1) for place in range(len(PARTS))] for singer in singers]
        """What a singer of the silent hand brings with stars, by the place in its order."""
        self.place_preferred = [[singer.prefers == part for part in PARTS] for singer in singers]
        self._one_of_kind = [self._example(kind) for kind in self.kinds]
        self._points: list[dict[int, float]] = [{} for _ in range(NO_DIRECTOR + 1)]
        self._prospects: dict[tuple[int, int, int], tuple[float, float]] = {}

    def _code(self, singer: Singer) -> int:
        category = STAR_BITS + COUNT_BITS * CATEGORIES.index(singer.category)
        kind = STAR_BITS + COUNT_BITS * (len(CATEGORIES) + self.kinds.index((singer.sex, singer.prefers or "")))
        return singer.stars + (1 << category) + (1 << kind)

    def _example(self, kind: tuple[str, str]) -> Singer:
        return next(singer for singer in self.singers if (singer.sex, singer.prefers or "") == kind)

    def number(self, card: Card) -> int:
        """Return the number of a card."""
        return self.number_of[card.id] if isinstance(card, Singer) else self.first_director + DIRECTORS.index(card)

    def code(self, singers: Sequence[Singer]) -> int:
        return sum(self.code_of[self.number_of[singer.id]] for singer in singers)

    def points(self, code: int, director: int) -> float:
        """Return the points of the best casting without scenery; six categories count as far as they are in reach."""
        found = self._points[director].get(code)
        if found is None:
            kept = self._points[director]
            if len(kept) >= MOST_KEPT:
                kept.clear()
            found = kept[code] = self._compute_points(code, director)
        return found

    def prospect(self, code: int, left: int, drawn: int) -> float:
        """Return what the best of the directors dealt brings on average; `left` has a bit for each one in the game."""
        return self.prospects(code, left, drawn)[0]

    def prospects(self, code: int, left: int, drawn: int) -> tuple[float, float]:
        """Return what the best and the second best of the directors dealt bring on average."""
        key = (code, left, drawn)
        found = self._prospects.get(key)
        if found is None:
            if len(self._prospects) >= MOST_KEPT:
                self._prospects.clear()
            base = self.points(code, NO_DIRECTOR)
            brings = sorted(self.points(code, place) - base for place in range(NO_DIRECTOR) if left >> place & 1)
            found = self._prospects[key] = (expected_rank(brings, drawn, 1), expected_rank(brings, drawn, 2))
        return found

    def _compute_points(self, code: int, director: int) -> float:
        effect = effect_of(director)
        categories = self.categories(code)
        gains: list[bytes] = []
        undefined = 0
        for kind, singer in enumerate(self._one_of_kind):
            number = code >> STAR_BITS + COUNT_BITS * (len(CATEGORIES) + kind) & 7
            gains += [gains_of(singer, 1 + effect.get("preferred", 0))] * number
            undefined += number * (singer.sex == "x")
        points = stars_of(code) + highest_sum(tuple(gains)) + effect.get("undefined_sex", 0) * undefined
        points += sum(effect.get(category, 0) * number for category, number in zip(CATEGORIES, categories, strict=True))
        return points + six_categories_in_reach(categories, effect.get("six_categories", 0))

    def categories(self, code: int) -> list[int]:
        """Count the singers of each category."""
        return [code >> STAR_BITS + COUNT_BITS * place & 7 for place in range(len(CATEGORIES))]

    def silent_director_points(self, code: int, preferred: int, director: int) -> int:
        """Return what a director brings to the silent hand once it is complete."""
        effect = effect_of(director)
        categories = self.categories(code)
        points = effect.get("preferred", 0) * preferred
        points += sum(effect.get(category, 0) * number for category, number in zip(CATEGORIES, categories, strict=True))
        if "undefined_sex" in effect:
            points += sum(
                code >> STAR_BITS + COUNT_BITS * (len(CATEGORIES) + place) & 7
                for place, (sex, _) in enumerate(self.kinds)
                if sex == "x"
            )
        return points + effect.get("six_categories", 0) * all(categories)


def effect_of(director: int) -> Mapping[Effect, int]:
    """Look up what a director brings points for; without one, nothing."""
    return {} if director == NO_DIRECTOR else EFFECTS[DIRECTORS[director]]


def stars_of(code: int) -> int:
    return code & (1 << STAR_BITS) - 1


def six_categories_in_reach(categories: Sequence[int], points: int) -> float:
    """Count all points once six categories are there, none once they cannot be, a part of them in between."""
    missing = categories.count(0)
    spare = len(PARTS) - sum(categories) - missing
    return points * (1 + spare) / (1 + spare + missing) if spare >= 0 else 0.0


def place_points(singer: Singer, place: int, worth: int) -> int:
    return singer.stars + gains_of(singer, worth)[place] - 1


@lru_cache(maxsize=8)
def codes_for(singers: tuple[Singer, ...]) -> Codes:
    """Return the codes of an edition; cached with all the points that were looked up."""
    return Codes(singers)


def director_number(director: Director | None) -> int:
    return NO_DIRECTOR if director is None else DIRECTORS.index(director)


def expected_rank(ordered: Sequence[float], drawn: int, rank: int) -> float:
    """Compute the mean of the highest (rank 1), second or third highest of some figures drawn from these.

    They are given in ascending order. Where fewer are drawn than the rank, the lowest counts.
    """
    drawn = min(drawn, len(ordered))
    if drawn < rank:
        return ordered[0] if ordered else 0.0
    last = len(ordered) - 1
    ways = sum(
        [comb(place, drawn - rank) * comb(last - place, rank - 1) * figure for place, figure in enumerate(ordered)]
    )
    return ways / comb(len(ordered), drawn)
