"""What a seat can do in Opera: six actions, two of which carry a role's play."""

from typing import Any, TypeVar, cast

import msgspec

from opera_rules.api import Action, Map, to_map
from opera_rules.opera.words import City, Composer, Part, Piece, Reward, Role, Source
from opera_rules.refusals import Refused

StructT = TypeVar("StructT", bound=msgspec.Struct)
Layout = dict[City, tuple[Piece | None, ...]]
"""For every own house what stands in its halls; what is not in it goes to the stock."""


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a role is carried out."""


class Impresario(Play, frozen=True):
    buy: tuple[Composer, ...] = ()
    layout: Layout | None = None


class Architetto(Play, frozen=True):
    build: tuple[Part, ...] = ()


class Signora(Play, frozen=True):
    piece: Piece
    source: Source
    reward: Reward


class Maestro(Play, frozen=True):
    city: City


class Critico(Play, frozen=True):
    city: City
    composer: Composer | None = None
    steps: int = 0


class Esperto(Play, frozen=True):
    city: City


class Bid(Action, frozen=True, tag="bid"):
    amount: int


class Hire(Action, frozen=True, tag="hire"):
    play: Play


class Close(Action, frozen=True, tag="close"):
    pass


class Join(Action, frozen=True, tag="join"):
    play: Play


class Intermezzo(Action, frozen=True, tag="intermezzo"):
    pass


class Appraise(Action, frozen=True, tag="appraise"):
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
SIMPLE: dict[str, type[Action]] = {"bid": Bid, "close": Close, "intermezzo": Intermezzo, "appraise": Appraise}
MOST_LISTED = 12
"""No list of an action is longer; what is longer is not worth looking at."""


def read_action(action: object) -> Action:
    """An action from its map; raises `Refused` if it is none."""
    if not isinstance(action, dict):
        raise Refused("malformed_action", field="do")
    fields = dict(action)
    do = fields.get("do")
    if not isinstance(do, str):
        raise Refused("malformed_action", field="do")
    if do in SIMPLE:
        return _convert(fields, SIMPLE[do])
    del fields["do"]
    if do == "hire":
        role = fields.pop("role", None)
        if not isinstance(role, str) or role not in PLAYS:
            raise Refused("malformed_action", field="role")
        return Hire(_read_play(fields, PLAYS[role]))
    if do == "join":
        return Join(_read_play(fields, _joined_play(fields)))
    raise Refused("malformed_action", field="do")


def write_action(action: Action) -> Map:
    """The action as one map; a role's fields stand beside `do`."""
    if isinstance(action, Hire):
        return {"do": "hire", "role": ROLE_OF[type(action.play)], **to_map(action.play)}
    if isinstance(action, Join):
        return {"do": "join", **to_map(action.play)}
    return cast("Map", to_map(action))


def _joined_play(fields: Map) -> type[Play]:
    """Joining in does not name the employee: the fields tell which one is meant."""
    for play in JOINABLE:
        if fields.keys() == set(play.__struct_fields__):
            return play
    raise Refused("malformed_action", field="do")


def _read_play(fields: Map, play: type[Play]) -> Play:
    for name in play.__struct_fields__:
        if name not in fields:
            raise Refused("malformed_action", field=name)
        if isinstance(fields[name], list) and len(fields[name]) > MOST_LISTED:
            raise Refused("malformed_action", field=name)
    return _convert(fields, play)


def _convert(fields: Map, kind: type[StructT]) -> StructT:
    try:
        return msgspec.convert(fields, kind, strict=True)
    except (msgspec.ValidationError, RecursionError):
        raise Refused("malformed_action", field=_wrong_field(fields, kind)) from None


def _wrong_field(fields: dict[Any, Any], kind: type[msgspec.Struct]) -> str:
    """The first field that does not fit, for the message."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for name, value in fields.items():
        if name not in types:
            if name != "do":
                return name[:20] if isinstance(name, str) else "do"
            continue
        try:
            msgspec.convert(value, types[name], strict=True)
        except (msgspec.ValidationError, RecursionError):
            return str(name)
    return next((name for name in types if name not in fields), "do")
