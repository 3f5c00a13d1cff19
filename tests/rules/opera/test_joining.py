"""Joining in with an employee, or an intermezzo."""

from typing import Any

import pytest
from support.rules.opera_builder import GameBuilder, a_game, act, every, hire, levels, only, refused

from opera_games.opera.actions import Intermezzo
from opera_games.opera.events import IntermezzoTaken, JoinedIn
from opera_games.opera.words import Role
from opera_rules.opera.decisions import offers
from opera_rules.opera.state import Game

EMPLOYEES: list[tuple[Role, dict[str, Any], dict[str, Any]]] = [
    ("impresario", {"buy": [], "layout": None}, {"buy": ["verdi"], "layout": None}),
    ("architetto", {"build": []}, {"build": ["wien.main"]}),
    (
        "signora",
        {"piece": "wagner", "source": "stock", "reward": "points"},
        {"piece": "mozart", "source": "stock", "reward": "ducats"},
    ),
]


def a_rich_game(players: int = 3) -> GameBuilder:
    game = a_game(players).with_offer(verdi=2, mozart=1).with_stock(0, "wagner")
    return game.with_stock(1, "mozart").with_stock(2, "mozart", "beethoven")


def after_architetto(builder: GameBuilder) -> Game:
    return hire(builder.acting(), 0, "architetto", build=[]).game


@pytest.mark.parametrize(("role", "hiring", "joining"), EMPLOYEES)
def test_after_an_employee_the_others_are_asked_in_budget_order(
    role: Role, hiring: dict[str, Any], joining: dict[str, Any]
) -> None:
    """Everybody else decides once, the best placed first; then the initiative is looked up anew."""
    builder = a_rich_game().with_levels(10, 5, 8)
    game = hire(builder.acting(), 0, role, **hiring).game
    assert (game.playing, game.waiting, game.queue) == (role, {2: "join"}, (1,))
    game = act(game, 2, "intermezzo").game
    assert (game.playing, game.waiting, game.queue) == (role, {1: "join"}, ())
    game = act(game, 1, "intermezzo").game
    assert (game.playing, game.queue) == (None, ())
    assert set(game.waiting.values()) == {"act"}


@pytest.mark.parametrize(("role", "fields"), [("maestro", {}), ("critico", {"composer": None, "steps": 0})])
def test_nobody_joins_in_with_maestro_or_critico(role: Role, fields: dict[str, Any]) -> None:
    """Characters belong to their hirer alone."""
    game = hire(a_rich_game().acting(), 0, role, city="wien", **fields).game
    assert (game.playing, game.waiting) == (None, {1: "act"})


@pytest.mark.parametrize(("role", "hiring", "joining"), EMPLOYEES)
def test_joining_in_costs_one_level_for_one_thing(role: Role, hiring: dict[str, Any], joining: dict[str, Any]) -> None:
    """The marker goes down one level, no role is counted."""
    game = hire(a_rich_game().with_levels(10, 6, 5).acting(), 0, role, **hiring).game
    game, events = act(game, 1, "join", **joining)
    assert game.players[1].level == 5
    assert game.order[-2:] == (2, 1)
    assert game.players[1].hired == 0
    assert only(events, JoinedIn) == JoinedIn(1, role, 6, 5)


def test_joining_in_costs_two_levels_for_two_things() -> None:
    """One level for each thing."""
    game = after_architetto(a_rich_game().with_levels(10, 6, 5))
    game = act(game, 1, "join", build=["wien.main", "berlin.main"]).game
    assert levels(game) == (8, 4, 5)


def test_the_level_must_cover_the_cost_of_joining_in() -> None:
    """With one level left a second thing is too much."""
    game = after_architetto(a_rich_game().with_levels(10, 1, 0))
    assert refused(game, 1, "join", build=["wien.main", "berlin.main"]) == {
        "code": "level_short",
        "cost": 2,
        "level": 1,
    }
    assert levels(act(game, 1, "join", build=["wien.main"]).game)[1] == 0


def test_three_things_are_too_many_when_joining_in() -> None:
    """Two at most."""
    game = after_architetto(a_rich_game())
    assert refused(game, 1, "join", build=["wien.main", "berlin.main", "wien.wing_a"]) == {
        "code": "too_many",
        "most": 2,
    }


