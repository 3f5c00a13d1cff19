"""Decide who may connect, send and hold connections: the operator's list, and limits for each key and address."""

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import zmq

from opera_protocol.local.identity import public_key_in
from opera_protocol.wire.keys import fingerprint
from opera_server.config.settings import Settings
from opera_server.net.limits import RateLimit, Tally, is_loopback, network_of, plain_address
from opera_server.net.sockets import DrainedSocket

MOST_ADDRESSES: Final = 20_000
GREETINGS_PER_SECOND: Final = 10
GREETINGS_AT_ONCE: Final = 50
"""How often an address may ask for the greeting, also this machine: each takes a moment from everybody."""

ZAP_ENDPOINT: Final = "inproc://zeromq.zap.01"
ZAP_VERSION: Final = b"1.0"


class AccessControl:
    """The access list and the limits of one server. Fingerprints name keys, as the operator does."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self._banned: set[str] = set()
        self._allowed: set[str] = set()
        self._lets_strangers_in = settings.access == "open"
        self._owner = settings.owner
        self._owner_key: bytes | None = None
        self._is_loopback_exempt = limits.loopback_exempt
        self._greetings = RateLimit(GREETINGS_PER_SECOND, GREETINGS_AT_ONCE)
        self._connects = RateLimit(limits.requests_per_address, limits.burst_per_address)
        self._sent_by_key = RateLimit(limits.requests_per_key, limits.burst_per_key)
        self._sent_from_address = RateLimit(limits.requests_per_address, limits.burst_per_address)
        self._update_connections = Tally(limits.connections_per_key, limits.connections_per_address, limits.connections)
        self._last_addresses: OrderedDict[bytes, str] = OrderedDict()
        """The address of each key's last request, unless it is exempt."""
        self._visitors: OrderedDict[bytes, str] = OrderedDict()
        """Where those come from who play through a door, and whose clients run on this machine."""

    def load(self, access_list: Mapping[str, str]) -> None:
        """Take over the list that the journal keeps."""
        self._banned = {who for who, access in access_list.items() if access == "banned"}
        self._allowed = {who for who, access in access_list.items() if access == "allowed"}

    def ban(self, who: str) -> None:
        self._banned.add(who)
        self._allowed.discard(who)

    def allow(self, who: str) -> None:
        self._allowed.add(who)
        self._banned.discard(who)

    def is_welcome(self, key: bytes) -> bool:
        """Say whether a key may be here: the owner's if there is one, not banned, on the list if only those are."""
        if self._owner is not None and not self._is_owners(key, self._owner):
            return False
        if not self._banned and self._lets_strangers_in:
            return True
        who = fingerprint(key)
        return who not in self._banned and (self._lets_strangers_in or who in self._allowed)

    def _is_owners(self, key: bytes, file: Path) -> bool:
        """Say whether a key is that of an identity file, which is made or replaced whenever its player likes."""
        if key != self._owner_key:
            self._owner_key = public_key_in(file)
        return key == self._owner_key

    def note_visitor(self, key: bytes, address: str) -> None:
        """Remember the address of somebody who comes through a door; loopback is not exempt there."""
        self._visitors[key] = f"door {address}" if is_loopback(address) else plain_address(address)
        self._visitors.move_to_end(key)
        if len(self._visitors) > MOST_ADDRESSES:
            self._visitors.popitem(last=False)

    def origin(self, key: bytes, address: str) -> str:
        """Return the address that a key really comes from: of a visitor that which the door told."""
        return self._visitors.get(key, address)

    def counted(self, address: str) -> str | None:
        """Return the address that limits go by; None for one that is exempt."""
        return None if self._is_loopback_exempt and is_loopback(address) else network_of(address)

    def may_greet(self, address: str) -> bool:
        """Say whether the greeting is sent to this address now."""
        return self._greetings.allows(network_of(address))

    def may_connect(self, address: str, key: bytes) -> bool:
        """Say whether a welcome key may connect now: no address may connect too often."""
        counted = self.counted(self.origin(key, address))
        return self.is_welcome(key) and (counted is None or self._connects.allows(counted))

    def may_send(self, key: bytes, address: str) -> bool:
        """Count a message; say whether it is within the limits of its key and its address."""
        counted = self.counted(address)
        return counted is None or (self._sent_by_key.allows(key) and self._sent_from_address.allows(counted))

    def charge(self, key: bytes, address: str, tokens: int) -> None:
        """Count a message as this many more."""
        counted = self.counted(address) if tokens else None
        if counted is not None:
            self._sent_by_key.charge(key, tokens)
            self._sent_from_address.charge(counted, tokens)

    def note_address(self, key: bytes, address: str) -> None:
        """Remember the address of a key's last request."""
        counted = self.counted(address)
        if counted is None:
            self._last_addresses.pop(key, None)
            return
        self._last_addresses[key] = counted
        self._last_addresses.move_to_end(key)
        if len(self._last_addresses) > MOST_ADDRESSES:
            self._last_addresses.popitem(last=False)

    def address_of(self, key: bytes) -> str | None:
        """Return the address of a key's last request; None for keys of this machine, which are exempt."""
        return self._last_addresses.get(key)

    def take_place(self, key: bytes, address: str) -> bool:
        """Count one more update connection if it is allowed; those of this machine count only for the total."""
        counted = self.counted(address)
        return self._update_connections.take(key if counted else None, counted) is None

    def give_back_place(self, key: bytes, address: str) -> None:
        counted = self.counted(address)
        self._update_connections.give_back(key if counted else None, counted)


class ZapAuth(DrainedSocket):
    """Answers ZeroMQ's authentication requests (ZAP): it asks about every new connection, with address and key.

    It is bound before any socket that it guards.
    """

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", domain: str, access: AccessControl) -> None:
        self._domain = domain.encode()
        self._access = access
        socket = context.socket(zmq.ROUTER)
        socket.linger = 0
        socket.bind(ZAP_ENDPOINT)
        super().__init__(socket, self._answer)

    def _answer(self, frames: list[zmq.Frame]) -> None:
        """Answer one request; the key becomes the connection's user id, as hexadecimal digits."""
        peer, empty, version, request, domain, address, _, mechanism, *credentials = (f.bytes for f in frames)
        if version != ZAP_VERSION:
            return
        key = credentials[0] if mechanism == b"CURVE" and len(credentials) == 1 else b""
        if domain == self._domain and key and self._access.may_connect(address.decode("ascii", "replace"), key):
            answer = [b"200", b"OK", key.hex().encode()]
        else:
            answer = [b"400", b"refused", b""]
        self.socket.send_multipart([peer, empty, ZAP_VERSION, request, *answer, b""])
        self.look_soon()
