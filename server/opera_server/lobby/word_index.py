"""Find numbered things by the beginnings of their words, the newest first, without walking through all of them."""

import re
from bisect import bisect_left, insort
from collections.abc import Collection, Iterator
from heapq import merge
from itertools import groupby
from typing import Final

from opera_protocol.wire.likeness import folded

MOST_WORDS: Final = 200
"""Words that one beginning may stand for; the first in the alphabet count."""
_WORD: Final = re.compile(r"\w+")


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, without case and accents."""
    return frozenset(_WORD.findall(folded(text)))


def add_number(numbers: list[int], number: int) -> None:
    """Add a number to a sorted list; the highest so far, as most are, at no cost."""
    if numbers and numbers[-1] > number:
        insort(numbers, number)
    else:
        numbers.append(number)


def drop_number(numbers: list[int], number: int) -> None:
    del numbers[bisect_left(numbers, number)]


def newest_first(numbers: list[int], before: int | None) -> Iterator[int]:
    """Go through a sorted list from its end, or from below a number on."""
    end = len(numbers) if before is None else bisect_left(numbers, before)
    return (numbers[place] for place in range(end - 1, -1, -1))


class WordIndex:
    """Which things have which words."""

    def __init__(self) -> None:
        self._numbers: dict[str, list[int]] = {}
        self._words: list[str] = []
        """All words that something has, sorted."""

    def add(self, number: int, words: Collection[str]) -> None:
        for word in words:
            if word not in self._numbers:
                self._numbers[word] = []
                insort(self._words, word)
            add_number(self._numbers[word], number)

    def remove(self, number: int, words: Collection[str]) -> None:
        for word in words:
            drop_number(self._numbers[word], number)
            if not self._numbers[word]:
                del self._numbers[word], self._words[bisect_left(self._words, word)]

    def size(self, beginning: str) -> int:
        """Return how many things have a word that begins so; those with two such words count twice."""
        return sum(len(self._numbers[word]) for word in self._words_with(beginning))

    def find(self, beginning: str, before: int | None) -> Iterator[int]:
        """Return the things that have a word that begins so, the newest first."""
        found = merge(
            *(newest_first(self._numbers[word], before) for word in self._words_with(beginning)), reverse=True
        )
        return (number for number, _ in groupby(found))

    def _words_with(self, beginning: str) -> Iterator[str]:
        first = bisect_left(self._words, beginning)
        candidates = (self._words[place] for place in range(first, min(first + MOST_WORDS, len(self._words))))
        return (word for word in candidates if word.startswith(beginning))
