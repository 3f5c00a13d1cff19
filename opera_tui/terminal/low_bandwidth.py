"""Send as few bytes as possible to the terminal, which may be at the end of a slow line; show the window's title."""

from typing import Any, Final

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.screen import Screen
from textual.theme import Theme

from opera_protocol.texts.format import plain
from opera_tui.terminal.cell_diff import Picture
from opera_tui.terminal.textual_private import driver_of
from opera_tui.terminal.typed_ahead import TypedAheadApp

_SAVE_TITLE: Final = "\x1b[22;2t"
_RESTORE_TITLE: Final = "\x1b[23;2t"


class LowBandwidthDriver(LinuxDriver):
    """Send only what differs from the picture that the terminal shows, less than half of what Textual would send."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self.picture = app.picture if isinstance(app, LowBandwidthApp) else Picture()

    def write(self, data: str) -> None:
        if news := self.picture.news(data):
            super().write(news)


class LowBandwidthApp(TypedAheadApp):
    """An application that avoids needless painting and parsing by Textual."""

    def __init__(self) -> None:
        super().__init__(driver_class=LowBandwidthDriver)
        self.picture = Picture()
        """What the terminal shows."""

    def limit_colours(self, *, to_256: bool, to_none: bool) -> None:
        """Say which colours may be sent from now on."""
        self.picture.in_256 = to_256
        self.leave_out_colours(to_none)

    def begin_with(self, theme: Theme) -> None:
        """Choose the theme before anything is shown.

        Setting it, as one does later, would parse every style a second time.
        """
        self.register_theme(theme)
        self.set_reactive(App.theme, theme.name)
        self.set_class(theme.dark, "-dark-mode", update=False)
        self.set_class(not theme.dark, "-light-mode", update=False)
        self.stylesheet.set_variables(self.get_css_variables())
        self.refresh_colours()

    def screens_behind(self, screens: list[Screen[object]]) -> list[Screen[object]]:
        """Return screens only if they show through: Textual would repaint them all at each change."""
        return screens if self.screen.styles.background.a < 1 else []

    def action_repaint_all(self) -> None:
        """Send the whole picture again, since something else has written to the terminal."""
        self.on_resize()
        self.screen.refresh(layout=True)

    def on_resize(self) -> None:
        """Forget the picture: the terminal may show anything now."""
        self.picture.forget()


class TerminalTitle:
    """Show a text in the title of the terminal's window, and give the terminal its own title back."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._shown: str | None = None

    def show(self, text: str) -> None:
        title = f"Opera: {plain(text)}" if text else "Opera"
        if title != self._shown:
            self._write(("" if self._shown is not None else _SAVE_TITLE) + f"\x1b]2;{title}\x07")
            self._shown = title

    def restore(self) -> None:
        if self._shown is not None:
            self._write(_RESTORE_TITLE)
            self._shown = None

    def _write(self, codes: str) -> None:
        driver = driver_of(self._app)
        if driver is not None and not self._app.is_headless:
            driver.write(codes)
