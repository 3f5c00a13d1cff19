"""What a server and its doors tell each other: lines of JSON over a socket pair that nobody else has.

The server begins with `DoorSetup`; the door answers with `DoorReady` or `DoorFailed`. Before each visit it says whose
key comes from which address (`VisitorComes`), and waits until the server has noted it (`VisitorNoted`).
"""

from typing import Any, Final

import msgspec

LONGEST_LINE: Final = 64 * 1024
PORT_TAKEN: Final = "taken"
"""The code of a door whose port cannot be opened; other codes are those of data files."""


class Listening(msgspec.Struct, frozen=True):
    """Where visitors come in."""

    host: str
    """The address; `*` for all interfaces."""
    port: int
    """0 lets the system choose."""


class DoorSetup(msgspec.Struct, frozen=True, kw_only=True, tag="setup"):
    """What a door needs to know."""

    data: str
    """The server's data folder."""
    ssh: Listening | None = None
    web: Listening | None = None
    proxies: tuple[str, ...] = ()
    """The networks of proxies in front of `web`, whose word about addresses counts."""
    names: tuple[str, ...] = ()
    """What browsers may call `web`, besides its addresses and the names of its machine."""
    server_host: str
    requests: int
    updates: int
    key: str
    """Where the server is, and its public key in Z85."""
    name: str
    guests: bool = False
    user: str = ""
    """The user whom visits belong to; empty for the server's own."""
    visitors: int = 50
    login: float = 20.0
    """Seconds to log in and begin a session."""


class DoorReady(msgspec.Struct, frozen=True, kw_only=True, tag="ready"):
    """The door is open, on these ports; 0 where it was not asked for."""

    ssh: int = 0
    fingerprint: str = ""
    """Of the host key, as ssh shows it."""
    web: int = 0


class DoorFailed(msgspec.Struct, frozen=True, kw_only=True, tag="failed"):
    """The door cannot be opened."""

    code: str
    parameters: dict[str, Any] = {}


class VisitorComes(msgspec.Struct, frozen=True, kw_only=True, tag="comes"):
    """A visitor is about to connect."""

    key: str
    """The visitor's public key in Z85."""
    address: str


class VisitorNoted(msgspec.Struct, frozen=True, kw_only=True, tag="noted"):
    """From now on the limits of its key and address count for this visitor."""

    key: str


class DoorTells(msgspec.Struct, frozen=True, kw_only=True, tag="tells"):
    """Something for the operator's log."""

    event: str
    text: str


ToDoor = DoorSetup | VisitorNoted
FromDoor = DoorReady | DoorFailed | DoorTells | VisitorComes

_to_door: Final[msgspec.json.Decoder[ToDoor]] = msgspec.json.Decoder(ToDoor)
_from_door: Final[msgspec.json.Decoder[FromDoor]] = msgspec.json.Decoder(FromDoor)


def write_line(message: ToDoor | FromDoor) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def read_from_door(line: bytes) -> FromDoor | None:
    """Return what a door says; None if it cannot be read."""
    try:
        return _from_door.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def read_to_door(line: bytes) -> ToDoor | None:
    """Return what the server says; None if it cannot be read."""
    try:
        return _to_door.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
