"""What is allowed in Opera, written a second time from the rules page alone.

It knows nothing of the engine: it judges actions by the full state as a transcript shows it.
"""

from collections import Counter
from marshal import dumps, loads
from typing import Any, NamedTuple

Map = dict[str, Any]

FEES = {"impresario": 3, "architetto": 2, "signora": 2, "maestro": 2, "critico": 3, "esperto": 4}


class City(NamedTuple):
    """What an edition says of a city, its copies left out: those left are in the state."""

    episode: int
    pawn_places: int
    halls: dict[str, int]


BUILT_IN = {
    "venezia": City(1, 1, {"main": 1, "wing_a": 1, "wing_b": 1}),
    "wien": City(1, 2, {"main": 2, "wing_a": 1, "wing_b": 1}),
    "berlin": City(1, 2, {"main": 1, "wing_a": 1, "wing_b": 1}),
    "london": City(2, 1, {"main": 2, "wing_a": 2}),
    "paris": City(2, 2, {"main": 2, "wing_a": 2, "wing_b": 1}),
    "milano": City(3, 2, {"main": 3, "wing_a": 3}),
}


def cities_of(edition: Map) -> dict[str, City]:
    """The cities of a data file."""
    return {
        name: City(city["episode"], city["pawn_places"], {wing: city["parts"][wing]["halls"] for wing in city["parts"]})
        for name, city in edition["cities"].items()
    }


class Lawyer:
    """Reads a full state and says what may be done."""

    def __init__(self, state: Map, rounds: int, cities: dict[str, City] = BUILT_IN) -> None:
        self.cities = cities
        self.state: Map = loads(dumps(state))
        self.countings = (3, 6, 9) if rounds == 9 else (3, 5, 7)
        self.count = len(state["players"])
        self.two = self.count == 2

    @property
    def episode(self) -> int:
        return next(number for number, last in enumerate(self.countings, 1) if self.state["round"] <= last)

    def is_open(self, city: str) -> bool:
        return self.cities[city].episode <= self.episode

    def fame(self, piece: str) -> int:
        return 0 if piece == "house" else int(self.state["ladder"].index(piece)) + 1

    def level(self, seat: int) -> int:
        return next(level for level, row in enumerate(self.state["budget"]) if seat in row)

    def order(self) -> list[int]:
        return [seat for row in reversed(self.state["budget"]) for seat in row]

    def houses(self, seat: int) -> dict[str, Map]:
        houses: dict[str, Map] = self.state["players"][seat]["houses"]
        return houses

    def composers(self, seat: int, city: str) -> list[str]:
        house = self.houses(seat).get(city, {"halls": []})
        return [piece for piece in house["halls"] if piece not in (None, "house")]

    def owned(self, seat: int) -> Counter[str]:
        stages = (house["halls"] for house in self.houses(seat).values())
        return Counter(self.state["players"][seat]["stock"]) + Counter(p for halls in stages for p in halls if p)

    def palazzo_places(self) -> int:
        return 4 if self.count == 4 else 3

    def allows(self, seat: int, action: Map) -> bool:
        asked = self.state["waiting"].get(str(seat))
        do = action["do"]
        if do == "bid":
            highest = min(self.state["players"][seat]["ducats"], 10 - self.level(seat)) if asked == "bid" else -1
            return bool(0 <= action["amount"] <= highest)
        if do == "hire":
            return asked == "act" and self.allows_hire(seat, action)
        if do == "join":
            return asked == "join" and self.allows_join(seat, action)
        return bool(asked == {"close": "act", "intermezzo": "join", "appraise": "appraise"}[do])

    def allows_hire(self, seat: int, action: Map) -> bool:
        role = action["role"]
        if role not in self.state["roles"] or FEES[role] > self.level(seat):
            return False
        return bool(getattr(self, f"allows_{role}")(seat, action))

    def allows_join(self, seat: int, action: Map) -> bool:
        role = self.state["playing"]
        if set(action) - {"do"} != {
            "impresario": {"buy", "layout"},
            "architetto": {"build"},
            "signora": {"piece", "source", "reward"},
        }.get(role):
            return False
        if action.get("buy") == [] and action["layout"] is None:
            return False
        if action.get("build") == [] or self.joining_cost(action) > self.level(seat):
            return False
        return bool(getattr(self, f"allows_{role}")(seat, action))

    def joining_cost(self, action: Map) -> int:
        things = max(1, len(action.get("buy") or action.get("build") or ()))
        return things - 1 if self.two else things

    def allows_impresario(self, seat: int, action: Map) -> bool:
        buy = Counter[str](action["buy"])
        price = sum(self.fame(composer) for composer in action["buy"])
        if buy.total() > 2 or price > self.state["players"][seat]["ducats"]:
            return False
        if any(number > self.state["offer"].get(composer, 0) for composer, number in buy.items()):
            return False
        return action["layout"] is None or self.allows_layout(seat, action["layout"], buy)

    def allows_layout(self, seat: int, layout: Map, bought: Counter[str]) -> bool:
        houses = self.houses(seat)
        if layout.keys() != houses.keys():
            return False
        placed = Counter[str]()
        for city, halls in layout.items():
            here = Counter(piece for piece in halls if piece)
            if len(halls) != len(houses[city]["halls"]) or (here and max(here.values()) > 1):
                return False
            placed += here
        return placed <= self.owned(seat) + bought

    def allows_architetto(self, seat: int, action: Map) -> bool:
        built = {part for house in self.houses(seat).values() for part in house["parts"]}
        price = 0
        for part in action["build"]:
            city, _, wing = part.partition(".")
            if city not in self.cities or wing not in self.cities[city].halls or not self.is_open(city):
                return False
            if part in built or not self.state["parts"][part]:
                return False
            if wing != "main" and f"{city}.main" not in built:
                return False
            built.add(part)
            price += 2 * self.cities[city].halls[wing]
        return len(action["build"]) <= 2 and price <= self.state["players"][seat]["ducats"]

    def allows_signora(self, seat: int, action: Map) -> bool:
        piece, source = action["piece"], action["source"]
        palazzo = self.state["palazzo"]
        if piece == "house" or piece in palazzo or len(palazzo) >= self.palazzo_places():
            return False
        if source == "stock":
            return piece in self.state["players"][seat]["stock"]
        return piece in self.composers(seat, source)

    def allows_visit(self, pawn: str, city: str) -> bool:
        pawns = self.state["pawns"]
        free = list(pawns.values()).count(city) < self.cities[city].pawn_places
        return self.is_open(city) and pawns[pawn] != city and free

    def allows_maestro(self, seat: int, action: Map) -> bool:
        return self.allows_visit("maestro", action["city"])

    def allows_esperto(self, seat: int, action: Map) -> bool:
        return self.allows_visit("esperto", action["city"])

    def allows_critico(self, seat: int, action: Map) -> bool:
        composer, steps, city = action["composer"], action["steps"], action["city"]
        if not self.allows_visit("critico", city):
            return False
        if composer is None:
            return bool(steps == 0)
        staged = any(composer in self.composers(other, city) for other in range(self.count))
        return staged and steps in (-2, -1, 1, 2) and 1 <= self.fame(composer) + steps <= 6
