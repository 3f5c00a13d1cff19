"""Compare typed words with those of phrases: by their beginnings, word for word, and in any order."""

from collections.abc import Sequence
from typing import Final, NamedTuple


class Rank(NamedTuple):
    """How well a phrase fits what was typed: wholly, then by how many words, then by how many that are spelt out."""

    is_whole: bool
    words: int
    exact: int


NOTHING: Final = Rank(False, 0, 0)


def rank(phrase: Sequence[str], typed: Sequence[str]) -> Rank:
    """Say how well the words that come next, abbreviated or not, fit a phrase."""
    both = list(zip(phrase, typed, strict=False))
    if not both or not all(word.startswith(start) for word, start in both):
        return NOTHING
    return Rank(len(both) == len(phrase), len(both), sum(word == start for word, start in both))


def fits(phrase: Sequence[str], typed: Sequence[str]) -> bool:
    """Say whether all words of a phrase come next, abbreviated or not."""
    return len(typed) >= len(phrase) and rank(phrase, typed).is_whole


def longest(texts: Sequence[Sequence[str]], typed: Sequence[str]) -> int:
    """Return how many words the longest of the texts has that come next; 0 if none does."""
    return max((len(text) for text in texts if fits(text, typed)), default=0)


def repeats(listed: Sequence[str], typed: Sequence[str]) -> int:
    """Return how many words repeat what is listed word for word; 0 if not all of it is there."""
    return len(listed) if typed[: len(listed)] == listed else 0


def having(names: Sequence[set[str]], typed: Sequence[str]) -> tuple[list[int], int]:
    """Return the places of the names that have as many of the next words as any has, and how many these are."""
    found, number = list(range(len(names))), 0
    for word in typed:
        fewer = [place for place in found if word in names[place] and not word.isdecimal()]
        if not fewer:
            break
        found, number = fewer, number + 1
    return (found, number) if number else ([], 0)
