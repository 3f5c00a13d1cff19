"""Tables of plain text for the commands, which look the same in a terminal and in a pipe."""

from collections.abc import Iterator
from io import StringIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

Rows = list[list[str]]

WIDEST = 10_000
"""A table is never cut: its reader may be a program."""


def table(rows: Rows, *, numbers: bool = True) -> list[str]:
    """Align rows in columns, numbers to the right after a first column; the first row holds the headings."""
    headings, *others = rows
    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for place, heading in enumerate(headings):
        drawn.add_column(Text(heading), justify="right" if numbers and place else "left", no_wrap=True)
    for row in others:
        drawn.add_row(*map(Text, row))
    return list(_lines(drawn))


def _lines(drawn: Table) -> Iterator[str]:
    text = StringIO()
    Console(file=text, width=WIDEST, color_system=None).print(drawn)
    return map(str.rstrip, text.getvalue().splitlines())


def percent(share: float) -> str:
    return f"{100 * share:.1f}"
