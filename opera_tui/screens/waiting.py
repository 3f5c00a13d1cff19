"""While a server is started or looked for."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_protocol.i18n import N_
from opera_tui.rows import row
from opera_tui.screens.shell_screen import ShellDialog
from opera_tui.widgets.key_line import KeyLine
from opera_tui.widgets.row_panel import RowPanel


class WaitingScreen(ShellDialog[None]):
    """Says what is waited for; Esc gives it up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", N_("give up"), key_display="esc", tooltip=N_("Do not wait any longer.")),
    ]

    def __init__(self, told: str) -> None:
        super().__init__()
        self._told = told

    def compose(self) -> ComposeResult:
        yield RowPanel(self.looks.palette, [row(" ", self._told)], id="waiting")
        yield KeyLine(self.looks)

    def action_give_up(self) -> None:
        self.shell.give_up()
