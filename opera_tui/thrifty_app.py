"""An application that sends and does only what is needed: what Textual does too much is left out here."""

from textual.app import App
from textual.events import Event, Resize
from textual.screen import Screen
from textual.theme import Theme

from opera_tui.thrifty_driver import ThriftyDriver


class ThriftyApp(App[None]):
    """For terminals at the other end of a thin line."""

    def __init__(self, *, ansi_color: bool | None) -> None:
        super().__init__(driver_class=ThriftyDriver, ansi_color=ansi_color)

    def begin_with(self, theme: Theme) -> None:
        """Choose the theme before anything is shown.

        Setting it, as one does later, would parse every style a second time.
        """
        self.register_theme(theme)
        self.set_reactive(App.theme, theme.name)
        self.set_class(theme.dark, "-dark-mode", update=False)
        self.set_class(not theme.dark, "-light-mode", update=False)
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

    @property
    def _background_screens(self) -> list[Screen[object]]:
        """What is seen below the screen in front.

        Textual counts the next screen in any case, and paints everything anew whenever something changes down there.
        """
        return super()._background_screens if self.screen.styles.background.a < 1 else []

    def action_paint_anew(self) -> None:
        """Something else has written to the terminal: send the whole picture again."""
        if isinstance(self._driver, ThriftyDriver):
            self._driver.forget()
        self.screen.refresh(layout=True)

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Resize) and isinstance(self._driver, ThriftyDriver):
            self._driver.forget()
        await super().on_event(event)
