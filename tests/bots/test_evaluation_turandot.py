"""The evaluation of Turandot: the data file fits the code, and better hands are worth more."""

import pytest
from support.rules.turandot_builder import a_game, all_offer, played_out, seed_of

from opera_bots.turandot.evaluation import FEATURES, cast_points, features, stage, stage_name, value
from opera_bots.weights import weights_content
from opera_games.turandot.words import SEATS, TURNS
from opera_rules.chance import Chance
from opera_rules.turandot.phases.scoring import cast_of, points_of


def test_the_data_file_has_the_features_of_the_code() -> None:
    """In the same order, with a weight for each of them at every stage."""
    content = weights_content("turandot")
    assert tuple(content["features"]) == FEATURES
    assert set(content["stages"]) == {stage_name(players, turn) for players in SEATS for turn in range(1, TURNS + 1)}
    assert {len(row["weights"]) for row in content["stages"].values()} == {len(FEATURES)}


def test_samples_are_taken_when_a_turn_begins() -> None:
    """Not between offers, nor before an assignment, nor when all is over."""
    game = a_game(3)
    assert stage(game) == "3 players, turn 1"
    assert stage(all_offer(game, "1").game) is None
    assert stage(a_game(3, phase="assign", lacking=(0,))) is None
    assert stage(played_out(3, seed_of(1), Chance(seed_of(2)))[0]) is None


def test_every_figure_has_its_name() -> None:
    assert all(len(features(a_game(players), 0)) == len(FEATURES) for players in SEATS)


@pytest.mark.parametrize("players", SEATS)
def test_a_finished_game_is_worth_its_points(players: int) -> None:
    game, _ = played_out(players, seed_of(3), Chance(seed_of(4)))
    assert [value(game, seat) for seat in range(players)] == [points_of(game, seat).total for seat in range(players)]


@pytest.mark.parametrize("players", SEATS)
def test_points_without_a_casting_are_those_of_the_best_casting(players: int) -> None:
    """Full hands with every kind of director."""
    for number in range(20):
        game, _ = played_out(players, seed_of(number), Chance(seed_of(number)))
        for player in game.players:
            assert cast_points(player) == cast_of(player).points.total


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("turn", range(2, TURNS + 1))
def test_a_better_cast_is_worth_more(players: int, turn: int) -> None:
    """A star more, all else being equal."""
    names = [card.id for card in a_game(players).edition.singers]
    by_id = a_game(players).edition.by_id
    better = next(name for name in names if by_id[name].stars == 3 and by_id[name].prefers is None)
    worse = next(
        name
        for name in names
        if by_id[name].stars == 2 and by_id[name].prefers is None and by_id[name].sex == by_id[better].sex
    )
    game = a_game(players, turn=turn, hands={0: [better], 1: [worse]}, lineup=() if turn == 4 else None, puccini=0)
    swapped = a_game(players, turn=turn, hands={0: [worse], 1: [better]}, lineup=() if turn == 4 else None, puccini=0)
    assert value(game, 0) > value(swapped, 0)


@pytest.mark.parametrize("players", SEATS)
def test_money_is_worth_something_until_the_last_turn(players: int) -> None:
    """One money card against none."""
    for turn in (5, 6, 7):
        rich, poor = (a_game(players, turn=turn, money={0: money}) for money in (1, 0))
        assert value(rich, 0) > value(poor, 0)
