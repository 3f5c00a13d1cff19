"""Check, shorten and escape text from people, such as names and chat lines.

Such text is in Unicode's form NFC and occupies 1 to N cells of a terminal. It holds no control, bidirectional
formatting, invisible, private-use, unassigned or surrogate characters, no blanks but the space and none at
its ends, and no heaps of combining marks.
"""

import unicodedata
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, chop_cells

from opera_protocol.wire.errors import TextError

CHARACTERS_PER_CELL: Final = 8
"""Texts with more code points per cell are refused unread."""

MARKS_PER_CHARACTER: Final = 3
"""Vowel signs and accents that may follow one character: enough for every living script."""

_REASON_OF_CATEGORY: Final = {
    "Cc": "control",
    "Zl": "control",
    "Zp": "control",
    "Cf": "invisible",
    "Cs": "surrogate",
    "Co": "private_use",
    "Cn": "unassigned",
    "Zs": "odd_blank",
}
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters, marks and symbols by category that draw nothing: the joiner, fillers, variation selectors, an empty notehead.
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U0001d159"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)


@dataclass(frozen=True)
class TextField:
    """A field for a text that people type: its name in `bad_text` and its width in cells."""

    name: str
    cells: int


PLAYER_NAME: Final = TextField("player_name", 12)
TABLE_NAME: Final = TextField("table_name", 12)
CODE_WORD: Final = TextField("code_word", 20)
CHAT_LINE: Final = TextField("chat_line", 200)
SERVER_NAME: Final = TextField("server_name", 40)


def clean(text: str, field: TextField) -> str:
    """Return the text in NFC if it may stand in this field; raises `TextError`."""
    # Normalizing is quadratic in runs of marks, so a text that can only be too wide never gets there.
    reason = "too_wide" if len(text) > CHARACTERS_PER_CELL * field.cells else None
    if reason is None:
        text = unicodedata.normalize("NFC", text)
        reason = _objection(text, field.cells)
    if reason:
        raise TextError("bad_text", field=field.name, reason=reason, limit=field.cells)
    return text


def cut(text: str, cells: int) -> str:
    """Shorten the text to this many cells, with an ellipsis at the end if something is missing."""
    text = text[: CHARACTERS_PER_CELL * (cells + 1)]
    if cell_len(text) <= cells:
        return text
    if cells <= 1:
        return "…"[:cells]
    return chop_cells(text, cells - 1)[0].rstrip() + "…"


def escape(text: str) -> str:
    """Make the text fit for one line of a log: characters that are not visible become Python escapes."""
    return "".join(
        character
        if character.isprintable() and character != "\\" and character not in _INVISIBLE
        else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def _objection(text: str, cells: int) -> str | None:
    """Return the reason of `bad_text` why this text may not stand in a field of so many cells, if there is one."""
    if not text.strip():
        return "empty"
    for character in text:
        reason = _objection_to_character(character)
        if reason:
            return reason
    if text != text.strip():
        return "edge_blank"
    if _has_stacked_marks(text):
        return "stacked_marks"
    return "too_wide" if cell_len(text) > cells else None


def _objection_to_character(character: str) -> str | None:
    if character == " ":
        return None
    if character in _BIDI:
        return "bidi"
    if character in _INVISIBLE:
        return "invisible"
    return _REASON_OF_CATEGORY.get(unicodedata.category(character))


def _has_stacked_marks(text: str) -> bool:
    """Say whether characters without a width stand first, or too many of them in a row."""
    marks = MARKS_PER_CHARACTER
    for character in text:
        marks = marks + 1 if cell_len(character) == 0 else 0
        if marks > MARKS_PER_CHARACTER:
            return True
    return False
