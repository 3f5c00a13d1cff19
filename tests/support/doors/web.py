"""Visitors who speak HTTP and WebSockets to the browser door, without a browser."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from support.doors.running import LIMIT, SIZE, ServerWithDoor
from support.server.players import Player, play_all, start_table
from support.tui.terminal_screen import TerminalScreen
from yarl import URL

from opera_doors.identity import guest_identity, identity_of, load_or_create_secret
from opera_doors.web.cookies import Cookies
from opera_protocol.local.identity import Identity
from opera_protocol.wire.messages import TableSettings

WEB_PROXY = "127.0.0.9"
"""An address of this machine where tests are a reverse proxy."""
WEB_NAME = "opera.example.org"


def page_of(server: ServerWithDoor) -> str:
    return f"http://{server.ready.web}"


def cookies_of(server: ServerWithDoor) -> Cookies:
    return Cookies(load_or_create_secret(server.data), server.ready.key)


def identity_for(server: ServerWithDoor, cookie: str) -> Identity:
    """Who somebody with a cookie is."""
    proved = cookies_of(server).proved(cookie)
    assert proved is not None
    return identity_of(load_or_create_secret(server.data), "web", proved)


class WebVisitor:
    """Somebody with a page open."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, size: tuple[int, int] = SIZE) -> None:
        self.socket = socket
        self.screen = TerminalScreen(*size)
        self.told: list[dict[str, Any]] = []
        """What came as text."""
        self._left_over = ""

    async def until(self, holds: Callable[[], object]) -> None:
        give_up_at = time.monotonic() + LIMIT
        while not holds():
            assert time.monotonic() < give_up_at, self.screen.text
            await self._take_in()

    async def _take_in(self) -> None:
        message = await self.socket.receive(timeout=LIMIT)
        if message.type is aiohttp.WSMsgType.TEXT:
            self.told.append(json.loads(message.data))
            return
        assert message.type is aiohttp.WSMsgType.BINARY, (message, self.told, self.screen.text)
        self._left_over = self.screen.feed(self._left_over + message.data.decode("utf-8", "replace"))

    async def until_shown(self, *texts: str) -> None:
        await self.until(lambda: all(text in self.screen.text for text in texts))

    async def until_told(self) -> dict[str, Any]:
        """Wait for why it is over."""
        await self.until(lambda: self.told)
        return self.told[0]

    async def until_closed(self) -> int | None:
        """Take in everything up to the end, and return the code it is closed with."""
        async with asyncio.timeout(LIMIT):
            async for _message in self.socket:
                pass
        return self.socket.close_code

    async def type(self, keys: str) -> None:
        await self.socket.send_bytes(keys.encode())

    async def resize(self, columns: int, rows: int) -> None:
        await self.socket.send_json({"type": "size", "columns": columns, "rows": rows})


@asynccontextmanager
async def browser(address: str = "127.0.0.1") -> AsyncIterator[aiohttp.ClientSession]:
    """As much of a browser as keeps cookies; it comes from an address of this machine."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0))
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


async def cookie_of(session: aiohttp.ClientSession, server: ServerWithDoor) -> str:
    """Load the page as a browser does, and return the cookie that came with it."""
    async with session.get(page_of(server)) as page:
        assert page.status == 200
    (cookie,) = session.cookie_jar.filter_cookies(URL(page_of(server))).values()
    return cookie.value


@asynccontextmanager
async def connected(
    session: aiohttp.ClientSession, server: ServerWithDoor, headers: Mapping[str, str] | None = None
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open the WebSocket as our page does; `headers` replace what a browser would send."""
    sent = {"Origin": page_of(server), **(headers or {})}
    async with session.ws_connect(f"{page_of(server)}/terminal", headers=sent) as socket:
        yield socket


@asynccontextmanager
async def at_page(
    session: aiohttp.ClientSession,
    server: ServerWithDoor,
    headers: Mapping[str, str] | None = None,
    size: tuple[int, int] = SIZE,
    **begin: Any,
) -> AsyncIterator[WebVisitor]:
    """Begin to visit."""
    async with connected(session, server, headers) as socket:
        await socket.send_json({"type": "begin", "columns": size[0], "rows": size[1], **begin})
        yield WebVisitor(socket, size)


@asynccontextmanager
async def playing(
    server: ServerWithDoor, identity: Identity
) -> AsyncIterator[Callable[[WebVisitor], Awaitable[tuple[str, str]]]]:
    """Begin a game of Turandot for a visitor; what is given plays it to its end and returns the transcript."""
    clients = [await server.client(one) for one in (identity, guest_identity())]
    table = await start_table(clients, TableSettings(game="turandot", name="Regio", seats=2))

    async def download(page: WebVisitor) -> tuple[str, str]:
        await page.until_shown("YOUR")
        await play_all([Player(client, table, b"seed") for client in clients])
        asking = asyncio.create_task(_ask_for_transcript(page))
        await page.until(lambda: page.told and page.told[-1]["is_last"])
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        parts = page.told[: 1 + next(place for place, part in enumerate(page.told) if part["is_last"])]
        return parts[0]["name"], "".join(part["text"] for part in parts)

    yield download
    for client in clients:
        await client.close()


async def _ask_for_transcript(page: WebVisitor) -> None:
    """Skip what others did, and ask where the game is over."""
    while True:
        await page.type("e" if "e export" in page.screen.text else " ")
        await asyncio.sleep(0.2)
