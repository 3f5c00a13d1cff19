"""What a client knows of a room: changes follow each other without a gap, and a view is never half new."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opera_protocol.client.items import NO_LINES, Changed, fold
from opera_protocol.client.store import OutOfStep, ReceivedUpdate, RoomStore, Snapshot, read_snapshot
from opera_protocol.wire.diff import diff
from opera_protocol.wire.errors import Malformed
from opera_protocol.wire.messages import Lines, PrivateUpdate, Update

ROOM = "T1"


def a_snapshot(revision: int, public: Any, private: tuple[int, Any] | None = None, **streams: Any) -> Snapshot:
    own = None if private is None else {"revision": private[0], "document": private[1]}
    return read_snapshot(
        {"room": ROOM, "public": {"revision": revision, "document": public}, "private": own, **streams}
    )


def news(
    before: int, after: int, change: Any = None, private: tuple[int, int, Any] | None = None, **lines: Any
) -> ReceivedUpdate:
    update = Update(room=ROOM, before=before, after=after, change={} if change is None else change, **lines)
    own = PrivateUpdate(before=private[0], after=private[1], change=private[2]) if private else None
    return ReceivedUpdate(update, own, 100)


def entered(snapshot: Snapshot) -> RoomStore:
    store = RoomStore(ROOM)
    store.enter(snapshot)
    assert store.is_in_step
    return store


def own(store: RoomStore) -> tuple[Any, int]:
    """The private document with its revision."""
    assert store.view is not None
    return store.view.private, store.view.private_revision


def some_lines(start: int, count: int) -> Lines:
    return Lines(start=start, lines=tuple({"n": n} for n in range(start, start + count)))


def test_an_update_that_follows_is_applied() -> None:
    """Public and private parts of one message appear together, with the lines that came with them."""
    store = entered(a_snapshot(3, {"round": 1}, (5, {"seat": 0, "ducats": 9}), log={"start": 0, "lines": []}))
    change = store.apply(news(3, 4, {"round": 2}, (5, 6, {"ducats": 4}), log=some_lines(0, 2)))
    assert change is not None
    assert (change.view.public, change.view.revision) == ({"round": 2}, 4)
    assert (change.view.private, change.view.private_revision) == ({"seat": 0, "ducats": 4}, 6)
    assert change.log == some_lines(0, 2)
    assert change.view.seat == 0


def test_older_updates_are_ignored() -> None:
    """What the snapshot already holds changes nothing, whichever part of it."""
    store = entered(a_snapshot(4, {"round": 2}, (6, {"seat": 0}), log={"start": 0, "lines": [{"n": 0}]}))
    before = store.everything()
    assert store.apply(news(3, 4, {"round": 9}, (5, 6, {"seat": 9}))) is None
    assert store.apply(news(3, 3, None, (5, 6, {"seat": 9}))) is None
    assert store.apply(news(4, 4, None, (5, 6, {"seat": 9}), log=some_lines(0, 1))) is None
    assert store.everything() == before


@pytest.mark.parametrize(
    "wrong",
    [
        news(5, 6, {"round": 3}),
        news(4, 5, {"round": []}, (7, 8, {"seat": 1})),
        news(4, 5, {"nothing": []}),
        news(4, 5, [1]),
        news(4, 5, "text"),
        news(4, 5, {"round": 3}, (7, 8, {"seat": 1})),
        news(4, 5, {"round": 3}, (6, 7, {"nothing": []})),
        news(4, 5, {"round": 3}, (6, 7, 3)),
        news(4, 5, {"round": 3}, log=some_lines(3, 1)),
        news(3, 3, None, (6, 7, {"seat": 1})),
    ],
)
def test_a_gap_or_a_change_that_does_not_fit_leaves_everything_as_it_was(wrong: ReceivedUpdate) -> None:
    """Nothing of a message is taken if one part of it does not fit; the room then waits for a snapshot."""
    store = entered(a_snapshot(4, {"round": 2}, (6, {"seat": 0}), log={"start": 0, "lines": [{"n": 0}]}))
    before = store.everything()
    with pytest.raises(OutOfStep):
        store.apply(wrong)
    assert store.everything() == before
    assert not store.is_in_step


def test_updates_before_the_snapshot_wait_for_it() -> None:
    """Older ones are dropped, those that follow are applied in order."""
    store = RoomStore(ROOM)
    for item in (news(1, 2, {"n": 2}), news(2, 3, {"n": 3}), news(3, 4, {"n": 4})):
        assert store.apply(item) is None
    changes = store.enter(a_snapshot(2, {"n": 2}))
    assert [(change.view.revision, change.view.public) for change in changes] == [
        (2, {"n": 2}),
        (3, {"n": 3}),
        (4, {"n": 4}),
    ]
    assert changes[0].is_entry
    assert store.is_in_step


def test_a_gap_among_the_waiting_asks_for_another_snapshot() -> None:
    """The snapshot and what followed it are shown, and the room is not in step."""
    store = RoomStore(ROOM)
    for item in (news(2, 3, {"n": 3}), news(4, 5, {"n": 5}), news(5, 6, {"n": 6})):
        store.apply(item)
    changes = store.enter(a_snapshot(2, {"n": 2}))
    assert [change.view.revision for change in changes] == [2, 3]
    assert not store.is_in_step
    assert [change.view.revision for change in store.enter(a_snapshot(6, {"n": 6}))] == [6]
    assert store.is_in_step


def test_what_waits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room whose snapshot does not come keeps only so much, and then needs a snapshot made after it."""
    monkeypatch.setattr("opera_protocol.client.store.MOST_WAITING_UPDATES", 10)
    store = RoomStore(ROOM)
    for n in range(11):
        store.apply(news(n, n + 1, {"n": n}))
    store.enter(a_snapshot(11, {"n": 10}))
    assert not store.is_in_step


