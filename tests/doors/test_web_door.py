"""The browser door: who comes in and as whom, what the page promises, and what nobody can do."""

import asyncio
import json
import os
import signal
import socket
from contextlib import AsyncExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from support.doors.running import ServerWithDoor, until
from support.doors.tables import begin, begin_and_open_too_many
from support.doors.web import (
    WEB_PROXY,
    at_page,
    browser,
    connected,
    cookie_of,
    cookies_of,
    identity_for,
    page_of,
    playing,
)

from opera_doors.door import SESSIONS_PER_IDENTITY, TOO_MANY
from opera_doors.web.messages import LONGEST
from opera_doors.web.session import BROKEN, LEFT, MESSAGES_AT_ONCE

CALLED = "What is your name?"
"""The first picture of somebody new."""


@pytest.fixture
def server(web_server: ServerWithDoor) -> ServerWithDoor:
    return web_server


async def test_a_visitor_plays_in_a_browser_and_comes_back_to_the_same_table(server: ServerWithDoor) -> None:
    """Also: the name is asked once, limits of a key hold, closing ends the child, a light screen gets light colours."""
    async with browser() as session:
        identity = identity_for(server, await cookie_of(session, server))
        async with at_page(session, server, is_light=True) as anna:
            await anna.until_shown(CALLED)
            await anna.type("Anna\r")
            await anna.until_shown("LOBBY")
            await begin_and_open_too_many(await server.client(identity), "Fenice")
            await until(lambda: list((server.data / "visitors").iterdir()))
        await until(lambda: not server.visits)
        (kept,) = (server.data / "visitors").iterdir()
        assert b'"theme"' not in kept.read_bytes()
        async with at_page(session, server) as anna:
            await anna.until_shown("your secret bid")


async def test_whoever_leaves_is_told_that_the_seats_are_kept(server: ServerWithDoor) -> None:
    async with browser() as session:
        await cookie_of(session, server)
        async with at_page(session, server, command="rules turandot") as anna:
            await anna.until_shown(CALLED)
            await anna.type("Anna\r")
            await anna.until_shown("Rules of Turandot")
            await anna.type("\x1b")
            await anna.until_shown("Tables of this server")
            await anna.type("qq")
            assert await anna.until_told() == {"type": "end", "sentence": LEFT, "then": "ask"}
            assert await anna.until_closed() == aiohttp.WSCloseCode.OK


async def test_the_page_forbids_what_it_does_not_need(server: ServerWithDoor) -> None:
    """Nothing of other hosts, no frames around it, no guessing of types, no word to others about who came from here."""
    async with browser() as session:
        for path in ("/", "/rules", "/rules/turandot", "/page.js", "/xterm/xterm.js", "/nowhere", "/terminal"):
            async with session.get(page_of(server) + path) as answer:
                text, headers = await answer.text(), answer.headers
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert "*" not in policy
            assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "no-referrer")
            assert answer.status == {"/nowhere": 404, "/terminal": 403}.get(path, 200)
            assert "http" not in text.replace("http-equiv", "") or path.endswith(".js")
        async with session.post(page_of(server)) as answer:
            assert answer.status == 405


async def test_the_rules_can_be_read_without_a_script(server: ServerWithDoor) -> None:
    async with browser() as session, session.get(f"{page_of(server)}/rules/turandot") as answer:
        text = await answer.text()
    assert "<h1>Rules of Turandot</h1>" in text
    assert "<script" not in text
    assert "<pre>" in text


async def test_a_cookie_is_for_this_door_alone_and_is_kept(server: ServerWithDoor) -> None:
    async with browser() as session:
        async with session.get(page_of(server)) as page:
            (sent,) = page.headers.getall("Set-Cookie")
        assert {"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"} <= set(sent.split("; "))
        assert "Secure" not in sent
        cookie = await cookie_of(session, server)
        assert await cookie_of(session, server) == cookie


async def test_a_made_up_or_changed_cookie_is_replaced(server: ServerWithDoor) -> None:
    name = cookies_of(server).name(is_secure=False)
    real = cookies_of(server).new()
    async with browser() as session:
        for false in ("", "x", f"{real}=", f"{real[:-2]}AA", f"{'A' * 43}.{real[44:]}", real.replace(".", "")):
            async with session.get(page_of(server), headers={"Cookie": f"{name}={false}"}) as page:
                sent = page.headers["Set-Cookie"].partition(";")[0].removeprefix(f"{name}=")
            assert cookies_of(server).proved(sent) is not None
            assert sent not in (false, real)


