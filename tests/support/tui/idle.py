"""Wait for Textual by events: until its message pumps and its screens have nothing left to do.

Textual's own way looks at the CPU time of the process every 20 ms, at least once for a pause and twice for a key, and
for both it sends a message through each widget, which is two fifths of all messages.
"""

import asyncio
from typing import Any, Final

import pytest
from textual._context import active_app
from textual.message_pump import MessagePump
from textual.pilot import Pilot

QUIET_ROUNDS: Final = 3
"""How often the event loop must find nothing to do; each time it looks at its sockets and pipes too."""
MOST_SECONDS: Final = 10.0
"""Long enough for a busy machine to paint a screen."""


def use_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pilots wait for events."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", wait_for_idle)
    monkeypatch.setattr(Pilot, "_wait_for_screen", wait_for_screen)


async def wait_for_idle(_min_sleep: float = 0.0, _max_sleep: float = 1.0) -> None:
    """Wait until nothing is under way but timers, threads and other processes."""
    loop = asyncio.get_running_loop()
    give_up_at = loop.time() + MOST_SECONDS
    while loop.time() < give_up_at:
        await _until_quiet(loop, give_up_at)
        if not _do_now():
            return


_ask_every_widget = Pilot._wait_for_screen


async def wait_for_screen(pilot: Pilot[Any], timeout: float = 30.0) -> bool:  # noqa: ASYNC109 - as Textual has it
    """Wait until every widget of the screen in front has handled its messages; ask only if one is busy with one."""
    loop = asyncio.get_running_loop()
    await _until_quiet(loop, loop.time() + MOST_SECONDS)
    pumps = [pilot.app, *(pilot.app.screen.walk_children(with_self=True) if pilot.app.screen_stack else ())]
    return all(map(_is_idle, pumps)) or await _ask_every_widget(pilot, timeout)


def _is_idle(pump: MessagePump) -> bool:
    """Say whether it waits for its next message."""
    queue: Any = pump._message_queue
    return pump._closed or (queue.empty() and bool(queue.ready_event._waiters))


async def _until_quiet(loop: asyncio.AbstractEventLoop, give_up_at: float) -> None:
    rounds = 0
    while rounds < QUIET_ROUNDS and loop.time() < give_up_at:
        await asyncio.sleep(0)
        rounds = 0 if loop._ready else rounds + 1  # type: ignore[attr-defined]


def _do_now() -> bool:
    """Do what the application and its screens put off for some milliseconds; say whether there was anything."""
    app: Any = active_app.get(None)
    if app is None or not app.screen_stack:
        return False
    if app._resize_timer is not None:
        app._check_resize()
        return True
    for screen in (app.screen, *app._background_screens):  # which are seen around a question
        if screen.is_running and screen._update_timer._active.is_set():
            screen._on_timer_update()
            return True
    return False
