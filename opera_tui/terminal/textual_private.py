"""Everything of Textual that is used here although its name says that it is private.

Each use has a test in `tests/tui/test_textual_private.py` that says what breaks when Textual changes.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final, TypeVar

from textual._context import NoActiveAppError
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.driver import Driver
from textual.events import Mount, ScreenResume
from textual.filter import NoColor
from textual.keys import _character_to_key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.messages import Prune
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed

from opera_games.errors import MISFITS, Coded

ResultT = TypeVar("ResultT")
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


async def until_handled(pump: MessagePump, seconds: float | None = None) -> None:
    """Wait until an application, a screen or a widget has handled what it has got so far; at most so long.

    Nobody waits for one that has ended.
    """
    is_handled: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    if pump.is_running and pump.call_later(lambda: None if is_handled.done() else is_handled.set_result(None)):
        ended = [pump._task] if pump._task is not None else []  # noqa: SLF001
        await asyncio.wait([is_handled, *ended], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


class HookedApp(App[None]):
    """An application with public names for hooks that Textual keeps private."""

    @property
    def has_whole_screen(self) -> bool:
        """Whether the screen in front has its children, and takes messages."""
        screen: object = self.screen_stack[-1] if self.screen_stack else None
        return screen is not None and (not isinstance(screen, HookedScreen) or screen.is_whole)

    @property
    def is_in_batch(self) -> bool:
        """Whether nothing is painted until several changes are done."""
        return self._batch_count > 0

    def has_priority(self, key: str) -> bool:
        """Return whether the application handles a key before any screen does."""
        return any(binding.priority for binding in self._bindings.key_to_bindings.get(key, ()))

    def screen_is_there(self) -> None:
        """Handle that a screen has come to the front with all its children, or that a batch of changes is done."""

    def _end_batch(self) -> None:
        super()._end_batch()
        self.screen_is_there()

    def refresh_colours(self) -> None:
        """Choose how colours are sent, as Textual does when a theme is set the usual way."""
        self._refresh_truecolor_filter(self.ansi_theme)

    @property
    def is_writing(self) -> bool:
        """Whether something is still on its way to the terminal."""
        writer = getattr(self._driver, "_writer_thread", None)
        return writer is not None and not writer._queue.empty()  # noqa: SLF001

    def leave_out_colours(self, is_wanted: bool) -> None:
        """Send no colours at all, or send them again."""
        self._filters[:] = [kept for kept in self._filters if not isinstance(kept, NoColor)]
        if is_wanted:
            self._filters.append(NoColor())

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
    """A screen that does nothing without its children, and goes on after an exception that its application survives.

    It has its children while it handles messages. What runs elsewhere ends with it: its workers, and what waits for
    painting. Whoever calls its methods from outside goes through its messages, by `call_later`.

    It is styled once when it opens. Textual would find the styles of all its widgets three times: when they come, when
    the screen comes to the front, and when it gets the classes of its size.
    """

    _is_new = True

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name, id, classes)
        with contextlib.suppress(NoActiveAppError):
            width, height = self.app.size
            columns = self._get_breakpoint_classes(width, self.HORIZONTAL_BREAKPOINTS or [])
            rows = self._get_breakpoint_classes(height, self.VERTICAL_BREAKPOINTS or [])
            self.add_class(*columns, *rows, update=False)

    @property
    def is_whole(self) -> bool:
        """Whether it has its children, and takes messages."""
        return self.is_mounted and self.is_running

    def _on_screen_resume(self, event: ScreenResume) -> None:
        event.refresh_styles = event.refresh_styles and not self._is_new
        self._is_new = False
        app: object = self.app
        if isinstance(app, HookedApp):
            app.screen_is_there()

    async def on_prune(self, event: Prune) -> None:
        """Stop working before the children are removed, one after the other."""
        self.workers.cancel_node(self)

    def call_after_refresh(self, callback: Callable[..., Any], *arguments: Any, **named: Any) -> bool:
        """Do something after the next painting, by whatever screen; not if this one has gone meanwhile."""
        return super().call_after_refresh(lambda: callback(*arguments, **named) if self.is_whole else None)

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Close this screen, if it is in front: Textual would close whatever is."""
        return super().dismiss(result) if self.is_current else AwaitComplete(asyncio.sleep(0))

    async def _dispatch_message(self, message: Message) -> None:
        if isinstance(message, Mount) and self.app._exit:  # noqa: SLF001
            return  # Once the program ends, Textual opens a screen without its children.
        try:
            await super()._dispatch_message(message)
        except SURVIVABLE as error:
            app: object = self.app
            if not isinstance(app, HookedApp) or not app.survives(error):
                raise
