"""Actions as they come over the wire: every well-formed one is read, everything else is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opera_games.opera.actions import Bid, write_action
from opera_rules.opera import read_action
from opera_rules.refusals import Refused

HIRE = {"do": "hire"}
IMPRESARIO: dict[str, Any] = {**HIRE, "role": "impresario", "buy": [], "layout": None}
SIGNORA: dict[str, Any] = {**HIRE, "role": "signora", "piece": "verdi", "source": "stock", "reward": "ducats"}
CRITICO: dict[str, Any] = {**HIRE, "role": "critico", "city": "wien", "composer": "verdi", "steps": -2}

WELL_FORMED: list[dict[str, Any]] = [
    {"do": "bid", "amount": 0},
    {"do": "bid", "amount": 10},
    {"do": "close"},
    {"do": "intermezzo"},
    {"do": "appraise", "accept": True},
    {"do": "appraise", "accept": False},
    IMPRESARIO,
    {**IMPRESARIO, "buy": ["verdi", "wagner"], "layout": {"venezia": ["house"], "wien": ["verdi", None]}},
    {**HIRE, "role": "architetto", "build": []},
    {**HIRE, "role": "architetto", "build": ["paris.main", "paris.wing_a"]},
    SIGNORA,
    {**SIGNORA, "source": "milano", "reward": "points"},
    {**HIRE, "role": "maestro", "city": "wien"},
    {**HIRE, "role": "esperto", "city": "london"},
    CRITICO,
    {**CRITICO, "composer": None, "steps": 0},
    {"do": "join", "buy": ["mozart"], "layout": None},
    {"do": "join", "build": ["wien.main"]},
    {"do": "join", "piece": "verdi", "source": "stock", "reward": "points"},
]


@pytest.mark.parametrize("action", WELL_FORMED, ids=str)
def test_a_well_formed_action_is_read_and_written_as_the_same_map(action: dict[str, Any]) -> None:
    """What goes into a transcript is what came from the player, lists as lists."""
    assert write_action(read_action(action)) == action


def deep_list(levels: int) -> list[Any]:
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


def deep_map(levels: int) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for _ in range(levels):
        nested = {"venezia": nested}
    return nested


MALFORMED: list[tuple[object, str]] = [
    (None, "do"),
    ([], "do"),
    ("bid", "do"),
    (3, "do"),
    ([["do", "close"]], "do"),
    ({}, "do"),
    ({"amount": 3}, "do"),
    ({"do": None}, "do"),
    ({"do": 3}, "do"),
    ({"do": ["close"]}, "do"),
    ({"do": {"close": 1}}, "do"),
    ({"do": b"close"}, "do"),
    ({"do": "Close"}, "do"),
    ({"do": "sing"}, "do"),
    ({"do": ""}, "do"),
    ({"do": "bid"}, "amount"),
    ({"do": "bid", "amount": True}, "amount"),
    ({"do": "bid", "amount": False}, "amount"),
    ({"do": "bid", "amount": 1.0}, "amount"),
    ({"do": "bid", "amount": float("nan")}, "amount"),
    ({"do": "bid", "amount": float("inf")}, "amount"),
    ({"do": "bid", "amount": "1"}, "amount"),
    ({"do": "bid", "amount": None}, "amount"),
    ({"do": "bid", "amount": [1]}, "amount"),
    ({"do": "bid", "amount": deep_list(50_000)}, "amount"),
    ({"do": "bid", "amount": 1, "seat": 2}, "seat"),
    ({"do": "bid", "amount": 1, "x" * 1000: 2}, "x" * 20),
    ({"do": "close", "amount": 1}, "amount"),
    ({"do": "intermezzo", "role": "maestro"}, "role"),
    ({"do": "appraise"}, "accept"),
    ({"do": "appraise", "accept": 1}, "accept"),
    ({"do": "appraise", "accept": "true"}, "accept"),
    ({"do": "appraise", "accept": None}, "accept"),
    ({"do": "appraise", "accept": True, "city": "wien"}, "city"),
    ({"do": "hire"}, "role"),
    ({"do": "hire", "city": "wien"}, "role"),
    ({"do": "hire", "role": None}, "role"),
    ({"do": "hire", "role": "tenor"}, "role"),
    ({"do": "hire", "role": ["maestro"]}, "role"),
    ({"do": "hire", "role": 2}, "role"),
    ({"do": "hire", "role": "maestro"}, "city"),
    ({"do": "hire", "role": "maestro", "city": None}, "city"),
    ({"do": "hire", "role": "maestro", "city": "roma"}, "city"),
    ({"do": "hire", "role": "maestro", "city": ["wien"]}, "city"),
    ({"do": "hire", "role": "maestro", "city": "wien", "steps": 1}, "steps"),
    ({"do": "hire", "role": "esperto", "city": "wien", "accept": True}, "accept"),
    ({"do": "hire", "role": "impresario", "layout": None}, "buy"),
    ({"do": "hire", "role": "impresario", "buy": []}, "layout"),
    ({**IMPRESARIO, "buy": None}, "buy"),
    ({**IMPRESARIO, "buy": "verdi"}, "buy"),
    ({**IMPRESARIO, "buy": ["house"]}, "buy"),
    ({**IMPRESARIO, "buy": ["puccini"]}, "buy"),
    ({**IMPRESARIO, "buy": [["verdi"]]}, "buy"),
    ({**IMPRESARIO, "buy": [None]}, "buy"),
    ({**IMPRESARIO, "buy": [4]}, "buy"),
    ({**IMPRESARIO, "buy": {"verdi": 1}}, "buy"),
    ({**IMPRESARIO, "buy": ["verdi"] * 100_000}, "buy"),
    ({**IMPRESARIO, "buy": deep_list(50_000)}, "buy"),
    ({**IMPRESARIO, "layout": []}, "layout"),
    ({**IMPRESARIO, "layout": "null"}, "layout"),
    ({**IMPRESARIO, "layout": False}, "layout"),
    ({**IMPRESARIO, "layout": {"roma": []}}, "layout"),
    ({**IMPRESARIO, "layout": {"venezia": None}}, "layout"),
    ({**IMPRESARIO, "layout": {"venezia": "house"}}, "layout"),
    ({**IMPRESARIO, "layout": {"venezia": ["puccini"]}}, "layout"),
    ({**IMPRESARIO, "layout": {"venezia": [["house"]]}}, "layout"),
    ({**IMPRESARIO, "layout": {"venezia": {"0": "house"}}}, "layout"),
    ({**IMPRESARIO, "layout": {1: ["house"]}}, "layout"),
    ({**IMPRESARIO, "layout": deep_map(50_000)}, "layout"),
    ({"do": "hire", "role": "architetto"}, "build"),
    ({"do": "hire", "role": "architetto", "build": None}, "build"),
    ({"do": "hire", "role": "architetto", "build": "wien.main"}, "build"),
    ({"do": "hire", "role": "architetto", "build": [1]}, "build"),
    ({"do": "hire", "role": "architetto", "build": ["wien.main"] * 100_000}, "build"),
    ({**SIGNORA, "piece": None}, "piece"),
    ({**SIGNORA, "piece": "puccini"}, "piece"),
    ({**SIGNORA, "source": "palazzo"}, "source"),
    ({**SIGNORA, "source": None}, "source"),
    ({**SIGNORA, "reward": "gold"}, "reward"),
    ({**SIGNORA, "reward": 1}, "reward"),
    ({**SIGNORA, "city": "wien"}, "city"),
    ({**CRITICO, "composer": "house"}, "composer"),
    ({**CRITICO, "composer": 0}, "composer"),
    ({**CRITICO, "steps": None}, "steps"),
    ({**CRITICO, "steps": True}, "steps"),
    ({**CRITICO, "steps": 1.0}, "steps"),
    ({**CRITICO, "steps": "1"}, "steps"),
    ({"do": "hire", "role": "critico", "city": "wien", "composer": None}, "steps"),
    ({"do": "hire", "role": "critico", "city": "wien", "steps": 0}, "composer"),
    ({"do": "join", "build": [1]}, "build"),
    ({"do": "join", "buy": ["house"], "layout": None}, "buy"),
    ({"do": "join", "piece": "verdi", "source": "stock", "reward": 3}, "reward"),
]


@pytest.mark.parametrize(("action", "field"), MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_action_is_refused_with_the_field_that_is_wrong(action: object, field: str) -> None:
    """Types are exact, no field is missing, none is too many, and neither size nor depth does harm."""
    with pytest.raises(Refused) as refusal:
        read_action(action)
    assert refusal.value.to_map() == {"code": "malformed_action", "field": field}


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"role": "signora", "piece": "verdi", "source": "stock", "reward": "points"},
        {"buy": []},
        {"layout": None},
        {"city": "wien"},
        {"build": ["wien.main"], "buy": [], "layout": None},
        {"build": ["wien.main"], "cost": 0},
        {"piece": "verdi", "source": "stock"},
    ],
    ids=str,
)
def test_joining_in_carries_exactly_the_fields_of_one_employee(fields: dict[str, Any]) -> None:
    """The employee in play is known, so it is not named, and no field may be left out."""
    with pytest.raises(Refused) as refusal:
        read_action({"do": "join", **fields})
    assert refusal.value.code == "malformed_action"


@pytest.mark.parametrize("key", [1, None, b"amount", (1, 2), 10**5000], ids=["number", "none", "bytes", "pair", "huge"])
def test_keys_that_are_no_texts_are_refused(key: object) -> None:
    """A map has texts as keys."""
    with pytest.raises(Refused) as refusal:
        read_action({"do": "bid", "amount": 1, key: 1})
    assert refusal.value.code == "malformed_action"


@pytest.mark.parametrize("amount", [2**31, 2**63, 2**64, -(2**63), 10**4000])
def test_a_number_of_any_size_is_a_number(amount: int) -> None:
    """Whether it is allowed, the rules say."""
    assert read_action({"do": "bid", "amount": amount}) == Bid(amount)


def test_reading_leaves_the_given_map_alone() -> None:
    """The caller may still write it into a log."""
    action = {"do": "hire", "role": "maestro", "city": "wien"}
    read_action(action)
    assert action == {"do": "hire", "role": "maestro", "city": "wien"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["wien", "verdi"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    [
        "do",
        "role",
        "amount",
        "accept",
        "buy",
        "layout",
        "build",
        "piece",
        "source",
        "reward",
        "city",
        "composer",
        "steps",
    ]
)
NAMES = st.sampled_from(["bid", "hire", "close", "join", "intermezzo", "appraise"])
ROLES = st.sampled_from(["impresario", "architetto", "signora", "maestro", "critico", "esperto"])


@given(st.dictionaries(FIELDS, JSON, max_size=6), NAMES | JSON, ROLES | JSON)
def test_whatever_comes_is_read_or_refused_and_nothing_else(fields: dict[str, Any], do: object, role: object) -> None:
    """No input makes the reader fail in another way; what is read is written again."""
    action = {**fields, "do": do, **({"role": role} if do == "hire" else {})}
    try:
        read = read_action(action)
    except Refused:
        return
    assert read_action(write_action(read)) == read
