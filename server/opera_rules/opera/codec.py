"""Read actions, events and documents from their maps, and write the full state as a transcript shows it."""

from typing import Any, TypeVar

import msgspec

from opera_games.opera.actions import JOINABLE, PLAYS, Appraise, Bid, Close, Hire, Intermezzo, Join, Play
from opera_games.opera.documents import House, PrivateDocument, PublicDocument
from opera_games.opera.events import AnyEvent
from opera_games.opera.words import TOP_LEVEL
from opera_rules.api import Action, Event, Map, Seat
from opera_rules.opera.state import Game, Player
from opera_rules.refusals import Refused, event_from

StructT = TypeVar("StructT", bound=msgspec.Struct)

SIMPLE: dict[str, type[Action]] = {"bid": Bid, "close": Close, "intermezzo": Intermezzo, "appraise": Appraise}
MOST_LISTED = 12
"""No list of an action is longer; what is longer is not worth looking at."""


def read_action(action: object) -> Action:
    """Read an action from its map; raise `Refused` if it is none."""
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


def _joined_play(fields: Map) -> type[Play]:
    """Find the employee by the fields, since joining in does not name one."""
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
    """Return the first field that does not fit, for the message."""
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


def read_event(event: object) -> Event:
    """Read an event from its map; raise `Refused` with `malformed_event`."""
    return event_from(event, AnyEvent)


def read_public(document: object) -> PublicDocument:
    """Read a public document from its map."""
    return msgspec.convert(document, PublicDocument)


def read_private(document: object) -> PrivateDocument:
    """Read a private document from its map."""
    return msgspec.convert(document, PrivateDocument)


def write_state(game: Game) -> Map:
    """Write the full state as plain data, seats as text where they are keys."""
    return {
        "round": game.round,
        "phase": game.phase,
        "ladder": list(game.ladder),
        "century": list(game.century),
        "offer": dict(game.offer),
        "discard": dict(game.discard),
        "supply": len(game.supply),
        "palazzo": list(game.palazzo),
        "pawns": dict(game.pawns),
        "parts": dict(game.parts),
        "roles": list(game.roles),
        "budget": budget_table(game),
        "players": [_player(player) for player in game.players],
        "bids": {str(seat): game.bids[seat] for seat in sorted(game.bids)},
        "playing": game.playing,
        "queue": list(game.queue),
        "waiting": {str(seat): game.waiting[seat] for seat in sorted(game.waiting)},
    }


def budget_table(game: Game) -> list[list[Seat]]:
    """Return the seats on each level from 0 to 10, from left to right."""
    return [[seat for seat in game.order if game.level(seat) == level] for level in range(TOP_LEVEL + 1)]


def _player(player: Player) -> Map:
    return {
        "ducats": player.ducats,
        "points": player.points,
        "stock": list(player.stock),
        "hired": player.hired,
        "closed": player.closed,
        "houses": {city: _house(house) for city, house in player.houses.items()},
    }


def _house(house: House) -> Map:
    return {"parts": list(house.parts), "halls": list(house.halls)}
