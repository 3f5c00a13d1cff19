"""A turn of two players solved: how good it is for each if both offer as well as they can.

Every pair of offers leads to a standing, so a turn is a table of chances to win, one line for each offer of seat 0. Its
value is found by regret matching: no habits are assumed of anybody.
"""

from collections.abc import Sequence
from itertools import permutations
from operator import mul
from typing import Final

from opera_bots.turandot.playouts.codes import stars_of
from opera_bots.turandot.playouts.standing import Standing
from opera_bots.turandot.playouts.table import HUNDRED, MONEY_ALONE, Bid, Table, scenery_worth, winners, without_card
from opera_bots.turandot.turn_model import win_chances
from opera_games.turandot.words import SEATS, TURNS
from opera_rules.turandot.search import PUCCINI_POINTS

ROUNDS: Final = 30
"""How often both learn from each other; more rounds change the value by some thousandths."""

Lines = Sequence[Sequence[float]]
"""A line for each offer of one seat, with what comes of it for each offer of the other."""


def chances_of_turn(table: Table, lineup: Sequence[int], standing: Standing) -> list[float]:
    """Return each seat's chance to win at the beginning of a turn with this line-up."""
    first = value_of(DealtTurn(table, lineup, standing).lines())
    return [first, 1 - first]


class DealtTurn:
    """A turn of two players whose line-up lies open; the silent hand, which hardly ever wins, does not count."""

    def __init__(self, table: Table, lineup: Sequence[int], standing: Standing) -> None:
        self.table = table
        self.lineup = lineup
        self.standing = standing
        self._values: dict[tuple[int, int, int, int], float] = {}
        self._assigned: dict[tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]], float] = {}

    def lines(self) -> Lines:
        """Compute the chance of seat 0 to win for every pair of offers."""
        others = self.bids(1)
        return [[self._chance((bid, other)) for other in others] for bid in self.bids(0)]

    def bids(self, seat: int) -> list[Bid]:
        """List the offers of a seat that make sense: no more money than is needed, but in the last turn all of it."""
        money, others = self.table.money[seat], self.table.money[1 - seat]
        sums = (money,) if self.table.turn == TURNS else range(min(money, others + 1) + 1)
        bids = [(number, spent) for number in range(1, len(self.lineup) + 1) for spent in sums]
        return [*bids, (MONEY_ALONE, 1)] if money else bids

    def _chance(self, bids: tuple[Bid, Bid]) -> float:
        won, helped = winners(bids), tuple(self.table.helped(bids))
        taken = tuple((seat, number, bids[seat][1]) for number, seat in won.items())
        found = self._assigned.get((taken, helped))
        if found is None:
            found = self._assigned[taken, helped] = self._assign(taken, helped, *without_card(won, SEATS[0]))
        return found

    def _assign(
        self,
        taken: Sequence[tuple[int, int, int]],
        helped: Sequence[int],
        lacking: Sequence[int],
        left: Sequence[int],
    ) -> float:
        """Let Puccini's holder choose who gets which card; without anybody who lacks one there is one way only."""
        values = [0.0] * SEATS[0]
        for seat, number, spent in taken:
            values[seat] = self._value(seat, number, spent, 0)
        chances: list[float] = []
        for given in permutations(left, len(lacking)):
            for seat, number in zip(lacking, given, strict=True):
                values[seat] = self._value(seat, number, 0, int(seat in helped))
            chances.append(self._chance_with(*values))
        return max(chances) if self.table.puccini == 0 else min(chances)

    def _chance_with(self, own: float, others: float) -> float:
        if self.table.turn == TURNS:
            return (own > others) + (own == others) / 2
        return win_chances((own, others), 1)[0]

    def _value(self, seat: int, number: int, spent: int, built: int) -> float:
        key = (seat, number, spent, built)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._compute_value(*key)
        return found

    def _compute_value(self, seat: int, number: int, spent: int, built: int) -> float:
        """Return the standing of a seat that takes this card; after the last turn its points, with stars for ties."""
        table, codes, card = self.table, self.table.codes, self.lineup[number - 1]
        code, director, scenery = table.code[seat], table.director[seat], table.scenery[seat] + built
        if card < codes.first_director:
            code += codes.code_of[card]
        else:
            director = card - codes.first_director
        if table.turn < TURNS:
            return self.standing.of_hand(table, seat, code, director, table.money[seat] - spent - built, scenery)
        points = codes.points(code, director) + scenery * scenery_worth(director)
        return HUNDRED * (points + PUCCINI_POINTS * (seat == table.puccini)) + stars_of(code)


def value_of(lines: Lines) -> float:
    """Compute what whoever chooses the line can expect, if the other chooses the column to keep it low.

    Exact where both have one best choice; else both learn by regret matching, and later rounds weigh more.
    """
    columns = list(zip(*lines, strict=True))
    least: float = max(map(min, lines))
    most: float = min(map(max, columns))
    if least == most:
        return least
    regrets, other_regrets = [0.0] * len(lines), [0.0] * len(columns)
    total = 0.0
    for number in range(1, ROUNDS + 1):
        total += number * learn(regrets, means(lines, parts_of(other_regrets)))
        learn(other_regrets, [-mean for mean in means(columns, parts_of(regrets))])
    return min(most, max(least, total / (ROUNDS * (ROUNDS + 1) // 2)))


def learn(regrets: list[float], means: Sequence[float]) -> float:
    """Add to the regrets what every choice would have brought more, and return what was brought on average."""
    average: float = sum(map(mul, parts_of(regrets), means))
    regrets[:] = [max(0.0, regret + mean - average) for regret, mean in zip(regrets, means, strict=True)]
    return average


def parts_of(regrets: Sequence[float]) -> list[float]:
    """Return how often to make each choice: in proportion to its regret, all as often before there is any."""
    total = sum(regrets)
    return [regret / total for regret in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)


def means(lines: Lines, parts: Sequence[float]) -> list[float]:
    """Compute the mean of each line."""
    return [sum(map(mul, line, parts)) for line in lines]
