"""Keep the garbage collector from walking through all modules and tests again and again: a third of the time."""

import gc
from typing import Final

THRESHOLD: Final = 50_000
"""New objects after which the collector looks at the youngest; Python's own 700 is for small programs."""


def collect_rarely() -> None:
    """Leave out of the search what is there now, which stays for as long as the process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(THRESHOLD)
