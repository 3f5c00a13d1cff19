"""Announce the server on the local network by zeroconf; the server runs just as well without."""

from ipaddress import ip_address
from types import TracebackType
from typing import Final, Self

from zeroconf import Error, InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from opera_protocol.local.address import SERVICE
from opera_protocol.local.own_addresses import lines_for_announcing, local_addresses
from opera_protocol.local.ready import Ready
from opera_protocol.wire.greeting import PROTOCOL_VERSIONS
from opera_protocol.wire.keys import fingerprint, key_from_text
from opera_server.config.logs import get_logger

REMEMBERED_SECONDS: Final = 15
"""How long others believe the announcement without asking again: a crashed server is soon not listed any more."""

_log = get_logger(__name__)


def service_properties(ready: Ready) -> dict[str, str]:
    """Return what the announcement says besides address and port; like the greeting it proves nothing."""
    key = key_from_text(ready.key)
    return {
        "product": "opera",
        "protocols": ",".join(map(str, PROTOCOL_VERSIONS)),
        "name": ready.name,
        "key": fingerprint(key) if key else "",
    }


def _network() -> AsyncZeroconf:
    """Open the local network, with IPv6 where this machine has it."""
    try:
        return AsyncZeroconf(interfaces=lines_for_announcing() or InterfaceChoice.All, ip_version=IPVersion.All)
    except (Error, OSError):
        return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.V4Only)


class Announcement:
    """Announces the server; an asynchronous context manager."""

    def __init__(self, ready: Ready) -> None:
        self._info = AsyncServiceInfo(
            SERVICE,
            f"opera-{ready.pid}-{ready.ports[0]}.{SERVICE}",
            addresses=[ip_address(address).packed for address in local_addresses()],
            port=ready.ports[0],
            properties=service_properties(ready),
            host_ttl=REMEMBERED_SECONDS,
            other_ttl=REMEMBERED_SECONDS,
        )
        self._zeroconf: AsyncZeroconf | None = None

    async def __aenter__(self) -> Self:
        try:
            self._zeroconf = _network()
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
