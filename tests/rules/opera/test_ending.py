"""The end of the game and its ranking."""

import pytest
from support.rules.opera_builder import GameBuilder, a_game, everyone_closes, only, refused

from opera_games.opera.events import GameEnded
from opera_rules.opera.decisions import offers
from opera_rules.opera.phases.scoring import outcome
from opera_rules.opera.state import Game, write_state


def finished(builder: GameBuilder) -> Game:
    return everyone_closes(builder.in_round(9).acting()).game


def ranking(game: Game) -> tuple[tuple[int, int], ...]:
    result = outcome(game)
    assert result is not None
    return tuple((seat, points) for seat, points in result["ranking"])


@pytest.mark.parametrize(("short", "last"), [(False, 9), (True, 7)])
def test_the_game_is_over_after_the_third_counting(short: bool, last: int) -> None:
    """Nobody is asked any more and the round stays the last one."""
    builder = a_game(3).in_round(last)
    game, events = everyone_closes((builder.short() if short else builder).acting())
    state = write_state(game)
    assert (state["phase"], state["round"]) == ("done", last)
    assert (state["waiting"], state["queue"], state["playing"], state["bids"]) == ({}, [], None, {})
    assert only(events, GameEnded).ranking == ranking(game)


def test_there_is_no_outcome_while_the_game_goes_on() -> None:
    """Not even after a counting."""
    assert outcome(a_game(3).acting()) is None
    assert outcome(everyone_closes(a_game(3).in_round(6).acting()).game) is None


def test_the_most_points_win() -> None:
    """The ranking is complete, best first."""
    assert ranking(finished(a_game(4).with_points(12, 40, -3, 13))) == ((1, 40), (3, 13), (0, 12), (2, -3))


def test_a_tie_goes_to_the_better_place_in_budget_order() -> None:
    """A higher level, or on one level further left."""
    tied = a_game(3).with_points(30, 30, 30)
    assert [seat for seat, _ in ranking(finished(tied.with_levels(2, 5, 3)))] == [1, 2, 0]
    assert [seat for seat, _ in ranking(finished(tied.with_levels(4, 4, 4).with_order(2, 0, 1)))] == [2, 0, 1]


def test_ties_further_down_are_broken_the_same_way() -> None:
    """Every place in the ranking belongs to one player."""
    game = finished(a_game(4).with_points(7, 20, 7, 7).with_levels(3, 1, 4, 4).with_order(3, 2, 0, 1))
    assert [seat for seat, _ in ranking(game)] == [1, 3, 2, 0]


def test_the_last_counting_belongs_to_the_ranking() -> None:
    """Seat 1 overtakes with a great hall."""
    builder = a_game(3).with_points(4, 1, 0).with_century("wagner", "verdi", "handel").staged(1, "venezia", "handel")
    assert ranking(finished(builder)) == ((1, 7), (0, 4), (2, 0))


def test_nothing_can_be_done_after_the_end() -> None:
    """Every action is refused, nothing is offered."""
    game = finished(a_game(3))
    assert refused(game, 0, "bid", amount=0) == {"code": "game_over"}
    assert refused(game, 1, "close") == {"code": "game_over"}
    assert refused(game, 7, "intermezzo") == {"code": "game_over"}
    assert [list(offers(game, seat)) for seat in range(3)] == [[], [], []]
