"""The title of the terminal's window."""

from typing import TYPE_CHECKING, Any, Final

from opera_protocol.texts.format import plain
from opera_tui.terminal.textual_private import driver_of

if TYPE_CHECKING:
    from textual.app import App

_SAVE: Final = "\x1b[22;2t"
_RESTORE: Final = "\x1b[23;2t"


class TerminalTitle:
    """Show a text in the title, and give the terminal its own title back."""

    def __init__(self, app: "App[Any]") -> None:
        self._app = app
        self._shown: str | None = None

    def show(self, text: str) -> None:
        title = f"Opera: {plain(text)}" if text else "Opera"
        if title != self._shown:
            self._write(("" if self._shown is not None else _SAVE) + f"\x1b]2;{title}\x07")
            self._shown = title

    def restore(self) -> None:
        if self._shown is not None:
            self._write(_RESTORE)
            self._shown = None

    def _write(self, codes: str) -> None:
        driver = driver_of(self._app)
        if driver is not None and not self._app.is_headless:
            driver.write(codes)
