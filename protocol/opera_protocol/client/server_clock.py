"""Tell the server's time: its clock and this machine's may differ by hours, and this one may be set meanwhile."""

import time
from collections.abc import Callable


class ServerClock:
    """The server's clock, carried on by one that nobody sets; before the server has said its time, this machine's."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._ahead_ms = time.time_ns() // 1_000_000 - int(1000 * steady())

    def set(self, server_ms: int, asked_at: float) -> None:
        """Take the time in an answer, which was right in the middle between the question and now."""
        self._ahead_ms = server_ms - int(500 * (asked_at + self._steady()))

    def now_ms(self) -> int:
        """Return the server's time in milliseconds since 1970."""
        return self._ahead_ms + int(1000 * self._steady())
