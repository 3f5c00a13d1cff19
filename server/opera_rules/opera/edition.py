"""The building parts: the only data of the game that a data file may change."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from opera_games.opera.words import CHARACTERS, CITIES, EPISODES, WINGS, City, Part
from opera_rules.api import Map
from opera_rules.editions import entry, refuse_unknown, subtable, whole_number
from opera_rules.refusals import Refused

MOST_HALLS = 6
PLAYER_COUNTS = (2, 3, 4)


class Plan(msgspec.Struct, frozen=True):
    """A building part as the edition has it."""

    city: City
    wing: str
    halls: int
    copies: tuple[int, int, int]


class Edition(msgspec.Struct, frozen=True):
    """Cities and building parts, checked; `source` is the data file as it was read."""

    source: Map
    plans: dict[Part, Plan]
    wings: dict[City, tuple[Part, ...]]
    """The parts of each city besides its main."""
    episodes: dict[City, int]
    pawn_places: dict[City, int]
    open_in: dict[int, tuple[City, ...]]
    """The cities open in each episode."""

    def __hash__(self) -> int:
        return hash(self.source["name"])

    def copies(self, part: Part, players: int) -> int:
        return self.plans[part].copies[PLAYER_COUNTS.index(players)]

    def opens_after(self, city: City, countings: tuple[int, ...]) -> int:
        """Return the counting round after which a city of a later episode opens."""
        return countings[self.episodes[city] - 2]


def read_edition(source: Map) -> Edition:
    """Read the buildings of a data file; a refusal names the key that breaks a rule."""
    refuse_unknown(source, ("game", "name", "cities"))
    if source.get("game") != "opera":
        raise Refused("edition_bad_value", key="game", expected="opera")
    name = entry(source, "name")
    if not isinstance(name, str) or not name:
        raise Refused("edition_bad_value", key="name", expected="a text")
    cities = subtable(source, "cities")
    refuse_unknown(cities, CITIES, "cities.")
    plans: dict[Part, Plan] = {}
    for city in CITIES:
        plans |= _read_city(cities, city)
    _check_first_house(plans["venezia.main"], cities["venezia"])
    episodes = {city: cities[city]["episode"] for city in CITIES}
    return Edition(
        source=source,
        plans=plans,
        wings={
            city: tuple(part for part, plan in plans.items() if plan.city == city and plan.wing != "main")
            for city in CITIES
        },
        episodes=episodes,
        pawn_places={city: cities[city]["pawn_places"] for city in CITIES},
        open_in={now: tuple(city for city in CITIES if episodes[city] <= now) for now in range(1, EPISODES + 1)},
    )


def _read_city(cities: Mapping[str, Any], city: City) -> dict[Part, Plan]:
    where = f"cities.{city}"
    table = subtable(cities, city, "cities.")
    refuse_unknown(table, ("episode", "pawn_places", "parts"), f"{where}.")
    whole_number(table, "episode", 1, EPISODES, f"{where}.")
    whole_number(table, "pawn_places", 0, len(CHARACTERS), f"{where}.")
    parts = subtable(table, "parts", f"{where}.")
    refuse_unknown(parts, WINGS, f"{where}.parts.")
    if "main" not in parts:
        raise Refused("edition_missing", key=f"{where}.parts.main")
    plans = {f"{city}.{wing}": _read_plan(parts, city, wing, f"{where}.parts.") for wing in WINGS if wing in parts}
    if sum(plan.halls for plan in plans.values()) > MOST_HALLS:
        raise Refused("edition_too_many_halls", key=f"{where}.parts", highest=MOST_HALLS)
    _check_wings(plans, city)
    return plans


def _read_plan(parts: Mapping[str, Any], city: City, wing: str, where: str) -> Plan:
    table = subtable(parts, wing, where)
    refuse_unknown(table, ("halls", "copies"), f"{where}{wing}.")
    halls = whole_number(table, "halls", 1, MOST_HALLS, f"{where}{wing}.")
    key = f"{where}{wing}.copies"
    copies = entry(table, "copies", f"{where}{wing}.")
    if not _is_count_per_players(copies):
        raise Refused("edition_bad_value", key=key, expected="three whole numbers from 0 to 9")
    if sorted(copies) != copies:
        raise Refused("edition_fewer_copies", key=key)
    return Plan(city, wing, halls, cast("tuple[int, int, int]", tuple(copies)))


def _check_wings(plans: Mapping[Part, Plan], city: City) -> None:
    """Refuse more wings than mains: a wing stands beside its main part."""
    main = plans[f"{city}.main"]
    for part, plan in plans.items():
        if any(wing > mains for wing, mains in zip(plan.copies, main.copies, strict=True)):
            raise Refused("edition_wing_without_main", key=f"cities.{city}.parts.{plan.wing}.copies", part=part)


def _check_first_house(main: Plan, venezia: Mapping[str, Any]) -> None:
    """Refuse an edition without a main part in Venezia for each player, the first house."""
    if venezia["episode"] != 1:
        raise Refused("edition_bad_value", key="cities.venezia.episode", expected="1")
    if any(copies < players for copies, players in zip(main.copies, PLAYER_COUNTS, strict=True)):
        raise Refused("edition_bad_value", key="cities.venezia.parts.main.copies", expected="one for each player")


def _is_count_per_players(copies: object) -> bool:
    return (
        isinstance(copies, list)
        and len(copies) == len(PLAYER_COUNTS)
        and all(type(number) is int and 0 <= number <= 9 for number in copies)
    )
