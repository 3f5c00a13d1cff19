"""Give each player of a table a letter of their own, which stands for the name where there is no room for it."""

from collections.abc import Iterable
from string import ascii_uppercase
from typing import Final

from opera_protocol.wire.likeness import folded

_LATIN: Final = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
)
"""Letters without an accent that Unicode could take off."""


def letters_of(names: Iterable[str]) -> tuple[str, ...]:
    """Choose letters from A to Z, by seat: the first one of the name that no lower seat has, else the first free one.

    A seat without a name has no letter.
    """
    chosen: list[str] = []
    for name in names:
        wanted = (letter for letter in latin_letters(name) + ascii_uppercase if letter not in chosen)
        chosen.append(next(wanted) if name else "")
    return tuple(chosen)


def latin_letters(name: str) -> str:
    """Return the letters of a name as A to Z, without accents; those of other scripts are left out."""
    return "".join([sign for sign in folded(name).translate(_LATIN) if "a" <= sign <= "z"]).upper()
