"""Errors on the wire and around keys: stable codes with parameters, never sentences.

The templates in `opera_protocol.texts` are the registry of all codes and their parameters; a test compares
every error that is raised anywhere with them.
"""

from typing import ClassVar

from opera_games.errors import Coded


class ProtocolError(Coded):
    """Base class of the errors below."""


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
    """A diff that is malformed, or does not fit the document it was applied to."""

    CODE = "bad_patch"


class TextError(ProtocolError):
    """A text from a person that breaks the text rules: `bad_text`."""


class AddressError(ProtocolError):
    """A typed address or fingerprint that cannot be read."""


class StorageError(ProtocolError):
    """A key file or folder that cannot or must not be used."""


class ServerKeyError(ProtocolError):
    """The server had another key before: `server_key_changed`."""


class GreetingError(ProtocolError):
    """No greeting came, or one from a server that we cannot talk to; the code says why."""
