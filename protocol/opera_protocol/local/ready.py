"""Write and read the ready line, with which a server describes itself to programs on the same machine.

The line is JSON; `state` says which of its three forms it has. It also stands in the lock file: the process that holds
the lock is the server of that data folder.
"""

from pathlib import Path
from typing import Any, Final

import msgspec

from opera_protocol.local.lock_file import held_content

LONGEST_LINE: Final = 65_536
"""Bytes; a refusal may name a path twice, and a path may have thousands of characters."""
STAY: Final = b"stay\n"
STOP: Final = b"stop\n"
"""What the program that started a server writes at its end to let it go on, or to end it."""


class Starting(msgspec.Struct, frozen=True, kw_only=True, tag_field="state", tag="starting"):
    """A server holds the folder and is not listening yet."""

    pid: int


class Ready(msgspec.Struct, frozen=True, kw_only=True, tag_field="state", tag="ready", omit_defaults=True):
    """A server is listening for requests, updates and the greeting on these ports."""

    pid: int
    ports: tuple[int, int, int]
    key: str
    """The public key in Z85."""
    name: str
    ssh: int = 0
    """The port of the ssh door; 0 if there is none."""
    ssh_key: str = ""
    """The fingerprint of the ssh door's host key, as ssh shows it."""
    web: str = ""
    """Where the browser door listens, as HOST:PORT with `*` for all interfaces; empty if there is none."""
    for_one: bool = False
    """Whether nobody but its owner is let in."""


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag_field="state", tag="failed"):
    """The server did not start; the reason is a code with parameters, and a sentence in English."""

    code: str
    parameters: dict[str, Any] = {}
    sentence: str


ReadyLine = Starting | Ready | Failed

_encoder: Final = msgspec.json.Encoder()
_decoder: Final[msgspec.json.Decoder[ReadyLine]] = msgspec.json.Decoder(ReadyLine)


def write_ready(line: ReadyLine) -> bytes:
    """Encode a ready line, with its line break."""
    return _encoder.encode(line) + b"\n"


def read_ready(line: bytes) -> ReadyLine | None:
    """Decode a ready line; None if it is incomplete or no ready line."""
    if not line.endswith(b"\n") or len(line) > LONGEST_LINE:
        return None
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def holder(folder: Path) -> ReadyLine | None:
    """Return the ready line of the server that holds a data folder; None if none does, whatever the file says."""
    line = held_content(folder, LONGEST_LINE)
    return None if line is None else read_ready(line) or Starting(pid=0)
