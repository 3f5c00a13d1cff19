"""The evaluation of Opera: the data file fits the code, and better tables are worth more."""

import pytest
from support.rules.opera_builder import a_game

from opera_bots.opera.evaluation import FEATURES, STAGES, features, stage, value
from opera_bots.weights import weights_content
from opera_games.opera.actions import Bid
from opera_rules import opera
from opera_rules.editions import built_in
from opera_rules.opera.state import Game


def new_game(players: int, rounds: int) -> Game:
    return opera.new_game(players, {"rounds": rounds}, built_in("opera"), bytes(32)).game


def test_the_data_file_has_the_features_of_the_code() -> None:
    """In the same order, with a weight for each of them at every stage."""
    content = weights_content("opera")
    assert tuple(content["features"]) == FEATURES
    assert set(content["stages"]) == set(STAGES)
    assert {len(weights["weights"]) for weights in content["stages"].values()} == {len(FEATURES)}


@pytest.mark.parametrize("rounds", [9, 7])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_round_begins_at_a_stage(players: int, rounds: int) -> None:
    """Before the first bid of a round, and nowhere else."""
    game = new_game(players, rounds)
    assert stage(game) in STAGES
    assert stage(opera.apply(game, 0, Bid(0)).game) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_feature_has_a_figure(players: int) -> None:
    game = new_game(players, 9)
    assert {len(features(game, seat)) for seat in range(players)} == {len(FEATURES)}


def test_who_has_more_expects_more() -> None:
    """Points, ducats, and music on stage are all worth something in the middle of a game."""
    game = a_game(3).in_round(5).with_ducats(10, 10, 10)
    plain = value(game.bidding(), 0)
    assert value(game.with_points(5, 0, 0).bidding(), 0) > plain
    assert value(game.with_ducats(15, 10, 10).bidding(), 0) > plain
    assert value(game.staged(0, "wien", "verdi", "wagner").bidding(), 0) > plain


def test_at_the_end_points_are_all_that_counts() -> None:
    game = a_game(3).in_round(9).with_points(31, 40, 7).bidding()
    game.phase = "done"
    assert [value(game, seat) for seat in range(3)] == [31.0, 40.0, 7.0]
