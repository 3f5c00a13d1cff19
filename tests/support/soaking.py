"""The long runs of `make soak`: a seed that is printed and repeats them, their size, and the cases left to them."""

import math
import os
import secrets
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest


def soak_seed() -> str:
    """The seed of this run, any text; `SOAK_SEED` repeats one."""
    seed = os.environ.get("SOAK_SEED") or secrets.token_hex(8)
    print(f"SOAK_SEED={seed}")
    return seed


def soak_size(whole: int) -> int:
    """How many of something to do: all of them, or the share that `SOAK_SHARE` says, to try a run out."""
    return max(1, math.ceil(whole * float(os.environ.get("SOAK_SHARE") or 1)))


def some(cases: Iterable[Any], every: int) -> list[Any]:
    """Cases for `parametrize`: `make test` tries the first and each so many-th after it, `make soak` the others."""
    return [
        case if not number % every else pytest.param(case, marks=pytest.mark.soak) for number, case in enumerate(cases)
    ]


def diagonal(*axes: Iterable[Any]) -> list[Any]:
    """All combinations, of which `make test` tries as many as have each value once; `make soak` tries the rest."""
    values = [list(axis) for axis in axes]
    tried = {tuple(row % len(axis) for axis in values) for row in range(max(map(len, values)))}
    return [
        pytest.param(
            *(axis[at] for axis, at in zip(values, place, strict=True)),
            marks=() if place in tried else pytest.mark.soak,
        )
        for place in product(*(range(len(axis)) for axis in values))
    ]
