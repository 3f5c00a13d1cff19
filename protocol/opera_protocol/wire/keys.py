"""Write and read CURVE keys as text, and make and parse their fingerprints.

A key is 32 raw bytes on the wire and in the program, 40 characters of Z85 in files and for ZeroMQ. Its fingerprint is
short enough to read aloud, too long for anyone to find a second key: the first 80 bits of the SHA-256 of the key bytes
in base 32, as four groups of four, `K7QF-2M3A-X5TD-PLWE`.
"""

import base64
import hashlib
import re
from functools import lru_cache
from typing import Final

from zmq.utils import z85

from opera_protocol.wire.errors import AddressError

KEY_BYTES: Final = 32
_TEXT_LENGTH: Final = 40

_FINGERPRINT_BYTES: Final = 10
_GROUP: Final = 4
_FILLERS: Final = re.compile(r"[\s-]+")
_FORM: Final = re.compile(r"[A-Za-z2-7]{16}")


def key_to_text(key: bytes) -> str:
    """Write a key of 32 bytes as 40 characters."""
    if len(key) != KEY_BYTES:
        raise ValueError("a CURVE key has 32 bytes")
    return z85.encode(key).decode("ascii")


def key_from_text(text: str) -> bytes | None:
    """Read a key from its 40 characters; None if they are no key."""
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


def fingerprint(key: bytes) -> str:
    """Return the fingerprint of a public key of 32 bytes."""
    digest = hashlib.sha256(key).digest()[:_FINGERPRINT_BYTES]
    return _grouped(base64.b32encode(digest).decode("ascii"))


@lru_cache(maxsize=4096)
def short_fingerprint(key: bytes) -> str:
    """Return the first group, which distinguishes players of one name in a lobby; it proves nothing."""
    return fingerprint(key)[:_GROUP]


def parse_fingerprint(text: str) -> str:
    """Normalise a typed fingerprint, whatever its case, dashes and blanks; raises `AddressError`."""
    letters = _FILLERS.sub("", text)
    if not _FORM.fullmatch(letters):
        raise AddressError("bad_fingerprint", text=text)
    return _grouped(letters.upper())


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))