async def refused(session: aiohttp.ClientSession, server: ServerWithDoor, headers: dict[str, str]) -> int:
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        async with connected(session, server, headers):
            pass
    return caught.value.status


async def test_foreign_pages_and_false_cookies_open_nothing(server: ServerWithDoor, tmp_path: Path) -> None:
    """Also: a victim's public ssh key as a cookie, the bytes of one cookie with the check of another, and none."""
    cookies = cookies_of(server)
    name, own, other = cookies.name(is_secure=False), cookies.new(), cookies.new()
    before = server.log.read_text().count("attached")
    async with browser("127.0.0.2") as session:
        mine = {"Cookie": f"{name}={own}"}
        address = str(server.ready.web)
        for origin in ("https://evil.example", f"https://{address}", "null", "", f"http://{address}.evil.example"):
            assert await refused(session, server, {**mine, "Origin": origin}) == 403
        mixed = own.partition(".")[0] + "." + other.partition(".")[2]
        victim = "AAAAC3NzaC1lZDI1NTE5AAAAIGx5v0aUZ3c1VtM0nX0Wc9Yw0fQm1m9Jx0dJp7c3v1aB"
        for cookie in (f"{name}={mixed}", f"{name}={victim}", f"{name}=ssh-ed25519", f"__Host-{name}={own}", "a=b"):
            assert await refused(session, server, {"Cookie": cookie}) == 403
        async with connected(session, server, mine):
            pass
    assert server.log.read_text().count("attached") == before


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"x" * (LONGEST + 1), aiohttp.WSCloseCode.MESSAGE_TOO_BIG),
        ("x" * (LONGEST + 1), aiohttp.WSCloseCode.MESSAGE_TOO_BIG),
        ("{", aiohttp.WSCloseCode.POLICY_VIOLATION),
        ('{"type":"size","columns":1e9,"rows":"x"}', aiohttp.WSCloseCode.POLICY_VIOLATION),
        ("[" * 9000, aiohttp.WSCloseCode.POLICY_VIOLATION),
        (b"no beginning", aiohttp.WSCloseCode.POLICY_VIOLATION),
    ],
)
async def test_what_the_page_never_sends_ends_the_connection(
    server: ServerWithDoor, sent: bytes | str, code: int
) -> None:
    async with browser("127.0.0.3") as session:
        await cookie_of(session, server)
        async with connected(session, server) as opened:
            if sent != b"no beginning":
                await opened.send_json({"type": "begin", "columns": 80, "rows": 24, "command": "rules"})
            await (opened.send_bytes(sent) if isinstance(sent, bytes) else opened.send_str(sent))
            async with asyncio.timeout(30):
                async for _message in opened:
                    pass
            assert opened.close_code == code
    await until(lambda: not server.visits)


async def test_whoever_sends_too_fast_is_cut_off(server: ServerWithDoor) -> None:
    async with browser("127.0.0.4") as session:
        await cookie_of(session, server)
        async with at_page(session, server) as flood:
            await flood.until_shown(CALLED)
            for _ in range(2 * MESSAGES_AT_ONCE):
                await flood.type("j")
            assert await flood.until_closed() == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_absurd_windows_are_survived(server: ServerWithDoor) -> None:
    async with browser("127.0.0.5") as session:
        await cookie_of(session, server)
        async with at_page(session, server, size=(0, 0), command="\x1b[31m evil ; rm") as anna:
            anna.screen.resize(80, 24)
            await anna.until_shown(CALLED)
            for number in range(100):
                await anna.resize(*((0, 0), (60_000, 60_000), (1, 1), (-5, 24))[number % 4])
            await anna.resize(80, 24)
            await asyncio.sleep(0.3)
            await anna.type("Ada\r")
            await anna.until_shown("LOBBY")


