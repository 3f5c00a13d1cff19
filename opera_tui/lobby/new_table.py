"""The form for a new table."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from opera_protocol.texts.i18n import N_
from opera_protocol.wire.messages import TableSettings
from opera_tui.lobby.table_form import after_change, defaults, fields_of, settings_of
from opera_tui.look.i18n import _
from opera_tui.widgets.fields import Field
from opera_tui.widgets.form import FormScreen


class NewTableScreen(FormScreen[TableSettings | None]):
    """Ask for a table's settings; the result is the table to open, None after Esc."""

    HELP_TOPIC = "new_table"
    HEADING = N_("New table")
    SUBMITS = N_("open the table")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", N_("back"), key_display="esc", tooltip=N_("Open no table.")),
    ]

    def __init__(self, levels: Sequence[str], taken_names: Sequence[str], others_type: str) -> None:
        super().__init__()
        self._levels = levels
        self._values = defaults(levels, taken_names)
        self._others_type = others_type

    @property
    def remark(self) -> str:
        return _(" Others type  {line}").format(line=self._others_type) if self._others_type else ""

    def first_fields(self) -> list[Field]:
        return fields_of(self._values, self._levels)

    def follow_change(self, field: Field) -> None:
        self._values = after_change({**self._values, field.id: field.value}, field.id)
        self.form.set_fields(fields_of(self._values, self._levels))

    def submit(self) -> None:
        self.dismiss(settings_of(self._values))
