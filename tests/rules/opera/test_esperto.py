"""The Esperto: own pieces score at once, and the best one is given away."""

import pytest
from support.rules.opera_builder import (
    GameBuilder,
    a_game,
    act,
    ducats,
    every,
    halls,
    hire,
    kinds,
    levels,
    only,
    points,
    refused,
    some,
)

from opera_games.opera.events import AppraisalDeclined, PieceGivenAway, PiecesAppraised
from opera_rules.opera.state import Game


def visited(builder: GameBuilder, seat: int = 0) -> Game:
    return hire(builder.acting(), seat, "esperto", city="wien").game


def a_rich_house(players: int = 3) -> GameBuilder:
    """Seat 0 has Verdi (5), Mozart (3) and the house piece in Wien."""
    return a_game(players).staged(0, "wien", "mozart", "verdi", "house")


def test_all_own_pieces_staged_in_the_city_score_their_fame() -> None:
    """Great hall or not; other cities and the stock do not count."""
    builder = a_rich_house().staged(0, "berlin", "wagner").with_stock(0, "wagner")
    game, events = hire(builder.acting(), 0, "esperto", city="wien")
    assert points(game) == (8, 0, 0)
    assert only(events, PiecesAppraised) == PiecesAppraised(0, "wien", 8)
    assert ducats(game) == (20, 20, 20)


def test_the_composer_of_the_century_brings_no_bonus_here() -> None:
    """Fame only."""
    assert points(visited(a_rich_house().with_century("verdi", "mozart", "handel")))[0] == 8


def test_the_piece_of_the_highest_fame_is_given_away() -> None:
    """Its hall stays empty."""
    game, events = hire(a_rich_house().with_points(5, 3, 4).acting(), 0, "esperto", city="wien")
    assert halls(game, 0, "wien") == ("mozart", None, "house")
    assert only(events, PieceGivenAway) == PieceGivenAway(0, "wien", "verdi", 1)


def test_the_receiver_is_the_player_with_the_fewest_points_and_puts_it_into_the_stock() -> None:
    """Not into a hall, even if one is free."""
    game = visited(a_rich_house().with_points(5, 3, 2).staged(2, "venezia", None))
    assert game.players[2].stock == ("verdi", "house")
    assert halls(game, 2, "venezia") == (None,)


def test_points_count_as_they_stood_before_the_esperto() -> None:
    """The hirer was not the poorest before scoring, and the poorest before is still meant."""
    game = visited(a_rich_house().with_points(1, 0, 2))
    assert game.players[1].stock == ("verdi",)
    game = visited(a_rich_house().with_points(0, 1, 2))
    assert points(game)[0] == 8
    assert some(game.discard) == {"verdi": 1}


@pytest.mark.parametrize("others", [(9, 9), (5, 9), (5, 5), (9, 5)])
def test_the_piece_goes_to_the_discard_pile_when_the_hirer_is_poorest_alone_or_tied(others: tuple[int, int]) -> None:
    """Nobody is given anything by the poorest."""
    game, events = hire(a_rich_house().with_points(5, *others).acting(), 0, "esperto", city="wien")
    assert some(game.discard) == {"verdi": 1}
    assert [player.stock for player in game.players] == [(), (), ()]
    assert only(events, PieceGivenAway).receiver is None


def test_of_tied_opponents_the_last_in_budget_order_receives() -> None:
    """Levels first."""
    builder = a_rich_house(4).with_points(5, 3, 3, 4).with_levels(10, 2, 6, 1)
    assert visited(builder).players[1].stock == ("verdi",)


def test_of_tied_opponents_on_one_level_the_rightmost_receives() -> None:
    """Within a level the queue decides."""
    builder = a_rich_house().with_points(5, 3, 3).with_levels(10, 4, 4)
    assert visited(builder.with_order(0, 2, 1)).players[1].stock == ("verdi",)
    assert visited(builder.with_order(0, 1, 2)).players[2].stock == ("verdi",)


def test_negative_points_are_fewer() -> None:
    """Points may be below zero."""
    assert visited(a_rich_house().with_points(0, -3, -4)).players[2].stock == ("verdi",)


