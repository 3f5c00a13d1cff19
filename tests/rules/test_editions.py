"""Data files of Opera: the built-in one, and every way in which another one can be wrong."""

import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from opera_games.catalog import edition_text
from opera_rules.editions import built_in, edition_from, is_built_in, load
from opera_rules.opera.edition import Edition
from opera_rules.opera.setup import new_game
from opera_rules.refusals import Refused

Source = dict[str, Any]
TABLE = {
    "venezia": (1, 1, {"main": (1, [2, 3, 4]), "wing_a": (1, [1, 2, 3]), "wing_b": (1, [1, 2, 3])}),
    "wien": (1, 2, {"main": (2, [1, 2, 3]), "wing_a": (1, [1, 2, 2]), "wing_b": (1, [1, 2, 2])}),
    "berlin": (1, 2, {"main": (1, [1, 2, 3]), "wing_a": (1, [1, 2, 2]), "wing_b": (1, [1, 2, 2])}),
    "london": (2, 1, {"main": (2, [1, 2, 2]), "wing_a": (2, [1, 2, 2])}),
    "paris": (2, 2, {"main": (2, [1, 2, 3]), "wing_a": (2, [1, 2, 2]), "wing_b": (1, [1, 2, 2])}),
    "milano": (3, 2, {"main": (3, [1, 2, 2]), "wing_a": (3, [1, 1, 1])}),
}


def opera() -> Edition:
    edition = built_in("opera")
    assert isinstance(edition, Edition)
    return edition


def source() -> Source:
    return deepcopy(tomllib.loads(edition_text("opera")))


def refusal(content: Source) -> dict[str, Any]:
    with pytest.raises(Refused) as refused:
        edition_from(content)
    return refused.value.to_map()


def halls_of(city: str) -> int:
    return sum(plan.halls for plan in opera().plans.values() if plan.city == city)


def copies(part: str, players: int) -> int:
    return opera().copies(part, players)


def test_the_built_in_file_is_the_table_of_the_rules() -> None:
    """City by city and part by part."""
    cities = source()["cities"]
    assert list(cities) == list(TABLE)
    for city, (episode, places, parts) in TABLE.items():
        assert (cities[city]["episode"], cities[city]["pawn_places"]) == (episode, places)
        assert cities[city]["parts"] == {
            part: {"halls": halls, "copies": numbers} for part, (halls, numbers) in parts.items()
        }


def test_with_four_players_there_are_38_parts() -> None:
    """The number that reviews give."""
    assert sum(copies(part, 4) for part in opera().plans) == 38


def test_every_player_can_start_with_a_venezia_main_of_one_hall() -> None:
    """As many mains as players."""
    assert opera().plans["venezia.main"].halls == 1
    assert [copies("venezia.main", players) for players in (2, 3, 4)] == [2, 3, 4]


def test_the_known_sizes_of_the_houses() -> None:
    """Venezia three parts of one hall, Wien 4 halls, Berlin 3, Paris 5 with one wing of two, Milano 3 and 3."""
    plans = opera().plans
    assert [plan.halls for plan in plans.values() if plan.city == "venezia"] == [1, 1, 1]
    assert (halls_of("wien"), halls_of("berlin"), halls_of("paris")) == (4, 3, 5)
    assert 2 * plans["wien.main"].halls == 4
    assert sorted((plans["paris.wing_a"].halls, plans["paris.wing_b"].halls)) == [1, 2]
    assert [plan.halls for plan in plans.values() if plan.city == "milano"] == [3, 3]


def test_outside_venezia_there_are_fewer_houses_than_players() -> None:
    """Somebody always comes too late."""
    for city in TABLE:
        if city != "venezia":
            assert all(copies(f"{city}.main", players) < players for players in (2, 3, 4)), city


def test_a_file_with_the_same_content_is_the_built_in_one(tmp_path: Path) -> None:
    """Comments do not count, names do."""
    path = tmp_path / "mine.toml"
    path.write_text("# my box\n" + edition_text("opera"), "utf-8")
    game, edition = load(path)
    assert (game, edition) == ("opera", built_in("opera"))
    assert is_built_in("opera", edition)
    path.write_text(edition_text("opera").replace('"built-in"', '"my box"'), "utf-8")
    assert not is_built_in("opera", load(path).edition)


def test_a_corrected_file_changes_the_game() -> None:
    """Owners of the box may know better."""
    corrected = source()
    corrected["cities"]["berlin"]["parts"]["main"] = {"halls": 2, "copies": [2, 3, 4]}
    game = new_game(4, {}, edition_from(corrected).edition, bytes(32)).game
    assert game.parts["berlin.main"] == 4
    assert game.edition.source == corrected


