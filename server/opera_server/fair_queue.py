"""Share a few places fairly among those who wait for one: by person first, then by table, then by waiting time.

The person with the fewest places gets the next one, among equals the one who got the fewest since others came, then the
one who has waited longest: nobody waits because somebody else has many tables, or asks again and again. Tables where a
player is present come before those where bots are alone.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Asker(NamedTuple):
    """For whom a place is asked: a person's key, a table, and whether somebody waits there for it."""

    key: bytes
    table: str
    is_attended: Callable[[], bool]
    """Asked when a place is free: people come and go while they wait."""


class QueueFigures:
    """What became of those who asked for a place, for metrics."""

    __slots__ = ("served", "waited_seconds")

    def __init__(self) -> None:
        self.served = 0
        self.waited_seconds = 0.0
        """All of them together."""


class FairQueue:
    """A number of places, and those who wait for one."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.figures = QueueFigures()
        self._free = places
        self._asked = 0
        self._waiting: dict[bytes, dict[str, deque[_Waiter]]] = {}
        self._held: Counter[Hashable] = Counter()
        """The places that each key and each table has."""
        self._keys = _Turns()
        self._tables = _Turns()

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return sum(len(waiters) for tables in self._waiting.values() for waiters in tables.values())

    def asked_by(self, key: bytes) -> int:
        """Return how many places a key has or waits for."""
        return self._held[key] + sum(map(len, self._waiting.get(key, {}).values()))

    @asynccontextmanager
    async def place(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a place in turn, and have it until the end of the block."""
        self._asked += 1
        waiter = _Waiter(asker, asyncio.get_running_loop().create_future(), self._asked)
        for who, turns in self._with_turns(asker):
            turns.join(who)
        self._waiting.setdefault(asker.key, {}).setdefault(asker.table, deque()).append(waiter)
        self._serve()
        try:
            await waiter.served
            yield
        finally:
            self._leave(waiter)

    def _leave(self, waiter: "_Waiter") -> None:
        """Give a place back, or stop waiting for one."""
        if waiter.has_place:
            waiter.has_place = False
            self._free += 1
            for who in waiter.asker[:2]:
                self._held[who] -= 1
        elif waiter.is_queued:
            self._remove(waiter)
        for who, turns in self._with_turns(waiter.asker):
            if not self._is_busy(who):
                del self._held[who]
                turns.leave(who)
        self._serve()

    def _with_turns(self, asker: Asker) -> tuple[tuple[bytes | str, "_Turns"], tuple[bytes | str, "_Turns"]]:
        return (asker.key, self._keys), (asker.table, self._tables)

    def _is_busy(self, who: Hashable) -> bool:
        """Say whether a key or table has a place, or waits for one."""
        return bool(self._held[who]) or who in self._waiting or any(who in each for each in self._waiting.values())

    def _serve(self) -> None:
        """Give the places that are free to those whose turn it is."""
        while self._free and self._waiting:
            waiter = self._next()
            self._remove(waiter)
            if waiter.served.cancelled():
                # It gives up in this very moment.
                continue
            self._free -= 1
            for who, turns in self._with_turns(waiter.asker):
                self._held[who] += 1
                turns.take(who)
            waiter.has_place = True
            self.figures.served += 1
            self.figures.waited_seconds += waiter.served.get_loop().time() - waiter.since
            waiter.served.set_result(None)

    def _next(self) -> "_Waiter":
        """Return who is next; those for whom nobody waits only if there are no others."""
        first = min(self._first_of_each_table(), key=self._rank)
        if first.asker.is_attended():
            return first
        attended = (waiter for waiter in self._first_of_each_table() if waiter.asker.is_attended())
        return min(attended, key=self._rank, default=first)

    def _first_of_each_table(self) -> Iterator["_Waiter"]:
        for tables in self._waiting.values():
            for waiters in tables.values():
                yield waiters[0]

    def _rank(self, waiter: "_Waiter") -> tuple[int, int, int, int, int]:
        """Order those who wait; the lowest is next."""
        key, table, _ = waiter.asker
        turns = self._keys.next_of(key), self._tables.next_of(table)
        return self._held[key], turns[0], self._held[table], turns[1], waiter.number

    def _remove(self, waiter: "_Waiter") -> None:
        waiter.is_queued = False
        key, table, _ = waiter.asker
        tables = self._waiting[key]
        tables[table].remove(waiter)
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[key]


class _Turns:
    """The turn that each of them takes next.

    Whoever comes new takes the turn that the others have reached. Who leaves and comes back goes on from the own last
    turn, so that nothing is gained by it.
    """

    def __init__(self) -> None:
        self._next: dict[Hashable, int] = {}
        self._reached = 0
        self._left: set[Hashable] = set()
        """Those who neither have a place nor wait, but are ahead of the others."""

    def __len__(self) -> int:
        """Return how many are remembered."""
        return len(self._next)

    def next_of(self, who: Hashable) -> int:
        return self._next[who]

    def join(self, who: Hashable) -> None:
        self._left.discard(who)
        self._next.setdefault(who, self._reached)

    def take(self, who: Hashable) -> None:
        turn = self._next[who]
        self._next[who] = turn + 1
        if turn > self._reached:
            self._reached = turn
            self._forget(who for who in self._left if self._next[who] <= turn)

    def leave(self, who: Hashable) -> None:
        """Let somebody go; once all have gone, there is nobody to be ahead of."""
        self._left.add(who)
        if len(self._left) == len(self._next) or self._next[who] <= self._reached:
            self._forget(self._left if len(self._left) == len(self._next) else (who,))

    def _forget(self, those: Iterable[Hashable]) -> None:
        for who in list(those):
            del self._next[who]
            self._left.discard(who)


class _Waiter:
    def __init__(self, asker: Asker, served: asyncio.Future[None], number: int) -> None:
        self.asker = asker
        self.served = served
        self.number = number
        """Counts all who ever asked."""
        self.since = served.get_loop().time()
        self.is_queued = True
        self.has_place = False
