"""The Impresario: buying pieces and rearranging the houses."""

import pytest
from support.rules.opera_builder import (
    GameBuilder,
    a_game,
    act,
    ducats,
    every,
    halls,
    hire,
    levels,
    only,
    refused,
    some,
)

from opera_games.opera.events import HousesArranged, PieceBought
from opera_rules.opera.state import Game


def in_play(builder: GameBuilder) -> Game:
    """The Impresario was hired by seat 0, who did nothing; seat 1 is asked."""
    return hire(builder.acting(), 0, "impresario", buy=[], layout=None).game


def test_a_piece_costs_the_fame_of_its_composer() -> None:
    """Verdi has fame 5, handel 2."""
    game, events = hire(
        a_game(3).with_offer(verdi=2, handel=1).acting(), 0, "impresario", buy=["verdi", "handel"], layout=None
    )
    assert ducats(game)[0] == 13
    assert some(game.offer) == {"verdi": 1}
    assert every(events, PieceBought) == (PieceBought(0, "verdi", 5), PieceBought(0, "handel", 2))


def test_bought_pieces_go_to_the_stock_when_nothing_is_rearranged() -> None:
    """Without a layout all halls stay as they are."""
    game, events = hire(a_game(3).with_offer(verdi=2).acting(), 0, "impresario", buy=["verdi", "verdi"], layout=None)
    assert game.players[0].stock == ("verdi", "verdi")
    assert halls(game, 0, "venezia") == ("house",)
    assert every(events, HousesArranged) == ()


def test_the_price_must_be_in_the_purse() -> None:
    """Nobody buys on credit."""
    game = a_game(3).with_ducats(9, 20, 20).with_offer(verdi=2).acting()
    assert refused(game, 0, "hire", role="impresario", buy=["verdi", "verdi"], layout=None) == {
        "code": "ducats_short",
        "price": 10,
        "ducats": 9,
    }
    assert ducats(hire(game, 0, "impresario", buy=["verdi"], layout=None).game)[0] == 4


@pytest.mark.parametrize(("buy", "composer", "left"), [(["mozart"], "mozart", 0), (["verdi", "verdi"], "verdi", 1)])
def test_only_what_is_offered_can_be_bought(buy: list[str], composer: str, left: int) -> None:
    """As many as there are, and not one more."""
    game = a_game(3).with_offer(verdi=1).acting()
    assert refused(game, 0, "hire", role="impresario", buy=buy, layout=None) == {
        "code": "not_offered",
        "composer": composer,
        "left": left,
    }


def test_two_pieces_are_the_most() -> None:
    """Hiring or joining in."""
    game = a_game(3).with_offer(verdi=3).acting()
    assert refused(game, 0, "hire", role="impresario", buy=["verdi"] * 3, layout=None) == {
        "code": "too_many",
        "most": 2,
    }
    game = in_play(a_game(3).with_offer(verdi=3))
    assert refused(game, 1, "join", buy=["verdi"] * 3, layout=None) == {"code": "too_many", "most": 2}


def test_rearranging_moves_pieces_freely_between_halls_and_stock() -> None:
    """All own houses at once; what the layout does not name goes to the stock."""
    builder = a_game(3).with_offer(mozart=1).with_stock(0, "wagner", "handel")
    builder = builder.staged(0, "wien", "verdi", "beethoven").staged(0, "venezia", "house")
    layout = {"venezia": ["mozart"], "wien": ["wagner", "verdi"]}
    game, events = hire(builder.acting(), 0, "impresario", buy=["mozart"], layout=layout)
    assert halls(game, 0, "venezia") == ("mozart",)
    assert halls(game, 0, "wien") == ("wagner", "verdi")
    assert game.players[0].stock == ("handel", "beethoven", "house")
    assert only(events, HousesArranged).layout == {"venezia": ("mozart",), "wien": ("wagner", "verdi")}


def test_halls_may_be_emptied() -> None:
    """A layout of empty halls puts everything into the stock."""
    builder = a_game(3).staged(0, "wien", "verdi", "beethoven")
    game = hire(builder.acting(), 0, "impresario", buy=[], layout={"venezia": [None], "wien": [None, None]}).game
    assert halls(game, 0, "wien") == (None, None)
    assert game.players[0].stock == ("beethoven", "verdi", "house")


@pytest.mark.parametrize(
    "layout",
    [
        {"venezia": [None], "wien": ["house", None]},
        {"venezia": [None], "wien": [None, "house"]},
        {"venezia": [None], "wien": [None, None]},
    ],
)
def test_the_house_piece_may_stand_in_any_hall_or_in_the_stock(layout: dict[str, list[str | None]]) -> None:
    """Great hall or not, any own house."""
    game = hire(a_game(3).built(0, "wien.main").acting(), 0, "impresario", buy=[], layout=layout).game
    assert [*halls(game, 0, "wien")] == layout["wien"]
    assert ("house" in game.players[0].stock) == ("house" not in layout["wien"])


def test_a_composer_stands_only_once_in_a_house() -> None:
    """Two pieces of one composer need two houses."""
    game = a_game(3).with_stock(0, "verdi", "verdi").built(0, "wien.main").acting()
    twice = {"venezia": [None], "wien": ["verdi", "verdi"]}
    assert refused(game, 0, "hire", role="impresario", buy=[], layout=twice) == {
        "code": "composer_twice",
        "composer": "verdi",
        "city": "wien",
    }
    apart = {"venezia": ["verdi"], "wien": [None, "verdi"]}
    assert halls(hire(game, 0, "impresario", buy=[], layout=apart).game, 0, "wien") == (None, "verdi")


