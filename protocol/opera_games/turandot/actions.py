"""What a seat can do in Turandot: four actions, each the answer to one kind of decision."""

from typing import Annotated, cast

import msgspec
from msgspec import Meta

from opera_games.api import Action, Map, Seat, tagged_reader, to_map
from opera_games.turandot.words import MONEY_CARDS, SEATS, Director

MOST_PLAYERS = SEATS[-1]
Number = Annotated[int, Meta(ge=1, le=MOST_PLAYERS + 1)]
MoneyCards = Annotated[int, Meta(ge=0, le=MONEY_CARDS)]


class Offer(Action, frozen=True, tag="offer"):
    """Offer money for a number, or (`number` None) one money card alone; the bluff card may be added."""

    number: Number | None
    money: MoneyCards
    bluff: bool

    @property
    def cards(self) -> int:
        """Return how many cards lie face down: all that others see."""
        return (self.number is not None) + self.money + self.bluff


class Assign(Action, frozen=True, tag="assign"):
    """Give each player without a card one of the line-up."""

    cards: Annotated[dict[Seat, Number], Meta(max_length=MOST_PLAYERS)]

    def __hash__(self) -> int:
        return hash(frozenset(self.cards.items()))


class Nominate(Action, frozen=True, tag="nominate"):
    """Name the player that is to dismiss a director."""

    seat: Seat


class Dismiss(Action, frozen=True, tag="dismiss"):
    """Remove a director from the game."""

    director: Director


AnyAction = Offer | Assign | Nominate | Dismiss


def write_action(action: AnyAction) -> Map:
    """Write the action as one map, seats as text."""
    return cast("Map", to_map(action))


_read_fields = tagged_reader(AnyAction, str_keys=True)


def read_action(action: Map) -> AnyAction:
    """Read the action from its map; raise `msgspec.ValidationError` if it does not fit."""
    read: AnyAction = _read_fields(action)
    if isinstance(read, Assign) and to_map(read.cards) != action["cards"]:
        # `str_keys` takes "00" for 0, and numbers as they are.
        raise msgspec.ValidationError("A seat is not written as it should be - at `$.cards`")
    return read