async def test_one_cookie_has_few_sessions(server: ServerWithDoor) -> None:
    async with browser("127.0.0.6") as session, AsyncExitStack() as stack:
        await cookie_of(session, server)
        for _ in range(SESSIONS_PER_IDENTITY):
            anna = await stack.enter_async_context(at_page(session, server))
            await anna.until_shown(CALLED)
        one_more = await stack.enter_async_context(at_page(session, server))
        assert (await one_more.until_told())["sentence"] == TOO_MANY


async def test_only_a_known_proxy_is_believed(server: ServerWithDoor) -> None:
    """An address counts that a proxy names, and what anybody else names does not; TLS makes a cookie secure."""
    told = {"X-Forwarded-For": "198.51.100.9, 203.0.113.5", "X-Forwarded-Proto": "https"}
    for peer, address, scheme in ((WEB_PROXY, "203.0.113.5", "https"), ("127.0.0.7", '"door 127.0.0.7"', "http")):
        async with browser(peer) as session:
            async with session.get(page_of(server), headers=told) as page:
                sent = page.headers["Set-Cookie"]
            assert ("Secure" in sent) == sent.startswith("__Host-") == (scheme == "https")
            headers = {**told, "Origin": f"{scheme}://{server.ready.web}", "Cookie": sent.partition(";")[0]}
            async with at_page(session, server, headers) as anna:
                await anna.until_shown(CALLED)
                await anna.type("Ada\r")
                await anna.until_shown("LOBBY")
            assert f"address={address}" in server.log.read_text()


async def test_a_visit_that_is_killed_says_that_the_seat_is_kept(server: ServerWithDoor) -> None:
    async with browser("127.0.0.8") as session:
        await cookie_of(session, server)
        await until(lambda: not server.visits)
        async with at_page(session, server) as anna:
            await anna.until_shown(CALLED)
            (visit,) = server.visits
            os.kill(visit, signal.SIGKILL)
            assert (await anna.until_told())["sentence"] == BROKEN


async def test_connections_that_ask_nothing_keep_nobody_else_out(server: ServerWithDoor) -> None:
    """500 of one address; somebody from another one loads the page meanwhile."""
    host, _colon, port = str(server.ready.web).rpartition(":")
    silent = [socket.create_connection((host, int(port))) for _ in range(500)]
    try:
        async with browser("127.0.0.10") as session:
            await cookie_of(session, server)
            async with at_page(session, server) as anna:
                await anna.until_shown(CALLED)
    finally:
        for connection in silent:
            connection.close()


async def test_a_transcript_and_a_booklet_come_as_files(server: ServerWithDoor) -> None:
    """Part by part, with the name and the content that everybody else would get."""
    async with browser("127.0.0.11") as session:
        identity = identity_for(server, await cookie_of(session, server))
        async with playing(server, identity) as download, at_page(session, server) as page:
            await page.until_shown(CALLED)
            await page.type("Anna\r")
            name, content = await download(page)
            await page.type("b")
            await page.until(lambda: whole_booklet(page.told))
            await page.until_shown("Your browser keeps the booklet")
    assert name.startswith("Regio-")
    assert json.loads(content.splitlines()[0])["game"] == "turandot"
    pages = whole_booklet(page.told)
    assert {part["name"] for part in pages} == {name.replace(".jsonl", ".html")}
    booklet = "".join(part["text"] for part in pages)
    assert booklet.startswith("<!DOCTYPE html>")
    assert booklet.rstrip().endswith("</html>")


def whole_booklet(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The parts of the booklet, once all are there."""
    parts = [part for part in told if part["name"].endswith(".html")]
    return parts if parts and parts[-1]["is_last"] else []


async def test_kill_9_of_the_door_keeps_the_seats_of_browsers(server: ServerWithDoor) -> None:
    async with browser("127.0.0.12") as session:
        identity = identity_for(server, await cookie_of(session, server))
        async with at_page(session, server) as anna:
            await anna.until_shown(CALLED)
            await anna.type("Anna\r")
            await anna.until_shown("LOBBY")
            client = await server.client(identity)
            await begin(client, "Massimo")
            await client.close()
            await until((server.data / "visitors" / sha256(identity.public_key).hexdigest()).exists)
            os.kill(server.door, signal.SIGKILL)
            await anna.until_closed()
        await until(lambda: server.log.read_text().count("door_open") == 2)
        async with at_page(session, server) as anna:
            await anna.until_shown("your secret bid")