def test_different_players_may_stage_the_same_composer_in_one_city() -> None:
    """The rule binds each house alone."""
    game = a_game(3).with_stock(0, "verdi").staged(1, "venezia", "verdi").acting()
    game = hire(game, 0, "impresario", buy=[], layout={"venezia": ["verdi"]}).game
    assert halls(game, 0, "venezia") == halls(game, 1, "venezia") == ("verdi",)


@pytest.mark.parametrize("piece", ["mozart", "verdi"])
def test_only_own_pieces_can_be_staged(piece: str) -> None:
    """Neither what lies on offer unbought, nor what another player has, nor more than one has."""
    game = a_game(3).with_offer(mozart=1).with_stock(1, "verdi").acting()
    assert refused(game, 0, "hire", role="impresario", buy=[], layout={"venezia": [piece]}) == {
        "code": "not_your_piece",
        "piece": piece,
    }


def test_one_piece_cannot_stand_in_two_houses() -> None:
    """The same piece named twice is one too many."""
    game = a_game(3).with_stock(0, "verdi").built(0, "wien.main").acting()
    layout = {"venezia": ["verdi"], "wien": ["verdi", None]}
    assert refused(game, 0, "hire", role="impresario", buy=[], layout=layout)["code"] == "not_your_piece"
    layout = {"venezia": ["house"], "wien": ["house", None]}
    assert refused(game, 0, "hire", role="impresario", buy=[], layout=layout) == {
        "code": "not_your_piece",
        "piece": "house",
    }


def test_a_layout_names_all_own_houses() -> None:
    """A house left out is not read as a house left alone."""
    game = a_game(3).built(0, "wien.main").acting()
    assert refused(game, 0, "hire", role="impresario", buy=[], layout={"venezia": ["house"]}) == {
        "code": "house_missing",
        "city": "wien",
    }
    assert refused(game, 0, "hire", role="impresario", buy=[], layout={})["code"] == "house_missing"


def test_a_layout_names_no_other_houses() -> None:
    """Not even with empty halls, and not one that another player owns."""
    game = a_game(3).built(1, "wien.main").acting()
    layout = {"venezia": ["house"], "wien": [None, None]}
    assert refused(game, 0, "hire", role="impresario", buy=[], layout=layout) == {
        "code": "no_house_there",
        "city": "wien",
    }


@pytest.mark.parametrize("row", [[], ["house"], ["house", None, None]])
def test_a_layout_has_one_entry_per_hall(row: list[str | None]) -> None:
    """Neither fewer nor more."""
    game = a_game(3).built(0, "wien.main").acting()
    layout = {"venezia": [None], "wien": row}
    assert refused(game, 0, "hire", role="impresario", buy=[], layout=layout) == {
        "code": "halls_differ",
        "city": "wien",
        "halls": 2,
    }


def test_a_refused_layout_also_undoes_the_purchase() -> None:
    """Buying and rearranging are one action."""
    game = a_game(3).with_offer(verdi=1).acting()
    assert (
        refused(game, 0, "hire", role="impresario", buy=["verdi"], layout={"wien": ["verdi"]})["code"]
        == "no_house_there"
    )


def test_hiring_without_buying_or_rearranging_is_allowed() -> None:
    """The fee is paid, nothing else changes."""
    before = a_game(3).with_offer(verdi=1).acting()
    after = hire(before, 0, "impresario", buy=[], layout=None).game
    assert (after.players[0].ducats, after.players[0].houses) == (20, before.players[0].houses)
    assert levels(after) == (7, 10, 10)


def test_joining_in_costs_a_level_for_each_piece_bought() -> None:
    """Rearranging beside it is not counted."""
    game = in_play(a_game(3).with_offer(verdi=2))
    one = act(game, 1, "join", buy=["verdi"], layout={"venezia": ["verdi"]}).game
    two = act(game, 1, "join", buy=["verdi", "verdi"], layout={"venezia": ["verdi"]}).game
    assert (levels(one)[1], levels(two)[1]) == (9, 8)
    assert (ducats(one)[1], ducats(two)[1]) == (15, 10)


def test_joining_in_only_to_rearrange_costs_one_level() -> None:
    """As if one piece were bought."""
    game = in_play(a_game(3).with_stock(1, "verdi"))
    game = act(game, 1, "join", buy=[], layout={"venezia": ["verdi"]}).game
    assert (levels(game)[1], ducats(game)[1]) == (9, 20)
    assert game.players[1].stock == ("house",)


def test_joining_in_without_doing_anything_is_refused() -> None:
    """That would be an intermezzo."""
    assert refused(in_play(a_game(3)), 1, "join", buy=[], layout=None) == {"code": "nothing_done"}


def test_what_others_bought_before_is_no_longer_on_offer() -> None:
    """Those who join in later choose from what is left."""
    game = hire(a_game(3).with_offer(verdi=1).acting(), 0, "impresario", buy=["verdi"], layout=None).game
    assert refused(game, 1, "join", buy=["verdi"], layout=None) == {
        "code": "not_offered",
        "composer": "verdi",
        "left": 0,
    }


def test_the_level_limits_what_is_bought_when_joining_in() -> None:
    """Two pieces need two levels."""
    game = in_play(a_game(3).with_levels(10, 1, 0).with_offer(verdi=2))
    assert refused(game, 1, "join", buy=["verdi", "verdi"], layout=None) == {
        "code": "level_short",
        "cost": 2,
        "level": 1,
    }
