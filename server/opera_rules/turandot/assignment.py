"""Assignment: Puccini's holder chooses who gets which of the cards left."""

from functools import lru_cache
from itertools import permutations

from opera_rules.api import Seat
from opera_rules.refusals import Refused
from opera_rules.turandot.actions import Assign
from opera_rules.turandot.cards import card_id
from opera_rules.turandot.events import AssignedCard, CardsAssigned, Log
from opera_rules.turandot.hands import take_card
from opera_rules.turandot.state import Game
from opera_rules.turandot.words import Phase


def ask_assignment(game: Game, log: Log) -> Phase | None:
    """Nobody lacks a card: no assignment."""
    return "assign" if game.lacking else None


def check(game: Game, seat: Seat, action: Assign) -> None:
    """A card of its own for exactly the players without one, out of those left."""
    if action.cards.keys() != set(game.lacking):
        raise Refused("assign_wrong_seats", seats=list(game.lacking))
    given: list[int] = []
    for number in action.cards.values():
        if number not in game.lineup:
            raise Refused("card_not_left", number=number, left=list(game.lineup))
        if number in given:
            raise Refused("card_given_twice", number=number)
        given.append(number)


def allowed(game: Game, seat: Seat) -> tuple[Assign, ...]:
    return allowed_for(game.lacking, tuple(game.lineup))


@lru_cache(maxsize=1024)
def allowed_for(seats: tuple[Seat, ...], numbers: tuple[int, ...]) -> tuple[Assign, ...]:
    """Every way to give these players one of these cards each: at most 720."""
    return tuple(Assign(dict(zip(seats, given, strict=True))) for given in permutations(numbers, len(seats)))


def act(game: Game, seat: Seat, action: Assign, log: Log) -> bool:
    """The players take what they are given."""
    given = []
    for receiver in game.lacking:
        number = action.cards[receiver]
        given.append(AssignedCard(receiver, number, card_id(take_card(game, receiver, number))))
    game.lacking = ()
    log.append(CardsAssigned(seat, tuple(given)))
    return True
