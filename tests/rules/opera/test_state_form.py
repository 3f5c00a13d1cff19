"""The full state as the transcript shows it, and the events that carry chance."""

import json
from typing import Any

import pytest
from support.rules.opera_builder import a_game, act, bid_all, everyone_closes, hire, only, some

from opera_games.opera.events import EVENTS, OfferFilled
from opera_rules import opera
from opera_rules.api import Action, Rules, to_map
from opera_rules.editions import built_in
from opera_rules.opera.edition import Edition
from opera_rules.opera.setup import new_game
from opera_rules.opera.state import Game, write_state
from opera_rules.opera.views.documents import visible

RULES: Rules[Game, Action, Edition] = opera
"""The module has all that the protocol asks for; mypy says so."""
KEYS = [
    "round", "phase", "ladder", "century", "offer", "discard", "supply", "palazzo", "pawns", "parts", "roles",
    "budget", "players", "bids", "playing", "queue", "waiting",
]  # fmt: skip


def a_state() -> dict[str, Any]:
    builder = a_game(3).in_round(5).with_levels(4, 6, 4).with_order(1, 2, 0).with_ducats(7, 8, 9).with_points(-1, 2, 3)
    builder = builder.with_offer(verdi=2).with_discard(mozart=1).with_palazzo("wagner").with_pawn("critico", "paris")
    builder = builder.with_stock(0, "verdi", "handel").staged(0, "wien", "mozart", None, "verdi").with_closed(1)
    return write_state(builder.with_roles("maestro", "signora").with_hired(1, 2, 0).acting())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_state_is_plain_data_that_json_gives_back_unchanged(players: int) -> None:
    """Maps with text keys, lists, numbers, texts, true, false and null: nothing else."""
    state = write_state(new_game(players, {}, built_in("opera"), bytes(32)).game)
    assert json.loads(json.dumps(state)) == state
    assert json.loads(json.dumps(a_state())) == a_state()


def test_a_state_has_exactly_the_keys_of_the_format() -> None:
    """In the order in which the rules list them."""
    assert list(a_state()) == KEYS


def test_the_board_of_a_state() -> None:
    """Ladder from fame 1 up, century, supply as a number, Palazzo, pawns, roles."""
    state = a_state()
    assert (state["round"], state["phase"]) == (5, "act")
    assert state["ladder"] == ["monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner"]
    assert state["century"] == ["monteverdi", "handel", "mozart"]
    assert (some(state["offer"]), some(state["discard"])) == ({"verdi": 2}, {"mozart": 1})
    assert state["supply"] == 84 - 3 - 2 - 1 - 1 - 2 - 2
    assert state["palazzo"] == ["wagner"]
    assert state["pawns"] == {"maestro": None, "critico": "paris", "esperto": None}
    assert set(state["roles"]) == {"maestro", "signora"}


def test_the_budget_of_a_state_lists_all_levels_from_left_to_right() -> None:
    """Eleven rows from level 0 to level 10."""
    assert a_state()["budget"] == [[], [], [], [], [2, 0], [], [1], [], [], [], []]


def test_the_players_of_a_state() -> None:
    """Purse, points, stock, roles hired, pass disc and houses."""
    kate, peter, _ = a_state()["players"]
    assert {**kate, "stock": sorted(kate["stock"])} == {
        "ducats": 7,
        "points": -1,
        "stock": ["handel", "verdi"],
        "hired": 1,
        "closed": False,
        "houses": {
            "venezia": {"parts": ["venezia.main"], "halls": ["house"]},
            "wien": {"parts": ["wien.main", "wien.wing_a"], "halls": ["mozart", None, "verdi"]},
        },
    }
    assert (peter["hired"], peter["closed"]) == (2, True)


def test_all_parts_are_listed_always_also_those_that_are_gone() -> None:
    """Written in full, with the copies left."""
    parts = write_state(a_game(2).built(0, "wien.main").acting())["parts"]
    assert len(parts) == 16
    assert (parts["venezia.main"], parts["wien.main"], parts["wien.wing_a"], parts["milano.main"]) == (0, 0, 1, 1)


def test_sealed_bids_are_listed_by_seat_as_text_until_they_are_revealed() -> None:
    """With who still has to bid."""
    game = act(a_game(3).with_levels(0, 0, 0).bidding(), 2, "bid", amount=4).game
    state = write_state(game)
    assert (state["bids"], state["waiting"]) == ({"2": 4}, {"0": "bid", "1": "bid"})
    game = act(act(game, 0, "bid", amount=0).game, 1, "bid", amount=10).game
    assert write_state(game)["bids"] == {}


def test_the_role_being_joined_is_shown_with_those_who_may_still_come() -> None:
    """The one asked now stands under waiting, not in the queue."""
    state = write_state(hire(a_game(4).acting(), 0, "architetto", build=[]).game)
    assert (state["playing"], state["waiting"], state["queue"]) == ("architetto", {"1": "join"}, [2, 3])


def test_the_role_being_appraised_is_shown() -> None:
    """Only seats with pieces in the Esperto's city are in the queue."""
    builder = a_game(4).staged(1, "wien", "verdi", None).staged(3, "wien", "verdi", None)
    state = write_state(hire(builder.acting(), 0, "esperto", city="wien").game)
    assert (state["playing"], state["waiting"], state["queue"]) == ("esperto", {"1": "appraise"}, [3])


def test_nothing_is_in_play_while_somebody_acts_or_bids() -> None:
    """No role, no queue."""
    for game in (a_game(3).acting(), a_game(3).bidding()):
        assert (write_state(game)["playing"], write_state(game)["queue"]) == (None, [])


def test_a_finished_state_keeps_the_last_round() -> None:
    """Nobody is waited for."""
    state = write_state(everyone_closes(a_game(3).in_round(9).acting()).game)
    assert (state["round"], state["phase"], state["waiting"]) == (9, "done", {})


def test_the_order_of_the_supply_is_not_in_the_state() -> None:
    """Two games that differ only in it look the same."""
    game = a_game(3).acting()
    other = game.copy()
    other.supply = game.supply[::-1]
    assert write_state(game) == write_state(other)


def test_the_event_of_a_new_offer_has_the_form_that_other_programs_read() -> None:
    """Pieces, surplus, and whether the discard pile was shuffled."""
    events = everyone_closes(a_game(3).with_supply(*("verdi",) * 4).with_discard(mozart=2).acting()).events
    assert to_map(only(events, OfferFilled)) == {
        "event": "offer",
        "pieces": {"mozart": 2, "verdi": 3},
        "surplus": {"verdi": 1},
        "reshuffled": True,
    }


def test_seats_are_texts_where_they_are_keys_of_an_event() -> None:
    """As in the state."""
    events = bid_all(a_game(3).with_levels(0, 0, 0).bidding(), 5, 4, 3).events
    revealed = to_map(events[-1])
    assert revealed["bids"] == {"0": 5, "1": 4, "2": 3}
    assert json.loads(json.dumps(revealed)) == revealed


def test_a_sealed_bid_does_not_show_in_its_event() -> None:
    """That it was made is public, how much it is not."""
    events = act(a_game(3).with_levels(0, 0, 0).bidding(), 1, "bid", amount=7).events
    assert [to_map(event) for event in visible(events, None)] == [{"event": "bid", "seat": 1}]


def test_every_event_has_its_own_name() -> None:
    """Readers tell them apart by it."""
    names = [kind.__struct_config__.tag for kind in EVENTS]
    assert len(set(names)) == len(names)
