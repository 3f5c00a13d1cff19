"""Visit many things in turn, a part at a time, so that nobody has to wait while thousands are visited."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Rotation(Generic[T]):
    """Things in parts of about the same size."""

    def __init__(self, parts: int) -> None:
        self._parts: list[set[T]] = [set() for _ in range(parts)]
        self._part_of: dict[T, set[T]] = {}
        self._turn = 0

    def add(self, thing: T) -> None:
        part = self._part_of[thing] = min(self._parts, key=len)
        part.add(thing)

    def discard(self, thing: T) -> None:
        part = self._part_of.pop(thing, None)
        if part is not None:
            part.discard(thing)

    def next_part(self) -> list[T]:
        """Return the things of the part whose turn it is."""
        self._turn = (self._turn + 1) % len(self._parts)
        return list(self._parts[self._turn])
