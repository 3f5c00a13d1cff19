"""What a seat can do in Opera: six actions, two of which carry a role's play."""

from typing import Any, cast

import msgspec

from opera_games.api import Action, Map, to_map
from opera_games.opera.words import City, Composer, Part, Piece, Reward, Role, Source

Layout = dict[City, tuple[Piece | None, ...]]
"""For each of your houses what stands in its halls; what is not in it goes to the stock."""


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a role is carried out."""


class Impresario(Play, frozen=True):
    """Buy up to two pieces, and perhaps rearrange all your houses."""

    buy: tuple[Composer, ...] = ()
    layout: Layout | None = None


class Architetto(Play, frozen=True):
    """Build up to two parts."""

    build: tuple[Part, ...] = ()


class Signora(Play, frozen=True):
    """Sell one piece, from the stock or a house, for ducats or points."""

    piece: Piece
    source: Source
    reward: Reward


class Maestro(Play, frozen=True):
    """Move to a city, whose houses bring double income."""

    city: City


class Critico(Play, frozen=True):
    """Move to a city, and perhaps a composer staged there up or down the ladder."""

    city: City
    composer: Composer | None = None
    steps: int = 0


class Esperto(Play, frozen=True):
    """Move to a city and score the hirer's pieces there."""

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


PLAYS: dict[Role, type[Play]] = {
    "impresario": Impresario,
    "architetto": Architetto,
    "signora": Signora,
    "maestro": Maestro,
    "critico": Critico,
    "esperto": Esperto,
}
ROLE_OF: dict[type[Play], Role] = {play: role for role, play in PLAYS.items()}
JOINABLE: tuple[type[Play], ...] = (Impresario, Architetto, Signora)


def write_action(action: Action) -> Map:
    """The action as one map; a role's fields stand beside `do`."""
    if isinstance(action, Hire):
        return {"do": "hire", "role": ROLE_OF[type(action.play)], **to_map(action.play)}
    if isinstance(action, Join):
        return {"do": "join", **to_map(action.play)}
    return cast("Map", to_map(action))


def read_action(action: Map) -> Action:
    """The action from its map; raises `msgspec.ValidationError` if it is none."""
    fields = dict(action)
    match fields.pop("do", None):
        case "hire":
            return Hire(msgspec.convert(fields, PLAYS[msgspec.convert(fields.pop("role", None), Role)]))
        case "join":
            # Joining in does not name the employee: the fields tell which one is meant.
            kinds = [play for play in JOINABLE if fields.keys() == set(play.__struct_fields__)]
            return Join(msgspec.convert(fields, kinds[0] if kinds else Play))
    simple: Action = msgspec.convert(action, cast("Any", Bid | Close | Intermezzo | Appraise))
    return simple
