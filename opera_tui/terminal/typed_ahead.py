"""Hand what is typed and clicked to the screens one by one, however fast it comes and whatever comes to the front."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from textual import events
from textual.errors import NoWidget
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from opera_tui.terminal.textual_private import HookedApp, until_handled

Typed = events.InputEvent | events.Paste
PATIENCE_SECONDS: Final = 2.0
"""How long a key waits for those who have the one before it and do not come to an end."""
MOST_ROUNDS: Final = 4
"""How often what follows from a key is followed up to the application: Enter in a form takes three."""


class TypedAheadApp(HookedApp):
    """An application that gives a key to the screen in front once that is there, and after what the key before did.

    Textual gives it to whatever has the focus when it is read: what is typed ahead of a screen goes to the one before,
    or to a screen without its children.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._typed: deque[Typed | asyncio.Event] = deque()
        """What waits, and between it the events of those who wait for all that comes before."""
        self._due: Typed | None = None
        self._asked: Screen[Any] | None = None
        """The screen that has got what was due."""
        self._way: Sequence[MessagePump] = ()
        """Those who can handle it, one after the other."""
        self._is_there = asyncio.Event()
        self._giving: asyncio.Task[None] | None = None

    @property
    def takes_typing(self) -> bool:
        """Whether the screen in front is there, and no other one is about to take its place unseen."""
        return self.has_whole_screen and not self.is_in_batch

    async def typed_is_handled(self) -> None:
        """Wait until all that was typed or clicked so far has been handled."""
        is_handled = asyncio.Event()
        self.call_later(self._keep, is_handled)
        await is_handled.wait()

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, Typed) or event.is_forwarded:
            await super().on_event(event)
        elif event is self._due and self.takes_typing:
            self._asked, self._way = self.screen, self._way_of(event)
            await super().on_event(event)
        elif event is self._due:
            self._keep(event, is_first=True)
        elif self._is_urgent(event):
            self._forget_typed()
            await super().on_event(event)
        else:
            self._keep(event)

    def on_key(self, event: events.Key) -> None:
        """Let a key that nobody has taken begin anew if another screen has come to the front."""
        if self.screen is not self._asked:
            event.prevent_default()
            self._keep(event.copy(), is_first=True)

    async def on_unmount(self) -> None:
        if self._giving is not None:
            self._giving.cancel()

    def screen_is_there(self) -> None:
        """Go on with what has waited for a screen."""
        self._is_there.set()

    def _way_of(self, typed: Typed) -> Sequence[MessagePump]:
        """Return who may handle it: the widget under the mouse or with the focus, then all those around it."""
        target: Widget = self.focused or self.screen
        if isinstance(typed, events.MouseEvent):
            with contextlib.suppress(NoWidget):
                target = self.mouse_captured or self.get_widget_at(typed.x, typed.y)[0]
        return target.ancestors_with_self

    def _is_urgent(self, event: Typed) -> bool:
        """Return whether a key must not wait for a screen that may never come: there is always a way out."""
        return isinstance(event, events.Key) and self.has_priority(event.key) and not self.takes_typing

    def _forget_typed(self) -> None:
        """Forget what waits, lest it answers a question that only the key after it asks."""
        for typed in self._typed:
            if isinstance(typed, asyncio.Event):
                typed.set()
        self._typed.clear()

    def _keep(self, typed: Typed | asyncio.Event, *, is_first: bool = False) -> None:
        if is_first:
            self._typed.appendleft(typed)
        else:
            self._typed.append(typed)
        if self._giving is None or self._giving.done():
            self._giving = asyncio.create_task(self._give())

    async def _give(self) -> None:
        while self._typed:
            first = self._typed[0]
            if isinstance(first, asyncio.Event):
                first.set()
                self._typed.popleft()
            elif self.takes_typing:
                self._typed.popleft()
                await self._give_one(first)
            else:
                self._is_there.clear()
                await self._is_there.wait()

    async def _give_one(self, typed: Typed) -> None:
        """Give something to the screen, and wait until nothing more follows from it."""
        self._due = typed
        self._way = ()
        self.post_message(typed)
        await until_handled(self)
        rounds = 0
        while rounds < MOST_ROUNDS and await self._is_under_way():
            rounds += 1

    async def _is_under_way(self) -> bool:
        """Wait for what has come so far to those who may handle it; return whether more has come meanwhile."""
        for pump in self._way:
            await until_handled(pump, PATIENCE_SECONDS)
        return any(pump.message_queue_size for pump in self._way)
