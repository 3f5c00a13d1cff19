"""Announce the server on the local network by zeroconf; the server runs just as well without."""

import socket
from types import TracebackType
from typing import Self

import ifaddr
from zeroconf import Error, InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from opera_protocol.local.address import SERVICE
from opera_protocol.local.ready import Ready
from opera_protocol.wire.greeting import PROTOCOL_VERSIONS
from opera_protocol.wire.keys import fingerprint, key_from_text
from opera_server.config.logs import get_logger

_log = get_logger(__name__)


def local_addresses() -> list[str]:
    """Return the addresses at which others may find this machine, loopback left out."""
    addresses = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return [address for address in addresses if not address.startswith("127.")]


def service_properties(ready: Ready) -> dict[str, str]:
    """Return what the announcement says besides address and port; like the greeting it proves nothing."""
    key = key_from_text(ready.key)
    return {
        "product": "opera",
        "protocols": ",".join(map(str, PROTOCOL_VERSIONS)),
        "name": ready.name,
        "key": fingerprint(key) if key else "",
    }


class Announcement:
    """Announces the server; an asynchronous context manager."""

    def __init__(self, ready: Ready) -> None:
        self._info = AsyncServiceInfo(
            SERVICE,
            f"opera-{ready.pid}-{ready.ports[0]}.{SERVICE}",
            addresses=[socket.inet_aton(address) for address in local_addresses()],
            port=ready.ports[0],
            properties=service_properties(ready),
        )
        self._zeroconf: AsyncZeroconf | None = None

    async def __aenter__(self) -> Self:
        try:
            self._zeroconf = AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.V4Only)
            await self._zeroconf.async_register_service(self._info, cooperating_responders=True)
        except (Error, OSError) as error:
            _log.warning("not_announced", reason=error)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._zeroconf is None:
            return
        try:
            await self._zeroconf.async_unregister_service(self._info)
            await self._zeroconf.async_close()
        except (Error, OSError) as problem:
            _log.warning("not_withdrawn", reason=problem)
