"""Streams: every reader gets everything in order, and a reader who does not read costs only so much."""

import asyncio
from typing import Any

import pytest

from opera_protocol.client.items import Changed, Expelled, RoomItem, Stage, State, StateChanged, View, fold, size_of
from opera_protocol.client.streams import MOST_ITEMS, Feed
from opera_protocol.wire.messages import Lines


def a_change(n: int, size: int = 10) -> Changed:
    view = View("T1", {"n": n}, n)
    return Changed(view, log=Lines(start=n, lines=({"n": n},)), size=size)


def a_feed() -> Feed[RoomItem]:
    return Feed(fold, size_of)


async def test_every_reader_gets_everything_in_order() -> None:
    """Readers do not take items from each other, and the end comes after the last item."""
    feed = a_feed()
    one, other = feed.open(a_change(0)), feed.open()
    reading = asyncio.create_task(anext(other))
    await asyncio.sleep(0)
    for n in (1, 2):
        feed.put(a_change(n))
    feed.end()
    assert await reading == a_change(1)
    assert [item async for item in one] == [a_change(0), a_change(1), a_change(2)]
    assert [item async for item in other] == [a_change(2)]
    assert [item async for item in feed.open(a_change(3))] == [a_change(3)]


async def test_a_slow_reader_loses_no_line() -> None:
    """Views are folded into the last one, with the lines of all and the last state."""
    feed = a_feed()
    stream = feed.open()
    feed.put(StateChanged(State(Stage.LOST)))
    feed.put(StateChanged(State(Stage.LIVE)))
    for n in range(3 * MOST_ITEMS):
        feed.put(a_change(n))
    feed.put(Expelled("T1", "closed"))
    feed.end()
    items = [item async for item in stream]
    assert len(items) <= MOST_ITEMS + 3
    lines = [line["n"] for item in items if isinstance(item, Changed) for line in item.log.lines]
    assert lines == list(range(3 * MOST_ITEMS))
    assert [item for item in items if isinstance(item, StateChanged)] == [StateChanged(State(Stage.LIVE))]
    assert items[-1] == Expelled("T1", "closed")


async def test_a_reader_who_never_reads_keeps_only_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the bound older lines are dropped, which the numbers and `is_entry` tell."""
    for module in ("items", "streams"):
        monkeypatch.setattr(f"opera_protocol.client.{module}.MOST_WAITING_BYTES", 1000)
    feed = a_feed()
    stream = feed.open()
    for n in range(50):
        feed.put(a_change(n, size=300))
    feed.end()
    items: list[Any] = [item async for item in stream]
    assert len(items) <= 4
    assert items[0].is_entry
    assert items[-1].view.revision == 49


async def test_a_dropped_stream_is_forgotten() -> None:
    """Nothing is kept for a reader who is gone."""
    feed = a_feed()
    stream = feed.open()
    assert len(feed._streams) == 1
    del stream
    assert len(feed._streams) == 0