def test_a_document_cannot_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """After many bytes a snapshot is needed, which has to fit into a frame."""
    monkeypatch.setattr("opera_protocol.client.store.MOST_BYTES_SINCE_SNAPSHOT", 250)
    store = entered(a_snapshot(1, {"n": 1}))
    store.apply(news(1, 2, {"n": 2}))
    store.apply(news(2, 3, {"n": 3}))
    with pytest.raises(OutOfStep):
        store.apply(news(3, 4, {"n": 4}))


def test_something_unreadable_needs_a_snapshot_made_after_it() -> None:
    """A snapshot that was already asked for may have been made before the unreadable message."""
    store = RoomStore(ROOM)
    store.miss()
    steps = []
    for n in (1, 2):
        store.enter(a_snapshot(n, {}))
        steps.append(store.is_in_step)
    assert steps == [False, True]
    store.miss()
    assert not store.is_in_step


def test_sitting_down_brings_a_private_document() -> None:
    """A private document begins from nothing, also at another seat; null takes it away."""
    store = entered(a_snapshot(1, {"n": 1}))
    assert own(store) == (None, 0)
    store.apply(news(1, 2, {"n": 2}, (0, 7, {"seat": 1})))
    assert own(store) == ({"seat": 1}, 7)
    store.apply(news(2, 3, {"n": 3}, (0, 1, [{"seat": 2}])))
    assert own(store) == ({"seat": 2}, 1)
    store.apply(news(3, 4, {"n": 4}, (1, 2, None)))
    assert own(store) == (None, 0)
    with pytest.raises(OutOfStep):
        store.apply(news(4, 5, {"n": 5}, (8, 9, {"seat": 1})))


def test_lines_are_never_told_twice() -> None:
    """After a new snapshot only lines that were not known are new; earlier ones are kept where none is missing."""
    store = entered(a_snapshot(1, {}, log={"start": 10, "lines": [{"n": n} for n in range(10, 15)]}))
    overlap = store.enter(a_snapshot(2, {}, log={"start": 12, "lines": [{"n": n} for n in range(12, 18)]}))[0]
    assert overlap.log == some_lines(15, 3)
    assert store.log == some_lines(10, 8)
    far = store.enter(a_snapshot(3, {}, log={"start": 30, "lines": [{"n": n} for n in range(30, 33)]}))[0]
    assert far.log == some_lines(30, 3) == store.log
    assert not overlap.is_rewound
    assert not far.is_rewound


@pytest.mark.parametrize(
    "now", [{"start": 0, "lines": [{"n": 0}]}, {"start": 11, "lines": [{"n": 11}, {"n": "other"}, *[{"n": 13}] * 5]}]
)
def test_a_history_that_went_back_begins_again(now: Any) -> None:
    """A stream that is shorter than before, or has other lines under the same numbers: the server is right."""
    store = entered(a_snapshot(1, {}, log={"start": 10, "lines": [{"n": n} for n in range(10, 15)]}))
    change = store.enter(a_snapshot(2, {}, log=now))[0]
    assert change.is_rewound
    assert change.log == store.log == Lines(start=now["start"], lines=tuple(now["lines"]))
    again = store.enter(a_snapshot(2, {}, log=now))[0]
    assert not again.is_rewound


def test_of_changes_that_wait_for_a_slow_reader_those_before_the_history_went_back_are_dropped() -> None:
    """Lines that are undone must not stand before those that are true now."""
    store = entered(a_snapshot(1, {}, log={"start": 0, "lines": [{"n": 0}]}))
    undone = store.apply(news(1, 2, {"x": 1}, log=some_lines(1, 3)))
    back = store.enter(a_snapshot(1, {}, log={"start": 0, "lines": [{"n": 0}]}))[0]
    later = store.apply(news(1, 2, {"x": 1}, log=some_lines(1, 1)))
    assert undone is not None
    assert later is not None
    (folded,) = fold([undone, back, later])
    assert isinstance(folded, Changed)
    assert folded.is_rewound
    assert folded.log == some_lines(0, 2)


def test_a_stream_that_appears_later_begins_where_it_says() -> None:
    """Players hear the gallery only after the end: its first lines may have any number."""
    store = entered(a_snapshot(1, {}, gallery=None))
    change = store.apply(news(1, 1, gallery=some_lines(40, 2)))
    assert change is not None
    assert change.gallery == some_lines(40, 2)
    assert change.log is NO_LINES


@pytest.mark.parametrize("result", [{}, {"room": ROOM}, {"room": ROOM, "public": {"revision": -1, "document": {}}}])
def test_a_snapshot_that_is_none(result: Any) -> None:
    """An answer without the documents is malformed."""
    with pytest.raises(Malformed):
        read_snapshot(result)


documents = st.dictionaries(
    st.sampled_from("abc"), st.integers(0, 3) | st.lists(st.integers(0, 3), max_size=3), max_size=3
)


@given(st.lists(documents, min_size=2, max_size=8), st.data())
def test_any_order_of_snapshot_and_updates_ends_the_same(states: list[Any], data: st.DataObject) -> None:
    """Whenever the snapshot was made and whenever it arrives, the client ends with the server's document."""
    updates = [news(n, n + 1, diff(states[n], states[n + 1])) for n in range(len(states) - 1)]
    made = data.draw(st.integers(0, len(updates)))
    arrives = data.draw(st.integers(made, len(updates)))
    store = RoomStore(ROOM)
    for item in updates[:arrives]:
        store.apply(item)
    store.enter(a_snapshot(made, states[made]))
    for item in updates[arrives:]:
        store.apply(item)
    assert store.is_in_step
    assert store.view is not None
    assert (store.view.public, store.view.revision) == (states[-1], len(updates))
