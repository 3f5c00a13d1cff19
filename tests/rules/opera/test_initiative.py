"""Who decides in the action phase: hiring, closing, and when the phase ends."""

from typing import Any

import pytest
from support.rules.opera_builder import a_game, act, every, everyone_closes, hire, levels, only, refused

from opera_games.opera.actions import Close
from opera_games.opera.events import Closed, RoleHired
from opera_games.opera.words import Role
from opera_rules.opera.decisions import offers

FEES: list[tuple[Role, int, dict[str, Any]]] = [
    ("impresario", 3, {"buy": [], "layout": None}),
    ("architetto", 2, {"build": []}),
    ("signora", 2, {"piece": "verdi", "source": "stock", "reward": "points"}),
    ("maestro", 2, {"city": "wien"}),
    ("critico", 3, {"city": "wien", "composer": None, "steps": 0}),
    ("esperto", 4, {"city": "wien"}),
]


@pytest.mark.parametrize(("role", "fee", "fields"), FEES)
def test_a_role_costs_its_fee_in_budget_levels(role: Role, fee: int, fields: dict[str, Any]) -> None:
    """The marker goes down by the fee and the card leaves the board."""
    game, events = hire(a_game(3).with_stock(0, "verdi").acting(), 0, role, **fields)
    assert levels(game) == (10 - fee, 10, 10)
    assert role not in game.roles
    assert len(game.roles) == 5
    assert game.players[0].hired == 1
    assert only(events, RoleHired) == RoleHired(0, role, 10, 10 - fee)


@pytest.mark.parametrize(("role", "fee", "fields"), FEES)
def test_the_fee_must_be_within_the_level(role: Role, fee: int, fields: dict[str, Any]) -> None:
    """Exactly the fee is enough, one less is not."""
    start = a_game(3).with_stock(0, "verdi")
    assert levels(hire(start.with_levels(fee, 0, 0).acting(), 0, role, **fields).game)[0] == 0
    game = start.with_levels(fee - 1, 0, 0).acting()
    assert refused(game, 0, "hire", role=role, **fields) == {
        "code": "fee_too_high",
        "role": role,
        "fee": fee,
        "level": fee - 1,
    }


@pytest.mark.parametrize(("role", "fee", "fields"), FEES)
def test_a_role_is_hired_only_once_a_round(role: Role, fee: int, fields: dict[str, Any]) -> None:
    """A card that somebody took is gone until the round ends."""
    others = [other for other, _, _ in FEES if other != role]
    game = a_game(3).with_stock(0, "verdi").with_roles(*others).acting()
    assert refused(game, 0, "hire", role=role, **fields) == {"code": "role_taken", "role": role}


def test_the_hirers_marker_goes_to_the_right_of_those_on_the_lower_level() -> None:
    """Who comes down to a level queues behind those who stand there."""
    game = hire(a_game(3).with_levels(8, 6, 6).acting(), 0, "maestro", city="wien").game
    assert game.order == (1, 2, 0)
    assert game.waiting == {1: "act"}


def test_the_same_player_goes_on_while_still_first() -> None:
    """The initiative is looked up anew after each role; nobody has to wait for the others."""
    game = hire(a_game(3).with_levels(8, 5, 5).acting(), 0, "maestro", city="wien").game
    assert game.waiting == {0: "act"}


def test_only_the_holder_of_the_initiative_acts() -> None:
    """The others are not asked, nor is a seat that does not exist."""
    game = a_game(3).acting()
    for seat in (1, 2, 3, -1):
        assert refused(game, seat, "close") == {"code": "not_your_turn"}
        assert refused(game, seat, "hire", role="maestro", city="wien") == {"code": "not_your_turn"}


def test_bids_and_answers_are_no_actions_of_the_holder() -> None:
    """Each decision has its own answers."""
    game = a_game(3).acting()
    others: dict[str, dict[str, Any]] = {"bid": {"amount": 0}, "intermezzo": {}, "appraise": {"accept": True}}
    for do, fields in others.items():
        assert refused(game, 0, do, **fields) == {"code": "other_decision", "asked": "act", "got": do}
    assert refused(game, 0, "join", build=[])["got"] == "join"


def test_who_closes_hands_the_initiative_to_the_next_in_order() -> None:
    """A pass disc ends the hiring for this round; levels stay as they are."""
    game, events = act(a_game(3).with_levels(8, 6, 7).acting(), 0, "close")
    assert game.players[0].closed
    assert (game.waiting, levels(game)) == ({2: "act"}, (8, 6, 7))
    assert events == (Closed(0, automatic=False),)


