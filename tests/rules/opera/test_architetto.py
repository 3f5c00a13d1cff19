"""The Architetto: building houses and wings."""

import pytest
from support.rules.opera_builder import (
    THREE_WINGS,
    GameBuilder,
    a_game,
    act,
    ducats,
    every,
    halls,
    hire,
    only,
    points,
    refused,
)

from opera_games.opera.events import PartBuilt
from opera_rules.opera.state import Game


def in_play(builder: GameBuilder) -> Game:
    return hire(builder.acting(), 0, "architetto", build=[]).game


@pytest.mark.parametrize(("part", "number"), [("wien.main", 2), ("berlin.main", 1), ("venezia.wing_a", 1)])
def test_a_hall_costs_two_ducats_and_brings_two_points(part: str, number: int) -> None:
    """Paid and scored at once; the halls are empty."""
    game, events = hire(a_game(3).acting(), 0, "architetto", build=[part])
    assert (ducats(game)[0], points(game)[0]) == (20 - 2 * number, 2 * number)
    assert only(events, PartBuilt) == PartBuilt(0, part, 2 * number, 2 * number)


def test_a_built_part_leaves_the_stock_of_parts() -> None:
    """One copy fewer for everybody."""
    game = hire(a_game(3).acting(), 0, "architetto", build=["wien.main"]).game
    assert game.parts["wien.main"] == 1
    assert game.players[0].houses["wien"].parts == ("wien.main",)
    assert halls(game, 0, "wien") == (None, None)


def test_two_parts_can_be_built_at_once() -> None:
    """In two cities, or in one."""
    game, events = hire(a_game(3).acting(), 0, "architetto", build=["venezia.wing_b", "berlin.main"])
    assert [event.part for event in every(events, PartBuilt)] == ["venezia.wing_b", "berlin.main"]
    assert (ducats(game)[0], points(game)[0]) == (16, 4)


def test_three_parts_are_too_many() -> None:
    """Two at most when hiring."""
    game = a_game(3).acting()
    build = ["venezia.wing_a", "venezia.wing_b", "berlin.main"]
    assert refused(game, 0, "hire", role="architetto", build=build) == {"code": "too_many", "most": 2}


def test_building_nothing_is_allowed_when_hiring() -> None:
    """Only the fee is spent."""
    game, events = hire(a_game(3).acting(), 0, "architetto", build=[])
    assert (ducats(game)[0], points(game)[0]) == (20, 0)
    assert every(events, PartBuilt) == ()


def test_building_nothing_is_no_joining_in() -> None:
    """That would be an intermezzo."""
    assert refused(in_play(a_game(3)), 1, "join", build=[]) == {"code": "nothing_done"}


def test_the_price_of_all_parts_must_be_in_the_purse() -> None:
    """Wien main for 4 and a wing for 2 make 6."""
    game = a_game(3).with_ducats(5, 20, 20).acting()
    assert refused(game, 0, "hire", role="architetto", build=["wien.main", "wien.wing_a"]) == {
        "code": "ducats_short",
        "price": 6,
        "ducats": 5,
    }


def test_a_wing_needs_its_main_part() -> None:
    """Without the main part there is nothing to lean on."""
    game = a_game(3).acting()
    assert refused(game, 0, "hire", role="architetto", build=["wien.wing_a"]) == {
        "code": "main_first",
        "part": "wien.wing_a",
    }
    assert refused(game, 0, "hire", role="architetto", build=["wien.wing_a", "wien.main"])["code"] == "main_first"
    assert refused(game, 0, "hire", role="architetto", build=["berlin.main", "wien.wing_a"])["code"] == "main_first"


def test_main_part_and_wing_may_be_built_in_the_same_action() -> None:
    """The main part before the wing."""
    game = hire(a_game(3).acting(), 0, "architetto", build=["wien.main", "wien.wing_b"]).game
    assert game.players[0].houses["wien"].parts == ("wien.main", "wien.wing_b")
    assert halls(game, 0, "wien") == (None, None, None)


def test_one_house_per_city_and_player() -> None:
    """A second main part in the same city is refused, whether old or new."""
    game = a_game(4).built(0, "wien.main").acting()
    assert refused(game, 0, "hire", role="architetto", build=["wien.main"]) == {
        "code": "already_built",
        "part": "wien.main",
    }
    assert refused(game, 0, "hire", role="architetto", build=["berlin.main", "berlin.main"]) == {
        "code": "already_built",
        "part": "berlin.main",
    }


def test_no_wing_stands_twice_in_a_house() -> None:
    """Neither built before nor in the same action."""
    game = a_game(4).built(0, "wien.main", "wien.wing_a").acting()
    assert refused(game, 0, "hire", role="architetto", build=["wien.wing_a"])["code"] == "already_built"
    assert refused(game, 0, "hire", role="architetto", build=["wien.wing_b", "wien.wing_b"]) == {
        "code": "already_built",
        "part": "wien.wing_b",
    }


def test_copies_run_out() -> None:
    """With two players there is one house in Wien."""
    game = a_game(2).built(1, "wien.main").acting()
    assert refused(game, 0, "hire", role="architetto", build=["wien.main"]) == {
        "code": "none_left",
        "part": "wien.main",
    }


