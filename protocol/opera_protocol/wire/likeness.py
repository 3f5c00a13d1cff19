"""Compare texts as people do: code words without case and accents, names by how they look."""

import unicodedata
from typing import Final

_ACCENTS: Final = range(0x300, 0x370)
_LOOKS_LIKE: Final = str.maketrans(
    {
        **dict.fromkeys("1I|ӏІΙ", "l"),
        **dict.fromkeys("0ОΟօ", "O"),
        **dict(zip("асԁеɡһіјорԛѕѵԝхуԍ", "acdeghijopqsvwxyg", strict=True)),
        **dict(zip("АВЕКМНРСТУХЈЅԌ", "ABEKMHPCTYXJSG", strict=True)),
        **dict(zip("αικνορτυχγ", "aiknoptuxy", strict=True)),
        **dict(zip("ΑΒΕΖΗΚΜΝΡΤΥΧ", "ABEZHKMNPTYX", strict=True)),
        **dict(zip("ıɑոհսցրɩ", "ianhugni", strict=True)),
        **dict.fromkeys("’‘ʼʹ´`", "'"),
        **dict.fromkeys("‐‑‒–—−", "-"),
    }
)
"""Letters and signs that are drawn like another one, in the scripts that people mix up."""
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


def folded(text: str) -> str:
    """Return a text without case and accents."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(character for character in decomposed if ord(character) not in _ACCENTS)
    return unicodedata.normalize("NFC", bare.casefold())


def are_alike(one: str, other: str) -> bool:
    """Say whether people could take one name for the other: the same but for case and accents, or drawn the same."""
    return folded(one) == folded(other) or _drawn(one) == _drawn(other)


def _drawn(text: str) -> str:
    drawn = folded(unicodedata.normalize("NFKC", text).translate(_LOOKS_LIKE))
    for pair, single in _PAIRS:
        drawn = drawn.replace(pair, single)
    return drawn
