"""Forms: a cursor over rows whose values are varied with the arrows, or typed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.message import Message

from opera_protocol.texts.i18n import N_
from opera_protocol.wire.messages import Clock
from opera_tui.config.appearance import Looks
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row
from opera_tui.widgets.lines import Line, Lines

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


class FormLines(Lines):
    """The rows of a form."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "vary(-1)", N_("change"), key_display="←→", tooltip=N_("Another value."), id="form.left"),
        Binding("right,l", "vary(1)", N_("change"), show=False, id="form.right"),
        Binding("space", "vary_around", show=False),
    ]

    class Varied(Message):
        """A value was changed."""

        def __init__(self, changed: Choice) -> None:
            super().__init__()
            self.changed = changed

    def __init__(self, looks: Looks, does: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(looks, id=id)
        self._does = does
        self.enter_word = _("do it")
        self.fields: list[Field] = []

    def set_fields(self, fields: Sequence[Field], foot: Sequence[Row] = ()) -> None:
        """Show these fields, the cursor on the one where it was."""
        self.fields = list(fields)
        self.set_lines([self._line(field) for field in self.fields], foot=foot)

    def does(self, field: Field) -> str:
        """Return what Enter does on a field; empty if nothing."""
        return _("type it") if isinstance(field, Typed) else self._does

    def field(self, field_id: str) -> Field | None:
        return next((field for field in self.fields if field.id == field_id), None)

    @property
    def here(self) -> Field | None:
        """Return the field under the cursor."""
        return self.field(self.line.id) if self.line else None

    def go_on(self) -> None:
        """Go to the next field once a text was typed, so that Enter does not ask again; the last leads to the first."""
        ids = [field.id for field in self.fields]
        if self.here is not None:
            self.go_to(ids[(ids.index(self.here.id) + 1) % len(ids)])

    def action_vary(self, steps: int) -> None:
        field = self.here
        if isinstance(field, Choice):
            field.vary(steps)
            self._tell(field)

    def action_vary_around(self) -> None:
        """Choose the next value; after the last one comes the first."""
        field = self.here
        if isinstance(field, Choice):
            field.value = field.options[(field.place + 1) % len(field.options)].value
            self._tell(field)

    def _tell(self, field: Choice) -> None:
        self.set_fields(self.fields)
        self.post_message(self.Varied(field))

    def _line(self, field: Field) -> Line:
        return Line(field.id, (*field.drawn(self._glyphs),), self.does(field))