@pytest.mark.parametrize(
    ("rounds", "now", "part", "opens"),
    [
        (9, 3, "paris.main", 3),
        (9, 3, "london.main", 3),
        (9, 1, "milano.main", 6),
        (9, 6, "milano.main", 6),
        (7, 3, "paris.main", 3),
        (7, 5, "milano.main", 5),
    ],
)
def test_a_city_that_is_not_open_yet_has_no_building_sites(rounds: int, now: int, part: str, opens: int) -> None:
    """The refusal says after which round it opens."""
    builder = a_game(3).in_round(now)
    game = (builder if rounds == 9 else builder.short()).acting()
    assert refused(game, 0, "hire", role="architetto", build=[part]) == {
        "code": "city_closed",
        "city": part.partition(".")[0],
        "round": opens,
    }


@pytest.mark.parametrize(
    ("rounds", "now", "part"),
    [(9, 4, "paris.main"), (9, 4, "london.main"), (9, 7, "milano.main"), (7, 4, "london.main"), (7, 6, "milano.main")],
)
def test_a_city_of_a_later_episode_can_be_built_in_once_it_is_open(rounds: int, now: int, part: str) -> None:
    """London and Paris after the first counting, Milano after the second."""
    builder = a_game(3).in_round(now)
    game = (builder if rounds == 9 else builder.short()).acting()
    assert only(hire(game, 0, "architetto", build=[part]).events, PartBuilt).part == part


@pytest.mark.parametrize("part", ["roma.main", "wien", "wien.wing_c", "wien.wing_d", "", "milano.wing_b", "x" * 1000])
def test_a_part_that_does_not_exist_is_refused(part: str) -> None:
    """The name comes back shortened, if it is long."""
    refusal = refused(a_game(3).in_round(8).acting(), 0, "hire", role="architetto", build=[part])
    assert refusal["code"] == "unknown_part"
    assert part.startswith(refusal["part"])
    assert len(refusal["part"]) <= 20


def test_a_wing_a_built_after_wing_b_puts_its_halls_before_those_of_wing_b() -> None:
    """Halls stand in the order main, wing a, wing b, and the pieces stay in their wing."""
    builder = a_game(3).in_round(5).built(0, "paris.main", "paris.wing_b").staged(0, "paris", "verdi", None, "mozart")
    game = hire(builder.acting(), 0, "architetto", build=["paris.wing_a"]).game
    assert game.players[0].houses["paris"].parts == ("paris.main", "paris.wing_a", "paris.wing_b")
    assert halls(game, 0, "paris") == ("verdi", None, None, None, "mozart")


def test_both_wings_in_one_action_stand_in_the_same_order_either_way() -> None:
    """Building wing b first changes nothing in the end."""
    game = a_game(3).in_round(5).built(0, "paris.main").staged(0, "paris", "verdi", "mozart").acting()
    ways = [
        hire(game, 0, "architetto", build=build).game.players
        for build in (["paris.wing_a", "paris.wing_b"], ["paris.wing_b", "paris.wing_a"])
    ]
    assert ways[0] == ways[1]
    assert ways[0][0].houses["paris"].halls == ("verdi", "mozart", None, None, None)


def test_a_third_wing_is_built_where_the_edition_has_one() -> None:
    """It costs and brings what its halls say, as every part."""
    game = a_game(3).with_edition(THREE_WINGS).acting()
    game, events = hire(game, 0, "architetto", build=["wien.main", "wien.wing_c"])
    assert every(events, PartBuilt)[1] == PartBuilt(0, "wien.wing_c", 4, 4)
    assert game.parts["wien.wing_c"] == 1
    assert refused(game, 1, "join", build=["london.wing_c"])["code"] == "unknown_part"


def test_the_halls_of_a_third_wing_stand_after_those_of_the_others() -> None:
    """A wing b built after wing c puts its empty hall before those of wing c."""
    builder = a_game(3).with_edition(THREE_WINGS).built(0, "wien.main", "wien.wing_c")
    game = builder.staged(0, "wien", "verdi", None, "mozart", None).acting()
    game = hire(game, 0, "architetto", build=["wien.wing_b", "wien.wing_a"]).game
    assert game.players[0].houses["wien"].parts == ("wien.main", "wien.wing_a", "wien.wing_b", "wien.wing_c")
    assert halls(game, 0, "wien") == ("verdi", None, None, None, "mozart", None)


def test_houses_are_listed_in_the_order_of_the_cities() -> None:
    """Whatever was built first."""
    game = hire(a_game(3).in_round(5).acting(), 0, "architetto", build=["paris.main", "wien.main"]).game
    assert list(game.players[0].houses) == ["venezia", "wien", "paris"]


def test_joining_in_builds_under_the_same_rules() -> None:
    """Price, points and copies as for the hirer."""
    game = in_play(a_game(3).with_ducats(20, 3, 20))
    assert refused(game, 1, "join", build=["wien.main"]) == {"code": "ducats_short", "price": 4, "ducats": 3}
    game = act(game, 1, "join", build=["berlin.main"]).game
    assert (ducats(game)[1], points(game)[1]) == (1, 2)


def test_the_hirer_may_take_the_last_copy_before_the_others() -> None:
    """Those who join in later find none left."""
    game = hire(a_game(3).built(2, "wien.main").acting(), 0, "architetto", build=["wien.main"]).game
    assert refused(game, 1, "join", build=["wien.main"]) == {"code": "none_left", "part": "wien.main"}
