"""Limit how long the client waits and how much it accepts: a server may be slow, broken or hostile."""

import secrets
import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

MOST_REQUESTS: Final = 48
"""Requests that may wait for an answer at the same time; a server remembers the answers to more than these."""
MOST_WAITING_UPDATES: Final = 500
MOST_WAITING_BYTES: Final = 8 * 1024 * 1024
"""Updates and bytes kept for one room before its snapshot comes, or for a reader that does not read."""
MOST_BYTES_SINCE_SNAPSHOT: Final = 64 * 1024 * 1024
"""Bytes of updates after which a room is entered again: a document that has outgrown a frame is noticed then."""
MOST_RESYNCS: Final = 5
"""How often in `Patience.steady` seconds rooms may be entered again before the connection counts as lost."""
MOST_REFUSALS: Final = 5
"""How often in a row a server may refuse the handshake before this client stops asking: it is not wanted there."""
MOST_LINES: Final = 200
"""Lines kept of each stream; older ones have to be requested."""
MOST_PER_SECOND: Final = 10_000
MOST_BYTES_PER_SECOND: Final = 32 * 1024 * 1024
RECEIVE_QUEUE: Final = 200
"""Messages that ZeroMQ queues for a client that does not read; then the sender has to wait."""

_chance: Final = secrets.SystemRandom()


class Patience(Struct, frozen=True):
    """How many seconds the client waits for each thing; tests use shorter times."""

    answer: float = 10.0
    """Before an answer that the connection cannot begin without counts as missing."""
    repeat: float = 15.0
    """Before an unanswered request is sent again."""
    first_pause: float = 0.5
    longest_pause: float = 10.0
    steady: float = 10.0
    """A connection that lasted this long was a good one: pauses begin small again."""
    farewell: float = 0.2
    """For the last message to leave when the client closes."""
    transport: float = 6.0
    """Before a request connection that gives no sign of life is given up."""


class Backoff:
    """Choose the pauses between tries: longer each time, and not at the same moment as every other client."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self.tries = 0

    def next_pause(self) -> float:
        """Return the seconds until the next try, doubled each time and spread by a quarter either way."""
        first, longest = self._patience.first_pause, self._patience.longest_pause
        # Beyond 2**20 the longest pause has long been reached, and floats would overflow one day.
        pause: float = first * 2 ** min(self.tries, 20)
        self.tries += 1
        return min(longest, max(first, min(pause, longest) * _chance.uniform(0.75, 1.25)))

    def reset(self) -> None:
        """Begin with short pauses again: the server was there and stayed for a while."""
        self.tries = 0


class FloodGate:
    """Count what comes in, second by second."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._second = now()
        self._messages = 0
        self._bytes = 0

    def admits(self, size: int) -> bool:
        """Count a message and say whether an honest server would send so much in one second."""
        now = self._now()
        if now - self._second >= 1:
            self._second, self._messages, self._bytes = now, 0, 0
        self._messages += 1
        self._bytes += size
        return self._messages <= MOST_PER_SECOND and self._bytes <= MOST_BYTES_PER_SECOND
