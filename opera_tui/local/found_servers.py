"""Servers that announce themselves on the local network: looked for in the background, never waited for."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, NamedTuple

from opera_protocol.local.address import LAST_PORT, SERVICE, Address
from opera_protocol.texts.format import plain
from opera_protocol.wire.plain_text import SERVER_NAME, cut

MOST: Final = 50
_RESOLVE_MS: Final = 3000
_log = logging.getLogger(__name__)


class FoundServer(NamedTuple):
    """What a server says about itself; nothing of it is proved."""

    name: str
    address: str
    key: str


class FoundServers:
    """The servers that are on the network now, by the names of their announcements."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._servers: dict[str, FoundServer] = {}
        self._changed = changed
        self._tasks: set[asyncio.Task[None]] = set()

    def all(self) -> list[FoundServer]:
        """Return each server once, by name."""
        return sorted(set(self._servers.values()))

    async def look(self) -> None:
        """Look until cancelled; without a network, or with one that does not allow it, nothing is found."""
        # The library takes a moment to load, which the first screen need not wait for.
        library = await asyncio.to_thread(import_module, "zeroconf")
        asynchronous = await asyncio.to_thread(import_module, "zeroconf.asyncio")
        try:
            network = asynchronous.AsyncZeroconf(
                interfaces=library.InterfaceChoice.All, ip_version=library.IPVersion.V4Only
            )
        except (OSError, library.Error) as error:
            _log.info("not_looking reason=%s", error)
            return
        try:
            browser = asynchronous.AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[self._handle(asynchronous)])
            try:
                await asyncio.Event().wait()
            finally:
                await browser.async_cancel()
        finally:
            await self._close(network)

    def _handle(self, asynchronous: Any) -> Callable[..., None]:
        """Return the handler that the library calls for each announcement that comes, changes or goes."""

        def handle(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
            if state_change.name == "Removed":
                if self._servers.pop(name, None):
                    self._changed()
            elif len(self._tasks) < MOST and len(self._servers) < MOST:
                info = asynchronous.AsyncServiceInfo(service_type, name)
                task = asyncio.get_running_loop().create_task(self._resolve(zeroconf, info, name))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

        return handle

    async def _resolve(self, zeroconf: Any, info: Any, name: str) -> None:
        with contextlib.suppress(OSError):
            if await info.async_request(zeroconf, _RESOLVE_MS):
                found = described(info.parsed_addresses(), info.port, info.properties)
                if found:
                    self._servers[name] = found
                    self._changed()

    async def _close(self, network: Any) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(OSError):
            await network.async_close()


def described(addresses: list[str], port: int | None, properties: dict[bytes, bytes | None]) -> FoundServer | None:
    """Read an announcement and make its texts harmless; return None if it is not from one of our servers."""
    if properties.get(b"product") != b"opera" or not addresses or port is None or not 1 <= port <= LAST_PORT:
        return None
    name, key = (_text(properties.get(word)) for word in (b"name", b"key"))
    return FoundServer(cut(name, SERVER_NAME.cells) or "?", Address(addresses[0], port).short, cut(key, 19))


def _text(value: bytes | None) -> str:
    return plain((value or b"").decode("utf-8", "replace"))
