"""The browser door behind a real reverse proxy with TLS: the recipes of the README, as they stand there."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path

import aiohttp
import pytest
from support.doors.proxies import PROXIES, RunningProxy, browser_before, in_front_of
from support.doors.running import ServerWithDoor, until
from support.doors.web import WEB_NAME, WebVisitor, identity_for, playing
from yarl import URL

from opera_doors.door import LOGGING_IN_PER_ADDRESS

pytestmark = [pytest.mark.soak, pytest.mark.limit(300)]
SETTINGS = f'web_proxies = "127.0.0.1"\nweb_names = "{WEB_NAME}"\n'
FRESH = (f"127.0.1.{number}" for number in count(1))
"""Addresses from which nobody has come yet: connections of one count for a while."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerWithDoor]:
    running = ServerWithDoor(tmp_path_factory.mktemp("door"), SETTINGS, doors=("web",))
    yield running
    running.close()


@pytest.fixture(params=["caddy", "nginx"])
async def proxy(request: pytest.FixtureRequest, server: ServerWithDoor, tmp_path: Path) -> AsyncIterator[RunningProxy]:
    if request.param not in PROXIES:
        pytest.skip(f"no {request.param} is installed")
    async with in_front_of(str(server.ready.web), request.param, tmp_path) as running:
        yield running


@asynccontextmanager
async def at_proxy(
    session: aiohttp.ClientSession, proxy: RunningProxy, **headers: str
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open the WebSocket as our page does."""
    async with session.ws_connect(f"{proxy.page}/terminal", headers={"Origin": proxy.page, **headers}) as opened:
        yield opened


async def cookie_from(session: aiohttp.ClientSession, proxy: RunningProxy) -> str:
    """Load the page, and return its cookie, which browsers give to this very host alone, and only over TLS."""
    async with session.get(proxy.page) as page:
        assert page.status == 200
        sent = page.headers["Set-Cookie"]
    assert sent.startswith("__Host-")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(sent.split("; "))
    (cookie,) = session.cookie_jar.filter_cookies(URL(proxy.page)).values()
    return cookie.value


async def test_a_visitor_plays_resizes_and_downloads_behind_a_proxy(
    server: ServerWithDoor, proxy: RunningProxy
) -> None:
    async with browser_before(proxy, "127.0.0.31") as session:
        identity = identity_for(server, await cookie_from(session, proxy))
        async with (
            playing(server, identity) as download,
            at_proxy(session, proxy, **{"X-Forwarded-For": "192.0.2.66"}) as opened,
        ):
            await opened.send_json({"type": "begin", "columns": 80, "rows": 24})
            anna = WebVisitor(opened)
            await anna.until_shown("What is your name?")
            anna.screen.resize(100, 30)
            await anna.resize(100, 30)
            await anna.until(lambda: "esc" in "".join(anna.screen.text.splitlines()[29:]))
            await anna.type("Anna\r")
            _name, content = await download(anna)
        assert json.loads(content.splitlines()[0])["game"] == "turandot"
    log = server.log.read_text()
    assert 'address="door 127.0.0.31"' in log or "address=127.0.0.31" in log
    assert "192.0.2.66" not in log
    await until(lambda: not server.visits)


async def test_foreign_pages_and_names_get_nothing_from_a_proxy(proxy: RunningProxy) -> None:
    async with browser_before(proxy, "127.0.0.32") as session:
        await cookie_from(session, proxy)
        for origin in ("https://evil.example", proxy.page.replace("https", "http"), "null"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                async with at_proxy(session, proxy, Origin=origin):
                    pass
            assert refused.value.status == 403
        async with session.get(f"{proxy.page}/", headers={"Host": "evil.example"}) as page:
            assert "Set-Cookie" not in page.headers


async def test_limits_of_an_address_hold_behind_a_proxy_and_for_it_alone(
    server: ServerWithDoor, proxy: RunningProxy
) -> None:
    """Whatever else the browser says about where it is."""
    async with browser_before(proxy, next(FRESH)) as session, AsyncExitStack() as stack:
        await cookie_from(session, proxy)
        for number in range(LOGGING_IN_PER_ADDRESS):
            await stack.enter_async_context(at_proxy(session, proxy, **{"X-Forwarded-For": f"192.0.2.{number}"}))
        async with at_proxy(session, proxy, **{"X-Forwarded-For": "192.0.2.99"}) as one_more:
            assert (await one_more.receive()).data == aiohttp.WSCloseCode.POLICY_VIOLATION
        async with browser_before(proxy, next(FRESH)) as other:
            await cookie_from(other, proxy)
            async with at_proxy(other, proxy) as opened:
                await opened.send_json({"type": "begin", "columns": 80, "rows": 24})
                await WebVisitor(opened).until_shown("What is your name?")
    await until(lambda: not server.visits)
