"""The diva's own parts: the quick player breaks no rule, trees and bids foresee what is plain, and fits repeat."""

from collections.abc import Iterator
from itertools import product

import pytest
from support.rules.opera_builder import a_game

from opera_bots.levels import after
from opera_bots.opera.bid_search import BidSearch
from opera_bots.opera.brief_player import BriefPlayer
from opera_bots.opera.candidates import candidate_actions
from opera_bots.opera.diva import FIRST, VISITS_FOR_MORE, actions_by_promise, grow
from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_evaluation import FIGURES, Weights, expectations, figures, promises
from opera_bots.opera.playouts.board_of_game import board_of
from opera_bots.opera.playouts.numbers import ACT, APPRAISE, BID, COPIES, DONE, HOUSES, JOIN, MEMBERS, SIZE
from opera_bots.opera.playouts.prices import prices_of
from opera_bots.opera.playouts.quick_player import WHIMS, QuickPlayer, steady_player, take
from opera_bots.opera.playouts.search_chance import RandomShuffles, numbers_from
from opera_bots.opera.playouts.staging import SHIFTS
from opera_bots.opera.reasons import DIVA_THEMES, THEMES
from opera_bots.opera.rehearsal import LONG, foresee
from opera_bots.opera.round_tree import BREADTHS, RoundTree
from opera_lab.games.opera_diva import NOTHING_KNOWN, GameToRehearse, fit_rounds, play
from opera_lab.pools import ProcessPool
from opera_lab.self_play import seed_of_game
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


@pytest.mark.parametrize("breadth", [1, 4, 99])
@pytest.mark.parametrize("players", [2, 4])
def test_the_first_option_is_what_the_player_does(players: int, breadth: int) -> None:
    """So a tree need not try it again, however many ways to carry out a role it knows."""
    for board, _ in boards(players):
        player = steady_player(board)
        while board.kind != DONE:
            if board.kind == BID:
                board.reveal_bids([player.bid(board, seat) for seat in range(players)])
                continue
            other = board.copy()
            take(other, player.options(board, breadth)[0], player)
            {ACT: player.act, JOIN: player.join, APPRAISE: player.appraise}[board.kind](board)
            assert (other.points, other.ducats, other.level) == (board.points, board.ducats, board.level)
            assert (other.staged, other.own, other.pawns) == (board.staged, board.own, board.pawns)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_option_can_be_paid(players: int) -> None:
    """Whole games of options that nobody would choose leave nothing owed."""
    for number, (board, _) in enumerate(boards(players)):
        player, random = steady_player(board), numbers_from(number)
        while board.kind != DONE:
            if board.kind == BID:
                board.reveal_bids([player.bid(board, seat) for seat in range(players)])
            else:
                options = player.options(board, 99)
                take(board, options[int(random.random() * len(options))], player)
            assert is_possible(board)


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
    search = BidSearch(board, 0, steady_player(board), {1: [10] * 8, 2: [1] * 8})
    high = sum(likely for bids, likely in search.others if bids[1] >= 9)
    low = sum(likely for bids, likely in search.others if bids[2] <= 2)
    assert high > 0.5
    assert low > 0.5


def test_a_tree_looks_at_more_ways_the_longer_it_may() -> None:
    """The quick player's way of each role at first; in the end everything that can be done."""
    board, player = next(boards(2))
    board.reveal_bids([9, 9])
    board.shuffles = None
    tree = RoundTree(board, player, board.round)
    for _ in range(20):
        tree.visit()
    assert tree.root is not None
    few = len(tree.root.arms)
    assert few == len(player.options(board))
    while tree.visits < BREADTHS[-1][1] + 10:
        tree.visit()
    ways = [(arm.option.role, arm.option.play) for arm in tree.root.arms]
    assert len(ways) == len(set(ways)) > few
    assert set(ways) == {(option.role, option.play) for option in player.options(board, BREADTHS[-1][0])}


def test_the_best_line_of_a_tree_leads_where_it_says() -> None:
    """Its end is the board whose judgement the tree took for its own, also after it looked at more ways."""
    for board, player in boards(3):
        board.reveal_bids([6, 7, 8])
        board.shuffles = None
        tree = RoundTree(board, player, board.round)
        for _ in range(700):
            tree.visit()
        assert expectations(tree.end()) == tree.results


