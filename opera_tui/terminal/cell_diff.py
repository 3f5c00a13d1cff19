"""Compare pictures cell by cell, so that only the cells that differ are sent to the terminal.

Textual sends whole regions, a complete style before every piece of text, and what moves twice. Here only the shortest
codes (SGR) are sent that lead from one look to the next, with a colour's number where it has one.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len

from opera_tui.terminal.xterm_colours import shorter

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
def look_after(look: Look, codes: str, *, in_256: bool = False) -> Look:
    """Return the look after these codes; `in_256` for a terminal that knows no other colours."""
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
            back = "" if code == "49" else shorter(code, or_nearest=in_256) if colour[1] else code
        else:
            front = "" if code == "39" else shorter(code, or_nearest=in_256) if colour[1] else code
        at = end + 1
    return Look(attributes, front, back)


@lru_cache(_REMEMBERED)
def change(now: Look, wanted: Look) -> str:
    """Return the shortest sequence that leads from one look to another."""
    if now == wanted:
        return ""
    whole = ["0", *sorted(wanted.attributes), *filter(None, (wanted.front, wanted.back))]
    gone = now.attributes - wanted.attributes
    ways = [whole] if any(attribute not in _OFF for attribute in gone) else [whole, _differences(now, wanted)]
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


_TOKEN: Final = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H|\x1b\[(?P<codes>[\d;]*)m|(?P<text>[^\x00-\x1f\x7f-\x9f]+)|\r?\n(?=\x1b\[\d+;\d+H)"
)
_ELSEWHERE: Final = re.compile(r"\x1b\[(?:\?1049|[\d;]*[A-HJKSTf])")
"""Another screen, or cells that were changed in a way not understood here."""
_SHORT_GAP: Final = 4
"""Gaps up to this many cells are sent again: jumping over them takes as many bytes."""

Cell = tuple[str, Look]


class Piece(NamedTuple):
    """Text of one look in one row; without text, only a position of the cursor."""

    row: int
    column: int
    text: str
    look: Look


class Picture:
    """The terminal as it was last painted."""

    def __init__(self) -> None:
        self.in_256 = False
        """Whether the terminal knows no other colours than the 256."""
        self._rows: dict[int, dict[int, Cell]] = {}
        self._cursor = (0, 0)

    def forget(self) -> None:
        """Forget the picture: the terminal may show anything now."""
        self._rows.clear()
        self._cursor = (0, 0)

    def news(self, written: str) -> str:
        """Return what is written, without cells that the terminal shows already; other output stays as it is."""
        pieces = _pieces(written, in_256=self.in_256)
        if pieces is None:
            if _ELSEWHERE.search(written):
                self.forget()
            return written
        pen = _Pen()
        for piece in pieces:
            self._paint(piece, pen)
        self._leave_cursor(pieces[-1], pen)
        return pen.written

    def _paint(self, piece: Piece, pen: "_Pen") -> None:
        cells = self._rows.setdefault(piece.row, {})
        if not _is_simple(piece.text):
            # Where a character takes two cells or none, only the terminal knows what is in which cell.
            self._rows[piece.row] = {}
            pen.write(piece)
            return
        painted = _cells(piece)
        for start, end in _changed(cells, piece.column, painted):
            pen.write(piece._replace(column=piece.column + start, text=piece.text[start:end]))
        cells.update(enumerate(painted, piece.column))

    def _leave_cursor(self, last: Piece, pen: "_Pen") -> None:
        """Put the cursor where Textual left it; input methods look for it there."""
        place = (last.row, last.column + len(last.text))
        pen.end(place, is_there=place == self._cursor)
        self._cursor = place


class _Pen:
    """Write pieces one after the other, with the shortest way from each to the next."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._look = DEFAULT
        self._at = (0, 0)

    @property
    def written(self) -> str:
        return "".join(self._parts)

    def write(self, piece: Piece) -> None:
        self._go(piece.row, piece.column)
        self._parts += [change(self._look, piece.look), piece.text]
        self._look = piece.look
        self._at = (piece.row, piece.column + len(piece.text)) if _is_simple(piece.text) else (0, 0)

    def _go(self, row: int, column: int) -> None:
        if self._at == (row, column):
            return
        ahead = column - self._at[1]
        self._parts.append(f"\x1b[{ahead}C" if self._at[0] == row and ahead > 0 else f"\x1b[{row};{column}H")

    def end(self, place: tuple[int, int], *, is_there: bool) -> None:
        """Leave the look as it was before, and the cursor at its place."""
        if self._parts or not is_there:
            self._parts += [change(self._look, DEFAULT), f"\x1b[{place[0]};{place[1]}H"]


def _pieces(written: str, *, in_256: bool) -> list[Piece] | None:
    """Parse what is painted where; return None if something else is written."""
    pieces: list[Piece] = []
    row = column = 0
    look = DEFAULT
    at = 0
    for found in _TOKEN.finditer(written):
        if found.start() != at:
            return None
        at = found.end()
        if found["row"]:
            row, column = int(found["row"]), int(found["column"])
            pieces.append(Piece(row, column, "", look))
        elif found["codes"] is not None:
            look = look_after(look, found["codes"], in_256=in_256)
        elif found["text"]:
            if not row:
                return None
            pieces.append(Piece(row, column, found["text"], look))
            column += cell_len(found["text"])
    return pieces if pieces and at == len(written) and look == DEFAULT else None


def _cells(piece: Piece) -> list[Cell]:
    """Return the cells of a piece; on blanks, only a part of its look can be seen."""
    inked, blank = piece.look, (" ", piece.look.of_blanks)
    return [blank if character == " " else (character, inked) for character in piece.text]


def _changed(cells: dict[int, Cell], column: int, painted: list[Cell]) -> Iterator[tuple[int, int]]:
    """Find the parts of a piece that the terminal does not show yet; short gaps between them belong to them."""
    start = end = -1
    for at, cell in enumerate(painted):
        if cells.get(column + at) == cell:
            continue
        if end >= 0 and at - end > _SHORT_GAP:
            yield start, end
            start = at
        elif end < 0:
            start = at
        end = at + 1
    if end >= 0:
        yield start, end


@lru_cache(4096)
def _is_simple(text: str) -> bool:
    """Return whether every character takes one cell."""
    return text.isascii() or all(cell_len(character) == 1 for character in text)
