"""Limit sessions for each identity, each address and in all, and how fast new connections come."""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

MOST_ADDRESSES: Final = 10_000


class Places:
    """Count what each of several holders has, and all together; none may have more than its limit."""

    def __init__(self, total: int, *limits: int) -> None:
        self._total = total
        self._limits = limits
        self._held: Counter[tuple[int, Hashable]] = Counter()
        self.taken = 0

    def take(self, *holders: Hashable) -> bool:
        """Count one more for each holder, in the order of the limits; False if one of them has as many as it may."""
        places = list(enumerate(holders))
        is_full = any(self._held[place] >= limit for place, limit in zip(places, self._limits, strict=True))
        if is_full or self.taken >= self._total:
            return False
        self._held.update(places)
        self.taken += 1
        return True

    def give_back(self, *holders: Hashable) -> None:
        self.taken -= 1
        for place in enumerate(holders):
            self._held[place] -= 1
            if not self._held[place]:
                del self._held[place]


class Pace:
    """Let each address begin `burst` things at once, then `rate` a second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval = 1 / rate
        self._slack = burst * self._interval
        self._clock = clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def allows(self, who: Hashable) -> bool:
        now = self._clock()
        full_at = max(now, self._full_at.get(who, now)) + self._interval
        if full_at - now > self._slack:
            return False
        self._full_at[who] = full_at
        self._full_at.move_to_end(who)
        if len(self._full_at) > MOST_ADDRESSES:
            self._full_at.popitem(last=False)
        return True


def network_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the first 64 bits, since a machine can use all addresses of these."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped or ipaddress.IPv6Network((parsed, 64), strict=False))
    return str(parsed)
