"""Cookies that nobody else can make: 32 random bytes, and a check by the door."""

import binascii
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Final

COOKIE_BYTES: Final = 32
YEAR: Final = 365 * 24 * 3600
_LONGEST: Final = 100
_SECURE: Final = "__Host-"
"""With this name browsers take a cookie only over TLS and only from this very host, not from one of its neighbours."""


class Cookies:
    """Make and check the cookies of one server."""

    def __init__(self, secret: bytes, server_key: str) -> None:
        self._key = hmac.digest(secret, b"opera-door/1/cookie", sha256)
        # Browsers do not tell the ports of a machine apart: two servers there must not take each other's cookies away.
        self._name = f"opera-{sha256(server_key.encode()).hexdigest()[:12]}"

    def name(self, *, is_secure: bool) -> str:
        return f"{_SECURE}{self._name}" if is_secure else self._name

    def new(self) -> str:
        """Make a cookie for somebody who has none."""
        return self._text(secrets.token_bytes(COOKIE_BYTES))

    def proved(self, cookie: str | None) -> bytes | None:
        """Return the random bytes of a cookie that this door has made; None of any other."""
        if not cookie or len(cookie) > _LONGEST or not cookie.isascii():
            return None
        try:
            content = urlsafe_b64decode(cookie.partition(".")[0] + "=")
        except (binascii.Error, ValueError):
            return None
        if len(content) != COOKIE_BYTES:
            return None
        return content if hmac.compare_digest(self._text(content), cookie) else None

    def _text(self, content: bytes) -> str:
        check = hmac.digest(self._key, content, sha256)
        return ".".join(urlsafe_b64encode(part).decode("ascii").rstrip("=") for part in (content, check))
