"""Hostile requests to the browser door, byte by byte: what no browser sends, and what one is tricked into sending."""

import asyncio
import socket
import time
import zlib
from struct import pack

import pytest
from support.doors.running import LIMIT, ServerWithDoor, until
from support.doors.web import WEB_NAME, cookies_of

from opera_doors.door import LOGGING_IN_PER_ADDRESS
from opera_doors.web.names import Names
from opera_doors.web.server import SILENT_SECONDS

ADDRESS = "127.0.0.20"
BEGIN = b'{"type":"begin","columns":80,"rows":24}'
TEXT, BYTES, CONTINUED, CLOSE = 1, 2, 0, 8
LAST, COMPRESSED = 0x80, 0x40
PROTOCOL_ERROR, POLICY, TOO_BIG = b"\x03\xea", b"\x03\xf0", b"\x03\xf1"
"""How a connection is closed."""


async def ask(server: ServerWithDoor, sent: bytes, address: str = ADDRESS) -> bytes:
    """Send bytes, and return what comes back until the door closes the connection."""
    host, _colon, port = str(server.ready.web).rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
    came = b""
    try:
        writer.write(sent)
        async with asyncio.timeout(LIMIT):
            while part := await reader.read(65536):
                came += part
    except ConnectionError:
        pass
    finally:
        writer.transport.abort()
    return came


