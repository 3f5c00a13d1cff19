"""Find tasks that a test leaves behind."""

import asyncio
import contextlib
from collections.abc import Iterator


@contextlib.contextmanager
def no_task_left() -> Iterator[None]:
    """Fail if tasks that began meanwhile are still there at the end."""
    before = asyncio.all_tasks()
    yield
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    assert not left, left
