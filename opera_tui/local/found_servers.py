"""Servers that announce themselves on the local network: looked for in the background, never waited for."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from importlib import import_module
from ipaddress import ip_address
from typing import Any, Final, NamedTuple

from opera_protocol.local.address import LAST_PORT, SERVICE, Address
from opera_protocol.texts.format import plain
from opera_protocol.wire.plain_text import SERVER_NAME, cut
from opera_tui.look.glyphs import folded

MOST: Final = 50
KEY_CELLS: Final = 19
ASK_EVERY: Final = 8.0
"""Seconds; together with what a server's announcement says of how long it counts, less than half a minute."""
IGNORED_FOR: Final = 30.0
"""Seconds in which nothing is heard any more of a server that was stopped here, however late that is withdrawn."""
_RESOLVE_MS: Final = 3000
_log = logging.getLogger(__name__)


class FoundServer(NamedTuple):
    """What a server says about itself; nothing of it is proved."""

    name: str
    address: str
    key: str


class FoundServers:
    """The servers that are on the network now, by the names of their announcements.

    What is announced once is remembered for an hour; so each is asked about again and again, and one that has crashed
    is soon not listed any more.
    """

    def __init__(self, changed: Callable[[], None], now: Callable[[], float] = time.monotonic) -> None:
        self._servers: dict[str, FoundServer] = {}
        self._announced: set[str] = set()
        """The names that were announced and not withdrawn."""
        self._stopped: dict[str, float] = {}
        """The keys of servers that were stopped here, and when."""
        self._listed: list[FoundServer] = []
        """What was there when a change was last told."""
        self._changed = changed
        self._now = now
        self._tasks: set[asyncio.Task[None]] = set()

    def all(self) -> list[FoundServer]:
        """Return each server once, by name."""
        gone = {key for key, at in self._stopped.items() if self._now() - at < IGNORED_FOR}
        there = {server for server in self._servers.values() if server.key not in gone}
        return sorted(there, key=lambda server: (folded(server.name).casefold(), server))

    def forget(self, key: str) -> None:
        """List a server no more that is being stopped here: its announcement is believed for some seconds longer.

        One whose key is not known stays: many announce none.
        """
        if key:
            self._stopped[cut(key, KEY_CELLS)] = self._now()
            self._tell_changes()

    def expect(self, key: str) -> None:
        """List a server again that was stopped here and runs again."""
        if self._stopped.pop(cut(key, KEY_CELLS), None) is not None:
            self._tell_changes()

    async def look(self) -> None:
        """Look until cancelled; without a network, or with one that does not allow it, nothing is found."""
        # These take a moment to load, which the first screen need not wait for.
        library = await asyncio.to_thread(import_module, "zeroconf")
        asynchronous = await asyncio.to_thread(import_module, "zeroconf.asyncio")
        addresses = await asyncio.to_thread(import_module, "opera_protocol.local.own_addresses")
        network = open_network(library, asynchronous, await asyncio.to_thread(addresses.lines_for_announcing))
        if network is None:
            return
        try:
            browser = asynchronous.AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[self._handle(asynchronous)])
            try:
                while True:
                    await asyncio.sleep(ASK_EVERY)
                    for name in self._announced:
                        self._resolve_soon(network.zeroconf, asynchronous.AsyncServiceInfo(SERVICE, name), name)
            finally:
                await browser.async_cancel()
        finally:
            await self._close(network)

    def _handle(self, asynchronous: Any) -> Callable[..., None]:
        """Return the handler that the library calls for each announcement that comes, changes or goes."""

        def handle(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
            if state_change.name == "Removed":
                self._announced.discard(name)
                self._put(name, None)
            elif len(self._announced) < MOST:
                self._announced.add(name)
                self._resolve_soon(zeroconf, asynchronous.AsyncServiceInfo(service_type, name), name)

        return handle

    def _resolve_soon(self, zeroconf: Any, info: Any, name: str) -> None:
        if len(self._tasks) < MOST:
            task = asyncio.get_running_loop().create_task(self._resolve(zeroconf, info, name))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _resolve(self, zeroconf: Any, info: Any, name: str) -> None:
        """Ask for a server's address; list it if it answers, else no longer."""
        found = None
        with contextlib.suppress(OSError):
            if await info.async_request(zeroconf, _RESOLVE_MS):
                found = described(info.parsed_scoped_addresses(), info.port, info.properties)
        if name in self._announced:
            self._put(name, found)

    def _put(self, name: str, found: FoundServer | None) -> None:
        """List a server under its name, or none."""
        self._servers.pop(name, None)
        if found is not None:
            self._servers[name] = found
        self._tell_changes()

    def _tell_changes(self) -> None:
        """Tell of a list that is another one now; a server that was hidden comes back with an answer of any."""
        listed = self.all()
        if listed != self._listed:
            self._listed = listed
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
    best = min(addresses, key=_distance)
    return FoundServer(cut(name, SERVER_NAME.cells) or "?", Address(best, port).short, cut(key, KEY_CELLS))


def _distance(address: str) -> int:
    """Prefer addresses that are easy to read and to reach: IPv4, then IPv6, last those that count only on one line."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return 3
    return 0 if parsed.version == 4 else 2 if parsed.is_link_local else 1


def open_network(library: Any, asynchronous: Any, lines: list[str | int]) -> Any:
    """Open the local network, with IPv6 where this machine has it; None where that is not allowed."""
    everywhere, versions = library.InterfaceChoice.All, library.IPVersion
    for interfaces, version in ((lines or everywhere, versions.All), (everywhere, versions.V4Only)):
        try:
            return asynchronous.AsyncZeroconf(interfaces=interfaces, ip_version=version)
        except (OSError, library.Error) as error:
            _log.info("not_looking reason=%s", error)
    return None


def _text(value: bytes | None) -> str:
    return plain((value or b"").decode("utf-8", "replace"))
