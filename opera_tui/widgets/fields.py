"""Rows of a form: their values, and how they are drawn. Nothing here needs a screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from opera_protocol.wire.messages import Clock
from opera_protocol.wire.plain_text import TextField, clean
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _, pgettext
from opera_tui.look.rows import Row, Span, column, row, width

LABEL_CELLS: Final = 18


class Option(NamedTuple):
    """A value and how it is shown."""

    value: Any
    shown: str


@dataclass
class Choice:
    """A row with a few values, one of them chosen."""

    id: str
    label: str
    options: Sequence[Option]
    value: Any
    note: str = ""

    @property
    def place(self) -> int:
        """Return which option is chosen; the first one if the value is none of them."""
        return next((place for place, option in enumerate(self.options) if option.value == self.value), 0)

    def drawn(self, glyphs: Glyphs, cells: int) -> Row:
        """Draw all values, or where there is too little room, as many around the chosen one as fit whole.

        A note that has no room beside them gives way.
        """
        shown = []
        for place, option in enumerate(self.options):
            left, right = glyphs.chosen if place == self.place else (" ", " ")
            shown.append(Span(f"{left}{option.shown}{right}", "strong" if place == self.place else "quiet"))
        first, end, room = 0, len(shown), cells - LABEL_CELLS
        while width(row(*shown[first:end])) > room - cell_len(glyphs.cut) * (end < len(shown)) and end - first > 1:
            first, end = (first, end - 1) if end - 1 > self.place else (first + 1, end)
        more = Span(glyphs.cut, "quiet") if end < len(shown) else ""
        note = Span(f" {glyphs.dot} {self.note}", "quiet") if self.note else ""
        return _if_it_fits(row(column(self.label, LABEL_CELLS), *shown[first:end], more), row(note), cells)


def _if_it_fits(drawn: Row, note: Row, cells: int) -> Row:
    whole = row(drawn, note)
    return whole if width(whole) <= cells else drawn


@dataclass
class LongChoice(Choice):
    """A row with so many values that only the chosen one has room."""

    def drawn(self, glyphs: Glyphs, cells: int) -> Row:
        left, right = glyphs.chosen
        text = _("{n} of {all}").format(n=self.place + 1, all=len(self.options))
        chosen = Span(f"{left}{self.options[self.place].shown}{right}", "strong")
        drawn = row(column(self.label, LABEL_CELLS), chosen, Span(f" {text}", "quiet"))
        return _if_it_fits(drawn, row(Span(f", {self.note}", "quiet")), cells)


@dataclass
class Typed:
    """A row with a text."""

    id: str
    label: str
    value: str
    kind: TextField
    empty: str = ""
    """What is shown where nothing was typed; if this is empty, a text is required."""

    def cleaned(self, text: str) -> str:
        """Return a text as it is used; what the server would refuse is refused here with the same error."""
        return "" if self.empty and not text else clean(text, self.kind)

    def drawn(self, glyphs: Glyphs, cells: int) -> Row:
        shown = Span(f" {self.value}", "strong") if self.value else Span(f" {self.empty}", "quiet")
        return row(column(self.label, LABEL_CELLS), shown)


@dataclass
class Barred:
    """A row that cannot be used now, and why."""

    id: str
    label: str
    why: str
    value: None = None

    def drawn(self, glyphs: Glyphs, cells: int) -> Row:
        return row(column(f"{glyphs.none} {self.label}", LABEL_CELLS, "quiet"), Span(f" {self.why}", "quiet"))


Field = Choice | Typed | Barred


def switch(field_id: str, label: str, value: bool, note: str = "") -> Choice:
    """Return a row with yes and no."""
    return Choice(field_id, label, [Option(True, _("yes")), Option(False, _("no"))], value, note)


def words(field_id: str, label: str, options: Sequence[tuple[Any, str]], value: Any, note: str = "") -> Choice:
    return Choice(field_id, label, [Option(*option) for option in options], value, note)


def clock_text(clock: Clock) -> str:
    """Return a clock in few words."""
    if clock.mode == "none":
        return pgettext("clock", "none")
    if clock.mode == "bank":
        # Translators: at most 13 cells.
        return _("{minutes} min in all").format(minutes=clock.seconds // 60)
    return _("{seconds} s").format(seconds=clock.seconds)
