"""Everything of Textual that is used here although its name says that it is private.

Each use has a test in `tests/tui/test_textual_private.py` that says what breaks when Textual changes.
"""

from typing import Any, Final, TypeVar

from textual.app import App
from textual.content import Content
from textual.driver import Driver
from textual.keys import _character_to_key
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed

from opera_games.errors import Coded

ResultT = TypeVar("ResultT")
MISFITS: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What is raised where parts of a document contradict each other, although each of them fits its type."""
SURVIVABLE: Final = (*MISFITS, Coded)


def key_name(character: str) -> str:
    """Return the name of the key that types a character: `question_mark` for `?`."""
    return _character_to_key(character)


def driver_of(app: App[Any]) -> Driver | None:
    """Return what writes to the terminal; Textual has no other way to it."""
    return app._driver  # noqa: SLF001


def set_border_texts(widget: Widget, title: Content | None, subtitle: Content | None) -> None:
    """Set the texts of a border without painting; by the public names Textual would paint the whole widget."""
    widget._border_title, widget._border_subtitle = title, subtitle  # noqa: SLF001


class HookedApp(App[None]):
    """An application with public names for hooks that Textual keeps private."""

    def refresh_colours(self) -> None:
        """Choose how colours are sent, as Textual does when a theme is set the usual way."""
        self._refresh_truecolor_filter(self.ansi_theme)

    @property
    def _background_screens(self) -> list[Screen[object]]:
        return self.screens_behind(super()._background_screens)

    def screens_behind(self, screens: list[Screen[object]]) -> list[Screen[object]]:
        """Return those of the screens below the one in front that can be seen."""
        return screens

    def _fatal_error(self) -> None:
        self.note_crash()
        self._close_messages_no_wait()

    def note_crash(self) -> None:
        """Handle an exception that ends the program, instead of Textual's printing it."""

    def _handle_exception(self, error: Exception) -> None:
        if not self.survives(error.error if isinstance(error, WorkerFailed) else error):
            super()._handle_exception(error)

    def survives(self, error: BaseException) -> bool:
        """Handle an exception that nothing else has caught, and return whether the program can go on."""
        return False

    async def _dispatch_message(self, message: Message) -> None:
        # Textual's loop would end with any exception, also with one that `_handle_exception` survives.
        try:
            await super()._dispatch_message(message)
        except SURVIVABLE as error:
            if not self.survives(error):
                raise


class HookedScreen(Screen[ResultT]):
    """A screen that goes on taking messages after an exception that its application survives."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except SURVIVABLE as error:
            app: object = self.app
            if not isinstance(app, HookedApp) or not app.survives(error):
                raise
