"""Every refusal of Opera once: its code, exactly its parameters, and nothing changed."""

from typing import Any

import pytest
from support.contract.raised_codes import parameters_by_code
from support.rules.opera_builder import THREE_WINGS, a_game, everyone_closes, hire, refused

from opera_rules.opera.state import Game
from opera_rules.refusals import Refused

REFUSING = ("server/opera_rules/opera/", "server/opera_rules/decisions.py")
BUY: dict[str, Any] = {"do": "hire", "role": "impresario", "buy": [], "layout": None}
SELL: dict[str, Any] = {"do": "hire", "role": "signora", "piece": "verdi", "source": "stock", "reward": "points"}
SEND: dict[str, Any] = {"do": "hire", "role": "critico", "city": "wien", "composer": None, "steps": 0}
BUILD: dict[str, Any] = {"do": "hire", "role": "architetto", "build": []}
OTHER_QUESTIONS = {
    "bad_goal",
    "bad_option",
    "lesson_bad_state",
    "malformed_event",
    "players_out_of_range",
    "unknown_option",
}
"""Refusals of other questions than an action, tested where those are; those of editions too."""


def a_full_table() -> Game:
    """A game with something of everything in it, seat 0 to act."""
    builder = a_game(3).with_offer(verdi=1, wagner=2).with_stock(0, "verdi", "verdi", "mozart").with_ducats(7, 20, 20)
    return builder.staged(1, "wien", "verdi", "wagner").with_palazzo("mozart").built(0, "berlin.main").acting()


def joining() -> Game:
    return hire(a_game(3).with_levels(9, 1, 1).acting(), 0, "architetto", build=[]).game


def crowded() -> Game:
    """With another edition a character may have no city to go to."""
    builder = a_game(3).with_edition(THREE_WINGS).with_pawn("maestro", "venezia").with_pawn("esperto", "berlin")
    return builder.with_pawn("critico", "wien").acting()


