"""How much can be done at the same time on this machine."""

import os


def cores() -> int:
    """How many processes this one may really run beside each other."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
