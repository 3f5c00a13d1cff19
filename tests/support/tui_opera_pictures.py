"""Text pictures of Opera's screens, kept in files that people look at."""

import os
from collections.abc import Sequence
from pathlib import Path

from opera_tui.boxes import Box
from opera_tui.faces.opera import OperaFace
from opera_tui.rows import Row, plain, width
from opera_tui.table_view import TableView

FOLDER = Path(__file__).parents[1] / "tui" / "opera" / "pictures"
FACE = OperaFace()
MARKS = {"cursor": "^", "moved": "_", "warning": "!", "own": "*"}
"""Roles that a picture shows below the row."""


def framed(title: str, rows: Sequence[Row], cells: int, height: int, note: str = "") -> list[str]:
    """The rows in a border with its title above and its note below."""
    body = [f"│{plain(row)}{' ' * (cells - width(row))}│" for row in rows]
    body += [f"│{' ' * cells}│"] * (height - len(body))
    top = f"╭─ {title} ".ljust(cells + 1, "─") + "╮"
    below = f" {note} ─╯" if note else "╯"
    return [top, *body, "╰" + "─" * (cells + 2 - 1 - len(below)) + below]


def box_picture(box: Box) -> str:
    border = "  ".join(part for part in (box.note, box.does and f"enter {box.does}") if part)
    lines = framed(box.title, box.rows(), 78, 18 if box.is_tall else 8, border)
    hints = "  ".join(f"{hint.key} {hint.text}" for hint in box.hints())
    return "\n".join([f" {box.question}", *lines, f" {hints}", "", *_marked(box.rows())])


def _marked(rows: Sequence[Row]) -> list[str]:
    """What stands out in the rows, by role."""
    spans = [(role, span.text) for row in rows for span in row for role in span.role.split() if role in MARKS]
    return [f"{MARKS[role]} {text.strip()}" for role, text in spans if text.strip()]


def wide_picture(view: TableView, box: Box) -> str:
    """The wide layout without the log."""
    lines = [plain(FACE.header(view, wide=True)), f" {box.question}"]
    for specs in FACE.wide_rows:
        panels = [
            framed(s.title, FACE.panel(s.key, view, box), s.width - 2, s.height - 2, FACE.panel_note(s.key, view))
            for s in specs
        ]
        lines += ["".join(parts) for parts in zip(*panels, strict=True)]
    return "\n".join([*lines, plain(FACE.own_line(view, wide=True)), box_picture(box)])


def narrow_picture(view: TableView, box: Box, tab: str) -> str:
    lines = [plain(FACE.header(view, wide=False)), *(plain(row) for row in FACE.tab(tab, view, box))]
    return "\n".join([*lines, plain(FACE.own_line(view, wide=False)), box_picture(box)])


def check_picture(name: str, picture: str) -> None:
    """Compare with the kept picture; UPDATE_PICTURES=1 keeps the new one."""
    picture = "\n".join(line.rstrip() for line in picture.splitlines()) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_PICTURES"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture, encoding="utf-8")
    assert picture == path.read_text(encoding="utf-8"), f"{path} differs: look at it, then UPDATE_PICTURES=1"