CASES: dict[str, tuple[Game, int, dict[str, Any], dict[str, Any]]] = {
    "not_your_turn": (a_full_table(), 1, {"do": "close"}, {}),
    "other_decision": (a_full_table(), 0, {"do": "bid", "amount": 1}, {"asked": "act", "got": "bid"}),
    "game_over": (everyone_closes(a_game(3).in_round(9).acting()).game, 0, {"do": "close"}, {}),
    "malformed_action": (a_full_table(), 0, {"do": "sing"}, {"field": "do"}),
    "bid_below_zero": (a_game(3).bidding(), 0, {"do": "bid", "amount": -1}, {}),
    "bid_too_high": (a_game(3).with_levels(4, 4, 4).bidding(), 0, {"do": "bid", "amount": 7}, {"highest": 6}),
    "role_taken": (a_game(3).with_roles("maestro").acting(), 0, BUILD, {"role": "architetto"}),
    "fee_too_high": (a_game(3).with_levels(2, 1, 1).acting(), 0, BUY, {"role": "impresario", "fee": 3, "level": 2}),
    "level_short": (joining(), 1, {"do": "join", "build": ["wien.main", "berlin.main"]}, {"cost": 2, "level": 1}),
    "nothing_done": (joining(), 1, {"do": "join", "build": []}, {}),
    "other_role": (joining(), 1, {"do": "join", "buy": [], "layout": None}, {"role": "architetto"}),
    "too_many": (a_full_table(), 0, {**BUY, "buy": ["wagner"] * 3}, {"most": 2}),
    "ducats_short": (a_full_table(), 0, {**BUY, "buy": ["wagner", "wagner"]}, {"price": 12, "ducats": 7}),
    "not_offered": (a_full_table(), 0, {**BUY, "buy": ["verdi", "verdi"]}, {"composer": "verdi", "left": 1}),
    "no_house_there": (a_full_table(), 0, {**BUY, "layout": {"wien": [None, None]}}, {"city": "wien"}),
    "house_missing": (a_full_table(), 0, {**BUY, "layout": {"venezia": [None]}}, {"city": "berlin"}),
    "halls_differ": (
        a_full_table(),
        0,
        {**BUY, "layout": {"venezia": [], "berlin": [None]}},
        {"city": "venezia", "halls": 1},
    ),
    "composer_twice": (
        a_game(3).with_stock(0, "verdi", "verdi").staged(0, "venezia", "house", None).acting(),
        0,
        {**BUY, "layout": {"venezia": ["verdi", "verdi"]}},
        {"composer": "verdi", "city": "venezia"},
    ),
    "not_your_piece": (
        a_full_table(),
        0,
        {**BUY, "layout": {"venezia": ["handel"], "berlin": [None]}},
        {"piece": "handel"},
    ),
    "unknown_part": (a_full_table(), 0, {**BUILD, "build": ["roma.main"]}, {"part": "roma.main"}),
    "city_closed": (a_full_table(), 0, {**BUILD, "build": ["paris.main"]}, {"city": "paris", "round": 3}),
    "already_built": (a_full_table(), 0, {**BUILD, "build": ["berlin.main"]}, {"part": "berlin.main"}),
    "none_left": (
        a_game(2).built(1, "wien.main").acting(),
        0,
        {**BUILD, "build": ["wien.main"]},
        {"part": "wien.main"},
    ),
    "main_first": (a_full_table(), 0, {**BUILD, "build": ["wien.wing_a"]}, {"part": "wien.wing_a"}),
    "palazzo_full": (a_game(3).with_palazzo("handel", "mozart", "wagner").with_stock(0, "verdi").acting(), 0, SELL, {}),
    "nothing_to_sell": (a_game(3).acting(), 0, SELL, {}),
    "house_piece_not_sold": (a_full_table(), 0, {**SELL, "piece": "house", "source": "venezia"}, {}),
    "in_palazzo": (a_full_table(), 0, {**SELL, "piece": "mozart"}, {"composer": "mozart"}),
    "no_such_piece": (a_full_table(), 0, {**SELL, "source": "berlin"}, {"piece": "verdi", "source": "berlin"}),
    "no_city_for_pawn": (crowded(), 0, SEND, {"role": "critico"}),
    "pawn_stands_there": (
        a_game(3).with_pawn("critico", "wien").acting(),
        0,
        SEND,
        {"role": "critico", "city": "wien"},
    ),
    "no_pawn_place": (
        a_game(3).with_pawn("maestro", "venezia").acting(),
        0,
        {**SEND, "city": "venezia"},
        {"city": "venezia"},
    ),
    "steps_without_composer": (a_full_table(), 0, {**SEND, "steps": 1}, {}),
    "steps_out_of_range": (a_full_table(), 0, {**SEND, "composer": "verdi", "steps": 3}, {"most": 2}),
    "not_staged_there": (
        a_full_table(),
        0,
        {**SEND, "composer": "mozart", "steps": 1},
        {"composer": "mozart", "city": "wien"},
    ),
    "beyond_ladder": (a_full_table(), 0, {**SEND, "composer": "verdi", "steps": 2}, {"composer": "verdi", "fame": 5}),
}


@pytest.mark.parametrize("code", CASES)
def test_each_refusal_has_its_code_and_parameters_and_changes_nothing(code: str) -> None:
    """A sentence for the player can be made from it."""
    game, seat, action, parameters = CASES[code]
    assert refused(game, seat, **action) == {"code": code, **parameters}


def test_every_refusal_of_an_action_is_tried_here() -> None:
    """A new code needs a case."""
    codes = {code for code in parameters_by_code(*REFUSING) if not code.startswith("edition_")}
    assert codes - OTHER_QUESTIONS <= set(CASES)


def test_a_refusal_reads_like_a_call_and_survives_another_process() -> None:
    """Workers hand refusals to each other."""
    refusal = Refused("bid_too_high", highest=3)
    assert str(refusal) == "bid_too_high(highest=3)"
    rebuild, arguments = refusal.__reduce__()
    assert rebuild(*arguments).to_map() == refusal.to_map()
