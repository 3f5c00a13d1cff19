"""Serve the pages and the visits' WebSockets: to whom, how fast, and with what the browser is forbidden."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import web

from opera_doors.door import Door
from opera_doors.identity import identity_of
from opera_doors.limits import Pace, Places, network_of
from opera_doors.web.cookies import YEAR, Cookies
from opera_doors.web.languages import language_of
from opera_doors.web.messages import LONGEST
from opera_doors.web.pages import play_page, rules_page, web_files
from opera_doors.web.proxies import Origin, Proxies
from opera_doors.web.session import Session
from opera_games.catalog import GAMES
from opera_protocol.local.door import Listening
from opera_tui.look.languages import languages

SOCKET: Final = "/terminal"
SILENT_SECONDS: Final = 20
"""How long a connection may be open without a whole request."""
HEARTBEAT_SECONDS: Final = 30
CLOSE_SECONDS: Final = 2
REQUESTS_PER_SECOND: Final = 20
REQUESTS_AT_ONCE: Final = 200
CONNECTIONS_PER_SECOND: Final = 10
CONNECTIONS_AT_ONCE: Final = 60
CONNECTIONS_PER_ADDRESS: Final = 40
SPARE_CONNECTIONS: Final = 200
"""Connections in all, besides those of visitors who play."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'{nonce}; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Server": "Opera",
}


class Connections(web.Server):
    """Turn away addresses that come too often, or have too many connections; proxies have those of many people."""

    def __init__(self, handle: Any, door: Door, proxies: Proxies) -> None:
        super().__init__(handle, access_log=None, keepalive_timeout=SILENT_SECONDS, lingering_time=0)
        self._proxies = proxies
        self._pace = Pace(CONNECTIONS_PER_SECOND, CONNECTIONS_AT_ONCE)
        self._places = Places(door.setup.visitors + SPARE_CONNECTIONS, CONNECTIONS_PER_ADDRESS)
        self._holders: dict[web.RequestHandler, object] = {}

    def connection_made(self, handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        is_proxy = self._proxies.has(peer)
        holder = handler if is_proxy else network_of(peer)
        if (is_proxy or self._pace.allows(holder)) and self._places.take(holder):
            self._holders[handler] = holder
        else:
            transport.abort()

    def connection_lost(self, handler: web.RequestHandler, exc: BaseException | None = None) -> None:
        super().connection_lost(handler, exc)
        holder = self._holders.pop(handler, None)
        if holder is not None:
            self._places.give_back(holder)


class WebDoor:
    """Answer requests."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.proxies = Proxies(door.setup.proxies)
        self._cookies = Cookies(door.secret, door.setup.key)
        self._pace = Pace(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE)
        self._files = web_files()
        self._languages = languages()

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        origin = self.proxies.origin(request.remote or "", request.headers)
        if request.method not in ("GET", "HEAD"):
            response = _refusal(405)
        elif not self._pace.allows(network_of(origin.address)):
            response = _refusal(429)
        elif request.path == SOCKET:
            return await self._connect(request, origin)
        else:
            response = self._answer(request, origin)
        response.headers.update(HEADERS)
        response.headers.setdefault("Content-Security-Policy", POLICY.format(nonce=""))
        return response

    def _answer(self, request: web.BaseRequest, origin: Origin) -> web.Response:
        """Return a page or a file."""
        path = request.path
        if path == "/":
            return self._play(request, origin)
        if path in self._files:
            return self._send_file(request)
        _root, _rules, game = path.partition("/rules")
        game = game.strip("/") or GAMES[0]
        if path.startswith("/rules") and game in GAMES:
            return web.Response(text=rules_page(game, self._language(request)), content_type="text/html")
        return _refusal(404)

    def _play(self, request: web.BaseRequest, origin: Origin) -> web.Response:
        """Send the page with the terminal, and with it a cookie: a new one, or the same for another year."""
        nonce = secrets.token_urlsafe(16)
        page = play_page(self._door.setup.name, self._language(request), nonce)
        response = web.Response(text=page, content_type="text/html")
        response.headers["Content-Security-Policy"] = POLICY.format(nonce=f" 'nonce-{nonce}'")
        response.headers["Cache-Control"] = "no-store"
        name = self._cookies.name(is_secure=origin.is_secure)
        cookie = request.cookies.get(name)
        if self._cookies.proved(cookie) is None or cookie is None:
            cookie = self._cookies.new()
        response.set_cookie(
            name, cookie, max_age=YEAR, path="/", httponly=True, samesite="Lax", secure=origin.is_secure
        )
        return response

    def _send_file(self, request: web.BaseRequest) -> web.Response:
        file = self._files[request.path]
        headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("If-None-Match") == file.tag:
            return web.Response(status=304, headers=headers)
        headers["Content-Type"] = file.kind
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            return web.Response(body=file.packed, headers={**headers, "Content-Encoding": "gzip"})
        return web.Response(body=file.content, headers=headers)

    async def _connect(self, request: web.BaseRequest, origin: Origin) -> web.StreamResponse:
        """Let somebody visit whose cookie is ours and whose page is ours."""
        scheme = "https" if origin.is_secure else "http"
        own = f"{scheme}://{request.headers.get('Host', '')}".lower()
        proved = self._cookies.proved(request.cookies.get(self._cookies.name(is_secure=origin.is_secure)))
        if request.headers.get("Origin", "").lower() != own or proved is None:
            return _refusal(403)
        if not self._door.pace.allows(network_of(origin.address)):
            return _refusal(429)
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS, max_msg_size=LONGEST, compress=False, autoping=False, timeout=CLOSE_SECONDS
        )
        await socket.prepare(request)
        identity = identity_of(self._door.secret, "web", proved)
        try:
            await Session(self._door, socket, identity, origin.address, self._language(request)).run()
        finally:
            # What a browser has not taken by now, it never will.
            if request.transport is not None:
                request.transport.abort()
        return socket

    def _language(self, request: web.BaseRequest) -> str:
        return language_of(request.headers.get("Accept-Language", ""), self._languages)


def _refusal(status: int) -> web.Response:
    return web.Response(status=status, text=f"{status}\n")


@asynccontextmanager
async def open_web(door: Door, listening: Listening) -> AsyncIterator[int]:
    """Listen for people who have a browser; gives the port."""
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
    web_door = WebDoor(door)
    connections = Connections(web_door.handle, door, web_door.proxies)
    host = None if listening.host == "*" else listening.host
    acceptor = await asyncio.get_running_loop().create_server(connections, host, listening.port, reuse_address=True)
    try:
        yield acceptor.sockets[0].getsockname()[1]
    finally:
        acceptor.close()
        await connections.shutdown(CLOSE_SECONDS)
