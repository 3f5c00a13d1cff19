"""Naming and dismissing."""

import pytest
from support.rules.turandot_builder import a_game, act, all_offer

from opera_games.turandot.actions import Dismiss, Nominate
from opera_games.turandot.events import DirectorDismissed, PlayerNominated, PucciniPassed
from opera_rules import turandot
from opera_rules.refusals import Refused


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_puccinis_holder_names_another_player_in_turns_1_to_3(turn: int) -> None:
    """Once everyone has a card."""
    game, _ = all_offer(a_game(3, turn=turn, puccini=1), "1", "2", "3")
    assert turandot.waiting(game) == {1: "nominate"}
    assert list(turandot.offers(game, 1)) == [Nominate(0), Nominate(2)]


@pytest.mark.parametrize("turn", [5, 6])
def test_nobody_is_dismissed_later(turn: int) -> None:
    """The next turn follows at once."""
    game, _ = all_offer(a_game(3, turn=turn), "1", "2", "3")
    assert (game.turn, game.phase) == (turn + 1, "offer")


def test_the_player_named_removes_a_director_of_those_left() -> None:
    """In the open; then Puccini passes and the next turn begins."""
    game = a_game(3, phase="nominate", puccini=1)
    after, events = act(game, (1, Nominate(0)), (0, Dismiss("farce")))
    assert events[:3] == (PlayerNominated(1, 0), DirectorDismissed(0, "farce"), PucciniPassed(1, 2))
    assert "farce" not in after.directors
    assert (after.turn, after.phase, after.puccini) == (2, "offer", 2)


def test_nobody_names_himself() -> None:
    """It must be another player."""
    with pytest.raises(Refused, match="nominate_self"):
        turandot.apply(a_game(3, phase="nominate", puccini=1), 1, Nominate(1))


def test_only_players_can_be_named() -> None:
    """With three players there is no seat 4."""
    with pytest.raises(Refused) as refused:
        turandot.apply(a_game(3, phase="nominate", puccini=1), 1, Nominate(4))
    assert refused.value.to_map() == {"code": "no_such_seat", "seat": 4, "highest": 2}


def test_a_director_is_dismissed_only_once() -> None:
    """Those gone stay gone."""
    game = a_game(3, phase="dismiss", nominated=2, directors=("gothic", "plain"))
    assert list(turandot.offers(game, 2)) == [Dismiss("gothic"), Dismiss("plain")]
    with pytest.raises(Refused) as refused:
        turandot.apply(game, 2, Dismiss("farce"))
    expected = {"code": "director_not_left", "director": "farce", "left": ["gothic", "plain"]}
    assert refused.value.to_map() == expected


def test_with_two_players_the_naming_is_skipped() -> None:
    """There is nobody to choose: the other one dismisses."""
    game, events = all_offer(a_game(2, puccini=1), "1", "2")
    assert turandot.waiting(game) == {0: "dismiss"}
    assert not any(isinstance(event, PlayerNominated) for event in events)
    with pytest.raises(Refused, match="not_your_turn"):
        turandot.apply(game, 1, Dismiss("plain"))
