"""Take in what the server sends at most 20 times a second, and keys first, however much comes."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from opera_protocol.client import Changed, RoomItem
from opera_protocol.client.items import fold
from opera_protocol.client.streams import Stream

INTAKE_SECONDS: Final = 0.05
MOST_AT_ONCE: Final = 32
"""Items taken in one by one; of more, which no game brings in so short a time, only the outcome is."""


async def at_once() -> None:
    """Let nothing come first."""


async def taken_in(
    items: Stream[RoomItem],
    keys_first: Callable[[], Awaitable[None]] = at_once,
    *,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[list[RoomItem]]:
    """Yield all that has come since the last time: the first at once, then at most 20 times a second.

    `keys_first` returns when every key that was pressed until then has been handled.
    """
    free_at = 0.0
    async for first in items:
        if now() < free_at:
            await sleep(free_at - now())
        await keys_first()
        free_at = now() + INTAKE_SECONDS
        batch = [first, *items.waiting()]
        yield fold(batch) if len(batch) > MOST_AT_ONCE else batch


def newest(batch: list[RoomItem]) -> Changed | None:
    """Return the last change among what was taken in."""
    return next((item for item in reversed(batch) if isinstance(item, Changed)), None)
