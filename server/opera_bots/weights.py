"""The fitted weights of the evaluations: data files of this package, or others that a process was given."""

from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from opera_rules.api import Map

_given: dict[str, Map] = {}


def fitted(game: str) -> Map:
    """The content of a game's data file, unless this process plays by other weights."""
    content: Map = _given[game] if game in _given else msgspec.json.decode(file_of(game).read_bytes())
    return content


def file_of(game: str) -> Traversable:
    """The built-in data file."""
    return files("opera_bots") / "data" / f"evaluation_{game}.json"


def play_by(game: str, content: Map) -> None:
    """Let this process play by other weights, as fitting does; before its first game, because bots keep them."""
    _given[game] = content
