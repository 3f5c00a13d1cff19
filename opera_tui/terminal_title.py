"""The title of the terminal's window."""

from typing import TYPE_CHECKING, Any, Final

from opera_protocol.telling import plain

if TYPE_CHECKING:
    from textual.app import App

_SAVE: Final = "\x1b[22;2t"
_RESTORE: Final = "\x1b[23;2t"


class TerminalTitle:
    """Says something in the title, and gives the terminal its own title back."""

    def __init__(self, app: "App[Any]") -> None:
        self._app = app
        self._shown: str | None = None

    def show(self, told: str) -> None:
        title = f"Opera: {plain(told)}" if told else "Opera"
        if title != self._shown:
            self._write(("" if self._shown is not None else _SAVE) + f"\x1b]2;{title}\x07")
            self._shown = title

    def restore(self) -> None:
        if self._shown is not None:
            self._write(_RESTORE)
            self._shown = None

    def _write(self, codes: str) -> None:
        driver = self._app._driver  # noqa: SLF001 - Textual has no other way to the terminal
        if driver is not None and not self._app.is_headless:
            driver.write(codes)
