"""Reading actions: whatever comes, a typed action or a refusal."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate, Offer
from opera_rules import turandot
from opera_rules.refusals import Refused

OFFER: dict[Any, Any] = {"do": "offer", "number": 1, "money": 0, "bluff": False}
ASSIGN = {"do": "assign", "cards": {"0": 2, "1": 1}}

FORMS: list[tuple[AnyAction, dict[str, Any]]] = [
    (Offer(4, 2, True), {"do": "offer", "number": 4, "money": 2, "bluff": True}),
    (Offer(None, 1, False), {"do": "offer", "number": None, "money": 1, "bluff": False}),
    (Assign({0: 2, 1: 1}), ASSIGN),
    (Nominate(3), {"do": "nominate", "seat": 3}),
    (Dismiss("avant_garde"), {"do": "dismiss", "director": "avant_garde"}),
]


@pytest.mark.parametrize(("action", "form"), FORMS)
def test_every_action_has_one_form(action: AnyAction, form: dict[str, Any]) -> None:
    """Its name stands under `do`; seats as keys are text."""
    assert turandot.write_action(action) == form
    assert turandot.read_action(form) == action


def test_assignments_are_equal_whatever_their_order() -> None:
    """Also as keys of a map."""
    assert {Assign({0: 2, 1: 1}): "same"}[Assign({1: 1, 0: 2})] == "same"


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (None, "do"),
        ([], "do"),
        ("offer", "do"),
        ({}, "do"),
        ({"do": "bid", "amount": 3}, "do"),
        ({"do": ["offer"]}, "do"),
        ({"do": "offer"}, "number"),
        ({**OFFER, "number": True}, "number"),
        ({**OFFER, "number": 1.0}, "number"),
        ({**OFFER, "number": "1"}, "number"),
        ({**OFFER, "number": 0}, "number"),
        ({**OFFER, "number": 7}, "number"),
        ({**OFFER, "number": [1]}, "number"),
        ({**OFFER, "money": 10**60}, "money"),
        ({**OFFER, "money": -1}, "money"),
        ({**OFFER, "money": None}, "money"),
        ({**OFFER, "bluff": 1}, "bluff"),
        ({**OFFER, "bluff": "yes"}, "bluff"),
        ({**OFFER, "seat": 1}, "seat"),
        (OFFER | {1: 1}, "do"),
        ({"do": "assign", "cards": {0: 1}}, "cards"),
        ({"do": "assign", "cards": {"0": 1, "-0": 2}}, "cards"),
        ({"do": "assign", "cards": {"00": 1}}, "cards"),
        ({"do": "assign", "cards": {" 0": 1}}, "cards"),
        ({"do": "assign", "cards": {"5": 1}}, "cards"),
        ({"do": "assign", "cards": {"0": True}}, "cards"),
        ({"do": "assign", "cards": {"0": 7}}, "cards"),
        ({"do": "assign", "cards": [[0, 1]]}, "cards"),
        ({"do": "assign", "cards": {"0": {"0": {}}}}, "cards"),
        ({"do": "nominate", "seat": "1"}, "seat"),
        ({"do": "nominate", "seat": -1}, "seat"),
        ({"do": "dismiss", "director": "verdi"}, "director"),
        ({"do": "dismiss", "director": None}, "director"),
    ],
)
def test_anything_else_is_malformed(form: object, field: str) -> None:
    """No coercions; the refusal names the field."""
    with pytest.raises(Refused) as refused:
        turandot.read_action(form)
    assert refused.value.to_map() == {"code": "malformed_action", "field": field}


def test_deep_nesting_is_only_malformed() -> None:
    """It never ends the program."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Refused, match="malformed_action"):
        turandot.read_action({**OFFER, "number": deep})
    while deep:
        deep = deep.pop()


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
anything = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(["offer", "assign", "nominate", "dismiss"])
fields = st.sampled_from(["number", "money", "bluff", "cards", "seat", "director"])


@settings(max_examples=150, deadline=None)
@given(anything | st.builds(lambda do, rest: {"do": do, **rest}, names, st.dictionaries(fields, anything)))
def test_whatever_comes_is_read_or_refused(form: object) -> None:
    """And what is read is written back the same."""
    action = None
    with suppress(Refused):
        action = turandot.read_action(form)
    assert action is None or turandot.write_action(action) == form
