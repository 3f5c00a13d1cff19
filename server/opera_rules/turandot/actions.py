"""What a seat can do in Turandot: four actions, each the answer to one kind of decision."""

import re
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from opera_rules.api import Action, Map, Seat, to_map
from opera_rules.refusals import Refused
from opera_rules.turandot.words import MONEY_CARDS, SEATS, Director

MOST_PLAYERS = SEATS[-1]
AnySeat = Annotated[Seat, Meta(ge=0, lt=MOST_PLAYERS)]
Number = Annotated[int, Meta(ge=1, le=MOST_PLAYERS + 1)]
MoneyCards = Annotated[int, Meta(ge=0, le=MONEY_CARDS)]


class Offer(Action, frozen=True, tag="offer"):
    """One number with money, or (`number` None) one money card alone; the bluff card may be added."""

    number: Number | None
    money: MoneyCards
    bluff: bool

    @property
    def cards(self) -> int:
        """How many cards lie face down: all that others see."""
        return (self.number is not None) + self.money + self.bluff


class Assign(Action, frozen=True, tag="assign"):
    """Which card of the line-up each player without one gets."""

    cards: Annotated[dict[AnySeat, Number], Meta(max_length=MOST_PLAYERS)]

    def __hash__(self) -> int:
        return hash(frozenset(self.cards.items()))


class Nominate(Action, frozen=True, tag="nominate"):
    """Who is to dismiss a director."""

    seat: AnySeat


class Dismiss(Action, frozen=True, tag="dismiss"):
    """Which director goes."""

    director: Director


AnyAction = Offer | Assign | Nominate | Dismiss

FIELD_IN_MESSAGE = re.compile(r"`\$\.(\w+)|field `(\w+)`")


def read_action(action: object) -> AnyAction:
    """An action from its map, exactly as `write_action` gives it; raises `Refused` with `malformed_action`."""
    if not isinstance(action, dict):
        raise Refused("malformed_action", field="do")
    try:
        read: AnyAction = msgspec.convert(action, cast("Any", AnyAction), str_keys=True)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Refused("malformed_action", field=_field_named_in(str(error))) from None
    if write_action(read) != action:
        raise Refused("malformed_action", field="cards")
    return read


def write_action(action: AnyAction) -> Map:
    """The action as one map, seats as text."""
    return cast("Map", to_map(action))


def action_name(action: object) -> str:
    """What stands under `do`."""
    return str(action.__struct_config__.tag) if isinstance(action, Action) else ""


def _field_named_in(message: str) -> str:
    """msgspec names the field only in its sentence."""
    found = FIELD_IN_MESSAGE.search(message)
    return (found[1] or found[2])[:20] if found else "do"
