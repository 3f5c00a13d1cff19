"""Serve and fetch the greeting, with which a server introduces itself on its third port before CURVE can begin.

Plain TCP: the server writes one msgpack map and closes; it reads nothing. The greeting proves nothing: the key
counts only after a person or the store of known servers has recognised it.
"""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from opera_protocol.wire.codec import Message, decode, encode
from opera_protocol.wire.errors import GreetingError, Malformed, TextError
from opera_protocol.wire.keys import KEY_BYTES
from opera_protocol.wire.messages import PROTOCOL
from opera_protocol.wire.plain_text import SERVER_NAME, clean

PROTOCOL_VERSIONS: Final = (PROTOCOL,)
"""The protocol versions this program speaks, in rising order."""

MAX_GREETING: Final = 1024
_BACKLOG: Final = 1024
_AT_ONCE: Final = 16
_PAUSE: Final = 0.002
"""A flood of connections costs the server's loop a few percent: so many are taken at once, then there is a pause."""
_PAUSE_AFTER_ERROR: Final = 0.1

_log = logging.getLogger(__name__)

Version = Annotated[int, Meta(ge=1, le=0xFFFF)]
Port = Annotated[int, Meta(ge=1, le=0xFFFF)]


# A newer server may say more than we understand, so the greeting alone tolerates unknown fields.
class Greeting(Message, tag="greeting", frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A server's name and public key, the protocol versions it speaks, and its ports."""

    product: Literal["opera"] = "opera"
    protocols: Annotated[tuple[Version, ...], Meta(min_length=1, max_length=32)] = PROTOCOL_VERSIONS
    name: Annotated[str, Meta(min_length=1, max_length=8 * SERVER_NAME.cells)]
    key: Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]
    requests: Port
    updates: Port


def common_version(greeting: Greeting) -> int:
    """Return the newest protocol version both sides speak; raises a `GreetingError` that says which side is older."""
    common = set(greeting.protocols).intersection(PROTOCOL_VERSIONS)
    if common:
        return max(common)
    theirs, ours = max(greeting.protocols), max(PROTOCOL_VERSIONS)
    raise GreetingError("server_newer" if theirs > ours else "server_older", server=theirs, client=ours)


async def fetch_greeting(host: str, port: int, within: float = 3.0) -> Greeting:
    """Fetch the greeting served at a port within so many seconds; raises `GreetingError`."""
    received = bytearray()
    try:
        async with asyncio.timeout(within):
            await _receive(host, port, received)
    except TimeoutError as error:
        # A peer that sends without end is another service; one that sends nothing may only be slow.
        if not received:
            raise GreetingError("greeting_timeout", host=host, port=port) from error
    greeting = _parse_greeting(bytes(received), host, port)
    common_version(greeting)
    return greeting


def open_greeting_port(host: str, port: int) -> socket.socket:
    """Open a listening socket for `serve_greeting`; raises OSError. No host means every interface."""
    if host:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, backlog=_BACKLOG, dualstack_ipv6=True)
    return socket.create_server(("", port), backlog=_BACKLOG)


Admits = Callable[[str], bool]
"""Says whether the greeting is sent to this address now."""


async def serve_greeting(listener: socket.socket, greeting: Greeting, admits: Admits = lambda _address: True) -> None:
    """Send the greeting to every peer that connects, until cancelled; the caller closes the listener.

    Connections of an address that is not admitted are closed without a word, so that they keep nobody else waiting.
    """
    clean(greeting.name, SERVER_NAME)
    frame = encode(greeting)
    assert len(frame) <= MAX_GREETING
    listener.setblocking(False)
    loop = asyncio.get_running_loop()
    logged = 0
    while True:
        try:
            connection, address = await loop.sock_accept(listener)
        except OSError as error:
            # No descriptors left, or the peer is gone already: no reason to stop greeting, nor to fill the log.
            if error.errno != logged:
                _log.warning({"event": "greeting_accept_failed", "errno": error.errno})
            logged = error.errno or 0
            await asyncio.sleep(_PAUSE_AFTER_ERROR)
            continue
        logged = 0
        _greet(connection, address, frame, admits)
        with contextlib.suppress(OSError):
            for _ in range(_AT_ONCE - 1):
                _greet(*listener.accept(), frame, admits)
        await asyncio.sleep(_PAUSE)


def _greet(connection: socket.socket, address: tuple[Any, ...], frame: bytes, admits: Admits) -> None:
    """Hand the frame to the system, which has space for it in a new connection, and close the connection."""
    with connection, contextlib.suppress(OSError):
        connection.setblocking(False)
        if admits(str(address[0])):
            connection.send(frame)


async def _receive(host: str, port: int, received: bytearray) -> None:
    """Collect bytes until the peer closes, sends too many, or sends what cannot become a greeting."""
    try:
        reader, writer = await asyncio.open_connection(host, port, limit=MAX_GREETING, happy_eyeballs_delay=0.25)
    except TimeoutError:
        raise
    except (socket.gaierror, ValueError, OverflowError) as error:
        raise GreetingError("host_unknown", host=host) from error
    except OSError as error:
        raise GreetingError("nobody_there", host=host, port=port) from error
    try:
        while len(received) <= MAX_GREETING and _may_be_greeting(received):
            chunk = await reader.read(MAX_GREETING)
            if not chunk:
                return
            received += chunk
    except OSError:
        return
    finally:
        writer.transport.abort()


def _may_be_greeting(received: bytearray) -> bool:
    """Say whether bytes begin as a msgpack map does; another service's banner need not be read to its end."""
    return not received or 0x80 <= received[0] <= 0x8F


def _parse_greeting(received: bytes, host: str, port: int) -> Greeting:
    try:
        greeting = decode(received, Greeting, limit=MAX_GREETING)
        if clean(greeting.name, SERVER_NAME) == greeting.name:
            return greeting
    except (Malformed, TextError) as error:
        raise GreetingError("not_opera", host=host, port=port) from error
    raise GreetingError("not_opera", host=host, port=port)
