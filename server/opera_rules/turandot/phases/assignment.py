"""Assignment: Puccini's holder chooses which player gets which of the cards left."""

from functools import lru_cache
from itertools import permutations

from opera_games.turandot.actions import Assign
from opera_games.turandot.documents import card_id
from opera_games.turandot.events import AssignedCard, CardsAssigned
from opera_games.turandot.words import Phase
from opera_rules.api import Log, Seat
from opera_rules.refusals import Refused
from opera_rules.turandot.state import Game


def ask_assignment(game: Game, log: Log) -> Phase | None:
    """Ask for an assignment, unless nobody lacks a card."""
    return "assign" if game.lacking else None


def check(game: Game, seat: Seat, action: Assign) -> None:
    """Refuse anything but one card each, of those left, for exactly the players without one."""
    if action.cards.keys() != set(game.lacking):
        raise Refused("assign_wrong_seats", seats=list(game.lacking))
    given: list[int] = []
    for number in action.cards.values():
        if number not in game.lineup:
            raise Refused("card_not_left", number=number, left=list(game.lineup))
        if number in given:
            raise Refused("card_given_twice", number=number)
        given.append(number)


def possible_assignments(game: Game, seat: Seat) -> tuple[Assign, ...]:
    return allowed_for(game.lacking, tuple(game.lineup))


@lru_cache(maxsize=1024)
def allowed_for(seats: tuple[Seat, ...], numbers: tuple[int, ...]) -> tuple[Assign, ...]:
    """Return every way to give these players one of these cards each: at most 720."""
    return tuple(Assign(dict(zip(seats, given, strict=True))) for given in permutations(numbers, len(seats)))


def assign(game: Game, seat: Seat, action: Assign, log: Log) -> None:
    """Give the players their cards."""
    given = []
    for receiver in game.lacking:
        number = action.cards[receiver]
        given.append(AssignedCard(receiver, number, card_id(game.take_card(receiver, number))))
    game.lacking = ()
    log.append(CardsAssigned(seat, tuple(given)))
