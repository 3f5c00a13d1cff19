"""Read the editions of games: find the data file, and refuse what is wrong in it, naming the key.

No other module of the rules touches a disk. The built-in files are in `opera_games`, for the client reads them too.
"""

import tomllib
from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from opera_games.catalog import GAMES, edition_text
from opera_games.toml import read_toml
from opera_rules.api import Map, rules_of
from opera_rules.refusals import Refused

LARGEST_FILE = 100_000
LONGEST_KEY = 40
"""Characters of an unknown key that its refusal shows."""


class NamedEdition(NamedTuple):
    """An edition and the game it belongs to."""

    game: str
    edition: Any


@cache
def built_in(game: str) -> Any:
    """Read the edition that comes with the program."""
    return rules_of(game).read_edition(tomllib.loads(edition_text(game)))


def load(path: Path) -> NamedEdition:
    """Read an edition from a file; every refusal names the key that is wrong, for a syntax error the line."""
    return edition_from(_parsed(path))


def edition_from(source: Map) -> NamedEdition:
    """Read an edition from its content, for instance from a transcript's first line."""
    game = source.get("game")
    if game is None:
        raise Refused("edition_missing", key="game")
    if not isinstance(game, str):
        raise Refused("edition_bad_value", key="game", expected=" or ".join(GAMES))
    return NamedEdition(game, rules_of(game).read_edition(source))


def is_built_in(game: str, edition: Any) -> bool:
    return bool(edition.source == built_in(game).source)


def _parsed(path: Path) -> Map:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Refused("file_unreadable", file=str(path), reason=error.strerror or "unknown") from None
    if len(content) > LARGEST_FILE:
        raise Refused("file_too_large", file=str(path), highest=LARGEST_FILE)
    try:
        return read_toml(content)
    except UnicodeDecodeError:
        raise Refused("edition_not_text", file=str(path)) from None
    except ValueError as error:
        raise Refused("edition_syntax", file=str(path), problem=str(error)) from None


def refuse_unknown(table: Mapping[Any, Any], known: Container[str], where: str = "") -> None:
    """Refuse a table that has other keys than these; refusals put `where` before its keys."""
    for key in table:
        if key not in known:
            raise Refused("edition_unknown_key", key=f"{where}{str(key)[:LONGEST_KEY]}")


def entry(table: Mapping[str, Any], key: str, where: str = "") -> Any:
    """Return the value of a key; refuse a table without it."""
    if key not in table:
        raise Refused("edition_missing", key=f"{where}{key}")
    return table[key]


def subtable(table: Mapping[str, Any], key: str, where: str = "") -> Map:
    found: Map = entry(table, key, where)
    if not isinstance(found, dict):
        raise Refused("edition_bad_value", key=f"{where}{key}", expected="a table")
    return found


def whole_number(table: Mapping[str, Any], key: str, lowest: int, highest: int, where: str) -> int:
    found = entry(table, key, where)
    if type(found) is not int or not lowest <= found <= highest:
        raise Refused("edition_bad_value", key=f"{where}{key}", expected=f"{lowest} to {highest}")
    return found
