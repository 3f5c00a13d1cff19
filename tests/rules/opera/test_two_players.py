"""What is different with two players."""

from typing import Any

import pytest
from support.rules.opera_builder import GameBuilder, a_game, act, ducats, every, hire, levels, only, refused

from opera_games.opera.events import Closed, JoinedIn
from opera_games.opera.words import Role
from opera_rules.opera.state import Game


def impresario(builder: GameBuilder) -> Game:
    return hire(builder.acting(), 0, "impresario", buy=[], layout=None).game


def architetto(builder: GameBuilder) -> Game:
    return hire(builder.acting(), 0, "architetto", build=[]).game


@pytest.mark.parametrize(("buy", "cost"), [(["verdi"], 0), (["verdi", "mozart"], 1)])
def test_the_first_piece_bought_when_joining_in_is_free(buy: list[str], cost: int) -> None:
    """The second costs a level; ducats are paid as always."""
    game = impresario(a_game(2).with_levels(10, 3).with_offer(verdi=1, mozart=1))
    game = act(game, 1, "join", buy=buy, layout=None).game
    assert levels(game)[1] == 3 - cost
    assert ducats(game)[1] == (15 if cost == 0 else 12)


def test_only_rearranging_is_free() -> None:
    """No piece bought, no level paid."""
    game = impresario(a_game(2).with_levels(10, 0).with_stock(1, "verdi"))
    game = act(game, 1, "join", buy=[], layout={"venezia": ["verdi"]}).game
    assert levels(game)[1] == 0


@pytest.mark.parametrize(("build", "cost"), [(["berlin.main"], 0), (["berlin.main", "venezia.wing_a"], 1)])
def test_the_first_part_built_when_joining_in_is_free(build: list[str], cost: int) -> None:
    """The second costs a level."""
    game = architetto(a_game(2).with_levels(10, 3))
    assert levels(act(game, 1, "join", build=build).game)[1] == 3 - cost


def test_joining_the_signora_is_free() -> None:
    """One piece is the first piece."""
    game = a_game(2).with_levels(10, 0).with_stock(0, "verdi").with_stock(1, "mozart").acting()
    game = hire(game, 0, "signora", piece="verdi", source="stock", reward="points").game
    game, events = act(game, 1, "join", piece="mozart", source="stock", reward="points")
    assert only(events, JoinedIn) == JoinedIn(1, "signora", 0, 0)


def test_a_cost_of_nothing_does_not_move_the_marker() -> None:
    """Also not to the right within its level."""
    builder = a_game(2).with_levels(6, 4).with_order(0, 1)
    game = architetto(builder)
    assert game.order == (1, 0)
    game = act(game, 1, "join", build=["berlin.main"]).game
    assert game.order == (1, 0)


@pytest.mark.parametrize(
    ("role", "fields"),
    [
        ("impresario", {"buy": [], "layout": None}),
        ("architetto", {"build": []}),
        ("signora", {"piece": "verdi", "source": "stock", "reward": "points"}),
    ],
)
def test_level_zero_is_asked_because_the_first_thing_is_free(role: Role, fields: dict[str, Any]) -> None:
    """The least cost is nothing."""
    game = hire(a_game(2).with_levels(10, 0).with_stock(0, "verdi").acting(), 0, role, **fields).game
    assert game.waiting == {1: "join"}


def test_a_second_thing_still_needs_a_level() -> None:
    """On level 0 only the first one is possible."""
    game = architetto(a_game(2).with_levels(10, 0))
    assert refused(game, 1, "join", build=["berlin.main", "wien.main"]) == {
        "code": "level_short",
        "cost": 1,
        "level": 0,
    }


def test_who_has_closed_is_not_asked_although_it_would_be_free() -> None:
    """The pass disc holds."""
    assert architetto(a_game(2).with_closed(1)).waiting == {0: "act"}


def test_four_roles_may_be_hired() -> None:
    """The third does not close, the fourth does."""
    game, events = hire(a_game(2).with_hired(2, 0).with_levels(9, 3).acting(), 0, "maestro", city="wien")
    assert (game.waiting, every(events, Closed)) == ({0: "act"}, ())
    game, events = hire(game, 0, "critico", city="wien", composer=None, steps=0)
    assert only(events, Closed) == Closed(0, automatic=True)
    assert game.waiting == {1: "act"}


def test_the_esperto_gives_to_the_poorer_opponent_or_discards() -> None:
    """There is only one other player."""
    builder = a_game(2).staged(0, "wien", "verdi", None)
    game = hire(builder.with_points(3, 2).acting(), 0, "esperto", city="wien").game
    assert game.players[1].stock == ("verdi",)
    game = hire(builder.with_points(3, 3).acting(), 0, "esperto", city="wien").game
    assert game.discard["verdi"] == 1
