"""What may be offered."""

import pytest
from support.rules.turandot_builder import a_game, act, all_offer, offer

from opera_games.turandot.actions import Dismiss, Offer
from opera_games.turandot.events import OfferMade
from opera_rules import turandot
from opera_rules.refusals import Refused
from opera_rules.turandot.state import Game

ALL_DIRECTORS = ("gothic", "farce", "purist", "plain")


def refusal(game: Game, seat: int, text: str) -> dict[str, object]:
    with pytest.raises(Refused) as refused:
        turandot.apply(game, seat, offer(text))
    return refused.value.to_map()


def test_a_number_goes_with_none_or_more_of_the_money_in_hand() -> None:
    """An offer is one number with 0 or more money cards."""
    game = a_game(3, money={1: 2})
    assert [offer(text) in turandot.offers(game, 1) for text in ("4", "4+1", "4+2", "4+3")] == [
        True,
        True,
        True,
        False,
    ]
    assert refusal(game, 1, "4+3") == {"code": "not_enough_money", "money": 3, "hand": 2}


def test_numbers_go_up_to_players_plus_one() -> None:
    """With three players there is no number 5."""
    assert refusal(a_game(3), 1, "5") == {"code": "number_not_in_lineup", "number": 5, "highest": 4}


def test_money_alone_is_exactly_one_card() -> None:
    """It asks for a helper; two money cards ask for nothing."""
    game = a_game(3, puccini=0)
    assert offer("alone") in turandot.offers(game, 1)
    assert refusal(game, 1, "alone+2") == {"code": "helper_costs_one_money", "money": 2}
    assert Offer(None, 0, True) not in turandot.offers(game, 1)


def test_money_alone_needs_money() -> None:
    """Who has none cannot ask for a helper."""
    assert refusal(a_game(3, money={1: 0}), 1, "alone") == {"code": "not_enough_money", "money": 1, "hand": 0}


@pytest.mark.parametrize("turn", range(1, 8))
@pytest.mark.parametrize("seat", range(3))
def test_money_alone_is_open_to_everybody_in_every_turn(turn: int, seat: int) -> None:
    """Also to Puccini's holder, also when directors are dealt."""
    game = a_game(3, turn=turn, puccini=1, lineup=ALL_DIRECTORS if turn == 4 else None)
    assert offer("alone") in turandot.offers(game, seat)
    assert offer("alone") in list(turandot.offers(game, seat))


def test_the_bluff_may_always_be_added_and_shows_only_as_one_card_more() -> None:
    """Everyone sees how many cards lie face down, nothing else."""
    game = a_game(3)
    assert all(offer(text) in turandot.offers(game, 1) for text in ("1b", "1+3b", "aloneb"))
    for text, cards in (("1", 1), ("1b", 2), ("1+2", 3), ("1+3b", 5), ("alone", 1), ("aloneb", 2)):
        after, events = act(game, (1, offer(text)))
        assert events == (OfferMade(1, cards),)
        assert turandot.public(after).players[1].down == cards


def test_an_offer_that_was_made_stands() -> None:
    """Ruling: it cannot be changed while others still think."""
    after, _ = act(a_game(3), (1, offer("2")))
    assert turandot.waiting(after) == {0: "offer", 2: "offer"}
    assert list(turandot.offers(after, 1)) == []
    assert refusal(after, 1, "3") == {"code": "not_your_turn"}


def test_all_offers_of_a_rich_player_are_listed_once() -> None:
    """Five numbers with 0 to 3 money, and money alone, each with or without the bluff."""
    listed = list(turandot.offers(a_game(4, puccini=0), 1))
    assert len(listed) == len(dict.fromkeys(listed)) == 5 * 4 * 2 + 2


def test_another_decision_than_the_one_asked_is_refused() -> None:
    """Who is asked for an offer cannot dismiss."""
    with pytest.raises(Refused) as refused:
        turandot.apply(a_game(3), 1, Dismiss("plain"))
    assert refused.value.to_map() == {"code": "other_decision", "asked": "offer", "got": "dismiss"}


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    """After turn 7 everything is refused."""
    done, _ = all_offer(a_game(3, turn=7), "1", "2", "3")
    assert turandot.waiting(done) == {}
    assert refusal(done, 0, "1") == {"code": "game_over"}


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist_is_never_asked(seat: int) -> None:
    """Only the players' seats decide."""
    game = a_game(3)
    assert list(turandot.offers(game, seat)) == []
    assert turandot.choices(game, seat) is None
    assert refusal(game, seat, "1") == {"code": "not_your_turn"}
