"""Assignments, nominations and dismissals as candidates: one seat decides, and then the game goes on."""

from collections.abc import Iterator
from random import Random
from typing import Final

from opera_bots.turandot.diva_search import Start
from opera_bots.turandot.playouts.habits import dismissal
from opera_bots.turandot.playouts.standing import Standing
from opera_bots.turandot.playouts.table import Table
from opera_bots.turandot.soloist import possible_assignments
from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate
from opera_games.turandot.words import DIRECTORS
from opera_rules.api import Seat
from opera_rules.turandot.search import Game

MOST_BEHIND: Final = 0.1
"""Options whose estimated chance to win is worse than the best one's by more than this are left out."""
MOST_OPTIONS: Final = 6
"""The number of options that are compared by the next turn."""


class OptionCandidates:
    """The promising options of the seat that decides."""

    def __init__(self, game: Game, table: Table, seat: Seat) -> None:
        self.seat = seat
        self.standing = Standing(table, table.deck)
        is_assignment = game.phase == "assign"
        value = self.standing.after_turn if is_assignment else self.standing.after_dismissal
        found = [(action, after, value(after)[seat]) for action, after in options(game, table, seat)]
        found.sort(key=lambda option: -option[2])
        kept = [option for option in found[:MOST_OPTIONS] if option[2] > found[0][2] - MOST_BEHIND]
        self.actions = [action for action, _, _ in kept]
        self.estimates = [estimate for _, _, estimate in kept]
        self._starts = [
            Start(after, estimate, place, is_dismissed=not is_assignment)
            for place, (_, after, estimate) in enumerate(kept)
        ]

    def guess(self, random: Random) -> None:
        """Guess nothing: no other seat decides now."""

    def start(self, place: int, guess: None) -> Start:
        """Return the table after an option."""
        return self._starts[place]

    def mean_points(self, place: int) -> float:
        """Return the points to be expected at the end of the game."""
        return self.standing.final_points(self._starts[place].table, self.seat)


def options(game: Game, table: Table, seat: Seat) -> Iterator[tuple[AnyAction, Table]]:
    """List every option with the table after it."""
    if game.phase == "assign":
        for cards in possible_assignments(game):
            yield Assign(cards), with_cards(game, table, cards)
    elif game.phase == "nominate":
        for other in range(table.players):
            if other != seat:
                yield Nominate(other), without_director(table, dismissal(table, other))
    else:
        for director in game.directors:
            yield Dismiss(director), without_director(table, DIRECTORS.index(director))


def with_cards(game: Game, table: Table, cards: dict[Seat, int]) -> Table:
    """Give these cards to the seats without one; the last card is left over."""
    after = table.copy()
    for seat, number in cards.items():
        after.take(seat, table.codes.number(game.lineup[number]), 0)
    for number, card in game.lineup.items():
        if number not in cards.values():
            after.leave_over(table.codes.number(card))
    return after


def without_director(table: Table, director: int) -> Table:
    after = table.copy()
    after.dismiss(director)
    return after
