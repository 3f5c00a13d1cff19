"""Find the rules of a game by its name."""

from importlib import import_module
from typing import Any, cast

from opera_games.catalog import GAMES
from opera_rules.api import Rules
from opera_rules.refusals import Refused


def rules_of(game: str) -> Rules[Any, Any, Any]:
    """Return the rules of a game; refuse a name that is none."""
    if game not in GAMES:
        raise Refused("unknown_game", game=game[:20], games=list(GAMES))
    return cast("Rules[Any, Any, Any]", import_module(f"opera_rules.{game}"))
