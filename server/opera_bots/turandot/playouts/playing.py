"""What happens in a turn, step by step: line-up, award, assignment, dismissal."""

from collections.abc import Mapping, Sequence
from random import Random

from opera_bots.turandot.playouts.codes import NO_DIRECTOR
from opera_bots.turandot.playouts.habits import Gains, assignment, dismissal
from opera_bots.turandot.playouts.table import Bid, Table
from opera_games.turandot.words import DIRECTOR_TURN, LAST_DISMISSAL


def fractions(seed: bytes | int) -> Random:
    """Begin a stream of random fractions, which are the same everywhere."""
    return Random(seed)  # noqa: S311 - imagined games keep no secrets


def shuffled(cards: Sequence[int], random: Random) -> list[int]:
    """Shuffle cards: Fisher-Yates from the last place down, by fractions alone."""
    order = list(cards)
    fraction = random.random
    for place in range(len(order) - 1, 0, -1):
        other = int(fraction() * (place + 1))
        order[place], order[other] = order[other], order[place]
    return order


def deal(table: Table, random: Random) -> list[int]:
    """Begin the next turn and deal its line-up: singers, in turn 4 directors."""
    table.turn += 1
    cards = table.players + 1
    if table.turn == DIRECTOR_TURN:
        first = table.codes.first_director
        left = [first + director for director in range(NO_DIRECTOR) if table.left >> director & 1]
        table.left = 0
        return shuffled(left, random)[:cards]
    lineup = table.deck[table.dealt : table.dealt + cards]
    table.dealt += cards
    return lineup


def resolve(table: Table, lineup: Sequence[int], gains: Gains, bids: Sequence[Bid]) -> None:
    """Award the cards and assign those left."""
    lacking, left = table.award(lineup, bids)
    assign(table, lineup, assignment(table, gains, lacking, left), left)


def assign(table: Table, lineup: Sequence[int], given: Mapping[int, int], left: Sequence[int]) -> None:
    """Give these numbers to the seats without a card; of those left one is left over."""
    for seat, number in given.items():
        table.take(seat, lineup[number - 1], 0)
    numbers = given.values()
    for number in left:
        if number not in numbers:
            table.leave_over(lineup[number - 1])


def dismiss(table: Table, fraction: float) -> None:
    """Let a seat that is drawn dismiss a director in turns 1 to 3."""
    if table.turn <= LAST_DISMISSAL:
        nominated = 1 + int(fraction * (table.players - 1))
        table.dismiss(dismissal(table, (table.puccini + nominated) % table.players))
