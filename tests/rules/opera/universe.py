"""Every action of Opera that can be written down, legal or not, without layouts."""

from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from opera_rules.chance import Chance

Map = dict[str, Any]

COMPOSERS = ["monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner"]
CITIES = ["venezia", "wien", "berlin", "london", "paris", "milano"]
PIECES = [*COMPOSERS, "house"]
PARTS = [f"{city}.{wing}" for city in CITIES for wing in ("main", "wing_a", "wing_b", "wing_c")]
ROLES = ["impresario", "architetto", "signora", "maestro", "critico", "esperto"]
VALUES: dict[str, list[Any]] = {
    "amount": list(range(-1, 13)),
    "accept": [True, False],
    "role": ROLES,
    "city": CITIES,
    "composer": [*COMPOSERS, None],
    "steps": list(range(-3, 4)),
    "piece": PIECES,
    "source": ["stock", *CITIES],
    "reward": ["ducats", "points"],
}
FIELDS = {
    "impresario": ("buy", "layout"),
    "architetto": ("build",),
    "signora": ("piece", "source", "reward"),
    "maestro": ("city",),
    "critico": ("city", "composer", "steps"),
    "esperto": ("city",),
}


@cache
def purchases() -> tuple[list[str], ...]:
    """Up to two pieces; their order does not matter."""
    return tuple([*buy] for number in range(3) for buy in combinations_with_replacement(COMPOSERS, number))


@cache
def buildings() -> tuple[list[str], ...]:
    return ([], *([part] for part in PARTS), *([*pair] for pair in permutations(PARTS, 2)))


@cache
def plays(role: str) -> tuple[Map, ...]:
    """Every way to fill in a role's fields."""
    if role == "impresario":
        return tuple({"buy": buy, "layout": None} for buy in purchases())
    if role == "architetto":
        return tuple({"build": build} for build in buildings())
    names = FIELDS[role]
    return tuple(dict(zip(names, values, strict=True)) for values in product(*(VALUES[name] for name in names)))


@cache
def all_actions() -> tuple[Map, ...]:
    """Six names, all their fields."""
    simple: list[Map] = [{"do": "close"}, {"do": "intermezzo"}]
    simple += [{"do": "bid", "amount": amount} for amount in VALUES["amount"]]
    simple += [{"do": "appraise", "accept": accept} for accept in (True, False)]
    hires = [{"do": "hire", "role": role, **play} for role in ROLES for play in plays(role)]
    joins = [{"do": "join", **play} for role in ROLES[:3] for play in plays(role)]
    return (*simple, *hires, *joins)


def unordered(action: Map) -> str:
    """The action as a text in which the order of equal purchases and buildings does not show."""
    lists = {name: sorted(value) if isinstance(value, list) else value for name, value in action.items()}
    return repr(sorted(lists.items(), key=lambda field: field[0]))


def mutated(action: Map, chance: Chance) -> Map:
    """The same action with one thing changed: a field, an entry of a list, a hall, or the whole action."""
    names = [name for name in action if name not in ("do", "role")]
    if not names or chance.below(6) == 0:
        return chance.choice(all_actions())
    name = chance.choice(names)
    value = action[name]
    if name in ("buy", "build"):
        return {**action, name: _mutated_list(value, COMPOSERS if name == "buy" else PARTS, chance)}
    if name == "layout":
        return {**action, name: _mutated_layout(value, chance)}
    return {**action, name: chance.choice(VALUES[name])}


def _mutated_list(value: list[str], entries: list[str], chance: Chance) -> list[str]:
    if value and chance.below(2):
        return value[1:]
    return [*value[: chance.below(3)], chance.choice(entries)]


def _mutated_layout(layout: Map | None, chance: Chance) -> Map | None:
    if not layout or chance.below(8) == 0:
        return {city: [None] for city in CITIES[: chance.below(3)]} or None
    city = chance.choice(list(layout))
    if chance.below(8) == 0:
        return {other: halls for other, halls in layout.items() if other != city}
    halls = list(layout[city])
    halls[chance.below(len(halls))] = chance.choice([*PIECES, None])
    return {**layout, city: halls[: len(halls) - (chance.below(10) == 0)]}
