"""What visitors ask for: a command, a terminal, variables and a name, each cut to what can do no harm."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from opera_games.catalog import GAMES
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.plain_text import PLAYER_NAME, TABLE_NAME, clean, cut

GUEST: Final = "guest"
LINES: Final = "lines"
"""The command for line mode, alone or before another."""
USUAL_TERMINAL: Final = "xterm-256color"
LANGUAGES: Final = ("LANGUAGE", "LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE")
VARIABLES: Final = (*LANGUAGES, "NO_COLOR", "COLORTERM")
"""All that is looked at of a visitor's environment."""
_LOCALE: Final = r"[A-Za-z]{1,8}(_[A-Za-z]{2,4})?(\.[A-Za-z0-9-]{1,16})?(@[a-z]{1,16})?"
_LANGUAGE: Final = re.compile(rf"{_LOCALE}(:{_LOCALE}){{0,9}}")
_TERMINAL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")


class Wish(NamedTuple):
    """What a command asks for."""

    wish: Any = ""
    word: str = ""
    has_lines: bool = False
    """Whether line mode is wanted."""


def wish_of(command: str | None) -> Wish | None:
    """Return what a command of a visitor asks for; None if it is none of ours."""
    first, _space, further = (command or "").strip().partition(" ")
    if first != LINES:
        return _wish(command)
    wish = _wish(further)
    return wish and wish._replace(has_lines=True)


def _wish(command: str | None) -> Wish | None:
    words = (command or "").split(maxsplit=1)
    if not words:
        return Wish()
    first, word = words[0], words[1] if len(words) > 1 else ""
    if first == "rules" and (not word or word in GAMES):
        return Wish("rules", word)
    if first not in ("join", "watch"):
        return None
    try:
        return Wish(first, clean(word, TABLE_NAME))
    except TextError:
        return None


def variables_of(term: str | None, asked: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a visit: nothing but what chooses colours and one of our catalogs."""
    chosen = {name: asked[name] for name in LANGUAGES if _LANGUAGE.fullmatch(asked.get(name, ""))}
    if asked.get("NO_COLOR"):
        chosen["NO_COLOR"] = "1"
    if asked.get("COLORTERM") in ("truecolor", "24bit"):
        chosen["COLORTERM"] = asked["COLORTERM"]
    return {**chosen, "TERM": term if term and _TERMINAL.fullmatch(term) else USUAL_TERMINAL}


def name_of(user: str) -> str:
    """Return how a visitor is called at tables; empty if the login is no name."""
    if user == GUEST:
        return ""
    try:
        return clean(cut(user, PLAYER_NAME.cells), PLAYER_NAME)
    except TextError:
        return ""
