"""Work that goes on by itself: tasks that report what went wrong, timers, and one alarm that can be moved."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from opera_rules.refusals import Refused

_log = logging.getLogger(__name__)

T = TypeVar("T")
Errand = Callable[[], Coroutine[Any, Any, Any]]


class Errands:
    """The errands of one owner; they end with it."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self._alarm: asyncio.TimerHandle | None = None

    def run(self, errand: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Refused):
            _log.warning("errand_refused owner=%s code=%s", self._owner, error.code)
        elif error is not None:
            _log.error("errand_failed owner=%s", self._owner, exc_info=error)

    def later(self, seconds: float, errand: Errand) -> None:
        loop = asyncio.get_running_loop()
        self._timers = {timer for timer in self._timers if timer.when() > loop.time()}
        self._timers.add(loop.call_later(seconds, lambda: self.run(errand())))

    def alarm(self, seconds: float, errand: Errand) -> None:
        """Like `later`, but there is only one: a new alarm replaces the old."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, lambda: self.run(errand()))

    async def close(self) -> None:
        for timer in self._timers:
            timer.cancel()
        if self._alarm:
            self._alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
