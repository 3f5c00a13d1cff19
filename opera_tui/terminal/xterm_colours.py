"""The 256 colours that every terminal of the xterm kind knows by number: shorter to send than red, green and blue."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import Final

_STEPS: Final = (0, 95, 135, 175, 215, 255)
Colour = tuple[int, int, int]
_CUBE: Final = {rgb: 16 + number for number, rgb in enumerate(product(_STEPS, _STEPS, _STEPS))}
_GREYS: Final = {(8 + 10 * step, 8 + 10 * step, 8 + 10 * step): 232 + step for step in range(24)}
NUMBERS: Final[Mapping[Colour, int]] = _GREYS | _CUBE
"""The number of every such colour; the first 16 are left out, since each terminal has its own."""


@lru_cache(1024)
def shorter(code: str, *, or_nearest: bool = False) -> str:
    """Return the code of a colour (`38;2;175;135;135`) by its number if it has one; else as it is, or the nearest."""
    ground, kind, *rgb = code.split(";")
    if kind != "2":
        return code
    red, green, blue = map(int, rgb)
    number = NUMBERS.get((red, green, blue))
    if number is None:
        if not or_nearest:
            return code
        number = _nearest(red, green, blue)
    return f"{ground};5;{number}"


def _nearest(red: int, green: int, blue: int) -> int:
    """Return the number of the colour that looks most like this one."""
    return NUMBERS[min(NUMBERS, key=lambda known: _distance(known, (red, green, blue)))]


def _distance(one: Colour, other: Colour) -> float:
    """Return how different two colours look: red and blue count more or less with how much red there is."""
    red = (one[0] + other[0]) / 2
    weights = (2 + red / 256, 4, 2 + (255 - red) / 256)
    return sum(weight * (first - second) ** 2 for weight, first, second in zip(weights, one, other, strict=True))