def test_an_intermezzo_changes_nothing_for_the_player() -> None:
    """No level, no money, no role."""
    before = after_architetto(a_rich_game())
    after, events = act(before, 1, "intermezzo")
    assert after.players == before.players
    assert events == (IntermezzoTaken(1, "architetto"),)


def test_the_order_of_asking_is_that_of_the_hiring_whatever_the_others_pay_meanwhile() -> None:
    """Paying for joining in may change the budget order, not who is asked next."""
    game = after_architetto(a_rich_game(4).with_levels(10, 6, 5, 5))
    game = act(game, 1, "join", build=["wien.main", "berlin.main"]).game
    assert game.order == (0, 2, 3, 1)
    assert (game.waiting, game.queue) == ({2: "join"}, (3,))


def test_the_hirers_own_new_place_does_not_change_the_order_of_asking() -> None:
    """The hirer comes down among the others; the others are asked as they stand."""
    game = after_architetto(a_rich_game().with_levels(7, 5, 6))
    assert game.order == (2, 1, 0)
    assert (game.waiting, game.queue) == ({2: "join"}, (1,))


def test_who_has_closed_is_not_asked() -> None:
    """A pass disc also ends joining in."""
    game = after_architetto(a_rich_game().with_closed(1))
    assert (game.waiting, game.queue) == ({2: "join"}, ())


def test_who_has_no_level_for_the_least_cost_is_not_asked() -> None:
    """With three players one level is the least, so level 0 is passed over."""
    game = after_architetto(a_rich_game().with_levels(10, 0, 1))
    assert (game.waiting, game.queue) == ({2: "join"}, ())


def test_nobody_is_asked_when_all_others_are_closed_or_without_budget() -> None:
    """The initiative is looked up at once."""
    game = after_architetto(a_rich_game().with_levels(10, 0, 6).with_closed(2))
    assert (game.playing, game.waiting) == (None, {0: "act"})


def test_at_the_signora_nobody_is_asked_once_the_palazzo_is_full() -> None:
    """The hirer's own sale may fill it."""
    builder = a_rich_game().with_palazzo("verdi", "handel")
    game = hire(builder.acting(), 0, "signora", piece="wagner", source="stock", reward="points").game
    assert (game.playing, game.waiting) == (None, {1: "act"})


def test_at_the_signora_the_room_is_looked_at_when_the_turn_comes() -> None:
    """One place is left, and who is asked first takes it: the next one is passed over."""
    builder = a_rich_game().with_palazzo("verdi")
    game = hire(builder.acting(), 0, "signora", piece="wagner", source="stock", reward="points").game
    assert (game.waiting, game.queue) == ({1: "join"}, (2,))
    game = act(game, 1, "join", piece="mozart", source="stock", reward="points").game
    assert (game.playing, game.waiting) == (None, {2: "act"})


def test_at_the_signora_also_those_without_a_piece_are_asked() -> None:
    """What is behind a screen must not show in who is asked; all that is left is an intermezzo."""
    builder = a_game(3).with_stock(0, "wagner")
    game = hire(builder.acting(), 0, "signora", piece="wagner", source="stock", reward="points").game
    assert game.waiting == {1: "join"}
    assert list(offers(game, 1)) == [Intermezzo()]


def test_at_the_architetto_also_those_without_ducats_are_asked() -> None:
    """A purse is hidden, so it does not matter whether the part can be paid."""
    game = after_architetto(a_game(3).with_ducats(20, 0, 0))
    assert game.waiting == {1: "join"}
    assert list(offers(game, 1)) == [Intermezzo()]


def test_at_the_architetto_nobody_is_asked_whose_houses_allow_no_part_that_is_left() -> None:
    """Everything of the open cities that this player could still build is sold out or already built."""
    full = a_game(2).built(1, "venezia.main", "venezia.wing_a", "venezia.wing_b")
    full = full.built(1, "wien.main", "wien.wing_a", "wien.wing_b")
    full = full.built(1, "berlin.main", "berlin.wing_a", "berlin.wing_b")
    assert after_architetto(full).playing is None
    one_left = full.built(1, "berlin.main", "berlin.wing_b")
    assert after_architetto(one_left).waiting == {1: "join"}


