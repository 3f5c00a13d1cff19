"""Which cells of a row have changed: only they are painted, since every cell costs bytes on the line."""

from rich.cells import cell_len

from opera_tui.rows import Row, fit, plain


def changed_cells(before: Row, after: Row, cells: int) -> range:
    """From the first cell that differs to the last one, in rows of this many cells."""
    if before == after or cells < 1:
        return range(0)
    old, new = fit(before, cells), fit(after, cells)
    if not _is_simple(old) or not _is_simple(new):
        return range(cells)
    pairs = enumerate(zip(_cells(old), _cells(new), strict=True))
    changed = [cell for cell, (one, other) in pairs if one != other]
    return range(changed[0], changed[-1] + 1) if changed else range(0)


def _is_simple(content: Row) -> bool:
    """Whether every character takes one cell, so that a row can be cut anywhere."""
    text = plain(content)
    return (text.isascii() and text.isprintable()) or all(cell_len(character) == 1 for character in text)


def _cells(content: Row) -> list[tuple[str, str]]:
    return [(character, span.role) for span in content for character in span.text]
