"""The long runs of `make soak`: a seed that is printed and repeats them, and their size."""

import math
import os
import secrets


def soak_seed() -> str:
    """The seed of this run, any text; `SOAK_SEED` repeats one."""
    seed = os.environ.get("SOAK_SEED") or secrets.token_hex(8)
    print(f"SOAK_SEED={seed}")
    return seed


def soak_size(whole: int) -> int:
    """How many of something to do: all of them, or the share that `SOAK_SHARE` says, to try a run out."""
    return max(1, math.ceil(whole * float(os.environ.get("SOAK_SHARE") or 1)))
