"""Diffs lead from one document to the other, are small, and refuse what does not fit."""

import copy
import random
import statistics
import time
import timeit
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from support.client.documents import STEPS, documents, game_document, is_same, random_document, varied

from opera_protocol.wire.codec import MAX_DEPTH, decode, encode
from opera_protocol.wire.diff import diff, patch
from opera_protocol.wire.errors import PatchError


def over_the_wire(change: Any) -> Any:
    """A change as the other side gets it."""
    received: Any = decode(encode(change), object)
    return received


def with_tuples(document: Any) -> Any:
    """The document with a tuple for each list."""
    if isinstance(document, dict):
        return {key: with_tuples(value) for key, value in document.items()}
    return tuple(map(with_tuples, document)) if isinstance(document, list) else document


@settings(max_examples=120, deadline=None)
@given(documents, documents)
def test_patching_with_a_diff_gives_the_new_document(old: Any, new: Any) -> None:
    """patch(a, diff(a, b)) is b for any two documents, also after the diff went over the wire."""
    assert is_same(patch(old, over_the_wire(diff(old, new))), new)


def test_patching_gives_the_new_document_when_little_changed() -> None:
    """The same holds for thousands of pairs that differ here and there, and neither document is touched."""
    chance = random.Random(1607)
    for _ in range(2000):
        old = random_document(chance)
        new = varied(old, chance)
        untouched = copy.deepcopy(old)
        assert is_same(patch(old, over_the_wire(diff(old, new))), new)
        assert is_same(old, untouched)


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        (
            {"points": 5, "halls": ["verdi", None]},
            {"points": 6, "halls": ["verdi", "mozart"]},
            {"points": 6, "halls": [1, "mozart"]},
        ),
        (
            {"stock": ["bizet"], "bids": {"0": 3}},
            {"stock": ["bizet", "verdi"], "bids": {"1": 3}},
            {"stock": [-2, 0, ["verdi"]], "bids": [{"1": 3}]},
        ),
        ({"a": 1, "b": 2, "c": 3}, {"a": 1, "c": 3}, {"b": []}),
        ({"a": 1}, {"a": 1}, {}),
        ([1, 2], [1, 2], {}),
        ({"a": 1, "b": 0, "c": 0}, {"a": True, "b": 0, "c": 0}, {"a": True}),
        ({"": {"[]": 1, "b": 0, "c": 0}}, {"": {"b": 0, "c": 0}}, {"": {"[]": []}}),
        (["a", "b", "c", "d", "e"], ["b", "c", "d", "e", "f"], [-1, 1, [], -5, 0, ["f"]]),
        ("verdi", None, None),
        (1, [], [[]]),
        ([1, 2, 3, 4], {}, [{}]),
    ],
)
def test_the_format_is_the_one_described(old: Any, new: Any, change: Any) -> None:
    """Each sort of change has the form the description gives; whoever writes another client relies on it."""
    assert is_same(diff(old, new), change)
    assert is_same(patch(old, change), new)


def test_the_order_of_keys_means_nothing() -> None:
    """Two maps that differ only in the order of their keys have no difference."""
    old = {"a": [1, 2], "b": {"x": 1, "y": 2}}
    assert diff(old, {"b": {"y": 2, "x": 1}, "a": [1, 2]}) == {}


def test_true_is_not_one_at_any_depth() -> None:
    """A number that becomes a boolean of equal value is a change, however deep it lies."""
    old, new = {"a": [{"b": 1, "c": 0}], "d": 5}, {"a": [{"b": True, "c": False}], "d": 5}
    assert is_same(patch(old, diff(old, new)), new)


def test_unchanged_parts_are_shared() -> None:
    """A patched document holds the very objects of the old one where nothing changed."""
    old = game_document()
    new: Any = patch(old, {"players": [1, {"points": 99}]})
    assert new["parts"] is old["parts"]
    assert new["players"][0] is old["players"][0]
    assert new["players"][1]["houses"] is old["players"][1]["houses"]
    assert old["players"][1]["points"] == 6


def test_steps_of_a_game_are_small() -> None:
    """The diffs of typical steps have a median far below 250 bytes, and none comes near 1.5 kB."""
    sizes = []
    for step in STEPS:
        old, new = game_document(), game_document()
        step(new)
        change = diff(old, new)
        assert is_same(patch(old, change), new)
        sizes.append(len(encode(change)))
    assert statistics.median(sizes) < 120
    assert max(sizes) < 300


def test_a_diff_is_never_longer_than_the_document() -> None:
    """Whatever changed, a diff costs at most one byte more than the new document itself."""
    chance = random.Random(1608)
    for _ in range(500):
        old, new = random_document(chance), random_document(chance)
        assert len(encode(diff(old, new))) <= len(encode(new)) + 1


def test_a_long_list_is_compared_in_bounded_time() -> None:
    """Lists too long for a full comparison still yield a correct diff, quickly."""
    old: list[Any] = [None] * 1500 + list(range(1500))
    new = [None, 7] * 750 + list(range(1, 1400))
    seconds = min(timeit.repeat(lambda: diff(old, new), timer=time.thread_time, number=1, repeat=3))
    assert is_same(patch(old, diff(old, new)), new)
    assert seconds < 0.5


