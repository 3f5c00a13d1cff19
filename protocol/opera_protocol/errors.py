"""What can go wrong on the wire and around keys: stable codes with parameters, never sentences.

`PARAMETERS` names the parameters of every code and `REASONS` the values of the parameter `reason`, so that
whoever attaches texts can prove that none is missing.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "malformed": ("reason",),
    "bad_patch": ("reason",),
    "bad_text": ("field", "reason", "limit"),
    "bad_address": ("text",),
    "bad_fingerprint": ("text",),
    "key_file_exposed": ("path", "mode"),
    "key_file_corrupt": ("path",),
    "key_file_exists": ("path",),
    "key_file_missing": ("path",),
    "storage_failed": ("path", "problem"),
    "server_key_changed": ("address", "known", "offered"),
    "host_unknown": ("host",),
    "nobody_there": ("host", "port"),
    "greeting_timeout": ("host", "port"),
    "not_opera": ("host", "port"),
    "server_newer": ("server", "client"),
    "server_older": ("server", "client"),
}

REASONS: Final[Mapping[str, frozenset[str]]] = {
    "malformed": frozenset(
        {
            "too_long",
            "truncated",
            "trailing_bytes",
            "not_msgpack",
            "bad_utf8",
            "too_deep",
            "duplicate_key",
            "forbidden_type",
            "unknown_kind",
            "wrong_shape",
            "not_encodable",
        }
    ),
    "bad_patch": frozenset(
        {
            "not_a_map",
            "not_a_list",
            "absent_key",
            "no_such_item",
            "bad_edit",
            "bad_removal",
            "forbidden_type",
            "too_deep",
        }
    ),
    "bad_text": frozenset(
        {
            "empty",
            "too_wide",
            "edge_blank",
            "odd_blank",
            "control",
            "bidi",
            "invisible",
            "stacked_marks",
            "private_use",
            "unassigned",
            "surrogate",
        }
    ),
}


class ProtocolError(Exception):
    """One thing that went wrong: a code of `PARAMETERS` with exactly its parameters."""

    def __init__(self, code: str, **parameters: str | int) -> None:
        assert set(parameters) == set(PARAMETERS[code]), (code, parameters)
        assert code not in REASONS or parameters["reason"] in REASONS[code], (code, parameters)
        super().__init__(code, parameters)
        self.code = code
        self.parameters = parameters

    def __str__(self) -> str:
        """The code and its parameters, for logs of developers."""
        return " ".join([self.code, *(f"{name}={value!r}" for name, value in self.parameters.items())])


class _ReasonedError(ProtocolError):
    """An error with one code whose only parameter is the reason."""

    CODE: ClassVar[str]

    def __init__(self, reason: str) -> None:
        super().__init__(self.CODE, reason=reason)
        self.reason = reason


class Malformed(_ReasonedError):  # noqa: N818  (the word of the wire)
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
