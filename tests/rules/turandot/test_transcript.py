"""The full state and the events as a transcript has them."""

import json

import pytest
from support.rules.turandot_builder import SEED, a_game, act, edition, offer, played_out, seed_of

from opera_games.turandot.actions import AnyAction
from opera_games.turandot.events import EVENTS, LineupDealt
from opera_rules import turandot
from opera_rules.api import Rules, to_map
from opera_rules.chance import Chance
from opera_rules.refusals import Refused
from opera_rules.turandot.edition import Edition
from opera_rules.turandot.state import Game

RULES: Rules[Game, AnyAction, Edition] = turandot

STATE_KEYS = ["turn", "phase", "puccini", "lineup", "directors", "deck", "players", "silent", "waiting", "offers"]
ALTOMARE = {
    "id": "altomare",
    "name": "Corvino Altomare",
    "stars": 2,
    "category": "dark",
    "sex": "m",
    "prefers": None,
}


def test_the_state_has_the_form_of_the_rules_page() -> None:
    """Singers in full, seats and numbers as text, offers made and not yet revealed."""
    game = a_game(2, lineup=("gualdi", "altomare", "corelli"), hands={1: ["temnikov"]}, silent=["malombra"])
    state = turandot.write_state(act(game, (1, offer("2+1b")))[0])
    assert list(state) == STATE_KEYS
    assert state["lineup"]["2"] == ALTOMARE
    assert state["players"][0] == {"money": 3, "scenery": 0, "singers": [], "director": None}
    assert [singer["id"] for singer in state["players"][1]["singers"]] == ["temnikov"]
    assert [singer["id"] for singer in state["silent"]["singers"]] == ["malombra"]
    assert (state["waiting"], state["deck"]) == ({"0": "offer"}, 31)
    assert state["offers"] == {"1": {"number": 2, "money": 1, "bluff": True}}


def test_in_turn_4_the_lineup_holds_director_ids_and_directors_are_none() -> None:
    """From turn 4 on no director is left in the game."""
    state = turandot.write_state(a_game(3, turn=4, lineup=("gothic", "farce", "plain", "purist")))
    assert state["lineup"] == {"1": "gothic", "2": "farce", "3": "plain", "4": "purist"}
    assert state["directors"] == []


def test_when_the_game_is_done_the_turn_stays_7() -> None:
    """Nobody is waited for, nothing lies in the line-up."""
    state = turandot.write_state(played_out(3, SEED, Chance(SEED))[0])
    assert (state["turn"], state["phase"], state["waiting"], state["lineup"]) == (7, "done", {}, {})


def test_dealing_appears_as_lineup() -> None:
    """With the cards in full, so that another program can check every state without the seed."""
    game = a_game(2, lineup=("gualdi", "altomare", "corelli"))
    event = to_map(LineupDealt(game.lineup))
    assert event["event"] == "lineup"
    assert event["cards"]["2"] == ALTOMARE


@pytest.mark.parametrize("players", turandot.SEATS)
def test_every_event_is_read_back_from_its_map(players: int) -> None:
    """Over a whole game, through JSON."""
    _, events = played_out(players, seed_of(players), Chance(SEED))
    for event in events:
        assert turandot.read_event(json.loads(json.dumps(to_map(event)))) == event
        assert type(event) in EVENTS


@pytest.mark.parametrize("event", [None, {}, {"event": "bids"}, {"event": "turn", "turn": "1", "puccini": 0}])
def test_what_is_no_event_is_refused(event: object) -> None:
    """With its own code."""
    with pytest.raises(Refused, match="malformed_event"):
        turandot.read_event(event)


def test_the_module_is_the_rules_of_a_game() -> None:
    """Its name, version and numbers of players, and a new game through the contract."""
    assert (RULES.NAME, RULES.VERSION, list(RULES.SEATS)) == ("turandot", 2, [2, 3, 4, 5])
    assert RULES.waiting(RULES.new_game(2, {}, edition(), SEED).game) == {0: "offer", 1: "offer"}
