"""What a visit is told when it begins, and what it says to its door: lines of JSON over its one socket."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

MOST_SETTINGS: Final = 64 * 1024
"""Bytes of a visitor's settings."""
LONGEST_LINE: Final = 2 * MOST_SETTINGS
LONGEST_TRACE: Final = 8_000
MOST_MISTAKES: Final = 3
"""Of one visit that the operator's log is told of."""


class VisitSetup(msgspec.Struct, frozen=True, kw_only=True):
    """Who visits, and where everything is."""

    secret: str
    """The visitor's own secret key in Z85."""
    host: str
    requests: int
    updates: int
    key: str
    """The server's public key in Z85."""
    server: str
    """The server's name."""
    name: str
    """How the visitor is called at tables; empty to ask."""
    is_guest: bool = False
    variables: dict[str, str]
    """The environment."""
    wish: Literal["", "join", "watch", "rules"] = ""
    word: str = ""
    """The table or the game that is wished for."""
    settings: str = ""
    """What the visitor has kept."""
    has_lines: bool = False
    """Whether there is no terminal for screens, or the visitor wants lines."""


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Keep these settings for the visitor."""

    settings: Annotated[str, Meta(max_length=MOST_SETTINGS)]


class Mistake(msgspec.Struct, frozen=True, tag="mistake"):
    """The client made a mistake: for the operator's log."""

    trace: Annotated[str, Meta(max_length=LONGEST_TRACE)]


_setups: Final = msgspec.json.Decoder(VisitSetup)
_words: Final[msgspec.json.Decoder[Keep | Mistake]] = msgspec.json.Decoder(Keep | Mistake)


def write_line(message: VisitSetup | Keep | Mistake) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def read_setup(line: bytes) -> VisitSetup:
    return _setups.decode(line)


def read_word(line: bytes) -> Keep | Mistake | None:
    """Return what a visit says; None if it cannot be read, since a visit may be anything."""
    try:
        return _words.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