def test_who_has_closed_gets_no_initiative_again_this_round() -> None:
    """Even with the highest level."""
    game = act(a_game(3).with_levels(9, 8, 1).acting(), 0, "close").game
    game = hire(game, 1, "maestro", city="wien").game
    assert game.waiting == {1: "act"}


def test_the_phase_ends_when_all_have_closed() -> None:
    """Roles may be left over."""
    game, events = everyone_closes(a_game(3).acting())
    assert (game.round, game.phase) == (2, "bid")
    assert [event.seat for event in every(events, Closed)] == [0, 1, 2]


def test_the_phase_ends_when_no_role_is_left() -> None:
    """The last card taken, the others are not asked any more."""
    game, events = hire(a_game(3).with_roles("maestro").acting(), 0, "maestro", city="wien")
    assert (game.round, game.phase) == (2, "bid")
    assert every(events, Closed) == ()


def test_the_phase_ends_when_the_first_in_order_can_pay_no_role_that_is_left() -> None:
    """Nobody behind has more budget, so nobody else is asked."""
    game = a_game(3).with_levels(5, 3, 3).with_roles("maestro", "esperto").acting()
    game, events = hire(game, 0, "maestro", city="wien")
    assert (game.round, levels(game)) == (2, (3, 3, 3))
    assert every(events, Closed) == ()


def test_a_third_role_closes_automatically_when_the_initiative_comes_back() -> None:
    """Three roles a round are the limit."""
    game, events = hire(a_game(3).with_hired(2, 0, 0).with_levels(9, 5, 5).acting(), 0, "maestro", city="wien")
    assert only(events, Closed) == Closed(0, automatic=True)
    assert game.players[0].closed
    assert game.waiting == {1: "act"}


def test_who_has_hired_three_roles_stays_open_until_holding_the_initiative() -> None:
    """Others first in order: the limit closes nobody yet, so joining in is still possible."""
    game, events = hire(a_game(3).with_hired(2, 0, 0).with_levels(9, 8, 8).acting(), 0, "maestro", city="wien")
    assert every(events, Closed) == ()
    assert not game.players[0].closed
    game = hire(game, 1, "architetto", build=[]).game
    assert game.waiting == {2: "join"}
    assert game.queue == (0,)


def test_two_in_a_row_may_close_automatically() -> None:
    """The initiative is looked up again and again until somebody has a choice."""
    game, events = hire(a_game(3).with_hired(2, 3, 0).with_levels(7, 4, 3).acting(), 0, "maestro", city="wien")
    assert [(event.seat, event.automatic) for event in every(events, Closed)] == [(0, True), (1, True)]
    assert game.waiting == {2: "act"}


def test_a_holder_without_budget_ends_the_phase_before_the_limit_of_roles_is_looked_at() -> None:
    """Who has three roles and can pay no fee any more does not close: the phase is over."""
    game, events = hire(a_game(3).with_hired(2, 0, 0).with_levels(3, 1, 1).acting(), 0, "maestro", city="wien")
    assert every(events, Closed) == ()
    assert game.round == 2


def test_after_all_limits_are_reached_the_phase_ends() -> None:
    """Everybody closed automatically."""
    game, events = hire(a_game(3).with_hired(2, 3, 3).acting(), 0, "maestro", city="wien")
    assert sorted(event.seat for event in every(events, Closed)) == [0, 1, 2]
    assert game.round == 2


def test_a_player_who_can_pay_but_may_hire_nothing_is_asked_and_can_only_close() -> None:
    """Only the Signora is left and there is nothing to sell her."""
    game = a_game(3).with_roles("signora").with_levels(4, 4, 4).acting()
    assert list(offers(game, 0)) == [Close()]
    assert refused(game, 0, "hire", role="signora", piece="verdi", source="stock", reward="points") == {
        "code": "nothing_to_sell"
    }
    game = act(game, 0, "close").game
    assert game.waiting == {1: "act"}


def test_acting_leaves_the_state_before_as_it_was() -> None:
    """A state is a value: playing on from it does not change it."""
    start = a_game(3).with_offer(verdi=1).with_stock(1, "mozart")
    game = start.acting()
    hire(game, 0, "impresario", buy=["verdi"], layout={"venezia": ["verdi"]})
    everyone_closes(game)
    assert game == start.acting()
