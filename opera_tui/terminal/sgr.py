"""How text looks in a terminal, and the shortest way from one look to another."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

_COLOUR: Final = re.compile(r"(?:(38|48);(?:2;\d+;\d+;\d+|5;\d+)|(3[0-79]|9[0-7])|(4[0-79]|10[0-7]))(?=;|$)")
_OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""The code that ends an attribute; 22 ends two of them."""
_SEEN_ON_BLANKS: Final = frozenset({"4", "5", "7", "9", "21", "53"})
"""Attributes that show where nothing is written."""
_REMEMBERED: Final = 4096


class Look(NamedTuple):
    """How text is shown; an empty colour is the terminal's own."""

    attributes: frozenset[str] = frozenset()
    front: str = ""
    back: str = ""

    @property
    def of_blanks(self) -> "Look":
        """This look as far as it shows on a blank."""
        return self if self.attributes & _SEEN_ON_BLANKS else Look(back=self.back)


DEFAULT: Final = Look()


@lru_cache(_REMEMBERED)
def look_after(look: Look, codes: str) -> Look:
    """Return the look after these codes."""
    attributes, front, back = look
    at = 0
    while at <= len(codes):
        colour = _COLOUR.match(codes, at)
        end = colour.end() if colour else (codes.find(";", at) if ";" in codes[at:] else len(codes))
        code = codes[at:end]
        if code in ("", "0"):
            attributes, front, back = DEFAULT
        elif colour is None:
            attributes |= {code}
        elif colour[3] or colour[1] == "48":
            back = "" if code == "49" else code
        else:
            front = "" if code == "39" else code
        at = end + 1
    return Look(attributes, front, back)


@lru_cache(_REMEMBERED)
def change(now: Look, wanted: Look) -> str:
    """Return the shortest sequence that leads from one look to another."""
    if now == wanted:
        return ""
    anew = ["0", *sorted(wanted.attributes), *filter(None, (wanted.front, wanted.back))]
    gone = now.attributes - wanted.attributes
    ways = [anew] if any(attribute not in _OFF for attribute in gone) else [anew, _differences(now, wanted)]
    return f"\x1b[{min((';'.join(way) for way in ways), key=len)}m"


def _differences(now: Look, wanted: Look) -> list[str]:
    codes = sorted({_OFF[attribute] for attribute in now.attributes - wanted.attributes})
    kept = frozenset() if "22" in codes else now.attributes
    codes += sorted(wanted.attributes - kept)
    if wanted.front != now.front:
        codes.append(wanted.front or "39")
    if wanted.back != now.back:
        codes.append(wanted.back or "49")
    return codes
