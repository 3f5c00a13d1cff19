"""What all screens but the table have in common: the footer, help, and one sentence when there is no room."""

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from opera_protocol.i18n import N_
from opera_tui.keys import DEFAULT_KEYS
from opera_tui.session import Looks
from opera_tui.widgets.key_line import KeyLine
from opera_tui.widgets.too_small import HORIZONTAL_BREAKPOINTS, VERTICAL_BREAKPOINTS

if TYPE_CHECKING:
    from opera_tui.app import OperaApp

ResultT = TypeVar("ResultT")


def key(name: str, action: str, text: str, tooltip: str, *, show: bool = True) -> Binding:
    """A key that can be set, by its name in the settings."""
    return Binding(DEFAULT_KEYS[name], action, text, show=show, tooltip=tooltip, id=name)


class ShellScreen(Screen[ResultT]):
    """A screen with a footer."""

    HORIZONTAL_BREAKPOINTS = HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = VERTICAL_BREAKPOINTS
    BINDINGS: ClassVar[list[BindingType]] = [
        key("everywhere.help", "help", N_("help"), N_("Explain this screen.")),
    ]

    @property
    def shell(self) -> "OperaApp":
        return cast("OperaApp", self.app)

    @property
    def looks(self) -> Looks:
        return self.shell.looks

    def key_line(self) -> KeyLine:
        return KeyLine(self.looks)

    def on_screen_resume(self) -> None:
        self.query_one(KeyLine).update_keys()


class ShellDialog(ModalScreen[ResultT]):
    """A box in front of another screen."""

    @property
    def shell(self) -> "OperaApp":
        return cast("OperaApp", self.app)

    @property
    def looks(self) -> Looks:
        return self.shell.looks
