"""How long the client waits, and how much it takes from a server that may wish it ill."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST_REQUESTS: Final = 48
"""Requests that wait for an answer at the same time; a server remembers the answers to more than these."""
MOST_WAITING_UPDATES: Final = 500
MOST_WAITING_BYTES: Final = 8 * 1024 * 1024
"""What is kept for one room before its snapshot, or for one reader who does not read."""
MOST_BYTES_SINCE_SNAPSHOT: Final = 64 * 1024 * 1024
"""A room is entered anew after so many bytes: a document that fits no frame any more shows itself then."""
MOST_RESYNCS: Final = 5
"""So often in `Patience.steady` seconds a room may be entered anew before the connection counts as lost."""
MOST_LINES: Final = 200
"""Lines kept of each stream; older ones are asked for."""
MOST_PER_SECOND: Final = 10_000
MOST_BYTES_PER_SECOND: Final = 32 * 1024 * 1024
RECEIVE_QUEUE: Final = 200
"""Messages that ZeroMQ keeps for a client that does not read; then the sender has to wait."""


@dataclass(frozen=True)
class Patience:
    """Seconds; tests use shorter ones."""

    answer: float = 10.0
    """For the answers a connection cannot begin without."""
    repeat: float = 15.0
    """After which an unanswered request is sent again."""
    first_pause: float = 0.5
    longest_pause: float = 10.0
    steady: float = 10.0
    """A connection that lived so long was a good one: pauses begin small again."""
    farewell: float = 0.2
    """For the last message to leave when the client closes."""
    transport: float = 6.0
    """After which a request connection that gives no sign of life is given up."""


class FloodGate:
    """Counts what comes in, second by second."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._second = now()
        self._messages = 0
        self._bytes = 0

    def lets_in(self, size: int) -> bool:
        """Whether this message is one that a server of ours would send."""
        now = self._now()
        if now - self._second >= 1:
            self._second, self._messages, self._bytes = now, 0, 0
        self._messages += 1
        self._bytes += size
        return self._messages <= MOST_PER_SECOND and self._bytes <= MOST_BYTES_PER_SECOND
