"""How long to wait before the next try: longer each time, and not at the same moment as everybody else."""

import secrets
from typing import Final

from opera_protocol.client.limits import Patience

_chance: Final = secrets.SystemRandom()


class Backoff:
    """Pauses between tries."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self.tries = 0

    def next_pause(self) -> float:
        """Seconds until the next try, doubled each time and spread by a quarter either way."""
        first, longest = self._patience.first_pause, self._patience.longest_pause
        # Beyond 2**20 the longest pause has long been reached, and floats would overflow one day.
        pause: float = first * 2 ** min(self.tries, 20)
        self.tries += 1
        return min(longest, max(first, min(pause, longest) * _chance.uniform(0.75, 1.25)))

    def begin_anew(self) -> None:
        """The server was there and stayed for a while."""
        self.tries = 0
