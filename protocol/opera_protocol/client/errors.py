"""What a caller of the client may get instead of an answer: codes with parameters, never sentences.

`PARAMETERS` names the parameters of every code that the client itself finds; refusals bring the server's own codes.
Errors of `opera_protocol.errors` (greeting, address, storage, malformed values) pass through unchanged.
"""

from collections.abc import Mapping
from typing import Any, Final

PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "server_unknown": ("address", "name", "offered"),
    "server_key_changed": ("address", "known", "offered"),
    "server_key_wrong": ("address", "expected", "offered"),
    "disconnected": (),
    "handshake_failed": (),
    "not_admitted": (),
    "no_answer": (),
    "silent": (),
    "flood": (),
    "malformed": ("reason",),
    "out_of_step": ("room",),
    "internal": (),
    "closed": (),
    "too_many_waiting": ("most",),
}


class ClientError(Exception):
    """One thing that went wrong, as a code with parameters."""

    def __init__(self, code: str, parameters: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, parameters)
        self.code = code
        self.parameters: Mapping[str, Any] = parameters or {}

    def __str__(self) -> str:
        """The code and its parameters, for logs of developers."""
        return " ".join([self.code, *(f"{name}={value!r}" for name, value in self.parameters.items())])


class RefusedByServer(ClientError):  # noqa: N818  (the word of the wire)
    """The server understood the request and says no; nothing has changed."""


class ConnectionLost(ClientError):  # noqa: N818  (a state rather than a mistake)
    """The connection is over; the code says what was noticed, or what the server said when it went."""


class NoAnswer(ClientError):  # noqa: N818  (what the caller waited for)
    """The caller's patience ended before the answer came; the request may still be carried out."""

    def __init__(self) -> None:
        super().__init__("no_answer")


class ClientClosed(ClientError):  # noqa: N818  (a state rather than a mistake)
    """The client was closed before the answer came."""

    def __init__(self) -> None:
        super().__init__("closed")


class TooManyWaiting(ClientError):  # noqa: N818  (a state rather than a mistake)
    """So many requests wait for an answer that another one would help nobody."""

    def __init__(self, most: int) -> None:
        super().__init__("too_many_waiting", {"most": most})


class WrongServerKey(ClientError):  # noqa: N818  (the word of the warning)
    """The server has another key than the one that was asked for with its fingerprint."""

    def __init__(self, *, address: str, expected: str, offered: str) -> None:
        super().__init__("server_key_wrong", {"address": address, "expected": expected, "offered": offered})
