"""Find the server to connect to: by its greeting and its key, or by ports that are known already."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from msgspec import Struct

from opera_protocol.client.errors import ClientError, WrongServerKey
from opera_protocol.local.address import Address
from opera_protocol.local.known_servers import KnownServers, Visit
from opera_protocol.wire.errors import GreetingError, ServerKeyError
from opera_protocol.wire.greeting import Greeting, fetch_greeting
from opera_protocol.wire.keys import fingerprint, parse_fingerprint

_PROBE_SECONDS: Final = 1.0


class Target(Protocol):
    """Finds the server again before each try; a program with a server of its own may start it here."""

    async def locate(self) -> "Endpoints": ...


class Endpoints(Struct, frozen=True):
    """Both ports of a server and its key, as a child's ready line gives them: no greeting, no question."""

    host: str
    requests: int
    updates: int
    key: bytes

    async def locate(self) -> "Endpoints":
        return self

    def url(self, port: int) -> str:
        """Write the address of a port as ZeroMQ wants it."""
        return f"tcp://[{self.host}]:{port}" if ":" in self.host else f"tcp://{self.host}:{port}"


class KeyQuestion(Struct, frozen=True):
    """The question to a person whether to trust a server that is new, or that has another key than before."""

    address: str
    name: str
    offered: str
    """The fingerprint of the key that is offered now."""
    known: str | None
    """The fingerprint of the key that was known; None at a first visit."""

    @property
    def is_changed(self) -> bool:
        return self.known is not None


Decide = Callable[[KeyQuestion], Awaitable[bool]]


class ServerNotTrusted(ClientError):
    """Nobody has confirmed that this key is the right one: `server_unknown` or `server_key_changed`."""

    def __init__(self, question: KeyQuestion) -> None:
        address, offered, known = question.address, question.offered, question.known
        if known is None:
            super().__init__("server_unknown", address=address, offered=offered, name=question.name)
        else:
            super().__init__("server_key_changed", address=address, offered=offered, known=known)
        self.question = question


class ServerAt:
    """Find the server at an address: fetch its greeting, compare its key with the given fingerprint and the store.

    Without `decide` an unknown or changed key is a `ServerNotTrusted`; after asking a person, connect again.
    """

    def __init__(
        self,
        address: Address,
        known: KnownServers | None = None,
        *,
        expected: str | None = None,
        decide: Decide | None = None,
        within: float = 3.0,
    ) -> None:
        self.address = address
        self._known = known
        self._expected = parse_fingerprint(expected) if expected is not None else None
        self._decide = decide
        self._within = within
        self._trusted: bytes | None = None

    async def locate(self) -> Endpoints:
        """Fetch the greeting; a server that was recognised once must keep its key while the client lives."""
        host = self.address.host
        greeting = await self._greeting()
        if self._trusted is None:
            await self._recognise(greeting)
            self._trusted = greeting.key
        elif greeting.key != self._trusted:
            raise self._key_changed(self._trusted, greeting.key)
        reached = await _reached(host, greeting.requests, self._within)
        if reached is None:
            raise self._closed(greeting.requests)
        if await _reached(reached, greeting.updates, self._within) is None:
            raise self._closed(greeting.updates)
        return Endpoints(reached, greeting.requests, greeting.updates, greeting.key)

    async def _greeting(self) -> Greeting:
        """Fetch the greeting; errors name the port that the person knows, or the one that a firewall holds back."""
        host, port, third = self.address.host, self.address.port, self.address.greeting_port
        try:
            return await fetch_greeting(host, third, self._within)
        except GreetingError as error:
            if error.code in ("nobody_there", "greeting_timeout"):
                probe = min(_PROBE_SECONDS, self._within)
                if await _reached(host, third, probe) is None and await _reached(host, port, probe) is not None:
                    raise self._closed(third) from None
            if "port" in error.parameters:
                raise GreetingError(error.code, host=host, port=port) from None
            raise

    def _closed(self, port: int) -> GreetingError:
        host, first, last = self.address.host, self.address.port, self.address.greeting_port
        return GreetingError("port_closed", host=host, port=port, first=first, last=last)

    async def _recognise(self, greeting: Greeting) -> None:
        offered = fingerprint(greeting.key)
        if self._expected not in (None, offered):
            raise WrongServerKey(address=str(self.address), expected=str(self._expected), offered=offered)
        visit = self._known.compare(self.address, greeting.key) if self._known else Visit.FIRST
        if visit is Visit.SAME_KEY:
            return
        # A person who typed the fingerprint has answered the question of a first visit, not that of a changed key.
        is_met = self._expected is not None or (self._known is not None and self._known.has_key(greeting.key))
        if visit is Visit.CHANGED_KEY or not is_met:
            await self._ask(greeting)
        if self._known:
            await asyncio.to_thread(self._known.replace, self.address, greeting.key)

    async def _ask(self, greeting: Greeting) -> None:
        known = self._known.look_up(self.address) if self._known else None
        question = KeyQuestion(
            str(self.address), greeting.name, fingerprint(greeting.key), fingerprint(known) if known else None
        )
        if self._decide is None or not await self._decide(question):
            raise ServerNotTrusted(question)

    def _key_changed(self, known: bytes, offered: bytes) -> ServerKeyError:
        return ServerKeyError(
            "server_key_changed",
            address=str(self.address),
            known=fingerprint(known),
            offered=fingerprint(offered),
        )


async def _reached(host: str, port: int, within: float) -> str | None:
    """Return the numeric address at which a port answers, None if it does not.

    A name may stand for addresses of both families; ZeroMQ would try only the first.
    """
    try:
        async with asyncio.timeout(within):
            _, writer = await asyncio.open_connection(host, port, happy_eyeballs_delay=0.25)
    except OSError:
        return None
    peer = writer.get_extra_info("peername")
    writer.transport.abort()
    return _with_line(*peer)


def _with_line(address: str, _port: int, _flow: int = 0, line: int = 0) -> str:
    """Return an address with the line on which alone it counts, as those that begin with fe80 need it."""
    return f"{address}%{socket.if_indextoname(line)}" if line and "%" not in address else address
