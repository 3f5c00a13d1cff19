"""What a terminal shows and which modes it is in, from the bytes that a program has written to it."""

import re
from collections.abc import Iterator

from rich.cells import cell_len

SEQUENCE = re.compile(
    r"\x1b\[(?P<private>[?>=<]?)(?P<parameters>[0-9;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|\x1b\](?P<command>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1bP(?P<device>[^\x1b]*)\x1b\\"
    r"|\x1b(?P<simple>[@-Z\\^_=>78])"
)
MOUSE_MODES = {"1000", "1002", "1003", "1015", "1006"}
DEFAULT_COLOURS = {"39", "49"}


class TerminalScreen:
    """As much of a terminal as Textual uses: moving the cursor, writing, underlining, and private modes."""

    def __init__(self, columns: int, rows: int) -> None:
        self.modes: set[str] = set()
        """The private modes that are on; the cursor is shown unless 25 was switched off."""
        self.is_cursor_shown = True
        self.unknown: list[str] = []
        """Control characters that no terminal should be sent here."""
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.height = columns, rows
        self._cells = [[" "] * columns for _row in range(rows)]
        self._underlined = [[False] * columns for _row in range(rows)]
        self._underlines = False
        self._x = self._y = 0

    @property
    def is_alternate(self) -> bool:
        return "1049" in self.modes

    @property
    def has_mouse(self) -> bool:
        return bool(self.modes & MOUSE_MODES)

    @property
    def rows(self) -> list[str]:
        """What stands on the screen, without blanks at the ends."""
        return ["".join(cells).rstrip() for cells in self._cells]

    @property
    def underlined(self) -> list[bool]:
        """Whether anything is underlined, row by row."""
        return [any(row) for row in self._underlined]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    def feed(self, written: str) -> str:
        """Take in what was written; what is left over is the beginning of a sequence."""
        at = 0
        while at < len(written):
            if written[at] != "\x1b":
                end = written.find("\x1b", at)
                self._write(written[at : end if end >= 0 else None])
                at = end if end >= 0 else len(written)
                continue
            found = SEQUENCE.match(written, at)
            if found is None:
                return written[at:]
            self._obey(found)
            at = found.end()
        return ""

    def _obey(self, found: "re.Match[str]") -> None:
        final, parameters = found["final"], found["parameters"] or ""
        if final in ("H", "f"):
            row, _, column = parameters.partition(";")
            self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
        elif final == "C":
            self._x += int(parameters or 1)
        elif final == "m" and not found["private"]:
            self._change_style(parameters.split(";"))
        elif final in ("h", "l") and found["private"] == "?":
            self._switch(set(parameters.split(";")), is_on=final == "h")

    def _change_style(self, codes: list[str]) -> None:
        """Take note of underlining; of colours, only that their numbers mean nothing else."""
        numbers = iter(codes)
        for code in numbers:
            if code in ("38", "48"):
                for _channel in range(3 if next(numbers, "") == "2" else 1):
                    next(numbers, "")
            elif code in ("", "0", "4", "24"):
                self._underlines = code == "4"

    def _switch(self, modes: set[str], *, is_on: bool) -> None:
        self.modes = self.modes | modes if is_on else self.modes - modes
        if "25" in modes:
            self.is_cursor_shown = is_on

    def _write(self, text: str) -> None:
        for character in text:
            if character == "\r":
                self._x = 0
            elif character == "\n":
                self._y, self._x = self._y + 1, 0
            elif character == "\a":
                continue
            elif ord(character) < 32 or 0x7F <= ord(character) < 0xA0:
                self.unknown.append(character)
            else:
                self._put(character)

    def _put(self, character: str) -> None:
        width = cell_len(character)
        if width == 0 or not (0 <= self._y < self.height and 0 <= self._x < self.columns):
            return
        cells = self._cells[self._y]
        cells[self._x] = character
        self._underlined[self._y][self._x] = self._underlines
        if width == 2 and self._x + 1 < self.columns:
            cells[self._x + 1] = ""
        self._x += width


def colours(written: str) -> Iterator[str]:
    """The colours that were asked for, but for the terminal's own ones."""
    for found in SEQUENCE.finditer(written):
        if found["final"] == "m" and not found["private"]:
            yield from _colours_of(found["parameters"].replace(":", ";").split(";"))


def _colours_of(codes: list[str]) -> Iterator[str]:
    for code in codes:
        number = int(code or 0)
        if (30 <= number <= 49 or 90 <= number <= 107) and code not in DEFAULT_COLOURS:
            yield ";".join(codes)
            return
