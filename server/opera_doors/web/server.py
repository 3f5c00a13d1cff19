"""Serve the pages and the visits' WebSockets: to whom, how fast, and with what the browser is forbidden."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from aiohttp import web

from opera_doors.door import Door
from opera_doors.identity import identity_of
from opera_doors.limits import Pace, Places, network_of
from opera_doors.web.cookies import YEAR, Cookies
from opera_doors.web.languages import language_of, said
from opera_doors.web.messages import LONGEST
from opera_doors.web.names import Names
from opera_doors.web.pages import play_page, rules_page, web_files
from opera_doors.web.proxies import Origin, Proxies
from opera_doors.web.session import Session
from opera_games.catalog import GAMES
from opera_protocol.local.door import Listening
from opera_protocol.texts.i18n import N_
from opera_tui.look.languages import languages

ResponseT = TypeVar("ResponseT", bound=web.StreamResponse)
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
    "Content-Security-Policy": POLICY.format(nonce=""),
    "Server": "Opera",
}


METHODS: Final = ("GET", "HEAD")
UNKNOWN_NAME: Final = N_(
    "The server does not go by this name: open it by its address, or let its operator add the name to web_names."
)


class Connection(web.RequestHandler):
    """Answer one connection; what cannot be read gets as short an answer as everything else that is refused."""

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        told = super().handle_error(request, status, exc, message)
        return _hardened(_refusal(told.status))


class Connections(web.Server):
    """Turn away addresses that come too often, or have too many connections; proxies have those of many people."""

    def __init__(self, handle: Any, door: Door, proxies: Proxies) -> None:
        super().__init__(handle)
        self._proxies = proxies
        self._pace = Pace(CONNECTIONS_PER_SECOND, CONNECTIONS_AT_ONCE)
        self._places = Places(door.setup.visitors + SPARE_CONNECTIONS, CONNECTIONS_PER_ADDRESS)
        self._holders: dict[web.RequestHandler, object] = {}

    def __call__(self) -> web.RequestHandler:
        return Connection(
            self,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=SILENT_SECONDS,
            lingering_time=0,
            auto_decompress=False,
        )

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
        self._names = Names(door.setup.names)
        self._cookies = Cookies(door.secret, door.setup.key)
        self._pace = Pace(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE)
        self._files = web_files()
        self._rules = {"/rules": GAMES[0], **{f"/rules/{game}": game for game in GAMES}}
        self._languages = languages()

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        origin = self.proxies.origin(request.remote or "", request.headers)
        if request.method not in METHODS:
            return _hardened(_refusal(405, {"Allow": ", ".join(METHODS)}))
        if not self._pace.allows(network_of(origin.address)):
            return _hardened(_refusal(429))
        if not self._names.has(request.headers.get("Host", "")):
            return _hardened(_refusal(421, text=said(UNKNOWN_NAME, self._language(request))))
        if request.path == SOCKET:
            return await self._connect(request, origin)
        return _hardened(self._answer(request, origin))

    def _answer(self, request: web.BaseRequest, origin: Origin) -> web.Response:
        """Return a page or a file."""
        path = request.path
        if path == "/":
            return self._play(request, origin)
        if path in self._files:
            return self._send_file(request)
        if game := self._rules.get(path.removesuffix("/")):
            page = rules_page(game, self._language(request))
            return web.Response(text=page, content_type="text/html", headers={"Vary": "Accept-Language"})
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
        scheme, network = "https" if origin.is_secure else "http", network_of(origin.address)
        own = f"{scheme}://{request.headers.get('Host', '')}".lower()
        proved = self._cookies.proved(request.cookies.get(self._cookies.name(is_secure=origin.is_secure)))
        if request.method != "GET" or request.headers.get("Origin", "").lower() != own or proved is None:
            return _hardened(_refusal(403))
        if not self._door.pace.allows(network):
            return _hardened(_refusal(429))
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS, max_msg_size=LONGEST, compress=False, autoping=False, timeout=CLOSE_SECONDS
        )
        try:
            await _hardened(socket).prepare(request)
        except web.HTTPException as refused:
            return _hardened(_refusal(refused.status))
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


def _refusal(status: int, headers: Mapping[str, str] | None = None, text: str = "") -> web.Response:
    refused = web.Response(status=status, text=f"{status}\n{text}", headers=headers)
    refused.force_close()
    return refused


def _hardened(response: ResponseT) -> ResponseT:
    """Forbid the browser what our pages do not need, unless the response allows it."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


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
