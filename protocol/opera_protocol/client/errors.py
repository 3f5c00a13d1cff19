"""Errors that a caller of the client may get instead of an answer: codes with parameters, never sentences.

Refusals bring the server's codes. Errors of `opera_protocol.wire.errors` (greeting, address, storage, malformed values)
pass through unchanged.
"""

from opera_games.errors import Coded


class ClientError(Coded):
    """Base class of the client's errors."""


class RefusedByServer(ClientError):
    """The server understood the request and says no; nothing has changed."""


class ConnectionLost(ClientError):
    """The connection is over; the code says what was noticed, or what the server said when it went."""


class NoAnswer(ClientError):
    """The answer did not come in the time that the caller allowed; the request may still be carried out."""

    def __init__(self) -> None:
        super().__init__("no_answer")


class ClientClosed(ClientError):
    """The client was closed before the answer came."""

    def __init__(self) -> None:
        super().__init__("closed")


class TooManyWaiting(ClientError):
    """Too many requests are waiting for an answer already."""

    def __init__(self, most: int) -> None:
        super().__init__("too_many_waiting", most=most)


class Unreadable(ClientError):
    """A document of the server does not fit its type: the server is newer, or means harm."""

    def __init__(self) -> None:
        super().__init__("unreadable")


class WrongServerKey(ClientError):
    """The server has another key than the one that was asked for with its fingerprint."""

    def __init__(self, *, address: str, expected: str, offered: str) -> None:
        super().__init__("server_key_wrong", address=address, expected=expected, offered=offered)
