"""A key's fingerprint: short enough to read aloud, long enough that nobody finds a second key for it.

The first 80 bits of the SHA-256 of the 32 key bytes in base 32, as four groups of four: `K7QF-2M3A-X5TD-PLWE`.
"""

import base64
import hashlib
import re
from functools import lru_cache
from typing import Final

from opera_protocol.errors import AddressError

_BYTES: Final = 10
_GROUP: Final = 4
_FILLERS: Final = re.compile(r"[\s-]+")
_FORM: Final = re.compile(r"[A-Za-z2-7]{16}")


def fingerprint(key: bytes) -> str:
    """The fingerprint of a public key of 32 bytes."""
    digest = hashlib.sha256(key).digest()[:_BYTES]
    return _grouped(base64.b32encode(digest).decode("ascii"))


@lru_cache(maxsize=4096)
def short_fingerprint(key: bytes) -> str:
    """The first group, which tells players of one name apart in a lobby; it proves nothing."""
    return fingerprint(key)[:_GROUP]


def parse_fingerprint(text: str) -> str:
    """A typed fingerprint in its proper form, whatever its case, dashes and blanks; else `AddressError`."""
    letters = _FILLERS.sub("", text)
    if not _FORM.fullmatch(letters):
        raise AddressError("bad_fingerprint", text=text)
    return _grouped(letters.upper())


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))
