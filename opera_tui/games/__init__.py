"""What a game brings to the screen. The frame around it is one for all games.

A game's folder has `face` (lists everything below), `view` (its documents as types), `panels` (what the table looks
like), `boxes` (one for each decision, for waiting and for what is revealed), `lines` and `labels` (its words), `help`,
`speech` (the game in words, for line mode), `booklet` (its pages in a programme booklet).
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from opera_games.catalog import GAMES

if TYPE_CHECKING:
    from opera_tui.games.face import Face, GameHelp
    from opera_tui.games.played import GameBooklet
    from opera_tui.games.speech import GameSpeech


def face_of(game: str) -> "Face[Any]":
    """Return the face of a game, loaded when it is first needed; raises LookupError for a game there is not."""
    return cast("Face[Any]", _package(game).FACE)


def help_of(game: str) -> "GameHelp":
    """Return what the help says about a game; raises LookupError for a game there is not."""
    _package(game)
    return cast("GameHelp", import_module(f"opera_tui.games.{game}.help"))


def speech_of(game: str) -> "GameSpeech | None":
    """Return a game in words; None for one that brings none. Raises LookupError for a game there is not."""
    _package(game)
    module = f"opera_tui.games.{game}.speech"
    return cast("GameSpeech", import_module(module)) if find_spec(module) else None


def has_booklet(game: str) -> bool:
    """Say whether a game brings pages of a booklet."""
    return find_spec(f"opera_tui.games.{game}.booklet") is not None


def booklet_of(game: str) -> "GameBooklet":
    """Return a game's pages of a booklet; raises LookupError for a game there is not."""
    _package(game)
    return cast("GameBooklet", import_module(f"opera_tui.games.{game}.booklet"))


def _package(game: str) -> Any:
    """Import a game's package: never one that only a server has named."""
    if game not in GAMES:
        raise LookupError(game)
    return import_module(f"opera_tui.games.{game}")
