"""Playouts of Turandot against its rules: the same actions lead to the same hands, points and winners."""

from random import Random

import pytest
from support.soaking import soak_seed, soak_size

from opera_bots.turandot.playouts.habits import draw, gains_of, offers_of_all
from opera_bots.turandot.playouts.playing import assign, deal, fractions
from opera_bots.turandot.playouts.standing import Standing
from opera_bots.turandot.playouts.table import HUNDRED, MONEY_ALONE, Table, shares_of_win, table_of
from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Offer
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, SEATS, TURNS
from opera_lab.games.turandot_diva import new_table, play_game
from opera_rules import turandot
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.turandot.phases.scoring import points_of, result, silent_cast
from opera_rules.turandot.state import Game

SEED = bytes(32)
GAMES = 60


def hands(table: Table) -> object:
    """Everything but the deck, Puccini and the turn."""
    silent = (table.silent_points, table.silent_preferred, table.silent_singers, table.silent_director)
    return table.key(), table.left, silent


def play_beside(players: int, seed: bytes) -> None:
    """Play a game at random by the rules, and beside them on the flat table."""
    chance = Chance(derive(seed, "beside"))
    game = turandot.new_game(players, {}, built_in("turandot"), seed).game
    table = table_of(game)
    lineup = [table.codes.number(card) for card in game.lineup.values()]
    bids: list[tuple[int, int]] = []
    while asked := turandot.waiting(game):
        seat = min(asked)
        action = turandot.offers(game, seat).sample(chance)
        after = turandot.apply(game, seat, action).game
        if isinstance(action, Offer):
            bids.append((action.number or MONEY_ALONE, action.money))
        if len(bids) == players:
            lacking, left = table.award(lineup, bids)
            bids = []
            assert lacking == list(after.lacking) or not lacking
            if not lacking:
                assign(table, lineup, {}, left)
        follow(table, lineup, game, action)
        if after.turn != game.turn:
            table.pass_puccini()
            lineup = dealt_beside(table, after)
            assert hands(table) == hands(table_of(after))
            assert (table.turn, table.puccini) == (after.turn, after.puccini)
        game = after
    check_end(table, game)


def follow(table: Table, lineup: list[int], game: Game, action: AnyAction) -> None:
    """Carry out what one seat decides alone."""
    if isinstance(action, Assign):
        assign(table, lineup, action.cards, list(game.lineup))
    if isinstance(action, Dismiss):
        table.dismiss(DIRECTORS.index(action.director))


def dealt_beside(table: Table, game: Game) -> list[int]:
    """Deal on the flat table: the same singers, or as many of the directors left, whose order is drawn elsewhere."""
    left = table.left
    dealt = deal(table, fractions(1))
    true = [table.codes.number(card) for card in game.lineup.values()]
    if game.turn == DIRECTOR_TURN:
        assert len(dealt) == len(true)
        assert all(left >> card - table.codes.first_director & 1 for card in dealt)
    else:
        assert dealt == true
    return true


def check_end(table: Table, game: Game) -> None:
    points = [points_of(game, seat) for seat in range(table.players)]
    assert table.final_points() == [HUNDRED * row.total + row.stars for row in points]
    winners = result(game).winners
    assert shares_of_win(table) == [(seat in winners) / max(1, len(winners)) for seat in range(table.players)]
    if game.silent is not None:
        assert table.silent_total() == silent_cast(game.silent).points.total


@pytest.mark.parametrize("players", SEATS)
def test_the_flat_table_follows_the_rules(players: int) -> None:
    """Awards, helpers, assignments, dismissals, the silent hand, points and winners, in games of random actions."""
    for number in range(GAMES):
        play_beside(players, derive(SEED, "flat", players, number))


@pytest.mark.soak
@pytest.mark.parametrize("players", SEATS)
def test_the_flat_table_follows_the_rules_in_thousands_of_games(players: int) -> None:
    seed = soak_seed()
    for number in range(soak_size(2000)):
        play_beside(players, derive(SEED, seed, players, number))


@pytest.mark.parametrize("players", SEATS)
def test_habitual_offers_are_allowed_by_the_rules(players: int) -> None:
    """No number that is not there, no money that a seat has not."""
    game = turandot.new_game(players, {}, built_in("turandot"), derive(SEED, "habits", players)).game
    chance, random = Chance(SEED), fractions(players)
    while asked := turandot.waiting(game):
        seat = min(asked)
        offered = turandot.offers(game, seat)
        action = habitual_offer(game, seat, random) if game.phase == "offer" else offered.sample(chance)
        assert action in offered
        game = turandot.apply(game, seat, action).game


def habitual_offer(game: Game, seat: int, random: Random) -> Offer:
    table = table_of(game)
    lineup = [table.codes.number(card) for card in game.lineup.values()]
    number, money = draw(offers_of_all(table, gains_of(table, lineup))[seat], random.random())
    return Offer(number or None, money, bluff=False)


@pytest.mark.parametrize("players", SEATS)
def test_playouts_end_with_full_casts(players: int) -> None:
    """Six singers and a director for everybody after turn 7, three dismissed directors, one winner at least."""
    random = fractions(players)
    table = new_table(players, random)
    stages = [sample.stage for sample in play_game(table, random)]
    assert table.turn == TURNS
    assert len(stages) in (0, TURNS - 1)
    assert [sum(table.codes.categories(code)) for code in table.code] == [6] * players
    assert all(director < len(DIRECTORS) for director in table.director)
    assert sum(shares_of_win(table)) in (0, 1)


@pytest.mark.parametrize("players", SEATS)
def test_chances_add_up_to_one(players: int) -> None:
    """After every turn, and more points mean a better chance."""
    game = turandot.new_game(players, {}, built_in("turandot"), derive(SEED, "sum", players)).game
    table = table_of(game)
    standing = Standing(table, table.deck)
    for turn in range(1, TURNS):
        table.turn = turn
        chances = standing.after_turn(table)
        assert sum(chances) == pytest.approx(1)
        table.scenery[0] += 1
        assert standing.after_turn(table)[0] > chances[0]
        table.scenery[0] -= 1
