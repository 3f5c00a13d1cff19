"""What a server says about itself to programs of its own machine: the ready line, and the lock file that holds it.

The line is JSON, told apart by `state`. Whoever holds the lock on the file is the server of that data folder.
"""

from pathlib import Path
from typing import Any, Final

import msgspec

from opera_protocol.lock_file import held_content

LONGEST_LINE: Final = 65_536
"""A refusal may name a path twice, and a path may have thousands of characters."""


class Starting(msgspec.Struct, frozen=True, kw_only=True, tag_field="state", tag="starting"):
    """A server holds the folder and does not listen yet."""

    pid: int


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag_field="state", tag="ready"):
    """A server listens: requests, updates and the greeting on these ports."""

    pid: int
    ports: tuple[int, int, int]
    key: str
    """The public key in Z85."""
    name: str


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag_field="state", tag="failed"):
    """The server did not start: why, as a code with parameters, and as a sentence in English."""

    code: str
    parameters: dict[str, Any] = {}
    sentence: str


ReadyLine = Starting | Ready | Failed

_encoder: Final = msgspec.json.Encoder()
_decoder: Final[msgspec.json.Decoder[ReadyLine]] = msgspec.json.Decoder(ReadyLine)


def write_ready(line: ReadyLine) -> bytes:
    """The line with its end."""
    return _encoder.encode(line) + b"\n"


def read_ready(line: bytes) -> ReadyLine | None:
    """What a line says; None if it is incomplete or none of ours."""
    if not line.endswith(b"\n") or len(line) > LONGEST_LINE:
        return None
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def holder(folder: Path) -> ReadyLine | None:
    """Who holds a data folder now; None if nobody does, whatever the file says."""
    line = held_content(folder, LONGEST_LINE)
    return None if line is None else read_ready(line) or Starting(pid=0)
