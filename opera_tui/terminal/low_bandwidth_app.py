"""An application that sends and does only what is needed: what Textual does too much is left out here."""

from textual.app import App
from textual.events import Event, Resize
from textual.screen import Screen
from textual.theme import Theme

from opera_tui.terminal.low_bandwidth_driver import LowBandwidthDriver
from opera_tui.terminal.textual_private import HookedApp, driver_of


class LowBandwidthApp(HookedApp):
    """For terminals at the other end of a thin line."""

    def __init__(self, *, ansi_color: bool | None) -> None:
        super().__init__(driver_class=LowBandwidthDriver, ansi_color=ansi_color)

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
        """Count only screens that show through: for the others Textual would paint all again at each change."""
        return screens if self.screen.styles.background.a < 1 else []

    def action_paint_anew(self) -> None:
        """Send the whole picture again, since something else has written to the terminal."""
        self._forget_picture()
        self.screen.refresh(layout=True)

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Resize):
            self._forget_picture()
        await super().on_event(event)

    def _forget_picture(self) -> None:
        driver = driver_of(self)
        if isinstance(driver, LowBandwidthDriver):
            driver.forget()
