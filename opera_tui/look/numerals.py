"""Big numbers of half blocks, five rows high."""

from typing import Final

from opera_tui.look.glyphs import UNICODE, Glyphs
from opera_tui.look.rows import Row, Span, row

ROWS: Final = 5
CELLS: Final = 6
DIGITS: Final = {
    "0": ("▄▀▀▀▀▄", "█    █", "█    █", "█    █", "▀▄▄▄▄▀"),
    "1": ("  ▄█  ", "▄▀ █  ", "   █  ", "   █  ", " ▄▄█▄▄"),
    "2": ("▄▀▀▀▀▄", "     █", "  ▄▄▀ ", "▄▀    ", "█▄▄▄▄▄"),
    "3": ("▄▀▀▀▀▄", "     █", "  ▀▀▀▄", "     █", "▀▄▄▄▄▀"),
    "4": ("   ▄▀█", " ▄▀  █", "█▄▄▄▄█", "     █", "     █"),
    "5": ("█▀▀▀▀▀", "█▄▄▄▄ ", "     █", "     █", "▀▄▄▄▄▀"),
    "6": ("▄▀▀▀▀▄", "█     ", "█▀▀▀▀▄", "█    █", "▀▄▄▄▄▀"),
    "7": ("█▀▀▀▀█", "    ▄▀", "   ▄▀ ", "  █   ", "  █   "),
    "8": ("▄▀▀▀▀▄", "█    █", "▄▀▀▀▀▄", "█    █", "▀▄▄▄▄▀"),
    "9": ("▄▀▀▀▀▄", "█    █", "▀▄▄▄▄█", "     █", "▀▄▄▄▄▀"),
}


def numeral(glyphs: Glyphs, number: int) -> list[Row]:
    """Draw a number in gold."""
    signs = str.maketrans(UNICODE.halves, glyphs.halves)
    lines = [" ".join(DIGITS[digit][line] for digit in str(number)) for line in range(ROWS)]
    return [row(Span(line.translate(signs), "gold")) for line in lines]