def request(server: ServerWithDoor, line: str, *headers: str, host: str = "") -> bytes:
    lines = [f"{line} HTTP/1.1", f"Host: {host or server.ready.web}", "Connection: close", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def handshake(server: ServerWithDoor, *headers: str, method: str = "GET", host: str = "") -> bytes:
    """Ask for a WebSocket as our page does, with a cookie of the door's."""
    cookies = cookies_of(server)
    lines = [
        f"{method} /terminal HTTP/1.1",
        f"Host: {host or server.ready.web}",
        f"Origin: http://{host or server.ready.web}",
        f"Cookie: {cookies.name(is_secure=False)}={cookies.new()}",
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def frame(kind: int, content: bytes = b"", flags: int = LAST) -> bytes:
    """A frame of a WebSocket, masked with zeros."""
    length = bytes([0x80 | len(content)]) if len(content) < 126 else bytes([0xFE]) + pack(">H", len(content))
    return bytes([flags | kind]) + length + bytes(4) + content


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize("host", ["evil.example", "evil.example:1680", "127.0.0.1.evil.example", "", "<script>", "a b"])
async def test_a_foreign_name_that_leads_here_opens_nothing(web_server: ServerWithDoor, host: str) -> None:
    """DNS rebinding: the page of that name would be allowed to talk to this door, as its Origin fits its Host."""
    sent = request(web_server, "GET /", host=host or " ")
    assert status(await ask(web_server, sent)) == 421
    answer = await ask(web_server, handshake(web_server, host=host or " "))
    assert status(answer) == 421
    assert b"Set-Cookie" not in answer


async def test_names_of_the_operator_and_addresses_are_answered(web_server: ServerWithDoor) -> None:
    port = str(web_server.ready.web).rpartition(":")[2]
    for host in (WEB_NAME, WEB_NAME.upper(), f"{WEB_NAME}:443", f"localhost:{port}", f"[::1]:{port}", "192.0.2.7"):
        assert status(await ask(web_server, request(web_server, "GET /rules", host=host))) == 200


def test_the_machine_is_called_by_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Box.home.arpa")
    names = Names([])
    assert all(names.has(host) for host in ("box:1680", "BOX.local", "box.home.arpa.", "localhost"))
    assert not any(names.has(host) for host in ("box.evil.example", "evilbox", "box:x", "[box]", "box.local.x", "."))


async def test_no_answer_forgets_what_browsers_are_forbidden(web_server: ServerWithDoor) -> None:
    """Whatever is asked, in whatever form, and none says which libraries answer."""
    asked = {
        200: request(web_server, "HEAD /"),
        400: request(web_server, "GET /", "Host: evil.example"),
        403: handshake(web_server, method="HEAD"),
        404: request(web_server, "GET /nowhere"),
        405: request(web_server, "TRACE /"),
        421: request(web_server, "GET /", host="evil.example"),
        101: handshake(web_server) + frame(CLOSE, b"\x03\xe8"),
    }
    for expected, sent in asked.items():
        answer = await ask(web_server, sent)
        assert status(answer) == expected
        assert b"frame-ancestors 'none'" in answer
        assert b"X-Frame-Options: DENY" in answer
        assert b"Server: Opera" in answer
        assert b"aiohttp" not in answer
    assert b"Allow: GET, HEAD" in await ask(web_server, asked[405])
    no_upgrade = handshake(web_server).replace(b"Upgrade: websocket\r\n", b"").replace(b"Upgrade\r\n", b"close\r\n")
    assert b"nosniff" in await ask(web_server, no_upgrade)


@pytest.mark.parametrize(
    ("line", "headers", "expected"),
    [
        ("GET /", ["X: " + "a" * 1_000_000], 400),
        ("GET /", [f"X{number}: a" for number in range(5000)], 400),
        ("GET /", ["Cookie: a=b"] * 1000, 400),
        ("GET /", ["Cookie: " + "; ".join(f"a{number}=b" for number in range(900))], 200),
        ("GET /", ['Cookie: a="' + "\\" * 7900], 200),
        ("GET /" + "a" * 1_000_000, [], 400),
        ("GET /", ["Content-Length: 5", "Transfer-Encoding: chunked"], 400),
        ("POST /", ["Content-Length: 100000000"], 405),
        ("OPTIONS *", [], 405),
        ("CONNECT evil.example:80", [], 405),
        ("GET /xterm/../../server.py", [], 404),
        ("GET /xterm/%2e%2e/%2e%2e/server.py", [], 404),
        ("GET //etc/passwd", [], 404),
        ("GET /rules/../rules/opera", [], 404),
        ("GET /rulesopera", [], 404),
        ("GET /%00", [], 404),
        ("GET /rules/", [], 200),
    ],
)
async def test_odd_requests_get_a_short_answer(
    web_server: ServerWithDoor, line: str, headers: list[str], expected: int
) -> None:
    answer = await ask(web_server, request(web_server, line, *headers))
    assert status(answer) == expected
    assert expected == 200 or len(answer.partition(b"\r\n\r\n")[2]) < 10


async def test_messages_are_not_compressed_and_parts_of_them_have_an_end(web_server: ServerWithDoor) -> None:
    begun = frame(TEXT, BEGIN)
    wanted = handshake(web_server, "Sec-WebSocket-Extensions: permessage-deflate")
    answer = await ask(web_server, wanted + begun + frame(BYTES, zlib.compress(bytes(10_000)), LAST | COMPRESSED))
    assert b"permessage" not in answer
    assert answer.endswith(PROTOCOL_ERROR)
    endless = frame(BYTES, b"", 0) + frame(CONTINUED, bytes(1000), 0) * 20
    assert (await ask(web_server, handshake(web_server) + begun + endless)).endswith(TOO_BIG)
    await until(lambda: not web_server.visits)


async def test_few_of_one_address_may_be_there_without_a_beginning(web_server: ServerWithDoor) -> None:
    """The next one is sent away at once; when the others are gone, there is room again."""
    address = "127.0.0.21"
    silent = [await opened(web_server, address) for _ in range(LOGGING_IN_PER_ADDRESS)]
    assert (await ask(web_server, handshake(web_server), address)).endswith(POLICY)
    for _reader, writer in silent:
        writer.transport.abort()
    shown = b""
    while not shown:
        reader, writer = await opened(web_server, address)
        writer.write(frame(TEXT, BEGIN))
        shown = (await reader.read(2)).removeprefix(b"\x88\x02")
        writer.transport.abort()
    await until(lambda: not web_server.visits)


async def opened(server: ServerWithDoor, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket over which nothing was said."""
    host, _colon, port = str(server.ready.web).rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
    writer.write(handshake(server))
    assert status(await reader.readuntil(b"\r\n\r\n")) == 101
    return reader, writer


@pytest.mark.soak
async def test_headers_that_never_end_do_not_hold_a_connection(web_server: ServerWithDoor) -> None:
    """However steadily they come: the time counts from the beginning."""
    host, _colon, port = str(web_server.ready.web).rpartition(":")
    _reader, writer = await asyncio.open_connection(host, int(port), local_addr=(ADDRESS, 0))
    writer.write(request(web_server, "GET /")[:-2])
    began = time.monotonic()
    while not writer.transport.is_closing():
        assert time.monotonic() - began < 2 * SILENT_SECONDS
        writer.write(b"X: a\r\n")
        await asyncio.sleep(0.2)