Change = Callable[[Source], object]


def at(path: str, value: object) -> Change:
    """Put a value under a dotted key."""

    def change(content: Source) -> None:
        *way, last = path.split(".")
        for key in way:
            content = content[key]
        content[last] = value

    return change


def without(path: str) -> Change:
    def change(content: Source) -> None:
        *way, last = path.split(".")
        for key in way:
            content = content[key]
        del content[last]

    return change


WRONG: list[tuple[Change, str, str]] = [
    (at("cities.roma", {}), "edition_unknown_key", "cities.roma"),
    (at("author", "me"), "edition_unknown_key", "author"),
    (at("cities.wien.opera", 1), "edition_unknown_key", "cities.wien.opera"),
    (
        at("cities.wien.parts.wing_d", {"halls": 1, "copies": [1, 1, 1]}),
        "edition_unknown_key",
        "cities.wien.parts.wing_d",
    ),
    (
        at("cities.wien.parts.wing_c", {"halls": 3, "copies": [1, 1, 1]}),
        "edition_too_many_halls",
        "cities.wien.parts",
    ),
    (
        at("cities.wien.parts.wing_c", {"halls": 1, "copies": [2, 2, 2]}),
        "edition_wing_without_main",
        "cities.wien.parts.wing_c.copies",
    ),
    (at("cities.wien.parts.main.colour", 1), "edition_unknown_key", "cities.wien.parts.main.colour"),
    (without("game"), "edition_missing", "game"),
    (without("name"), "edition_missing", "name"),
    (without("cities"), "edition_missing", "cities"),
    (without("cities.milano"), "edition_missing", "cities.milano"),
    (without("cities.wien.episode"), "edition_missing", "cities.wien.episode"),
    (without("cities.wien.pawn_places"), "edition_missing", "cities.wien.pawn_places"),
    (without("cities.wien.parts"), "edition_missing", "cities.wien.parts"),
    (without("cities.paris.parts.main"), "edition_missing", "cities.paris.parts.main"),
    (without("cities.paris.parts.wing_a.halls"), "edition_missing", "cities.paris.parts.wing_a.halls"),
    (without("cities.paris.parts.wing_a.copies"), "edition_missing", "cities.paris.parts.wing_a.copies"),
    (at("name", ""), "edition_bad_value", "name"),
    (at("name", 7), "edition_bad_value", "name"),
    (at("cities", []), "edition_bad_value", "cities"),
    (at("cities.wien", 3), "edition_bad_value", "cities.wien"),
    (at("cities.wien.episode", 0), "edition_bad_value", "cities.wien.episode"),
    (at("cities.wien.episode", 4), "edition_bad_value", "cities.wien.episode"),
    (at("cities.wien.episode", True), "edition_bad_value", "cities.wien.episode"),
    (at("cities.wien.episode", 1.0), "edition_bad_value", "cities.wien.episode"),
    (at("cities.wien.episode", "1"), "edition_bad_value", "cities.wien.episode"),
    (at("cities.venezia.episode", 2), "edition_bad_value", "cities.venezia.episode"),
    (at("cities.wien.pawn_places", -1), "edition_bad_value", "cities.wien.pawn_places"),
    (at("cities.wien.pawn_places", 4), "edition_bad_value", "cities.wien.pawn_places"),
    (at("cities.wien.parts", 1), "edition_bad_value", "cities.wien.parts"),
    (at("cities.wien.parts.main", [2]), "edition_bad_value", "cities.wien.parts.main"),
    (at("cities.wien.parts.main.halls", 0), "edition_bad_value", "cities.wien.parts.main.halls"),
    (at("cities.wien.parts.main.halls", 7), "edition_bad_value", "cities.wien.parts.main.halls"),
    (at("cities.wien.parts.main.halls", False), "edition_bad_value", "cities.wien.parts.main.halls"),
    (at("cities.wien.parts.main.copies", 2), "edition_bad_value", "cities.wien.parts.main.copies"),
    (at("cities.wien.parts.main.copies", [1, 2]), "edition_bad_value", "cities.wien.parts.main.copies"),
    (at("cities.wien.parts.main.copies", [1, 2, 3, 4]), "edition_bad_value", "cities.wien.parts.main.copies"),
    (at("cities.wien.parts.main.copies", [1, 2, "3"]), "edition_bad_value", "cities.wien.parts.main.copies"),
    (at("cities.wien.parts.main.copies", [-1, 2, 3]), "edition_bad_value", "cities.wien.parts.main.copies"),
    (at("cities.wien.parts.main.copies", [1, 2, True]), "edition_bad_value", "cities.wien.parts.main.copies"),
    (at("cities.wien.parts.main.copies", [1, 2, 10**9]), "edition_bad_value", "cities.wien.parts.main.copies"),
    (at("cities.venezia.parts.main.copies", [1, 3, 4]), "edition_bad_value", "cities.venezia.parts.main.copies"),
    (at("cities.paris.parts.wing_a.copies", [2, 1, 2]), "edition_fewer_copies", "cities.paris.parts.wing_a.copies"),
    (at("cities.paris.parts.main.copies", [1, 3, 2]), "edition_fewer_copies", "cities.paris.parts.main.copies"),
    (
        at("cities.paris.parts.wing_a.copies", [2, 2, 2]),
        "edition_wing_without_main",
        "cities.paris.parts.wing_a.copies",
    ),
    (at("cities.milano.parts.wing_a.halls", 4), "edition_too_many_halls", "cities.milano.parts"),
]


