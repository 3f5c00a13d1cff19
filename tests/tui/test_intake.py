"""However much the server sends, the screen takes it in a few times a second, and keys come first."""

from collections.abc import Callable

import pytest
from support.tui.fake_table import FakeTable, fake_table
from support.tui.shell_app import until
from textual import events

from opera_protocol.client import Changed, RoomItem, View
from opera_protocol.client.items import fold
from opera_protocol.client.streams import Stream
from opera_protocol.wire.messages import Lines
from opera_tui.session.intake import MOST_AT_ONCE, taken_in
from opera_tui.table.screen import MOST_UNSHOWN


def a_change(number: int) -> Changed:
    lines = Lines(start=number, lines=({"event": "round", "round": number},))
    return Changed(View("t1", {"n": number}, number + 1), log=lines)


class Evening:
    """A stream that gets so many changes in every second of a clock that moves only while somebody sleeps."""

    def __init__(self, per_second: int) -> None:
        self.stream: Stream[RoomItem] = Stream(fold, lambda _item: 0)
        self.seconds = 0.0
        self._per_second = per_second
        self._sent = 0
        self._fill()

    def now(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds
        self._fill()

    def wait(self) -> None:
        """Let time pass until something is there."""
        while not self.stream._items:
            self.seconds += 0.001
            self._fill()

    def _fill(self) -> None:
        while self._sent <= self.seconds * self._per_second:
            self.stream.put(a_change(self._sent))
            self._sent += 1


@pytest.mark.parametrize("per_second", [30, 300, 1000, 10_000])
async def test_what_comes_is_taken_in_twenty_times_a_second(per_second: int) -> None:
    """Nothing is lost: every line is there once and in order, and the last view is the newest."""
    evening = Evening(per_second)
    batches: list[list[RoomItem]] = []
    async for batch in taken_in(evening.stream, now=evening.now, sleep=evening.sleep):
        batches.append(batch)
        if evening.seconds >= 1:
            break
        evening.wait()
    assert len(batches) <= 21
    assert max(map(len, batches)) <= MOST_AT_ONCE
    changes = [item for batch in batches for item in batch if isinstance(item, Changed)]
    told = [line["round"] for change in changes for line in change.log.lines]
    assert told == list(range(len(told)))
    assert changes[-1].view.public["n"] == told[-1] >= 0.9 * per_second


async def test_what_comes_now_and_then_is_taken_in_at_once() -> None:
    """A single change waits for nothing."""
    evening = Evening(1)
    async for batch in taken_in(evening.stream, now=evening.now, sleep=evening.sleep):
        assert len(batch) == 1
        break
    assert evening.seconds == 0


def flood(at: FakeTable, count: int) -> None:
    """Let so many changes come at the same moment, as the client's connection hands them on."""
    room = at.session.client.room("t1")
    view = room.view
    for number in range(count):
        table = {**view.public["table"], "watching": [["x", str(number)]]}
        room.publish(
            Changed(View(room.id, {**view.public, "table": table}, view.revision, view.private, view.private_revision))
        )


def noted(order: list[str], name: str, call: Callable[..., object]) -> Callable[..., object]:
    def note(*arguments: object) -> object:
        order.append(name)
        return call(*arguments)

    return note


async def test_keys_that_were_pressed_come_before_what_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much lies there: all keys are handled before the next change is taken in."""
    async with fake_table() as at:
        order: list[str] = []
        table = at.screen
        monkeypatch.setattr(table, "take", noted(order, "take", table.take))
        monkeypatch.setattr(table, "press", noted(order, "key", table.press))
        flood(at, 250)
        for _ in range(10):
            at.app.post_message(events.Key("right", None))
        await until(at.pilot, lambda: "take" in order)
        assert order == ["key"] * 10 + ["take"]


async def test_a_flood_is_shown_in_a_few_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: changes that came together are one step for the terminal."""
    async with fake_table() as at:
        order: list[str] = []
        table = at.screen
        monkeypatch.setattr(table, "take", noted(order, "take", table.take))
        for _ in range(4):
            flood(at, 250)
        last = ("x", "249")
        await until(at.pilot, lambda: table.model.present.head and last in table.model.present.head.watching)
        assert 1 <= len(order) <= 4


async def test_steps_that_nobody_could_watch_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends more than can be played back gets its present shown, and fills no memory."""
    async with fake_table() as at:
        table = at.screen
        monkeypatch.setattr(type(table), "pace", 5.0)
        room = at.session.client.room("t1")
        for number in range(MOST_UNSHOWN + 2):
            table.take(a_real_change(room.view, number))
        assert len(table.model.playback._coming) <= MOST_UNSHOWN


def a_real_change(view: View, number: int) -> Changed:
    closed = {"event": "closed", "seat": 1, "level": 1, "automatic": False}
    return Changed(view, log=Lines(start=number, lines=(closed,)))
