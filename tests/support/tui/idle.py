"""Wait for Textual by events: until its message pumps and its screens have nothing left to do.

Textual's own way looks at the CPU time of the process every 20 ms, at least once for a pause and twice for a key.
"""

import asyncio
from typing import Any, Final

import pytest
from textual._context import active_app

QUIET_ROUNDS: Final = 3
"""How often the event loop must find nothing to do; each time it looks at its sockets and pipes too."""
MOST_SECONDS: Final = 10.0
"""Long enough for a busy machine to paint a screen."""


def use_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pilots wait for events."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", wait_for_idle)


async def wait_for_idle(_min_sleep: float = 0.0, _max_sleep: float = 1.0) -> None:
    """Wait until nothing is under way but timers, threads and other processes."""
    loop = asyncio.get_running_loop()
    give_up_at = loop.time() + MOST_SECONDS
    while loop.time() < give_up_at:
        await _until_quiet(loop, give_up_at)
        if not _do_now():
            return


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
