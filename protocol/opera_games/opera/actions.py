"""What a seat can do in Opera: six actions, two of which carry a role's play."""

from typing import Annotated, cast, get_args

import msgspec
from msgspec import Meta

from opera_games.api import Action, Map, tag_of, tagged_reader, to_map
from opera_games.opera.words import EMPLOYEES, City, Composer, Piece, Reward, Role, Source

FEW = Meta(max_length=12)
"""The longest list that is read at all; the rules say how many things are allowed."""
Layout = dict[City, Annotated[tuple[Piece | None, ...], FEW]]
"""The pieces in the halls of each of a player's houses; those not in it go to the stock."""


class Play(msgspec.Struct, frozen=True, tag_field="role", forbid_unknown_fields=True):
    """How a role is carried out."""


class Impresario(Play, frozen=True, tag="impresario"):
    """Buy up to two pieces, and perhaps rearrange all your houses."""

    buy: Annotated[tuple[Composer, ...], FEW]
    layout: Layout | None


class Architetto(Play, frozen=True, tag="architetto"):
    """Build up to two parts."""

    build: Annotated[tuple[str, ...], FEW]
    """Any text: the rules say which parts there are."""


class Signora(Play, frozen=True, tag="signora"):
    """Sell one piece, from the stock or a house, for ducats or points."""

    piece: Piece
    source: Source
    reward: Reward


class Maestro(Play, frozen=True, tag="maestro"):
    """Go to a city, whose houses bring double income."""

    city: City


class Critico(Play, frozen=True, tag="critico"):
    """Go to a city, and perhaps move a composer staged there up or down the ladder."""

    city: City
    composer: Composer | None
    steps: int


class Esperto(Play, frozen=True, tag="esperto"):
    """Go to a city and score the hirer's pieces there."""

    city: City


class Bid(Action, frozen=True, tag="bid"):
    """Bid ducats for levels of the budget."""

    amount: int


class Hire(Action, frozen=True, tag="hire"):
    """Hire a role and carry it out."""

    play: Play


class Close(Action, frozen=True, tag="close"):
    """Hire no more roles in this round."""


class Join(Action, frozen=True, tag="join"):
    """Join in with the employee that another seat hired."""

    play: Play


class Intermezzo(Action, frozen=True, tag="intermezzo"):
    """Do not join in."""


class Appraise(Action, frozen=True, tag="appraise"):
    """Let the Esperto score your pieces in his city, or decline."""

    accept: bool


AnyPlay = Impresario | Architetto | Signora | Maestro | Critico | Esperto
PLAYS: dict[Role, type[Play]] = {play.__struct_config__.tag: play for play in get_args(AnyPlay)}
ROLE_OF: dict[type[Play], Role] = {play: role for role, play in PLAYS.items()}
EMPLOYEE_BY_FIELDS = {frozenset(PLAYS[role].__struct_fields__): role for role in EMPLOYEES}
"""Joining in does not name the employee on the wire: its fields identify it."""


def write_action(action: Action) -> Map:
    """Write the action as one map; a role's fields are beside `do`."""
    if not isinstance(action, Hire | Join):
        return cast("Map", to_map(action))
    fields = {"do": tag_of(action), **to_map(action.play)}
    if isinstance(action, Join):
        del fields["role"]
    return fields


_read_simple = tagged_reader(Bid | Close | Intermezzo | Appraise)
_read_play = tagged_reader(AnyPlay)


def read_action(action: Map) -> Action:
    """Read the action from its map; raise `msgspec.ValidationError` if it does not fit."""
    match action.get("do"):
        case "hire":
            return Hire(_read_play(_fields_beside_do(action)))
        case "join":
            fields = _fields_beside_do(action)
            employee = EMPLOYEE_BY_FIELDS.get(frozenset(fields))
            if employee is None:
                raise msgspec.ValidationError("No employee has these fields")
            return Join(_read_play({"role": employee, **fields}))
    simple: Action = _read_simple(action)
    return simple


def _fields_beside_do(action: Map) -> Map:
    return {name: field for name, field in action.items() if name != "do"}
