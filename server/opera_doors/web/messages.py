"""The messages of text between the page and the door, as JSON; what is typed and shown goes as bytes."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

LONGEST: Final = 16 * 1024
"""Bytes of a message from a browser; the page cuts what is pasted into parts."""
_Cells = Annotated[int, Meta(ge=-(2**31), le=2**31)]


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first message: the page is ready."""

    columns: _Cells
    rows: _Cells
    is_light: bool = False
    """Whether the screen prefers light colours."""
    command: Annotated[str, Meta(max_length=200)] = ""
    """As after `ssh host`: `watch Fenice`."""


class Size(msgspec.Struct, frozen=True, tag="size"):
    """The window has another size."""

    columns: _Cells
    rows: _Cells


class File(msgspec.Struct, frozen=True, tag="file"):
    """Keep this: the next part of a file."""

    name: str
    text: str
    is_last: bool


class End(msgspec.Struct, frozen=True, tag="end"):
    """It is over."""

    sentence: str
    then: Literal["ask", "return"]
    """Ask whether to go on, or come back soon without being asked."""


_from_page: Final[msgspec.json.Decoder[Begin | Size]] = msgspec.json.Decoder(Begin | Size)


def read_message(text: str) -> Begin | Size | None:
    """Return what a browser says; None if it cannot be read."""
    try:
        return _from_page.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def write_message(message: File | End) -> str:
    return msgspec.json.encode(message).decode("utf-8")
