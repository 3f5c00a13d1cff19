"""CURVE keys as 32 raw bytes, on the wire and in the program, and as Z85 text, in files and for ZeroMQ."""

from typing import Final

from zmq.utils import z85

KEY_BYTES: Final = 32
_TEXT_LENGTH: Final = 40


def key_to_text(key: bytes) -> str:
    """The 40 characters of a 32-byte key."""
    if len(key) != KEY_BYTES:
        raise ValueError("a CURVE key has 32 bytes")
    return z85.encode(key).decode("ascii")


def key_from_text(text: str) -> bytes | None:
    """The 32 bytes of a key's 40 characters; None if they are no key."""
    if len(text) != _TEXT_LENGTH or not text.isascii():
        return None
    if not all(character in z85.Z85MAP for character in text.encode("ascii")):
        return None
    # Five characters can stand for more than four bytes; such text is no key either.
    groups = (text[start : start + 5] for start in range(0, _TEXT_LENGTH, 5))
    if any(_group_number(group) >= 2**32 for group in groups):
        return None
    return z85.decode(text)


def _group_number(group: str) -> int:
    number = 0
    for character in group.encode("ascii"):
        number = 85 * number + z85.Z85MAP[character]
    return number
