"""Measure how late the event loop does what is due: the first thing that grows when a server has too much to do."""

import asyncio
from typing import Final, Self

PERIOD: Final = 0.1
"""Seconds between two looks."""
WINDOW: Final = 30.0
"""Seconds over which the longest delay is remembered at least, and at most twice as long."""


class LoopDelay:
    """A timer that looks how late it comes; an asynchronous context manager."""

    def __init__(self) -> None:
        self.looks = 0
        self.seconds = 0.0
        """All delays together."""
        self._longest = [0.0, 0.0]
        """The longest delay of this window and of the one before."""
        self._timer: asyncio.TimerHandle | None = None
        self._window_ends = 0.0

    @property
    def longest(self) -> float:
        """The longest delay of the last half minute or minute."""
        return max(self._longest)

    async def __aenter__(self) -> Self:
        self.begin(asyncio.get_running_loop())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._timer is not None
        self._timer.cancel()

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look at a loop from now on."""
        self._window_ends = loop.time() + WINDOW
        self._set(loop)

    def _set(self, loop: asyncio.AbstractEventLoop) -> None:
        due = loop.time() + PERIOD
        self._timer = loop.call_at(due, self._look, loop, due)

    def _look(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        now = loop.time()
        if now >= self._window_ends:
            self._longest = [0.0, self._longest[0]]
            self._window_ends = now + WINDOW
        delay = max(0.0, now - due)
        self.looks += 1
        self.seconds += delay
        self._longest[0] = max(self._longest[0], delay)
        self._set(loop)
