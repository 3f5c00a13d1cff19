"""Writes to the terminal with as few bytes as will do: a style is sent where it changes, and only what changes of it.

Textual sends all of a style before every piece of text and resets it after each, which is more than half of what goes
over the line, and it paints whatever changes its place twice.
"""

import re
from typing import Final, NamedTuple

from textual.drivers.linux_driver import LinuxDriver

_SEQUENCE: Final = re.compile(r"\x1b\[([0-9;:?<>=]*)([ -/]*[@-~])")
_COLOUR: Final = re.compile(r"(?:(38|48);(?:2;\d+;\d+;\d+|5;\d+)|(3[0-79]|9[0-7])|(4[0-79]|10[0-7]))(?=;|$)")
_BEFORE_MOVE: Final = re.compile(r"(?=\x1b\[\d+;\d+H)")
_NEW_SCREEN: Final = "\x1b[?1049"
_OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""What ends an attribute; 22 ends two of them."""


class Look(NamedTuple):
    """How text is shown; an empty colour is the terminal's own."""

    attributes: frozenset[str] = frozenset()
    front: str = ""
    back: str = ""


DEFAULT: Final = Look()


def thrifty(written: str) -> str:
    """The same picture with fewer bytes; it ends with the look that it was to end with."""
    parts: list[str] = []
    now = wanted = DEFAULT
    at = 0
    for found in _SEQUENCE.finditer(written):
        if found.start() > at:
            parts += [_change(now, wanted), written[at : found.start()]]
            now = wanted
        at = found.end()
        if found[2] == "m" and not found[1].startswith((">", "?")):
            wanted = _taken(wanted, found[1])
            continue
        if found[2] != "H":
            parts.append(_change(now, wanted))
            now = wanted
        parts.append(found[0])
    return "".join((*parts, _change(now, wanted), written[at:]))


def _taken(look: Look, codes: str) -> Look:
    """The look after these codes."""
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


def _change(now: Look, wanted: Look) -> str:
    """The shortest way from one look to another."""
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


class Painted:
    """What was painted last in each row of the terminal; the same again need not be sent."""

    def __init__(self) -> None:
        self._rows: dict[str, str] = {}

    def forget(self) -> None:
        """The terminal may show anything now."""
        self._rows.clear()

    def news(self, written: str) -> str:
        """What is written without what stands there already."""
        if _NEW_SCREEN in written:
            self.forget()
        first, *pieces = _BEFORE_MOVE.split(written)
        return first + "".join(piece for piece in pieces if self._is_news(piece))

    def _is_news(self, piece: str) -> bool:
        row = piece[: piece.index(";")]
        painted = piece.rstrip("\r\n")
        is_move = painted.endswith("H") and painted.count("\x1b") == 1
        if is_move or self._rows.get(row) == painted:
            return is_move
        self._rows[row] = painted
        return True


class ThriftyDriver(LinuxDriver):
    """The terminal at the other end of a thin line."""

    painted: Painted | None = None

    def write(self, data: str) -> None:
        self.painted = self.painted or Painted()
        super().write(thrifty(self.painted.news(data)))

    def forget(self) -> None:
        """Paint everything anew from now on."""
        if self.painted is not None:
            self.painted.forget()
