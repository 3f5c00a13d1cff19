"""Breaking texts into rows of a given width, counted in cells."""

from rich.cells import cell_len

from opera_protocol.plain_text import cut
from opera_tui.rows import Row, Span, row


def wrapped(text: str, cells: int, first: str = "", others: str = "", role: str = "") -> list[Row]:
    """The text in rows of at most so many cells, broken at blanks; `first` and `others` stand before its rows."""
    rows: list[str] = []
    line, is_empty = first, True
    for word in text.split():
        if not is_empty and cell_len(line) + 1 + cell_len(word) > cells:
            rows.append(line)
            line, is_empty = others, True
        line = cut(line + word if is_empty else f"{line} {word}", cells)
        is_empty = False
    return [row(Span(shown, role)) for shown in (*rows, line) if shown.strip()]
