"""The options of a table."""

from typing import Any

import pytest

from opera_rules.editions import built_in
from opera_rules.opera.setup import new_game, read_options
from opera_rules.refusals import Refused

SEED = bytes(32)


def test_the_defaults_are_nine_rounds_and_closed_screens() -> None:
    """What is not chosen is filled in."""
    assert read_options({}) == {"rounds": 9, "open_screens": False}
    game = new_game(3, {}, built_in("opera"), SEED).game
    assert (game.rounds, game.open_screens) == (9, False)


@pytest.mark.parametrize("rounds", [9, 7])
@pytest.mark.parametrize("open_screens", [False, True])
def test_both_values_of_both_options_can_be_chosen(rounds: int, open_screens: bool) -> None:
    """Long or short, hidden or open."""
    chosen = {"rounds": rounds, "open_screens": open_screens}
    assert read_options(chosen) == chosen
    game = new_game(3, chosen, built_in("opera"), SEED).game
    assert (game.rounds, game.open_screens) == (rounds, open_screens)


@pytest.mark.parametrize("rounds", [0, 1, 8, 10, -7, 7.0, 9.0, True, "9", None, [9]])
def test_another_number_of_rounds_is_refused(rounds: Any) -> None:
    """Nine or seven, as a whole number."""
    with pytest.raises(Refused) as refusal:
        read_options({"rounds": rounds})
    assert refusal.value.to_map() == {"code": "bad_option", "option": "rounds", "expected": "9 or 7"}


@pytest.mark.parametrize("screens", [0, 1, "true", None, []])
def test_open_screens_is_true_or_false(screens: Any) -> None:
    """Nothing that merely looks like it."""
    with pytest.raises(Refused) as refusal:
        read_options({"open_screens": screens})
    assert refusal.value.to_map() == {"code": "bad_option", "option": "open_screens", "expected": "true or false"}


@pytest.mark.parametrize("option", ["seed", "Rounds", "", "x" * 500])
def test_an_unknown_option_is_refused(option: str) -> None:
    """The seed is none of them; a long name comes back shortened."""
    with pytest.raises(Refused) as refusal:
        read_options({option: 9})
    assert refusal.value.to_map() == {"code": "unknown_option", "option": option[:20]}


def test_the_options_change_nothing_about_the_setup() -> None:
    """The same seed gives the same board."""
    plain = new_game(3, {}, built_in("opera"), SEED).game
    other = new_game(3, {"rounds": 7, "open_screens": True}, built_in("opera"), SEED).game
    assert (plain.ladder, plain.supply, plain.order) == (other.ladder, other.supply, other.order)
