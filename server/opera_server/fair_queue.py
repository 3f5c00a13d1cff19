"""Share a few places fairly among those who wait for one: by person first, then by table.

The person with the fewest places gets the next one, among equals the one who got a place longest ago: nobody waits
because somebody else has many tables. Tables where a player is present come before those where bots are alone.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Asker(NamedTuple):
    """For whom a place is asked: a person's key, a table, and whether somebody waits there for it."""

    key: bytes
    table: str
    is_attended: Callable[[], bool]
    """Asked when a place is free: people come and go while they wait."""


class FairQueue:
    """A number of places, and those who wait for one."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[bytes, dict[str, deque[_Waiter]]] = {}
        self._held: Counter[Hashable] = Counter()
        """The places that each key and each table has."""
        self._turns: dict[Hashable, int] = {}
        """When each key and table that has a place or waits for one got its last place."""
        self._served = 0

    def asked_by(self, key: bytes) -> int:
        """Return how many places a key has or waits for."""
        return self._held[key] + sum(map(len, self._waiting.get(key, {}).values()))

    @asynccontextmanager
    async def place(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a place in turn, and have it until the end of the block."""
        waiter = _Waiter(asker, asyncio.get_running_loop().create_future())
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
        for who in waiter.asker[:2]:
            self._forget_idle(who)
        self._serve()

    def _forget_idle(self, who: Hashable) -> None:
        """Forget a key or table that neither has a place nor waits: it is first again, as one who comes new."""
        is_waiting = who in self._waiting or any(who in tables for tables in self._waiting.values())
        if not self._held[who] and not is_waiting:
            del self._held[who]
            self._turns.pop(who, None)

    def _serve(self) -> None:
        """Give the places that are free to those whose turn it is."""
        while self._free and self._waiting:
            waiter = min(self._first_of_each_table(), key=self._rank)
            self._remove(waiter)
            if waiter.served.cancelled():
                # It gives up in this very moment.
                continue
            self._free -= 1
            self._served += 1
            for who in waiter.asker[:2]:
                self._held[who] += 1
                self._turns[who] = self._served
            waiter.has_place = True
            waiter.served.set_result(None)

    def _first_of_each_table(self) -> Iterator["_Waiter"]:
        for tables in self._waiting.values():
            for waiters in tables.values():
                yield waiters[0]

    def _rank(self, waiter: "_Waiter") -> tuple[bool, int, int, int, int]:
        """Order those who wait; the lowest is next."""
        key, table, is_attended = waiter.asker
        turns = self._turns
        return not is_attended(), self._held[key], turns.get(key, 0), self._held[table], turns.get(table, 0)

    def _remove(self, waiter: "_Waiter") -> None:
        waiter.is_queued = False
        key, table, _ = waiter.asker
        tables = self._waiting[key]
        tables[table].remove(waiter)
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[key]


class _Waiter:
    def __init__(self, asker: Asker, served: asyncio.Future[None]) -> None:
        self.asker = asker
        self.served = served
        self.is_queued = True
        self.has_place = False
