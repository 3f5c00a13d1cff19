"""Bidding for budget, and the table on which the markers queue."""

import pytest
from support.rules.opera_builder import a_game, act, bid_all, ducats, levels, only, refused

from opera_games.opera.events import BidMade, BidsRevealed, DucatsGranted
from opera_rules.api import to_map
from opera_rules.opera.state import write_state
from opera_rules.opera.views.choices import choices


@pytest.mark.parametrize(("purse", "level", "highest"), [(20, 0, 10), (4, 0, 4), (20, 7, 3), (2, 7, 2), (0, 0, 0)])
def test_a_bid_reaches_as_far_as_ducats_and_table(purse: int, level: int, highest: int) -> None:
    """The most is what the purse holds or what is missing to level 10, whichever is less."""
    game = a_game(3).with_ducats(purse, 5, 5).with_levels(level, 0, 0).bidding()
    assert act(game, 0, "bid", amount=highest).game.bids == {0: highest}
    assert act(game, 0, "bid", amount=0).game.bids == {0: 0}
    assert refused(game, 0, "bid", amount=highest + 1) == {"code": "bid_too_high", "highest": highest}


def test_a_bid_below_zero_is_refused() -> None:
    """Nobody can take budget back as ducats."""
    game = a_game(3).with_levels(4, 4, 4).bidding()
    assert refused(game, 1, "bid", amount=-1) == {"code": "bid_below_zero"}


@pytest.mark.parametrize("amount", [10**9, 10**30, 2**63, 2**64])
def test_a_gigantic_bid_is_just_too_high(amount: int) -> None:
    """Size alone breaks nothing."""
    game = a_game(3).with_levels(0, 0, 0).bidding()
    assert refused(game, 1, "bid", amount=amount) == {"code": "bid_too_high", "highest": 10}
    assert refused(game, 1, "bid", amount=-amount) == {"code": "bid_below_zero"}


def test_players_who_can_only_bid_nothing_are_asked_all_the_same() -> None:
    """An empty purse or a marker on level 10 does not spare the bid."""
    game = a_game(3).with_ducats(0, 20, 20).with_levels(0, 10, 3).bidding()
    assert game.waiting == {0: "bid", 1: "bid", 2: "bid"}
    assert refused(game, 1, "bid", amount=1) == {"code": "bid_too_high", "highest": 0}


def test_a_bid_that_was_made_stands() -> None:
    """There is no second thought."""
    game = act(a_game(3).with_levels(0, 0, 0).bidding(), 1, "bid", amount=3).game
    assert game.waiting == {0: "bid", 2: "bid"}
    assert refused(game, 1, "bid", amount=4) == {"code": "not_your_turn"}


def test_a_bid_stays_sealed_and_unpaid_until_all_have_bid() -> None:
    """Its event names the seat only; purse and marker do not move yet."""
    game, events = act(a_game(3).with_levels(0, 0, 0).bidding(), 1, "bid", amount=3)
    assert events == (BidMade(1),)
    assert (ducats(game), levels(game)) == ((20, 20, 20), (0, 0, 0))
    assert write_state(game)["bids"] == {"1": 3}


def test_the_last_bid_reveals_and_pays_all() -> None:
    """Everybody pays the own bid and rises by as many levels."""
    game, events = bid_all(a_game(3).with_levels(6, 4, 0).bidding(), 3, 1, 10)
    assert ducats(game) == (17, 19, 10)
    assert levels(game) == (9, 5, 10)
    assert write_state(game)["bids"] == {}
    assert game.phase == "act"
    assert only(events, BidsRevealed) == BidsRevealed({0: 3, 1: 1, 2: 10}, (2, 0, 1), {0: 9, 1: 5, 2: 10})


def test_it_does_not_matter_who_bids_first() -> None:
    """Secret and at once: the order of the messages decides nothing."""
    start = a_game(3).with_levels(2, 2, 2).with_order(1, 2, 0).bidding()
    outcomes = []
    for seats in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        game = start
        for seat in seats:
            game = act(game, seat, "bid", amount=(3, 3, 1)[seat]).game
        outcomes.append(game)
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert outcomes[0].order == (1, 0, 2)


def test_markers_move_in_the_order_of_the_table_before_the_bids() -> None:
    """Two reach level 6: who stood before the other on the table gets there first and is further left."""
    game = bid_all(a_game(3).with_levels(3, 5, 1).bidding(), 3, 1, 0).game
    assert write_state(game)["budget"][6] == [1, 0]
    game = bid_all(a_game(3).with_levels(3, 3, 1).with_order(1, 0, 2).bidding(), 3, 3, 0).game
    assert write_state(game)["budget"][6] == [1, 0]


def test_a_marker_joins_its_new_level_to_the_right_of_those_that_stay() -> None:
    """Who bids nothing keeps the place, and newcomers queue behind."""
    game = bid_all(a_game(3).with_levels(4, 2, 4).bidding(), 0, 2, 0).game
    assert write_state(game)["budget"][4] == [0, 2, 1]


def test_markers_close_up_to_the_left_when_one_leaves() -> None:
    """A gap in a level never stays."""
    game = bid_all(a_game(4).with_levels(3, 3, 3, 3).bidding(), 0, 1, 0, 1).game
    assert write_state(game)["budget"][3:5] == [[0, 2], [1, 3]]


def test_a_marker_may_take_the_place_on_a_level_that_another_just_left() -> None:
    """The higher marker moves first, so the level below is free of it when the next one arrives."""
    game = bid_all(a_game(3).with_levels(5, 4, 0).bidding(), 1, 1, 5).game
    assert write_state(game)["budget"][5:7] == [[1, 2], [0]]


def test_the_order_of_play_goes_from_the_highest_level_down_and_from_left_to_right() -> None:
    """The first to decide is the leftmost marker on the highest level."""
    game = bid_all(a_game(4).with_levels(1, 0, 0, 1).with_order(3, 0, 2, 1).bidding(), 4, 2, 2, 4).game
    assert levels(game) == (5, 2, 2, 5)
    assert game.order == (3, 0, 2, 1)
    assert game.waiting == {3: "act"}


def test_bids_of_zero_move_nobody() -> None:
    """Without a bid all stay where they are, in the order in which they stand."""
    game = bid_all(a_game(3).with_levels(4, 4, 4).with_order(2, 0, 1).bidding(), 0, 0, 0).game
    assert (game.order, levels(game), ducats(game)) == ((2, 0, 1), (4, 4, 4), (20, 20, 20))


def test_the_row_of_a_bid_of_zero_shows_the_order_that_stays() -> None:
    """Who bids nothing sees no marker move."""
    game = a_game(3).with_levels(4, 4, 4).with_order(2, 0, 1).bidding()
    shown = to_map(choices(game, 2))
    assert shown["rows"][0]["order"] == [[2, 4], [0, 4], [1, 4]]


def test_a_round_in_which_nobody_has_budget_goes_straight_to_its_end() -> None:
    """Nobody can pay a fee on level 0, so the next bids follow after income and end of round."""
    game, events = bid_all(a_game(3).with_levels(0, 0, 0).bidding(), 0, 0, 0)
    assert (game.round, game.phase) == (2, "bid")
    assert only(events, DucatsGranted).seats == (0, 1, 2)


def test_only_bids_answer_the_question_for_a_bid() -> None:
    """Any other action is another decision's."""
    game = a_game(3).bidding()
    assert refused(game, 0, "close") == {"code": "other_decision", "asked": "bid", "got": "close"}
    assert refused(game, 0, "hire", role="maestro", city="wien") == {
        "code": "other_decision",
        "asked": "bid",
        "got": "hire",
    }
