"""Telling the local network that a server is here, by zeroconf; a help, never a condition."""

import logging
import socket
from types import TracebackType
from typing import Self

import ifaddr
from zeroconf import Error, InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from opera_protocol.discovery import SERVICE, service_properties
from opera_protocol.ready import Ready

_log = logging.getLogger(__name__)


def local_addresses() -> list[str]:
    """The addresses at which others may find this machine, loopback left out."""
    addresses = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return [address for address in addresses if not address.startswith("127.")]


class Announcement:
    """A service on the local network for as long as the server runs."""

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
            _log.warning("not_announced reason=%s", error)
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
            _log.warning("not_withdrawn reason=%s", problem)
