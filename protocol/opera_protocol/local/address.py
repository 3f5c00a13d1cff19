"""Parse and write server addresses: HOST:P, as people type them and the store of known servers keeps them."""

import re
from ipaddress import IPv6Address
from typing import Final

from msgspec import Struct

from opera_protocol.wire.errors import AddressError

DEFAULT_PORT: Final = 1607
LAST_PORT: Final = 65535 - 2
"""Updates and the greeting use the two ports after a server's first."""

SERVICE: Final = "_opera-game._tcp.local."
"""The zeroconf service under which servers are found on the local network."""

_IPV6: Final = re.compile(r"[\w.:%-]+")
_FORM: Final = re.compile(r"(?:\[(?P<v6>[^\]]+)\]|(?P<name>[\w.-]{1,253}))(?::(?P<port>[0-9]{1,5}))?")


class Address(Struct, frozen=True):
    """A server's host and first port."""

    host: str
    port: int = DEFAULT_PORT

    @property
    def greeting_port(self) -> int:
        return self.port + 2

    @property
    def short(self) -> str:
        """The address as a join line shows it: without the port if that is the usual one."""
        return self._host_text if self.port == DEFAULT_PORT else str(self)

    def join_line(self, fingerprint: str) -> str:
        """Return what others type to join the server there, whose key has this fingerprint."""
        return f"opera join {self.short} --key {fingerprint}"

    def __str__(self) -> str:
        """Write HOST:P, with brackets around an IPv6 address."""
        return f"{self._host_text}:{self.port}"

    @property
    def _host_text(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def parse_address(text: str) -> Address:
    """Parse HOST, HOST:P, [IPv6]:P or a bare IPv6 address into one spelling; raises `AddressError`."""
    typed = text.strip()
    bare = _normal_ipv6(typed)
    if bare:
        return Address(bare)
    match = _FORM.fullmatch(typed)
    host, port = _parts(match) if match else ("", 0)
    if not host or not 1 <= port <= LAST_PORT:
        raise AddressError("bad_address", text=text)
    return Address(host, port)


def _parts(match: re.Match[str]) -> tuple[str, int]:
    host = _normal_ipv6(match["v6"]) if match["v6"] else match["name"].lower().rstrip(".")
    return host, int(match["port"] or DEFAULT_PORT)


def _normal_ipv6(text: str) -> str:
    """Return the usual spelling of an IPv6 address, empty if the text is none."""
    try:
        return str(IPv6Address(text)) if _IPV6.fullmatch(text) else ""
    except ValueError:
        return ""
