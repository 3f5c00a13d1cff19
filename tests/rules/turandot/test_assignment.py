"""Cards for those without one."""

import pytest
from support.rules.turandot_builder import a_game, act, all_offer, ids

from opera_games.turandot.actions import Assign
from opera_games.turandot.events import AssignedCard, CardLeftOver, CardsAssigned
from opera_rules import turandot
from opera_rules.refusals import Refused
from opera_rules.turandot.state import Game

LINEUP = ("corelli", "gualdi", "orsakova", "temnikov", "notturni")


def assigning(puccini: int = 2) -> Game:
    """Four players; 0 has Corelli, the others nothing; Gualdi to Notturni are left."""
    game, _ = all_offer(a_game(4, puccini=puccini, lineup=LINEUP), "1", "2", "2", "2")
    return game


def refusal(cards: dict[int, int]) -> dict[str, object]:
    with pytest.raises(Refused) as refused:
        turandot.apply(assigning(), 2, Assign(cards))
    return refused.value.to_map()


def test_puccinis_holder_chooses_who_gets_which_card_also_for_himself() -> None:
    """Everyone without a card gets one of those left."""
    assert turandot.waiting(assigning()) == {2: "assign"}
    game, events = act(assigning(), (2, Assign({1: 3, 2: 5, 3: 2})))
    assert [ids(player) for player in game.players] == [["corelli"], ["orsakova"], ["notturni"], ["gualdi"]]
    assert events[0] == CardsAssigned(
        2, (AssignedCard(1, 3, "orsakova"), AssignedCard(2, 5, "notturni"), AssignedCard(3, 2, "gualdi"))
    )


def test_the_holder_decides_even_if_he_has_a_card() -> None:
    """It is his office, not his need."""
    assert turandot.waiting(assigning(puccini=0)) == {0: "assign"}


def test_one_card_is_left_over_and_leaves_the_game() -> None:
    """With three or more players nobody gets it."""
    game, events = act(assigning(), (2, Assign({1: 3, 2: 5, 3: 2})))
    assert events[1] == CardLeftOver(4, "temnikov", None)
    assert [singer.id for singer in game.discarded] == ["temnikov"]


def test_nobody_lacks_a_card_no_assignment() -> None:
    """The turn goes on at once."""
    game, events = all_offer(a_game(4, lineup=LINEUP), "1", "2", "3", "5")
    assert game.phase == "nominate"
    assert not any(isinstance(event, CardsAssigned) for event in events)
    assert CardLeftOver(4, "temnikov", None) in events


def test_who_was_helped_gets_a_card_too() -> None:
    """A helper is no card of the line-up."""
    game, _ = all_offer(a_game(3, lineup=LINEUP[:4]), "1", "alone", "2")
    assert (game.lacking, turandot.waiting(game)) == ((1,), {0: "assign"})


def test_with_two_players_the_card_left_over_goes_to_the_silent_hand_in_order() -> None:
    """The third hand gets what nobody has."""
    game, events = all_offer(a_game(2, lineup=LINEUP[:3], silent=["temnikov"]), "1", "3")
    assert ids(game.silent) == ["temnikov", "gualdi"]
    assert CardLeftOver(2, "gualdi", "silent") in events
    assert game.discarded == ()


def test_with_two_players_the_silent_hand_gets_the_director_left_over() -> None:
    """Of the three directors dealt in turn 4."""
    game = a_game(2, turn=4, lineup=("gothic", "farce", "purist"))
    after, _ = all_offer(game, "1", "3")
    assert after.silent
    assert after.silent.director == "farce"


def test_a_director_left_over_leaves_the_game() -> None:
    """With three or more players it is nobody's."""
    after, _ = all_offer(a_game(3, turn=4, lineup=("gothic", "farce", "purist", "plain")), "1", "2", "3")
    assert turandot.public(after).directors["plain"].state == "out"


@pytest.mark.parametrize("cards", [{1: 3, 2: 5}, {0: 2, 1: 3, 2: 5, 3: 4}, {0: 2, 1: 3, 2: 5}, {}])
def test_exactly_the_players_without_a_card_get_one(cards: dict[int, int]) -> None:
    """Nobody is left out, nobody gets two."""
    assert refusal(cards) == {"code": "assign_wrong_seats", "seats": [1, 2, 3]}


def test_a_card_that_was_taken_cannot_be_given() -> None:
    """Only what is left in the line-up."""
    assert refusal({1: 1, 2: 2, 3: 3}) == {"code": "card_not_left", "number": 1, "left": [2, 3, 4, 5]}


def test_a_card_is_given_only_once() -> None:
    """Everyone gets a card of his own."""
    assert refusal({1: 2, 2: 2, 3: 3}) == {"code": "card_given_twice", "number": 2}


def test_the_others_cannot_assign() -> None:
    """Only Puccini's holder is asked."""
    with pytest.raises(Refused, match="not_your_turn"):
        turandot.apply(assigning(), 1, Assign({1: 3, 2: 5, 3: 2}))


def test_all_ways_to_assign_are_listed() -> None:
    """Four cards for three players: 24 ways; all six for five players: 720."""
    assert len(list(turandot.offers(assigning(), 2))) == 24
    everybody, _ = all_offer(a_game(5, puccini=2), "1", "1", "1", "1", "1")
    listed = list(turandot.offers(everybody, 2))
    assert len(listed) == len(dict.fromkeys(listed)) == 720
