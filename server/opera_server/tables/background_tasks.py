"""Run work in the background: tasks whose errors are logged, timers, a movable alarm, a thread for replays."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from opera_rules.refusals import Refused
from opera_server.config.logs import get_logger

_log = get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[[], Coroutine[Any, Any, Any]]

_replays = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replays")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Replay a game in a thread, one at a time: nobody else has to wait, and the work needs no locks.

    The work must not touch anything that the event loop changes.
    """
    return await asyncio.get_running_loop().run_in_executor(_replays, lambda: work(*args, **kwargs))


class BackgroundTasks:
    """The tasks and timers of one owner; they end with it."""

    def __init__(self, owner: str) -> None:
        self._owner = owner
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self._alarm: asyncio.TimerHandle | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Refused):
            _log.warning("errand_refused", owner=self._owner, code=error.code)
        elif error is not None:
            _log.error("errand_failed", owner=self._owner, exc_info=error)

    def later(self, seconds: float, work: Work) -> None:
        loop = asyncio.get_running_loop()
        self._timers = {timer for timer in self._timers if timer.when() > loop.time()}
        self._timers.add(loop.call_later(seconds, lambda: self.run(work())))

    def alarm(self, seconds: float, work: Work) -> None:
        """Run work later; there is only one alarm, so a new one replaces the old one."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, lambda: self.run(work()))

    async def close(self) -> None:
        for timer in self._timers:
            timer.cancel()
        if self._alarm:
            self._alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
