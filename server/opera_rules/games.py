"""The games there are, by name."""

from importlib import import_module
from typing import Any, cast

from opera_rules.api import Rules
from opera_rules.refusals import Refused

GAMES = ("opera", "turandot")


def rules_of(game: str) -> Rules[Any, Any, Any]:
    """The rules of a game; a name that is none is refused."""
    if game not in GAMES:
        raise Refused("unknown_game", game=game[:20])
    return cast("Rules[Any, Any, Any]", import_module(f"opera_rules.{game}"))
