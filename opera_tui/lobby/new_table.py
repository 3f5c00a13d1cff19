"""The form for a new table: all its settings, each with a default."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_protocol.texts.i18n import N_
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.messages import TableSettings
from opera_protocol.wire.plain_text import CODE_WORD, TABLE_NAME, clean
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.lobby.table_form import after_change, defaults, fields_of, settings_of
from opera_tui.look.i18n import _
from opera_tui.look.rows import Span, row
from opera_tui.session.sentences import sentence_of
from opera_tui.widgets.entry import Entry
from opera_tui.widgets.form import Typed
from opera_tui.widgets.form_lines import FormLines
from opera_tui.widgets.lines import Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import ShellScreen
from opera_tui.widgets.too_small import TooSmall


class NewTableScreen(ShellScreen[TableSettings | None]):
    """Ask for a table's settings; the result is the table to open, None after Esc."""

    CSS_PATH = "../styles/forms.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", N_("back"), key_display="esc", tooltip=N_("Open no table.")),
    ]

    def __init__(self, levels: Sequence[str], taken_names: Sequence[str], others_type: str) -> None:
        super().__init__()
        self._levels = levels
        self._values = defaults(levels, taken_names)
        self._others_type = others_type

    def compose(self) -> ComposeResult:
        yield FormLines(self.looks, _("open the table"), id="form")
        text = _(" Others type  {line}").format(line=self._others_type) if self._others_type else ""
        yield RowPanel(self.looks.palette, [row(Span(text, "quiet"))], id="remark")
        yield TooSmall()
        yield Entry()
        yield self.key_line()

    def on_mount(self) -> None:
        self.form.set_title(_("New table"))
        self._draw()
        self.form.focus()

    @property
    def form(self) -> FormLines:
        return self.query_one(FormLines)

    def _draw(self) -> None:
        self.form.set_fields(fields_of(self._values, self._levels))

    def on_form_lines_varied(self, message: FormLines.Varied) -> None:
        self._set(message.changed.id, message.changed.value)

    def _set(self, field_id: str, value: object) -> None:
        self._values = after_change({**self._values, field_id: value}, field_id)
        self._draw()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        field = self.form.here
        if isinstance(field, Typed):
            self.query_one(Entry).ask(field.id, field.label, field.value, field.most)
        else:
            self.dismiss(settings_of(self._values))

    def on_entry_given(self, message: Entry.Given) -> None:
        """Refuse a text that the server would refuse, with the same sentence."""
        try:
            is_name = message.purpose == "name"
            may_be_empty = not is_name and not message.text
            text = "" if may_be_empty else clean(message.text, TABLE_NAME if is_name else CODE_WORD)
        except TextError as error:
            self.tell(sentence_of(error))
            return
        self._set(message.purpose, text)
        self.form.go_on()

    def action_help(self) -> None:
        self.app.push_screen(RulesScreen(topic="new_table"))
