"""Break sentences into lines of so many cells."""

from rich.cells import cell_len, chop_cells


def wrapped(text: str, cells: int) -> list[str]:
    """Return the text in lines that fit; words that are too long are broken."""
    lines: list[str] = [""]
    for word in text.split():
        for part in chop_cells(word, cells):
            joined = f"{lines[-1]} {part}" if lines[-1] else part
            if cell_len(joined) <= cells:
                lines[-1] = joined
            else:
                lines.append(part)
    return lines
