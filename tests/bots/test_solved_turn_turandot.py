"""A turn of two players solved: what both can make of a line-up, against simple games and the rules of a turn."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from support.rules.turandot_builder import a_game

from opera_bots.turandot.playouts.playing import assign
from opera_bots.turandot.playouts.solved_turn import DealtTurn, chances_of_turn, value_of
from opera_bots.turandot.playouts.standing import Standing
from opera_bots.turandot.playouts.table import MONEY_ALONE, Bid, Table, table_of
from opera_games.turandot.words import TURNS
from opera_rules.turandot.state import Game


def turn_of(game: Game) -> DealtTurn:
    table = table_of(game)
    lineup = [table.codes.number(card) for card in game.lineup.values()]
    return DealtTurn(table, lineup, Standing(table, table.deck))


def chances_in(turn: DealtTurn) -> list[float]:
    return chances_of_turn(turn.table, turn.lineup, turn.standing)


def swapped(table: Table) -> Table:
    """Let both seats change places."""
    other = table.copy()
    for name in ("code", "director", "money", "scenery"):
        setattr(other, name, getattr(table, name)[::-1])
    other.puccini = 1 - table.puccini
    return other


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        pytest.param([[0.3, 0.6], [0.1, 0.2]], 0.3, id="one-best-choice-each"),
        pytest.param([[1.0, 0.0], [0.0, 1.0]], 0.5, id="heads-or-tails"),
        pytest.param([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]], 0.5, id="rock-paper-scissors"),
        pytest.param([[0.8, 0.2], [0.4, 0.6]], 0.5, id="uneven"),
    ],
)
def test_values_of_small_games(lines: list[list[float]], value: float) -> None:
    """Known from textbooks; regret matching comes near them."""
    assert value_of(lines) == pytest.approx(value, abs=0.02)


@pytest.mark.parametrize("turn", [2, 4, 6, 7])
def test_seats_are_judged_alike(turn: int) -> None:
    """Whoever sits where: the chances change places with the seats."""
    here = turn_of(a_game(2, turn=turn, money={0: 3, 1: 1}))
    there = DealtTurn(swapped(here.table), here.lineup, here.standing)
    assert chances_in(there)[1] == pytest.approx(chances_in(here)[0], abs=0.02)


def test_money_and_scenery_are_worth_something() -> None:
    """More of either is never worse, and scenery is better."""
    chances = {}
    for money, scenery in ((0, 0), (2, 0), (0, 2)):
        turn = turn_of(a_game(2, turn=5, money={0: money, 1: 2}))
        turn.table.scenery[0] += scenery
        chances[money, scenery] = chances_in(turn)[0]
    assert chances[2, 0] > chances[0, 0]
    assert chances[0, 2] > chances[0, 0]


def test_offers_that_make_sense() -> None:
    """One money card more than the other has is enough; in the last turn all money goes, with a number or alone."""
    early, last = (turn_of(a_game(2, turn=turn, money={0: 3, 1: 0})) for turn in (3, TURNS))
    assert {money for number, money in early.bids(0) if number != MONEY_ALONE} == {0, 1}
    assert set(last.bids(0)) == {(1, 3), (2, 3), (3, 3), (MONEY_ALONE, 1)}
    assert set(last.bids(1)) == {(1, 0), (2, 0), (3, 0)}


@pytest.mark.parametrize("puccini", [0, 1])
def test_the_last_turn_is_counted_as_the_table_counts_it(puccini: int) -> None:
    """Every pair of offers: the cards are awarded, and Puccini's holder chooses what is best of those left."""
    game = a_game(2, turn=TURNS, puccini=puccini, directed={0: "farce", 1: "decorator"}, money={0: 2, 1: 2})
    turn = turn_of(game)
    for bid, line in zip(turn.bids(0), turn.lines(), strict=True):
        for other, chance in zip(turn.bids(1), line, strict=True):
            best = max(leads_of(turn, (bid, other))) if puccini == 0 else min(leads_of(turn, (bid, other)))
            assert chance == (1 + best) / 2


def leads_of(turn: DealtTurn, bids: tuple[Bid, Bid]) -> Iterator[int]:
    """List what Puccini's holder can choose from: 1 where seat 0 is ahead, -1 where it is behind."""
    after = turn.table.copy()
    lacking, left = after.award(turn.lineup, bids)
    for given in permutations(left, len(lacking)):
        end = after.copy()
        assign(end, turn.lineup, dict(zip(lacking, given, strict=True)), left)
        own, others = end.final_points()
        yield (own > others) - (own < others)
