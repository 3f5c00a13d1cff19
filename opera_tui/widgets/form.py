"""Forms: rows whose values are varied with the arrows, or typed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from opera_protocol.wire.messages import Clock
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row

LABEL_CELLS = 18


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

    def vary(self, steps: int) -> None:
        """Choose the next option or the one before; it stops at the ends."""
        place = max(0, min(len(self.options) - 1, self.place + steps))
        self.value = self.options[place].value

    def drawn(self, glyphs: Glyphs) -> Row:
        parts: list[Span] = [column(self.label, LABEL_CELLS)]
        for place, option in enumerate(self.options):
            left, right = glyphs.chosen if place == self.place else (" ", " ")
            parts.append(Span(f"{left}{option.shown}{right}", "strong" if place == self.place else "quiet"))
        return row(*parts, Span(f" {self.note}", "quiet") if self.note else "")


@dataclass
class LongChoice(Choice):
    """A row with so many values that only the chosen one has room."""

    def drawn(self, glyphs: Glyphs) -> Row:
        left, right = glyphs.chosen
        text = _("{n} of {all}").format(n=self.place + 1, all=len(self.options))
        chosen = Span(f"{left}{self.options[self.place].shown}{right}", "strong")
        return row(column(self.label, LABEL_CELLS), chosen, Span(f" {text}, {self.note}", "quiet"))


@dataclass
class Typed:
    """A row with a text."""

    id: str
    label: str
    value: str
    most: int
    empty: str = ""
    """What is shown where nothing was typed."""
    note: str = field(default="")

    def vary(self, steps: int) -> None:
        """Do nothing: texts are typed."""

    def drawn(self, glyphs: Glyphs) -> Row:
        shown = Span(f" {self.value}", "strong") if self.value else Span(f" {self.empty}", "quiet")
        return row(column(self.label, LABEL_CELLS), shown)


@dataclass
class Barred:
    """A row that cannot be used now, and why."""

    id: str
    label: str
    why: str
    value: None = None

    def vary(self, steps: int) -> None:
        """Do nothing: there is nothing to choose."""

    def drawn(self, glyphs: Glyphs) -> Row:
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
        return _("none")
    if clock.mode == "bank":
        return _("{minutes} min in all").format(minutes=clock.seconds // 60)
    return f"{clock.seconds} s"
