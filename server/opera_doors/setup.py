"""What a visit is told when it begins, and what it says to its door: lines of JSON over its one socket."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from opera_tui.look.palette import ThemeName

MOST_SETTINGS: Final = 64 * 1024
"""Bytes of a visitor's settings."""
LONGEST_LINE: Final = 2 * MOST_SETTINGS
MOST_OF_FILE: Final = 16 * 1024
"""Characters of a file that are handed over at once."""
LONGEST_TRACE: Final = 8_000
MOST_MISTAKES: Final = 3
"""Of one visit that the operator's log is told of."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a visitor asked for, as far as it can do no harm."""

    name: str = ""
    """How the visitor is called at tables; empty to ask."""
    is_guest: bool = False
    variables: dict[str, str]
    """The environment."""
    wish: Literal["", "join", "watch", "rules"] = ""
    word: str = ""
    """The table or the game that is wished for."""
    has_lines: bool = False
    """Whether there is no terminal for screens, or the visitor wants lines."""
    theme: ThemeName = "gala"
    """What suits the visitor's screen, for those who have chosen nothing else."""
    takes_files: bool = False
    """Whether files can be handed over; where not, they have to be copied from the screen."""


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
    asked: Asked
    settings: str = ""
    """What the visitor has kept."""
    is_also_here: bool = False
    """Whether the visitor has another session at the same time."""


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Keep these settings for the visitor."""

    settings: Annotated[str, Meta(max_length=MOST_SETTINGS)]


class AskKept(msgspec.Struct, frozen=True, tag="ask"):
    """Say what is kept for the visitor now, as `Keep`: another session may have changed it."""


class Mistake(msgspec.Struct, frozen=True, tag="mistake"):
    """The client made a mistake: for the operator's log."""

    trace: Annotated[str, Meta(max_length=LONGEST_TRACE)]


class FilePart(msgspec.Struct, frozen=True, tag="file"):
    """Hand this part of a file over to the visitor; the parts of a file come one after the other."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9.-]{0,119}$")]
    text: Annotated[str, Meta(max_length=MOST_OF_FILE)]
    is_last: bool


Word = Keep | AskKept | Mistake | FilePart
_setups: Final = msgspec.json.Decoder(VisitSetup)
_words: Final[msgspec.json.Decoder[Word]] = msgspec.json.Decoder(Word)


def write_line(message: VisitSetup | Word) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def read_setup(line: bytes) -> VisitSetup:
    return _setups.decode(line)


def read_word(line: bytes) -> Word | None:
    """Return what a visit says; None if it cannot be read, since a visit may be anything."""
    try:
        return _words.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
