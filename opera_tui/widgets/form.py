"""Forms: a cursor over rows whose values are varied with the arrows, or typed."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from opera_protocol.texts.i18n import N_
from opera_protocol.wire.errors import TextError
from opera_tui.config.appearance import Looks
from opera_tui.look.i18n import _, sentence_of
from opera_tui.look.rows import Row, Span, row, wrapped
from opera_tui.widgets.fields import Choice, Field, Typed
from opera_tui.widgets.footer import Entry
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import ResultT, ShellScreen, TooSmall

USUAL_CELLS: Final = 78


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