def test_a_city_without_own_pieces_may_be_visited() -> None:
    """Nothing is scored or given away, and the others are asked."""
    builder = a_game(3).staged(1, "wien", "verdi", None)
    game, events = hire(builder.acting(), 0, "esperto", city="wien")
    assert not kinds(events) & {PiecesAppraised, PieceGivenAway}
    assert (game.playing, game.waiting) == ("esperto", {1: "appraise"})


def test_house_pieces_score_nothing_and_are_never_given_away() -> None:
    """A house with only the house piece in it is like an empty one."""
    builder = a_game(3).staged(0, "wien", "house", None).with_points(5, 0, 0)
    game, events = hire(builder.acting(), 0, "esperto", city="wien")
    assert points(game) == (5, 0, 0)
    assert halls(game, 0, "wien") == ("house", None)
    assert every(events, PieceGivenAway) == ()


def test_others_with_a_composers_piece_in_the_city_are_asked_in_budget_order() -> None:
    """Who has no house there or only the house piece is not asked."""
    builder = (
        a_game(4).staged(1, "wien", "verdi", None).staged(2, "wien", "mozart", None).staged(3, "wien", "house", None)
    )
    game = visited(builder.with_levels(10, 3, 6, 9))
    assert (game.waiting, game.queue) == ({2: "appraise"}, (1,))
    game = act(game, 2, "appraise", accept=False).game
    assert (game.waiting, game.queue) == ({1: "appraise"}, ())
    game = act(game, 1, "appraise", accept=False).game
    assert (game.playing, game.waiting) == (None, {3: "act"})


def test_others_score_the_same_way_and_their_best_piece_is_discarded() -> None:
    """Always the discard pile, whoever is poorest; it costs no level and counts as no role."""
    builder = a_game(3).staged(1, "wien", "house", "mozart", "verdi").with_points(5, 7, 1)
    game, events = act(visited(builder), 1, "appraise", accept=True)
    assert points(game) == (5, 15, 1)
    assert some(game.discard) == {"verdi": 1}
    assert halls(game, 1, "wien") == ("house", "mozart", None)
    assert (levels(game), game.players[1].hired) == ((6, 10, 10), 0)
    assert only(events, PiecesAppraised) == PiecesAppraised(1, "wien", 8)
    assert only(events, PieceGivenAway) == PieceGivenAway(1, "wien", "verdi", None)


def test_others_may_decline() -> None:
    """Then nothing happens to their pieces."""
    builder = a_game(3).staged(1, "wien", "mozart", "verdi")
    before = visited(builder)
    after, events = act(before, 1, "appraise", accept=False)
    assert after.players[1] == before.players[1]
    assert events == (AppraisalDeclined(1, "wien"),)


def test_players_who_have_closed_are_asked_too() -> None:
    """Appraising is no joining in."""
    game = visited(a_game(3).staged(1, "wien", "verdi", None).with_closed(1))
    assert game.waiting == {1: "appraise"}
    assert points(act(game, 1, "appraise", accept=True).game)[1] == 5


def test_players_on_level_zero_are_asked_too() -> None:
    """It costs nothing."""
    game = visited(a_game(3).staged(1, "wien", "verdi", None).with_levels(10, 0, 0))
    assert game.waiting == {1: "appraise"}


def test_only_an_appraisal_answers_the_esperto() -> None:
    """Joining in, intermezzo, closing and bidding are other decisions."""
    game = visited(a_game(3).staged(1, "wien", "verdi", None))
    for do in ("close", "intermezzo"):
        assert refused(game, 1, do) == {"code": "other_decision", "asked": "appraise", "got": do}
    assert refused(game, 1, "join", build=["wien.wing_a"])["code"] == "other_decision"
    assert refused(game, 2, "appraise", accept=True) == {"code": "not_your_turn"}


def test_a_piece_received_is_behind_the_screen_and_can_not_be_appraised() -> None:
    """The receiver has nothing in Wien but the gift in the stock."""
    game = visited(a_rich_house().with_points(5, 0, 3))
    assert game.players[1].stock == ("verdi",)
    assert (game.playing, game.waiting) == (None, {1: "act"})


def test_a_single_piece_is_scored_and_given_away() -> None:
    """The best of one is that one."""
    game = visited(a_game(3).staged(0, "wien", "handel", None).with_points(4, 3, 9))
    assert (points(game)[0], halls(game, 0, "wien")) == (6, (None, None))
    assert game.players[1].stock == ("handel",)
