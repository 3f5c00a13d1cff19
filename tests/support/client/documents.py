"""Documents for tests of the wire: any at all, and those of a game under way."""

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

COMPOSERS = ("verdi", "mozart", "rossini", "wagner", "bizet", "puccini")
CITIES = ("wien", "paris", "milano", "london")

scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.integers(0, 2) | st.text(max_size=4)
"""Values without parts; small numbers come often, so that true meets 1."""

documents: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("abcd") | st.text(max_size=3), inner),
    max_leaves=24,
)
"""Any document; keys are few, so that two documents share some."""


def is_same(first: Any, second: Any) -> bool:
    """Whether two documents are equal with true told apart from 1, by the plainest recursion."""
    if type(first) is not type(second):
        return False
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(is_same(first[key], second[key]) for key in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(map(is_same, first, second))
    return bool(first == second)


def game_document() -> dict[str, Any]:
    """A public document as in the middle of a game, about 4 kB."""
    return {
        "round": 3,
        "phase": "act",
        "ladder": list(COMPOSERS),
        "offer": {composer: number for number, composer in enumerate(COMPOSERS)},
        "parts": {f"{city}.wing_{wing}": 2 for city in CITIES for wing in "abcd"},
        "players": [_player(seat) for seat in range(4)],
        "waiting": {"0": "act"},
    }


def _player(seat: int) -> dict[str, Any]:
    return {
        "name": f"player {seat}",
        "points": 5 + seat,
        "has_bid": True,
        "stock": list(COMPOSERS[seat:]),
        "income": {"total": 9, "parts": [{"city": city, "ducats": 3, "pieces": 2} for city in CITIES]},
        "counting": {"total": 4, "parts": [{"composer": composer, "level": 2, "points": 1} for composer in COMPOSERS]},
        "houses": {
            city: {"parts": ["wing_a", "wing_b", "foyer"], "halls": ["verdi", None, "mozart"], "level": 2}
            for city in CITIES
        },
    }


def stage_a_piece(document: dict[str, Any]) -> None:
    """One player fills a hall and pays for it."""
    document["players"][1]["houses"]["wien"]["halls"][1] = "bizet"
    document["players"][1]["stock"].remove("bizet")
    document["players"][1]["income"]["parts"][0] = {"city": "wien", "ducats": 5, "pieces": 3}
    document["players"][1]["income"]["total"] = 11
    document["waiting"] = {"2": "act"}


def build_a_part(document: dict[str, Any]) -> None:
    """One player adds a part to a house."""
    document["parts"]["paris.wing_c"] -= 1
    document["players"][0]["houses"]["paris"]["parts"].append("wing_c")
    document["players"][0]["houses"]["paris"]["halls"] += [None, None]


def hire(document: dict[str, Any]) -> None:
    """The offer shrinks and a composer climbs."""
    document["offer"]["verdi"] += 1
    document["ladder"] = ["mozart", "verdi", *document["ladder"][2:]]
    document["waiting"] = {"3": "act"}


def pay_income(document: dict[str, Any]) -> None:
    """Every player gets something and the next round begins."""
    for player in document["players"]:
        player["points"] += 3
        player["has_bid"] = False
    document["round"], document["phase"] = 4, "budget"
    document["waiting"] = {str(seat): "bid" for seat in range(4)}


def open_a_house(document: dict[str, Any]) -> None:
    """One player has a new house."""
    document["players"][2]["houses"]["roma"] = {"parts": ["foyer"], "halls": [None], "level": 1}


STEPS: tuple[Callable[[dict[str, Any]], None], ...] = (stage_a_piece, build_a_part, hire, pay_income, open_a_house)
"""Steps of a game, each changing a document in place."""


def random_document(chance: random.Random, depth: int = 4) -> Any:
    """Any document, many times faster than hypothesis draws one."""
    sort = chance.randrange(8 if depth else 5)
    if sort >= 6:
        return {chance.choice("abcdef"): random_document(chance, depth - 1) for _ in range(chance.randrange(5))}
    if sort == 5:
        return [random_document(chance, depth - 1) for _ in range(chance.randrange(6))]
    return chance.choice([None, True, False, 0, 1, 2, 300, -1, -40, "", "a", "verdi"])


def varied(document: Any, chance: random.Random) -> Any:
    """A copy of a document that differs here and there, as the next step of a game does."""
    if chance.random() < 0.1:
        return random_document(chance, 2)
    if isinstance(document, dict):
        kept = {key: varied(value, chance) for key, value in document.items() if chance.random() < 0.9}
        return kept | ({chance.choice("abcdef"): random_document(chance, 1)} if chance.random() < 0.2 else {})
    if isinstance(document, list):
        items = [varied(item, chance) for item in document if chance.random() < 0.85]
        if chance.random() < 0.3:
            items.insert(chance.randint(0, len(items)), random_document(chance, 2))
        return items
    return document
