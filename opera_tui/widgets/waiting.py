"""The box that is shown while a server is started or looked for."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_protocol.texts.i18n import N_
from opera_tui.look.rows import row
from opera_tui.widgets.key_line import KeyLine
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import ShellDialog


class WaitingScreen(ShellDialog[None]):
    """Say what is waited for; Esc gives up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", N_("give up"), key_display="esc", tooltip=N_("Do not wait any longer.")),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield RowPanel(self.looks.palette, [row(" ", self._text)], id="waiting")
        yield KeyLine(self.looks)

    def action_give_up(self) -> None:
        self.shell.give_up()
