"""The diva's own parts: the quick player breaks no rule, trees and bids foresee what is plain, and fits repeat."""

from collections.abc import Iterator
from itertools import product

import pytest
from support.rules.opera_builder import a_game

from opera_bots.opera.beyond_round import Scenarios
from opera_bots.opera.bid_search import BidSearch
from opera_bots.opera.brief_player import BriefPlayer
from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_evaluation import FIGURES, expectations, promises, weights_of
from opera_bots.opera.playouts.board_of_game import board_of
from opera_bots.opera.playouts.numbers import ACT, APPRAISE, BID, COPIES, DONE, HOUSES, JOIN, MEMBERS, SIZE
from opera_bots.opera.playouts.prices import prices_of
from opera_bots.opera.playouts.quick_player import WHIMS, QuickPlayer, steady_player, take
from opera_bots.opera.playouts.search_chance import RandomShuffles, numbers_from
from opera_bots.opera.playouts.staging import SHIFTS
from opera_bots.opera.reasons import DIVA_THEMES, THEMES
from opera_bots.opera.round_tree import RoundTree
from opera_lab.tune_diva import fit_rounds, play, rehearsals
from opera_rules import opera
from opera_rules.api import Map
from opera_rules.chance import derive
from opera_rules.editions import built_in

GAMES = 6


def boards(players: int) -> Iterator[tuple[Board, QuickPlayer]]:
    """New games, and a quick player for each."""
    for number in range(GAMES):
        random = numbers_from(number)
        game = opera.new_game(players, {}, built_in("opera"), derive(bytes(32), "quick", number)).game
        whims = [random.random() for _ in range(10 * players * WHIMS)]
        yield board_of(game, RandomShuffles(random)), QuickPlayer([prices_of(9, players)] * players, whims, noise=3.0)


def is_possible(board: Board) -> bool:
    """Nothing is owed, overdrawn or in two places."""
    for seat in range(board.players):
        stock = board.stock(seat)
        if min(board.ducats[seat], board.level[seat], stock) < 0 or board.level[seat] > 10:
            return False
        if sum(board.own[seat] >> shift & COPIES for shift in SHIFTS) > 40:
            return False
        for at in range(seat * HOUSES, (seat + 1) * HOUSES):
            if SIZE[board.staged[at]] > board.halls[at]:
                return False
            if board.great[at] >= 0 and board.great[at] not in MEMBERS[board.staged[at]]:
                return False
    return min(board.offer) >= 0 and min(board.parts) >= 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_quick_player_spends_only_what_it_has(players: int) -> None:
    """After every decision of whole games."""
    for board, player in boards(players):
        steps = {ACT: player.act, JOIN: player.join, APPRAISE: player.appraise}
        while board.kind != DONE:
            if board.kind == BID:
                board.reveal_bids([player.bid(board, seat) for seat in range(players)])
            else:
                steps[board.kind](board)
            assert is_possible(board)


@pytest.mark.parametrize("players", [2, 4])
def test_the_first_option_is_what_the_player_does(players: int) -> None:
    """So a tree need not try it again."""
    for board, _ in boards(players):
        player = steady_player(board)
        while board.kind != DONE:
            if board.kind == BID:
                board.reveal_bids([player.bid(board, seat) for seat in range(players)])
                continue
            other = board.copy()
            take(other, player.options(board)[0], player)
            {ACT: player.act, JOIN: player.join, APPRAISE: player.appraise}[board.kind](board)
            assert (other.points, other.ducats, other.level) == (board.points, board.ducats, board.level)
            assert (other.staged, other.own, other.pawns) == (board.staged, board.own, board.pawns)


def test_a_tree_knows_all_lines_in_the_end() -> None:
    """With one role left and one seat to hire it, visits come to an end, and its best line is kept."""
    game = a_game(2).in_round(9).with_points(50, 40).with_stock(0, "wagner").with_roles("signora").with_closed(1)
    board = board_of(game.acting())
    tree = RoundTree(board, steady_player(board), board.round)
    visits = 0
    while not tree.is_solved:
        tree.visit()
        visits += 1
        assert visits < 50
    assert tree.end().points == [56, 40]


