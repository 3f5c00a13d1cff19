"""What a game brings to the screen. The frame around it is one for all games.

A game's folder has `face` (lists everything below), `view` (its documents as types), `panels` (what the table looks
like), `boxes` (one for each decision, for waiting and for what is revealed), `lines` and `labels` (its words), `help`.
"""

from importlib import import_module
from typing import Any, cast

from opera_tui.games.face import Face, GameHelp


def face_of(game: str) -> Face[Any]:
    """Return the face of a game, loaded when it is first needed."""
    return cast("Face[Any]", import_module(f"opera_tui.games.{game}").FACE)


def help_of(game: str) -> GameHelp:
    """Return what the help says about a game."""
    return cast("GameHelp", import_module(f"opera_tui.games.{game}.help"))