@pytest.mark.parametrize(("change", "code", "key"), WRONG, ids=[f"{code}-{key}" for _, code, key in WRONG])
def test_a_file_that_breaks_a_rule_is_refused_with_the_key(change: Change, code: str, key: str) -> None:
    """The owner of the file finds the place at once."""
    content = source()
    change(content)
    assert {"code": code, "key": key}.items() <= refusal(content).items()


def test_six_halls_in_a_house_are_allowed() -> None:
    """The table of income ends there."""
    content = source()
    content["cities"]["wien"]["parts"]["main"]["halls"] = 4
    assert edition_from(content).edition.plans["wien.main"].halls == 4


def test_the_right_values_are_named_too() -> None:
    """What would be right belongs to the refusal."""
    content = source()
    content["cities"]["wien"]["episode"] = 9
    assert refusal(content) == {"code": "edition_bad_value", "key": "cities.wien.episode", "expected": "1 to 3"}
    content = source()
    content["cities"]["milano"]["parts"]["wing_a"]["halls"] = 6
    assert refusal(content) == {"code": "edition_too_many_halls", "key": "cities.milano.parts", "highest": 6}


@pytest.mark.parametrize("game", [3, ["opera"], True])
def test_a_game_that_is_no_text_is_a_wrong_value_and_not_a_missing_one(game: object) -> None:
    """The key is there, so the file's owner is told what is wrong with it."""
    refused = refusal({**source(), "game": game})
    assert (refused["code"], refused["key"]) == ("edition_bad_value", "game")


def test_the_file_of_an_unknown_game_is_refused() -> None:
    """Opera and Turandot are all there are."""
    assert refusal({**source(), "game": "chess"}) == {
        "code": "unknown_game",
        "game": "chess",
        "games": ["opera", "turandot"],
    }


def loading(path: Path) -> dict[str, Any]:
    with pytest.raises(Refused) as refused:
        load(path)
    return refused.value.to_map()


@pytest.mark.parametrize(("text", "line"), [("game = opera", 1), ('game = "opera"\nname = "x"\n[cities.wien\n', 3)])
def test_a_syntax_error_is_named_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    """The file cannot be read at all."""
    path = tmp_path / "broken.toml"
    path.write_text(text)
    refused = loading(path)
    assert (refused["code"], refused["file"]) == ("edition_syntax", str(path))
    assert f"line {line}" in refused["problem"]


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 50_000,
        "x = " + "{a = " * 10_000,
        "a." * 5_000 + "a = 1",
        "x = " + "1" * 9_000,
        "x = 1\nx = 2",
        "x = 'a\0b'",
    ],
    ids=["deep lists", "deep tables", "deep keys", "a number of 9000 digits", "a key twice", "a control character"],
)
def test_hostile_content_is_refused_as_a_syntax_error(tmp_path: Path, text: str) -> None:
    """Whatever stands in a small file, loading it ends in a refusal."""
    path = tmp_path / "hostile.toml"
    path.write_text(text)
    assert loading(path)["code"] == "edition_syntax"


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """TOML is UTF-8."""
    path = tmp_path / "binary.toml"
    path.write_bytes(b"name = '\xff\xfe'")
    assert loading(path) == {"code": "edition_not_text", "file": str(path)}


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    """A data file is a page, not a book."""
    path = tmp_path / "large.toml"
    path.write_text("#" * 100_001)
    assert loading(path) == {"code": "file_too_large", "file": str(path), "highest": 100_000}


def test_a_file_that_cannot_be_opened_is_refused_with_the_reason(tmp_path: Path) -> None:
    """Missing, or a folder."""
    missing = loading(tmp_path / "nowhere.toml")
    assert (missing["code"], missing["reason"]) == ("file_unreadable", "No such file or directory")
    assert loading(tmp_path)["code"] == "file_unreadable"
