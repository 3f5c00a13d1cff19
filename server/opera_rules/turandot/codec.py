"""Read actions, events and documents from their maps, and write the full state as a transcript shows it."""

import re
from typing import Any, cast

import msgspec

from opera_games.turandot.actions import AnyAction, write_action
from opera_games.turandot.documents import PrivateDocument, PublicDocument
from opera_games.turandot.events import AnyEvent
from opera_rules.api import Event, Map, to_map
from opera_rules.refusals import Refused, event_from
from opera_rules.turandot.state import Game, Hand, waiting

FIELD_IN_MESSAGE = re.compile(r"`\$\.(\w+)|field `(\w+)`")


def read_action(action: object) -> AnyAction:
    """Read an action from its map, exactly as `write_action` gives it; raise `Refused` with `malformed_action`."""
    if not isinstance(action, dict):
        raise Refused("malformed_action", field="do")
    try:
        read: AnyAction = msgspec.convert(action, cast("Any", AnyAction), str_keys=True)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Refused("malformed_action", field=_field_named_in(str(error))) from None
    if write_action(read) != action:
        raise Refused("malformed_action", field="cards")
    return read


def _field_named_in(message: str) -> str:
    """Find the field in msgspec's sentence, which alone names it."""
    found = FIELD_IN_MESSAGE.search(message)
    return (found[1] or found[2])[:20] if found else "do"


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
    """Write everything but the deck's order."""
    offers = enumerate(game.offers)
    return {
        "turn": game.turn,
        "phase": game.phase,
        "puccini": game.puccini,
        "lineup": to_map(game.lineup),
        "directors": list(game.directors),
        "deck": len(game.deck),
        "players": [{"money": player.money, "scenery": player.scenery, **_hand(player)} for player in game.players],
        "silent": game.silent and _hand(game.silent),
        "waiting": {str(seat): kind for seat, kind in waiting(game).items()},
        "offers": {
            str(seat): {"number": offer.number, "money": offer.money, "bluff": offer.bluff}
            for seat, offer in offers
            if offer is not None
        },
    }


def _hand(hand: Hand) -> Map:
    return {"singers": [to_map(singer) for singer in hand.singers], "director": hand.director}
