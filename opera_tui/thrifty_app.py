"""An application that sends only what changes: what Textual sends too much is left out here."""

from textual.app import App
from textual.events import Event, Resize
from textual.screen import Screen

from opera_tui.thrifty_driver import ThriftyDriver


class ThriftyApp(App[None]):
    """For terminals at the other end of a thin line."""

    def __init__(self, *, ansi_color: bool | None) -> None:
        super().__init__(driver_class=ThriftyDriver, ansi_color=ansi_color)

    @property
    def _background_screens(self) -> list[Screen[object]]:
        """What is seen below the screen in front.

        Textual counts the next screen in any case, and paints everything anew whenever something changes down there.
        """
        return super()._background_screens if self.screen.styles.background.a < 1 else []

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Resize) and isinstance(self._driver, ThriftyDriver):
            self._driver.forget()
        await super().on_event(event)
