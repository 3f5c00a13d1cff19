"""Random numbers that any program can recompute: hashes of a seed and a counter.

`protocol/README.md` has the same formulas for programs in other languages.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

SPAN = 1 << 256


class Chance:
    """A stream of numbers from a seed; `draws` counts the hashes used up so far."""

    __slots__ = ("draws", "seed")

    def __init__(self, seed: bytes, draws: int = 0) -> None:
        self.seed = seed
        self.draws = draws

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1, each as likely as the others."""
        while True:
            digest = sha256(self.seed + self.draws.to_bytes(8, "big")).digest()
            self.draws += 1
            number = int.from_bytes(digest, "big")
            if number < SPAN - SPAN % n:
                return number % n

    def choice(self, things: Sequence[T]) -> T:
        """Draw one of the things; always exactly one draw, also when there is no real choice."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Shuffle the things: Fisher-Yates from the last place down."""
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def derive(seed: bytes, *labels: str | int) -> bytes:
    """Derive a seed for a purpose: SHA-256 of the seed and the labels, joined by slashes."""
    return sha256(seed + "/".join(map(str, labels)).encode()).digest()
