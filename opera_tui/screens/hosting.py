"""The host's box at a running table: a clock, and seats whose holders are gone."""

from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_protocol.client import Changed, ClientError
from opera_protocol.i18n import N_
from opera_tui.form import Barred, Choice, Field
from opera_tui.hosting import carry_out, does, host_fields
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, row
from opera_tui.screens.question import WIDTH
from opera_tui.screens.shell_screen import ShellDialog, key
from opera_tui.sentences import sentence_of
from opera_tui.session import Session
from opera_tui.table_view import TableView
from opera_tui.widgets.form_lines import FormLines
from opera_tui.widgets.key_line import KeyLine
from opera_tui.wrapping import wrapped


class HostLines(FormLines):
    """The rows, each with what Enter does there."""

    def does(self, field: Field) -> str:
        return does(field)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where a row says why not, only the cursor moves."""
        is_barred = isinstance(self.here, Barred) and action in ("choose", "vary", "vary_around")
        return not is_barred and super().check_action(action, parameters)


class HostScreen(ShellDialog[None]):
    """Follows the table while it stands; a refusal is told below the rows, and nothing is lost by it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", N_("back"), key_display="esc", tooltip=N_("Change nothing.")),
        key("everywhere.help", "help", N_("help"), N_("Explain this screen.")),
    ]

    def __init__(self, session: Session, table_id: str) -> None:
        super().__init__()
        self._client = session.client
        self._room = session.room(table_id)
        self._chosen: dict[str, Any] = {}
        """What stands in the rows, so that nobody who comes or goes changes it unseen."""
        self._refusal = ""

    def compose(self) -> ComposeResult:
        yield HostLines(self.looks)
        yield KeyLine(self.looks)

    def on_mount(self) -> None:
        head = self._room.view.public["table"]
        self.form.set_title(_("You host {table}").format(table=head["name"]))
        self._draw()
        self._follow()

    @property
    def form(self) -> FormLines:
        return self.query_one(FormLines)

    @work(group="follow")
    async def _follow(self) -> None:
        async for item in self._room.items():
            if isinstance(item, Changed):
                self._draw()

    def _draw(self) -> None:
        fields = host_fields(TableView(self._room.view, self.looks.glyphs), self._chosen)
        self._chosen |= {field.id: field.value for field in fields if isinstance(field, Choice)}
        self.form.set_fields(fields, foot=self._told())
        self.refresh_bindings()

    def _told(self) -> list[Row]:
        if not self._refusal:
            return []
        return [EMPTY, *(row(" ", Span(line, "warning")) for line in wrapped(self._refusal, WIDTH - 2))]

    def on_form_lines_varied(self, message: FormLines.Varied) -> None:
        self._chosen[message.changed.id] = message.changed.value
        self._refusal = ""
        self._draw()

    def on_lines_moved(self) -> None:
        self.refresh_bindings()

    def on_lines_chosen(self) -> None:
        field = self.form.here
        if isinstance(field, Choice):
            self._carry_out(field)

    def action_help(self) -> None:
        self.shell.show_rules(self._room.view.public["table"]["game"], "hosting")

    @work(exclusive=True, group="host")
    async def _carry_out(self, field: Choice) -> None:
        """Done, the box goes; the log tells everybody."""
        try:
            await carry_out(self._client, self._room.id, field)
        except ClientError as error:
            self._refusal = sentence_of(error)
            self._draw()
        else:
            # The end of the game may have come in front meanwhile.
            if self.is_current:
                self.dismiss()
