"""A form on the screen: a cursor over its rows, arrows that vary, and a line for typing in place of the footer."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from opera_protocol.texts.i18n import N_
from opera_tui.config.appearance import Looks
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row
from opera_tui.widgets.form import Choice, Field, Typed
from opera_tui.widgets.lines import Line, Lines


class FormLines(Lines):
    """The rows of a form."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "vary(-1)", N_("change"), key_display="←→", tooltip=N_("Another value."), id="form.left"),
        Binding("right,l", "vary(1)", N_("change"), show=False, id="form.right"),
        Binding("space", "vary_around", show=False),
    ]

    class Varied(Message):
        """A value was changed."""

        def __init__(self, changed: Field) -> None:
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

    def _tell(self, field: Field) -> None:
        self.set_fields(self.fields)
        self.post_message(self.Varied(field))

    def _line(self, field: Field) -> Line:
        return Line(field.id, (*field.drawn(self._glyphs),), self.does(field))
