"""Find out where somebody comes from: the other end of the connection, or what a known proxy says about it."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple

from multidict import CIMultiDictProxy

FORWARDED_FOR: Final = "X-Forwarded-For"
FORWARDED_PROTO: Final = "X-Forwarded-Proto"
_MOST_HOPS: Final = 10


class Origin(NamedTuple):
    """Where somebody comes from."""

    address: str
    is_secure: bool
    """Whether there is TLS between the browser and the first proxy."""


class Proxies:
    """The proxies whose word counts: what anybody else says about addresses is not heard."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = [ip_network(network) for network in networks]

    def has(self, address: str) -> bool:
        """Say whether an address is that of a proxy."""
        parsed = _parsed(address)
        return parsed is not None and any(
            parsed in network for network in self._networks if network.version == parsed.version
        )

    def origin(self, peer: str, headers: "CIMultiDictProxy[str]") -> Origin:
        """Return the last address that no proxy has: what stands before it, anybody could have written."""
        if not self.has(peer):
            return Origin(peer, is_secure=False)
        hops = ",".join(headers.getall(FORWARDED_FOR, [])).split(",")[-_MOST_HOPS:]
        schemes = ",".join(headers.getall(FORWARDED_PROTO, [])).split(",")
        address = peer
        for hop in reversed(hops):
            parsed = _parsed(hop.strip())
            if parsed is None:
                break
            address = str(parsed)
            if not self.has(address):
                break
        return Origin(address, is_secure=schemes[-1].strip().lower() == "https")


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Read an address; one of IPv4 that was written as one of IPv6 is the same."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed
