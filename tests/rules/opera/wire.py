"""Engine values as another program sees them."""

from typing import Any

import msgspec

from opera_games.opera.actions import write_action
from opera_games.opera.events import OfferFilled
from opera_rules.api import Action, Event, to_map
from opera_rules.opera.state import Game, write_state


def plain(action: Action) -> dict[str, Any]:
    """The action as it comes back from JSON."""
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(write_action(action)))
    return fields


def shown(game: Game) -> dict[str, Any]:
    """The full state, stocks sorted by name: their order means nothing."""
    state = write_state(game)
    for player in state["players"]:
        player["stock"].sort()
    return state


def new_offer(events: tuple[Event, ...]) -> dict[str, Any] | None:
    """The event that carries chance, if there is one among these."""
    return next((to_map(event) for event in events if isinstance(event, OfferFilled)), None)
