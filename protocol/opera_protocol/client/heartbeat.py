"""Heartbeats on the update connection: ours tell the server that we are there, its own tell us the same."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

SHORTEST: Final = 0.02
LONGEST: Final = 60.0
SILENT_BEATS: Final = 2.5
"""Two missed beats and half a beat of delay."""
LATE_BEATS: Final = 2.0


class Heartbeat:
    """Beats, and notices when nothing of any kind has come for two beats."""

    def __init__(self, milliseconds: int, beat: Callable[[], None], fall_silent: Callable[[], None]) -> None:
        # The server chooses, within reason: no beat at all and a million a second are both refused.
        self._interval = min(max(milliseconds / 1000, SHORTEST), LONGEST)
        self._beat = beat
        self._fall_silent = fall_silent
        self._heard_at = time.monotonic()

    def hear(self) -> None:
        """Something came."""
        self._heard_at = time.monotonic()

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            self._beat()
            before = time.monotonic()
            await asyncio.sleep(self._interval)
            now = time.monotonic()
            if now - before > LATE_BEATS * self._interval:
                # We were asleep ourselves (a stopped process, a busy loop): what came meanwhile is still unread.
                self.hear()
            elif now - self._heard_at > SILENT_BEATS * self._interval:
                self._fall_silent()
                return
