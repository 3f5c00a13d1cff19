"""Count what people hold (tables, seats) by key and by address, and refuse who holds too much."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from opera_rules.refusals import Refused
from opera_server.journal.entries import Key

W = TypeVar("W", bound=Hashable)


class Holdings:
    """How many things of one kind each key and each address holds; things are known by the table they belong to."""

    def __init__(self, address_of: Callable[[Key], str | None], *, per_key: int, per_address: int, total: int) -> None:
        self._address_of = address_of
        self._per_key = per_key
        self._per_address = per_address
        self._total = total
        self._held: dict[str, dict[Key, str | None]] = {}
        """The holders at each table, with the address that it counts for; None as long as that is not known."""
        self._by_key: Counter[Key] = Counter()
        self._by_address: Counter[str | None] = Counter()
        self.held = 0

    def set(self, table: str, holders: Sequence[Key]) -> None:
        """Count these holders at a table from now on, and no others."""
        before = self._held.pop(table, {})
        now = {key: before.get(key) or self._address_of(key) for key in holders}
        if now:
            self._held[table] = now
        if now != before:
            self._count(before, -1)
            self._count(now, 1)

    def _count(self, holders: dict[Key, str | None], change: int) -> None:
        self.held += change * len(holders)
        for key, address in holders.items():
            _add(self._by_key, key, change)
            _add(self._by_address, address, change)

    def limit_reached(self, key: Key) -> int | None:
        """Return the limit that a key or its address has reached, None if neither has; refuse if the server is full."""
        if self.held >= self._total:
            raise Refused("server_full")
        address = self._address_of(key)
        if address is None:
            # Keys of this machine count only for the total.
            return None
        if self._by_key[key] >= self._per_key:
            return self._per_key
        return self._per_address if self._by_address[address] >= self._per_address else None


def _add(counts: Counter[W], who: W, change: int) -> None:
    counts[who] += change
    if not counts[who]:
        del counts[who]
