"""Long work aside: games are replayed in a thread, one at a time, so that nobody else has to wait for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside")


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of work that touches nothing which the event loop changes."""
    return await asyncio.get_running_loop().run_in_executor(_worker, lambda: work(*args, **kwargs))
