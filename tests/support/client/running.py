"""Running tests of the client: on one loop, with an end, and with nothing left behind."""

from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from opera_protocol.client import Client, Patience, Stage, State, StateChanged

T = TypeVar("T")

IMPATIENT = Patience(
    answer=5.0, repeat=5.0, first_pause=0.02, longest_pause=0.05, steady=0.2, farewell=0.2, transport=5.0
)
"""Pauses short enough for tests; limits long enough for a busy machine."""


async def first(items: AsyncIterator[Any], kind: type[T], holds: Callable[[T], object] = lambda _: True) -> T:
    """The next item of a kind of which something holds."""
    async for item in items:
        if isinstance(item, kind) and holds(item):
            return item
    raise AssertionError(f"the stream ended without {kind.__name__}")


async def until_stage(client: Client, stage: Stage) -> State:
    """Wait for a state of the client."""
    changed = await first(client.items(), StateChanged, lambda item: item.state.stage is stage)
    return changed.state