def test_at_the_architetto_a_wing_counts_only_with_its_main_part() -> None:
    """The wings of Wien are left, but its only main part belongs to the other player."""
    builder = a_game(2).built(1, "venezia.main", "venezia.wing_a", "venezia.wing_b")
    builder = builder.built(1, "berlin.main", "berlin.wing_a", "berlin.wing_b").built(0, "wien.main")
    assert after_architetto(builder).playing is None


def test_at_the_architetto_the_parts_are_looked_at_when_the_turn_comes() -> None:
    """The last part that the next player could build may be gone by then."""
    builder = a_game(4).with_order(1, 0, 2, 3)
    for seat in (0, 2, 3):
        builder = builder.built(seat, "venezia.main", "venezia.wing_a", "venezia.wing_b")
    builder = builder.built(0, "wien.main", "wien.wing_a", "wien.wing_b").built(2, "wien.main")
    builder = builder.built(0, "berlin.main").built(2, "berlin.main", "berlin.wing_a", "berlin.wing_b")
    builder = builder.built(3, "berlin.main", "berlin.wing_a", "berlin.wing_b")
    game = hire(builder.acting(), 1, "architetto", build=["wien.main"]).game
    assert (game.waiting, game.queue) == ({2: "join"}, ())
    game = act(game, 2, "join", build=["wien.wing_a"]).game
    assert (game.playing, game.waiting) == (None, {0: "act"})


def test_at_the_impresario_everybody_with_budget_is_asked() -> None:
    """Rearranging is always possible, even with nothing on offer."""
    game = hire(a_game(3).with_ducats(0, 0, 0).acting(), 0, "impresario", buy=[], layout=None).game
    assert (game.waiting, game.queue) == ({1: "join"}, (2,))


def test_joining_in_is_done_with_the_employee_in_play() -> None:
    """Another employee's fields are refused with the one that is meant."""
    game = after_architetto(a_rich_game())
    assert refused(game, 1, "join", buy=["verdi"], layout=None) == {"code": "other_role", "role": "architetto"}
    assert refused(game, 1, "join", piece="mozart", source="stock", reward="points") == {
        "code": "other_role",
        "role": "architetto",
    }


def test_who_is_asked_to_join_in_can_neither_hire_nor_close() -> None:
    """Only joining in or an intermezzo."""
    game = after_architetto(a_rich_game())
    assert refused(game, 1, "close") == {"code": "other_decision", "asked": "join", "got": "close"}
    assert refused(game, 1, "hire", role="maestro", city="wien")["code"] == "other_decision"
    assert refused(game, 1, "appraise", accept=False)["code"] == "other_decision"
    assert refused(game, 2, "intermezzo") == {"code": "not_your_turn"}
    assert refused(game, 0, "close") == {"code": "not_your_turn"}


def test_joining_in_does_not_count_towards_the_limit_of_roles() -> None:
    """Two roles hired and two joined leave room for a third."""
    game = after_architetto(a_rich_game().with_hired(0, 2, 0).with_levels(10, 9, 5))
    game, _ = act(game, 1, "join", build=["wien.main"])
    game, events = act(game, 2, "intermezzo")
    assert (game.players[1].hired, game.waiting) == (2, {0: "act"})
    game = act(game, 0, "close").game
    assert game.waiting == {1: "act"}
    assert every(events, JoinedIn) == ()


def test_a_player_at_the_limit_of_roles_who_has_not_closed_may_join_in() -> None:
    """Only the pass disc forbids it."""
    game = after_architetto(a_rich_game().with_hired(0, 3, 0))
    assert act(game, 1, "join", build=["wien.main"]).game.players[1].hired == 3


def test_the_phase_may_end_after_the_last_answer() -> None:
    """No role is left: once all have decided, the round ends."""
    game = hire(a_rich_game().with_roles("architetto").acting(), 0, "architetto", build=[]).game
    game = act(game, 1, "intermezzo").game
    game = act(game, 2, "join", build=["wien.main"]).game
    assert (game.round, game.phase, game.playing) == (2, "bid", None)
