"""Limit what one key, one address and all together may ask for: rates of requests, numbers of things held."""

import ipaddress
import time
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final, Literal, TypeVar

W = TypeVar("W", bound=Hashable)
Scope = Literal["key", "address", "server"]
"""Which limit is reached."""

MOST_REMEMBERED: Final = 20_000
"""Buckets of one generation; strangers can make keys as fast as they can connect."""
HEAVIEST: Final = 60
"""The most that one request may count for."""


class RateLimit:
    """A token bucket for each key or address: `burst` at once, then `rate` a second.

    A heavy request takes more than one token, also tokens that are not there yet: the next one then waits longer.
    A bucket is one number, the moment at which it will be full again. Buckets that must be full by now are
    forgotten, a whole generation at a time, so that memory stays bounded and nobody gains tokens by it.
    """

    __slots__ = ("_clock", "_interval", "_most", "_next_rotation", "_older", "_period", "_slack", "_younger")

    def __init__(
        self, rate: float, burst: int, most: int = MOST_REMEMBERED, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._interval = 1 / rate
        # A little more than burst - 1, because sums of intervals are not exact.
        self._slack = (burst - 1 + 1e-6) * self._interval
        self._period = (burst + HEAVIEST) * self._interval
        self._most = most
        self._clock = clock
        self._younger: dict[Hashable, float] = {}
        self._older: dict[Hashable, float] = {}
        self._next_rotation = clock() + self._period

    def allows(self, who: Hashable) -> bool:
        """Take one token of this bucket, if there is one."""
        full_at, now = self._full_at(who)
        if full_at - now > self._slack:
            return False
        self._younger[who] = full_at + self._interval
        return True

    def has_left(self, who: Hashable) -> bool:
        """Say whether there is a token in this bucket, and leave it there."""
        full_at, now = self._full_at(who)
        return full_at - now <= self._slack

    def charge(self, who: Hashable, tokens: int) -> None:
        """Take tokens in any case, from those to come if there are none."""
        full_at, _ = self._full_at(who)
        self._younger[who] = full_at + tokens * self._interval

    def _full_at(self, who: Hashable) -> tuple[float, float]:
        """Return when this bucket will be full (now or later), and the present time."""
        now = self._clock()
        if now >= self._next_rotation or len(self._younger) >= self._most:
            self._rotate(now)
        full_at = self._younger.get(who)
        if full_at is None:
            full_at = self._older.get(who, now)
        return max(full_at, now), now

    def _rotate(self, now: float) -> None:
        """Forget the older generation: buckets last used before the previous rotation are full by now."""
        self._older = self._younger if now < self._next_rotation + self._period else {}
        self._younger = {}
        self._next_rotation = now + self._period

    def __len__(self) -> int:
        return len(self._younger) + len(self._older)


class Tally:
    """How many things of one kind (connections, tables, seats) each key and address holds, and all together."""

    __slots__ = ("_by_address", "_by_key", "_per_address", "_per_key", "_total", "held")

    def __init__(self, per_key: int, per_address: int, total: int) -> None:
        self._per_key = per_key
        self._per_address = per_address
        self._total = total
        self._by_key: dict[Hashable, int] = {}
        self._by_address: dict[str, int] = {}
        self.held = 0

    def take(self, key: Hashable, address: str | None) -> Scope | None:
        """Count one more, or return whose limit it would break. Without an address only the total is limited."""
        if self.held >= self._total:
            return "server"
        if address is not None:
            if self._by_key.get(key, 0) >= self._per_key:
                return "key"
            if self._by_address.get(address, 0) >= self._per_address:
                return "address"
            self._by_address[address] = self._by_address.get(address, 0) + 1
        self.held += 1
        self._by_key[key] = self._by_key.get(key, 0) + 1
        return None

    def give_back(self, key: Hashable, address: str | None) -> None:
        self.held -= 1
        _count_down(self._by_key, key)
        if address is not None:
            _count_down(self._by_address, address)

    def __len__(self) -> int:
        """Return how many keys and addresses are remembered."""
        return len(self._by_key) + len(self._by_address)


def _count_down(counts: dict[W, int], who: W) -> None:
    left = counts[who] - 1
    if left:
        counts[who] = left
    else:
        del counts[who]


@lru_cache(maxsize=4096)
def is_loopback(address: str) -> bool:
    """Say whether an address is this machine's; text that is no address is not."""
    parsed = _parsed(address)
    return parsed is not None and parsed.is_loopback


@lru_cache(maxsize=4096)
def plain_address(address: str) -> str:
    """Return an address as people write it: one of IPv4 that came in over IPv6 without its `::ffff:`."""
    parsed = _parsed(address)
    return str(parsed) if isinstance(parsed, ipaddress.IPv4Address) else address


def is_same_host(one: str, other: str) -> bool:
    """Say whether two texts are the same address, in whatever way each is written."""
    parsed = _parsed(one)
    return parsed is not None and parsed == _parsed(other)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the first 64 bits, since a machine can use all addresses of these."""
    parsed = _parsed(address)
    if parsed is None:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((parsed, 64), strict=False))
    return str(parsed)


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse an address, also an IPv4 address that is written as IPv6; None for other text."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return mapped or parsed
