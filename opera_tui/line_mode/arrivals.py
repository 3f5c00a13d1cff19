"""Wait for what comes from the server, while the table takes it in."""

import asyncio
import contextlib
import time
from collections.abc import Callable


class Arrivals:
    """Says that something has come since this was last asked."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def note(self) -> None:
        """Note that something has been taken in."""
        self._event.set()

    def clear(self) -> None:
        self._event.clear()

    @property
    def has_come(self) -> bool:
        return self._event.is_set()

    async def wait(self) -> None:
        await self._event.wait()

    async def until(self, holds: Callable[[], bool], seconds: float) -> None:
        """Wait until something holds, or the time is over."""
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            self.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, end - time.monotonic())):
                    await self.wait()