def test_a_step_is_compared_fast() -> None:
    """Comparing two documents of a game takes tens of microseconds of processor time; slow machines have room."""
    old, new = game_document(), game_document()
    STEPS[0](new)
    seconds = min(timeit.repeat(lambda: diff(old, new), timer=time.thread_time, number=20, repeat=10)) / 20
    assert seconds < 0.001


@pytest.mark.parametrize(
    ("old", "change", "reason"),
    [
        ([1], {"a": 1}, "not_a_map"),
        ({"a": 1}, {"a": {"b": 1}}, "not_a_map"),
        ({}, {"a": {"b": 1}}, "not_a_map"),
        ({}, {"a": {}}, "not_a_map"),
        ({"a": 1}, [0, 1], "not_a_list"),
        ({}, {"a": [0, 1]}, "not_a_list"),
        ({}, {"a": []}, "absent_key"),
        ({"a": 1}, [], "bad_removal"),
        ([1], [0, []], "bad_removal"),
        ([1], [0, 2, 0], "bad_removal"),
        ([1], [1, 2], "no_such_item"),
        ([1], [2**64 - 1, 2], "no_such_item"),
        ([1], [-3, 0, [1]], "no_such_item"),
        ([1], [-1, 2, []], "no_such_item"),
        ([1], [-1, -1, []], "bad_edit"),
        ([1], [-1, True, []], "bad_edit"),
        ([1], [-1, 1, "text"], "bad_edit"),
        ([1], [-1, 1], "bad_edit"),
        ([1], [True, 1], "bad_edit"),
        ([1], ["0", 1], "bad_edit"),
        ({"a": 1}, {"a": b"bytes"}, "forbidden_type"),
        ({"a": 1}, {"a": 1.5}, "forbidden_type"),
        ({"a": 1}, {"a": [b"bytes"]}, "forbidden_type"),
        ([1], [-1, 0, [1.5]], "forbidden_type"),
        ({"a": 1}, [{1: 2}], "forbidden_type"),
        ({"a": 1}, {1: 2}, "forbidden_type"),
    ],
)
def test_a_diff_that_does_not_fit_is_refused(old: Any, change: Any, reason: str) -> None:
    """Whatever breaks the format or names what is not there is refused with its reason, and changes nothing."""
    untouched = copy.deepcopy(old)
    with pytest.raises(PatchError) as refusal:
        patch(old, change)
    assert refusal.value.reason == reason
    assert is_same(old, untouched)


def test_a_bottomless_diff_is_refused() -> None:
    """Nesting without measure, in the values or the changes, is refused and not a crash."""
    bottomless: Any = 1
    for _ in range(MAX_DEPTH + 1):
        bottomless = [bottomless]
    with pytest.raises(PatchError, match="too_deep"):
        patch({}, [bottomless])
    deep_map: Any = {}
    change: Any = {"a": 1}
    for _ in range(5000):
        deep_map, change = {"a": deep_map}, {"a": change}
    with pytest.raises(PatchError, match="too_deep"):
        patch(deep_map, change)


def test_hostile_diffs_give_a_document_or_a_refusal() -> None:
    """Any document taken for a diff either is refused or makes a proper document; nothing else happens."""
    chance = random.Random(1609)
    fitting = 0
    for _ in range(3000):
        old, change = random_document(chance), random_document(chance)
        untouched = copy.deepcopy(old)
        try:
            new = patch(old, change)
        except PatchError:
            pass
        else:
            fitting += 1
            assert is_same(patch(new, diff(new, old)), old)
        assert is_same(old, untouched)
    assert 0 < fitting < 3000


def test_a_value_that_is_no_document_is_our_own_mistake() -> None:
    """Bytes or a float that got into a document are noticed where they change, not sent as something else."""
    for value in (b"bytes", 1.5, {1, 2}):
        with pytest.raises(TypeError):
            diff({"a": 1, "b": 2, "c": 3}, {"a": value, "b": 2, "c": 3})


def test_tuples_are_the_lists_that_they_become() -> None:
    """A sender whose documents hold tuples sends the diffs of the same documents with lists."""
    chance = random.Random(1610)
    for _ in range(1000):
        old = random_document(chance)
        new = varied(old, chance)
        assert is_same(over_the_wire(diff(with_tuples(old), with_tuples(new))), diff(old, new))
    assert diff({"a": (1, 2)}, {"a": [1, 2]}) == {}


class Seen(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="seen"):
    """Part of a document as a struct; what has its default is absent."""

    points: int
    rows: tuple[Any, ...]
    ducats: int | None = None
    gives: str | msgspec.UnsetType | None = msgspec.UNSET


def random_seen(chance: random.Random, depth: int = 2) -> Seen:
    rows = [random_seen(chance, depth - 1) if depth else chance.randrange(3) for _ in range(chance.randrange(4))]
    gives = chance.choice(["verdi", None, msgspec.UNSET])
    return Seen(chance.randrange(3), tuple(rows), chance.choice([1, None]), gives)


def test_structs_are_the_maps_that_they_become() -> None:
    """A sender whose documents hold structs sends the diffs of the same documents with maps."""
    chance = random.Random(1611)
    for _ in range(2000):
        old, new = random_seen(chance), random_seen(chance)
        of_maps = diff(over_the_wire(old), over_the_wire(new))
        assert encode(diff({"game": old}, {"game": new})) == encode({"game": of_maps} if of_maps else {})
        assert is_same(patch(over_the_wire(old), over_the_wire(diff(old, new))), over_the_wire(new))
    assert diff(old, old) == {}
