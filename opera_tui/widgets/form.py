"""Forms: a cursor over rows whose values are varied with the arrows, or typed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from opera_protocol.texts.i18n import N_
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.messages import Clock
from opera_protocol.wire.plain_text import TextField, clean
from opera_tui.config.appearance import Looks
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _, pgettext, sentence_of
from opera_tui.look.rows import Row, Span, column, row, width, wrapped
from opera_tui.widgets.footer import Entry
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import ResultT, ShellScreen, TooSmall

LABEL_CELLS: Final = 18
USUAL_CELLS: Final = 78


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
        """Draw all values, or where there is too little room, as many around the chosen one as fit whole."""
        shown = []
        for place, option in enumerate(self.options):
            left, right = glyphs.chosen if place == self.place else (" ", " ")
            shown.append(Span(f"{left}{option.shown}{right}", "strong" if place == self.place else "quiet"))
        first, end, room = 0, len(shown), cells - LABEL_CELLS
        while width(row(*shown[first:end])) > room - cell_len(glyphs.cut) * (end < len(shown)) and end - first > 1:
            first, end = (first, end - 1) if end - 1 > self.place else (first + 1, end)
        more = Span(glyphs.cut, "quiet") if end < len(shown) else ""
        note = Span(f" {glyphs.dot} {self.note}", "quiet") if self.note else ""
        return row(column(self.label, LABEL_CELLS), *shown[first:end], more, note)


@dataclass
class LongChoice(Choice):
    """A row with so many values that only the chosen one has room."""

    def drawn(self, glyphs: Glyphs, cells: int) -> Row:
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
        """Choose a value before or after; it stops at the ends."""
        if isinstance(self.here, Choice):
            self._choose(self.here, max(0, min(len(self.here.options) - 1, self.here.place + steps)))

    def action_vary_around(self) -> None:
        """Choose the next value; after the last one comes the first."""
        if isinstance(self.here, Choice):
            self._choose(self.here, (self.here.place + 1) % len(self.here.options))

    def _choose(self, field: Choice, place: int) -> None:
        field.value = field.options[place].value
        self.set_fields(self.fields)
        self.post_message(self.Varied(field))

    def _line(self, field: Field) -> Line:
        return Line(field.id, (*field.drawn(self._glyphs, self._room),), self.does(field))

    @property
    def _room(self) -> int:
        """Return the cells of a line beside the cursor; before the first layout, those of 80 columns."""
        return (self.content_size.width or USUAL_CELLS) - 1

    def on_resize(self) -> None:
        """Draw the values that fit now."""
        self.set_fields(self.fields, self._foot)


class FormScreen(ShellScreen[ResultT]):
    """A form and a remark below it: Enter asks for the text of a row, or submits the form."""

    CSS_PATH = "../styles/forms.tcss"
    HEADING: ClassVar[str] = ""
    SUBMITS: ClassVar[str] = ""
    """What Enter does on every row that is not typed."""

    def compose(self) -> ComposeResult:
        yield FormLines(self.looks, _(self.SUBMITS), id="form")
        remark = wrapped(self.remark.strip(), max(1, self.app.size.width - 2))
        yield RowPanel(self.looks.palette, [row(" ", Span(line, "quiet")) for line in remark], id="remark")
        yield TooSmall()
        yield Entry()
        yield self.key_line()

    def on_mount(self) -> None:
        self.form.set_title(_(self.HEADING))
        self.form.set_fields(self.first_fields())
        self.form.focus()

    @property
    def form(self) -> FormLines:
        return self.query_one(FormLines)

    @property
    def remark(self) -> str:
        raise NotImplementedError

    def first_fields(self) -> list[Field]:
        """Return the rows with their first values."""
        raise NotImplementedError

    def follow_change(self, field: Field) -> None:
        """Draw the form after a value has changed."""
        self.form.set_fields(self.form.fields)

    def submit(self) -> None:
        raise NotImplementedError

    def on_form_lines_varied(self, message: FormLines.Varied) -> None:
        self.follow_change(message.changed)

    def on_lines_chosen(self) -> None:
        field = self.form.here
        if isinstance(field, Typed):
            self.query_one(Entry).ask(field.id, field.label, field.value, field.kind.cells)
        else:
            self.submit()

    def on_entry_given(self, message: Entry.Given) -> None:
        field = self.form.field(message.purpose)
        if not isinstance(field, Typed):
            return
        try:
            field.value = field.cleaned(message.text)
        except TextError as error:
            self.tell(sentence_of(error))
            return
        self.follow_change(field)
        self.form.go_on()