def test_more_actions_join_the_longer_a_search_may_last() -> None:
    """The soloist's favourites come first, in the end everything that is worth comparing."""
    game = a_game(2).with_ducats(20, 20).with_levels(9, 8).acting()
    actions = actions_by_promise(game, 0)
    board = board_of(game)
    player = steady_player(board)
    few, _ = grow(actions, board, player, 0, after(50))
    many, _ = grow(actions, board, player, 0, after(50 + VISITS_FOR_MORE * len(actions)))
    assert len(few) == FIRST < len(many) <= len(actions)
    assert [one.action for one in many] == actions[: len(many)]
    assert len(actions) == len(candidate_actions(game, 0))


def two_fits(seed: str) -> tuple[list[Map], list[Map]]:
    """Rows of two passes of a few games."""
    pool = ProcessPool(1)
    quick = [GameToRehearse(2, seed_of_game(seed, number), None) for number in range(6)]
    first = fit_rounds(quick, pool)
    rows = [Weights(row["base"], tuple(row["weights"])) for row in first]
    return first, fit_rounds([game._replace(rows=rows) for game in quick], pool)


def test_the_same_games_give_the_same_weights() -> None:
    """A row for each round, with a weight for each figure; boards of brief searches teach other ones."""
    first, second = two_fits("test")
    assert (first, second) == two_fits("test")
    assert len(first) == len(second) == 10
    assert {len(row["weights"]) for row in first + second} == {len(FIGURES)}
    assert first != second


def test_what_the_last_round_is_worth_is_learnt_from_its_points() -> None:
    """Nothing is expected after it: what is foreseen before it are the points of its end."""
    board = play(GameToRehearse(3, seed_of_game("last", 1), None))[-1]
    assert board.round == LONG
    seen = foresee(board, [NOTHING_KNOWN] * (LONG + 1))
    assert all(points == int(points) for points in seen.points)
    assert seen.figures == tuple(figures(board, seat) for seat in range(3))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_boards_to_learn_from_are_possible(players: int) -> None:
    """With other ducats, points and levels than play led to, too: markers and queue agree."""
    for number in range(4):
        for board in play(GameToRehearse(players, seed_of_game("odd", number), None)):
            assert is_possible(board)
            assert sorted(board.order) == list(range(players))
            levels = [board.level[seat] for seat in board.order]
            assert levels == sorted(levels, reverse=True)


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
    for board, player in boards(players):
        for now in range(1, 9):
            player.play_on(board, now)
            before = expectations(board)[players]
            richer, higher = board.copy(), board.copy()
            richer.ducats[0] += 1
            higher.level[0] += 1
            assert expectations(richer)[players] > before
            assert expectations(higher)[players] > before


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


def figure(name: str, board: Board, seat: int) -> int:
    return figures(board, seat)[FIGURES.index(name)]


def test_who_is_first_and_rich_has_the_last_main_parts() -> None:
    """In the fourth round of two players London and Paris have one main part each, for 4 ducats; who is first and keeps
    so much after a bid to level 10 builds both, and nobody can come before."""
    start = a_game(2).in_round(4).with_levels(8, 8)
    for ducats, halls in ((5, 0), (6, 2), (9, 2), (10, 4), (30, 4)):
        board = board_of(start.with_ducats(ducats, 30).bidding())
        first = board.order[0]
        board.ducats[first], board.ducats[1 - first] = ducats, 30
        board.built[0] = board.built[1] = board.built[0] | board.built[1]
        board.parts = [1 if name in ("london.main", "paris.main") else 0 for name in board.plans.names]
        assert figure("last_mains", board, first) == halls
        assert figure("last_mains_by_level", board, first) == 8 * halls
        assert figure("last_mains", board, 1 - first) == 0


def test_pieces_count_as_far_as_halls_can_be_found_for_them() -> None:
    """Empty ones and those that can be built."""
    board = board_of(a_game(2).in_round(6).with_stock(0, "verdi", "verdi", "wagner", "mozart").bidding())
    room = figure("empty", board, 0) + figure("halls_to_build", board, 0)
    assert figure("stock_with_room", board, 0) == min(4, room)
    board.parts = [0] * len(board.parts)
    assert figure("stock_with_room", board, 0) == min(4, figure("empty", board, 0))
    assert figure("stock", board, 0) == 4