def test_a_seat_is_expected_to_bid_as_before() -> None:
    """Whoever has always gone to level 10 will hardly stay on level 1."""
    board = board_of(a_game(3).with_ducats(20, 20, 20).with_levels(0, 0, 0).bidding())
    search = BidSearch(board, 0, steady_player(board), {1: [10] * 8, 2: [1] * 8}, Scenarios(board, 0))
    high = sum(likely for bids, likely in search.others if bids[1] >= 9)
    low = sum(likely for bids, likely in search.others if bids[2] <= 2)
    assert high > 0.5
    assert low > 0.5


def two_passes() -> tuple[list[Map], list[Map]]:
    first = fit_rounds([play(game) for game in rehearsals("opera", 2, 15, "test")])
    searched = rehearsals("opera", 2, 5, "test", [row["weights"] for row in first])
    return first, fit_rounds([play(game) for game in searched], first)


def test_the_same_rehearsals_give_the_same_weights() -> None:
    """A row for each round, with a weight for each figure; brief searches correct what the quick player taught."""
    first, second = two_passes()
    assert (first, second) == two_passes()
    assert len(first) == len(second) == 10
    assert {len(row["weights"]) for row in first + second} == {len(FIGURES)}
    assert first != second


def test_a_brief_search_beats_the_quick_player() -> None:
    """By the weights that the diva has; each deal is played from both seats."""
    margins = []
    for number, seat in product(range(3), range(2)):
        board, _ = list(boards(2))[number]
        quick, brief = steady_player(board), BriefPlayer(steady_player(board), expectations)
        while board.kind != DONE:
            if board.kind == BID:
                bids = [quick.bid(board, other) for other in range(2)]
                bids[seat] = brief.bids(board)[seat]
                board.reveal_bids(bids)
            else:
                take(board, brief.decide(board) if board.seat == seat else quick.options(board)[0], quick)
        margins.append(board.points[seat] - board.points[1 - seat])
    assert sum(margins) > 0


def test_a_brief_search_does_not_know_the_next_offer() -> None:
    """It decides the same whatever comes."""
    board, _ = next(boards(2))
    other = board.copy()
    other.shuffles = RandomShuffles(numbers_from(99))
    brief = BriefPlayer(steady_player(board), expectations)
    assert brief.bids(board) == brief.bids(other)
    board.reveal_bids([5, 5])
    other.reveal_bids([5, 5])
    assert brief.decide(board) == brief.decide(other)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_more_money_is_never_worth_less(players: int) -> None:
    """Nor a higher level: else a search gives rivals what it takes for a burden."""
    for weights in weights_of(9, players):
        worth = dict(zip(FIGURES, weights.by_figure, strict=True))
        assert worth["ducats"] + worth["ducats_over_10"] + worth["ducats_over_20"] > 0
        assert worth["ducats"] + worth["ducats_over_10"] > 0
        assert worth["level"] + worth["level_over_3"] > 0


def test_every_figure_speaks_for_some_reason() -> None:
    """Of the same themes that facts have; so what decides can always be said."""
    assert DIVA_THEMES.keys() == THEMES.keys()
    assert {name for names in DIVA_THEMES.values() for name in names} == set(FIGURES)


@pytest.mark.parametrize("players", [2, 4])
def test_promises_are_what_is_expected(players: int) -> None:
    """What all figures promise differs between two seats by as much as their points; after the game only points do."""
    board, player = next(boards(players))
    player.play_on(board, 4)
    worth = [sum(promises(board, seat).values()) for seat in range(2)]
    points = expectations(board)[players:]
    assert worth[0] - worth[1] == pytest.approx(points[0] - points[1])
    player.play_on(board, 9)
    assert promises(board, 1) == {"points": board.points[1]}
