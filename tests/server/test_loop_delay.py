"""How late the event loop is, on a loop whose time the test moves on."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from opera_server.operate.loop_delay import PERIOD, WINDOW, LoopDelay


class SlowLoop:
    """Calls what is due when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, work: Callable[..., None], *arguments: Any) -> None:
        self._due.append((when, lambda: work(*arguments)))

    def come_late(self, seconds: float) -> None:
        """Do what is due next, so many seconds too late."""
        when, work = self._due.pop()
        self.now = when + seconds
        work()


@pytest.fixture
def loop() -> SlowLoop:
    return SlowLoop()


@pytest.fixture
def delay(loop: SlowLoop) -> LoopDelay:
    delay = LoopDelay()
    delay.begin(cast("asyncio.AbstractEventLoop", loop))
    return delay


def test_delays_are_added_up(delay: LoopDelay, loop: SlowLoop) -> None:
    """With the longest of them."""
    for seconds in (0.0, 0.2, 0.05):
        loop.come_late(seconds)
    assert delay.looks == 3
    assert delay.seconds == pytest.approx(0.25)
    assert delay.longest == pytest.approx(0.2)


def test_the_longest_delay_is_forgotten_after_a_while(delay: LoopDelay, loop: SlowLoop) -> None:
    """Not before one window is over, and not later than two."""
    loop.come_late(0.5)
    for _ in range(int(WINDOW / PERIOD)):
        loop.come_late(0.0)
    assert delay.longest == pytest.approx(0.5)
    for _ in range(int(WINDOW / PERIOD) + 1):
        loop.come_late(0.0)
    assert delay.longest == pytest.approx(0.0)
    assert delay.seconds == pytest.approx(0.5)


async def test_a_running_loop_is_looked_at_until_the_end() -> None:
    """Every tenth of a second."""
    async with LoopDelay() as delay:
        async with asyncio.timeout(10):
            while delay.looks < 2:  # noqa: ASYNC110 - nothing tells of a look
                await asyncio.sleep(PERIOD / 2)
    looks = delay.looks
    await asyncio.sleep(2 * PERIOD)
    assert delay.looks == looks
