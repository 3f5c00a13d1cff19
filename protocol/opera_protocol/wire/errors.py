"""Errors on the wire and around keys: stable codes with parameters, never sentences.

The templates in `opera_protocol.texts` are the register of all codes and their parameters; a test holds every error
that is raised anywhere against them.
"""

from typing import ClassVar

from opera_games.errors import Coded


class ProtocolError(Coded):
    """One thing that went wrong."""


class _ReasonedError(ProtocolError):
    """An error with one code whose only parameter is the reason."""

    CODE: ClassVar[str]

    def __init__(self, reason: str) -> None:
        super().__init__(self.CODE, reason=reason)
        self.reason = reason


class Malformed(_ReasonedError):
    """Bytes that are no message of ours, or a value that cannot become one."""

    CODE = "malformed"


class PatchError(_ReasonedError):
    """A diff that is none, or that does not fit the document it was applied to."""

    CODE = "bad_patch"


class TextError(ProtocolError):
    """A text from a person that breaks the text rules: `bad_text`."""


class AddressError(ProtocolError):
    """A typed address or fingerprint that cannot be read."""


class StorageError(ProtocolError):
    """A key file or folder that cannot or must not be used."""


class ServerKeyError(ProtocolError):
    """Another key stands in the store of known servers: `server_key_changed`."""


class GreetingError(ProtocolError):
    """No greeting of a server we can talk to; the code says why."""
