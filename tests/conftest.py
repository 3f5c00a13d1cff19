"""Order tests, bound those that are coroutines, fail them if they leave a task behind; refuse stale catalogs."""

import asyncio
import contextlib
import functools
import inspect
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from support.garbage import collect_rarely
from support.leftovers import no_task_left

TESTS = Path(__file__).parent
CATALOGS = TESTS.parent / "protocol/opera_protocol/texts/locale"
LIMIT_SECONDS = 120.0
"""Long enough for a busy machine; `@pytest.mark.limit(seconds)` gives a test another one."""
SLOW_FOLDERS = ("tui", "system", "server")

# Tests start hundreds of processes, which are to find all modules compiled whatever the environment says.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell without job control starts us with Ctrl-C ignored, and the programs under test would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests read English, whatever language the machine speaks.
os.environ["LANG"] = "C.UTF-8"
for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)

# On a busy machine an example may take a second that was made in a millisecond; that is no fault of the test.
settings.register_profile(
    "busy machine", parent=settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("busy machine")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to compare screens with catalogs that nobody has compiled since they were changed."""
    for catalog in CATALOGS.glob("*/LC_MESSAGES/opera.po"):
        compiled = catalog.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < catalog.stat().st_mtime:
            pytest.exit(f"{catalog.relative_to(TESTS.parent)} is newer than its .mo: 'make test' compiles it.", 2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_begins_late)
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            limit = item.get_closest_marker("limit")
            has_server = "here" in item.fixturenames  # which looks for tasks itself, after it has ended
            item.obj = _bounded(item.obj, limit.args[0] if limit else LIMIT_SECONDS, is_checked=not has_server)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Have every test begin in English: a key changes the language of the whole program."""
    yield
    if "opera_tui.look.i18n" in sys.modules:
        sys.modules["opera_tui.look.i18n"].choose_language()


def pytest_collection_finish() -> None:
    collect_rarely()


def _begins_late(item: pytest.Item) -> int:
    """Put slow folders first: small tests at the end keep all workers busy to the last."""
    folder = item.path.relative_to(TESTS).parts[0]
    return SLOW_FOLDERS.index(folder) if folder in SLOW_FOLDERS else len(SLOW_FOLDERS)


def _bounded(
    test: Callable[..., Awaitable[None]], seconds: float, *, is_checked: bool
) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def bounded(**arguments: Any) -> None:
        with no_task_left() if is_checked else contextlib.nullcontext():
            async with asyncio.timeout(seconds):
                await test(**arguments)

    return bounded
