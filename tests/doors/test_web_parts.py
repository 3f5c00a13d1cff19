"""The parts of the browser door: cookies, proxies, languages, what is shipped, and browsers that take nothing."""

import asyncio
import contextlib
import json
import os
import re
import socket
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, cast

import pytest
from aiohttp import web
from multidict import CIMultiDict, CIMultiDictProxy
from support.doors.running import until

from opera_doors.door import CLOSING, Door
from opera_doors.identity import guest_identity, identity_of
from opera_doors.setup import MOST_OF_FILE, Asked, FilePart, VisitSetup, read_word
from opera_doors.visit import Visit
from opera_doors.visits import AT_ONCE, Terminal
from opera_doors.web.cookies import Cookies
from opera_doors.web.languages import language_of, locale_of
from opera_doors.web.messages import Begin, Size, read_message
from opera_doors.web.pages import FILES, PAGE, play_page, rules_page
from opera_doors.web.proxies import Origin, Proxies
from opera_doors.web.session import IDLE, MOST_UNSENT, Session
from opera_protocol.wire.keys import key_to_text

SECRET = bytes(range(32))
PUBLISHED = {
    "xterm.js": "14903579ff54664cd72f8e8699e6961a6272c21863ec1c3b118cdc8af5d4a972",
    "xterm.css": "854a7c0fb70e8b1a083c16797ab827299fb18744f5ad34f227b48337e33293c6",
    "addon-fit.js": "ba3ea256ce0620a0992a197d6c9baea64823fc93d8da07a9e366ca9943c18527",
    "addon-unicode11.js": "72353b5178e1a7382716df1cfedf8ab070eea655d38995bb9f4f284fe56e2f2b",
}
"""The files of @xterm/xterm 6.0.0, @xterm/addon-fit 0.11.0 and @xterm/addon-unicode11 0.9.0, as SHA-256."""


def test_only_cookies_of_this_door_are_somebody() -> None:
    cookies, others = Cookies(SECRET, "server"), Cookies(bytes(32), "server")
    cookie = cookies.new()
    proved = cookies.proved(cookie)
    assert proved is not None
    assert len(proved) == 32
    assert cookies.new() != cookie
    assert others.proved(cookie) is None
    for false in (None, "", ".", cookie[:-1], cookie + "A", cookie.swapcase(), "\udcff", "x" * 10_000, cookie.upper()):
        assert cookies.proved(false) is None


def test_what_a_victim_shows_to_everybody_is_no_cookie() -> None:
    """Neither a public ssh key nor the identity that others see at tables, with or without a check of one's own."""
    cookies = Cookies(SECRET, "server")
    check = cookies.new().partition(".")[2]
    public = key_to_text(identity_of(SECRET, "web", b"victim").public_key)
    for known in ("AAAAC3NzaC1lZDI1NTE5AAAAIGx5v0aUZ3c1VtM0nX0Wc9Yw0fQm1m9Jx0dJp7c3v1aB", public):
        assert cookies.proved(known) is None
        assert cookies.proved(f"{known}.{check}") is None


def test_two_servers_of_a_machine_do_not_take_each_others_cookies_away() -> None:
    """Browsers send the cookies of a machine to all its ports."""
    one, two = Cookies(SECRET, "one"), Cookies(SECRET, "two")
    assert one.name(is_secure=False) != two.name(is_secure=False)


@pytest.mark.parametrize(
    ("peer", "told", "address"),
    [
        ("192.0.2.1", ["203.0.113.5"], "192.0.2.1"),
        ("10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["198.51.100.7, 203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["198.51.100.7", "203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["203.0.113.5, 10.0.0.2"], "203.0.113.5"),
        ("10.0.0.1", ["203.0.113.5, evil"], "10.0.0.1"),
        ("10.0.0.1", ["evil, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("::ffff:10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("::1", ["203.0.113.5"], "::1"),
    ],
)
def test_the_last_address_that_no_proxy_has_counts(peer: str, told: Iterable[str], address: str) -> None:
    headers = CIMultiDictProxy(CIMultiDict([("X-Forwarded-For", line) for line in told]))
    assert Proxies(["10.0.0.0/8"]).origin(peer, headers) == Origin(address, is_secure=False)


def test_tls_counts_where_a_proxy_says_so() -> None:
    headers = CIMultiDictProxy(CIMultiDict({"X-Forwarded-Proto": "https"}))
    assert Proxies(["10.0.0.1"]).origin("10.0.0.1", headers).is_secure
    assert not Proxies(["10.0.0.1"]).origin("10.0.0.2", headers).is_secure


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr;q=0.9, it;q=0.8", "it"),
        ("pt-BR", "pt_BR"),
        ("pt", "en"),
        ("de;q=0", "en"),
        ("de;q=nan, it;q=x, \x1b[31m;;=,", "en"),
        (",".join(["xx"] * 5000), "en"),
    ],
)
def test_a_browser_chooses_among_our_languages(accepted: str, language: str) -> None:
    assert language_of(accepted, ["de", "it", "pt_BR"]) == language


def test_the_language_of_a_visit_is_one_for_utf8() -> None:
    assert (locale_of("en"), locale_of("pt_BR")) == ("C.UTF-8", "pt_BR.UTF-8")


def test_names_cannot_write_into_the_page() -> None:
    page = play_page("<script>\"'&", "en", "nonce")
    assert "<script>&" not in page
    assert "&lt;script&gt;&quot;&#x27;&amp;" in page
    assert "<h2>" in rules_page("opera", "en")


def test_what_is_foreign_is_shipped_as_published() -> None:
    found = {name: sha256((PAGE / "xterm" / name).read_bytes()).hexdigest() for name in PUBLISHED}
    assert found == PUBLISHED
    assert "Permission is hereby granted" in (PAGE / "xterm/LICENSE").read_text()


def test_no_shipped_file_names_a_registry_or_asks_another_host() -> None:
    for name in (*FILES, "play.html", "rules.html"):
        content = (PAGE / name).read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "registry." not in content
        assert "npm" + "js" not in content
        assert name.startswith("xterm/") or "://" not in content


def test_the_keys_of_touch_screens_are_named_in_the_language_of_the_page() -> None:
    page = play_page("scala", "fr", "nonce")
    assert re.findall(r'<button type="button" value="(.+?)" aria-label="(.+?)">(.+?)</button>', page)[:3] == [
        ("esc", "échap", "Échap"),
        ("tab", "tab", "Tab"),
        ("left", "flèche gauche", "←"),
    ]
    assert not re.search(r"<[^>]* (on\w+|style)=", page)


def test_messages_of_pages_are_read_strictly() -> None:
    assert read_message('{"type":"begin","columns":80,"rows":24}') == Begin(80, 24)
    assert read_message('{"type":"size","columns":-1,"rows":0}') == Size(-1, 0)
    for text in ("", "[]", '{"type":"file"}', '{"type":"size","columns":1e99,"rows":1}', "[" * 100_000, "\udcff"):
        assert read_message(text) is None


class Browser:
    """As much of a WebSocket as a session needs; it takes nothing until it is let."""

    def __init__(self) -> None:
        self.takes = asyncio.Event()
        self.sent: list[Any] = []

    async def send_bytes(self, data: bytes) -> None:
        await self.takes.wait()
        self.sent.append(data)

    async def send_str(self, text: str) -> None:
        await self.takes.wait()
        self.sent.append(json.loads(text))


def session_with(browser: Browser) -> Session:
    return Session(cast("Door", None), cast("web.WebSocketResponse", browser), guest_identity(), "192.0.2.7", "en")


async def test_a_browser_that_takes_nothing_costs_no_memory() -> None:
    """The visit waits until its browser takes what is shown; then all of it comes."""
    browser = Browser()
    session = session_with(browser)
    terminal = Terminal((80, 24), session._show)
    session._terminal = terminal
    os.set_blocking(terminal.theirs, False)
    sending = asyncio.create_task(session._send(terminal))
    written = 0
    for _ in range(400):
        with contextlib.suppress(BlockingIOError):
            written += os.write(terminal.theirs, b"x" * 4096)
        await asyncio.sleep(0)
    assert written < 400 * 4096
    assert len(session._unsent) <= MOST_UNSENT + AT_ONCE
    browser.takes.set()
    await until(lambda: sum(map(len, browser.sent)) == written)
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    terminal.close()
    terminal.let_go()


async def test_a_file_waits_for_the_browser_and_comes_part_by_part() -> None:
    browser = Browser()
    session = session_with(browser)
    handing = asyncio.create_task(session._hand_over(FilePart("Fenice-t1.jsonl", "{}\n", is_last=True)))
    await asyncio.sleep(0)
    assert not handing.done()
    browser.takes.set()
    await handing
    assert browser.sent == [{"type": "file", "name": "Fenice-t1.jsonl", "text": "{}\n", "is_last": True}]


async def test_whoever_is_sent_away_hears_why_and_whether_to_come_back() -> None:
    for sentence, then in ((IDLE, "ask"), (CLOSING, "return")):
        session = session_with(Browser())
        session.dismiss(sentence)
        session.dismiss("something else")
        assert session._dismissed.result().sentence == sentence
        assert session._dismissed.result().then == then


def visit_with(line: socket.socket, settings: str = "", **asked: Any) -> Visit:
    setup = VisitSetup(
        secret="",
        host="",
        requests=1,
        updates=2,
        key="",
        server="",
        asked=Asked(variables={}, **asked),
        settings=settings,
    )
    return Visit(setup, line)


def test_a_transcript_is_handed_over_in_parts_that_the_door_takes() -> None:
    ours, theirs = socket.socketpair()
    content = ("{“ä”}\n" * (MOST_OF_FILE // 2)).encode()
    heard = bytearray()
    with ours, theirs:
        ours.setblocking(True)
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        written = visit_with(theirs, takes_files=True).write_transcript("Fenice-t1.jsonl", content)
        assert written == ("Your browser keeps the transcript as Fenice-t1.jsonl", "")
        theirs.shutdown(socket.SHUT_WR)
        while part := ours.recv(65536):
            heard += part
    parts = [read_word(line) for line in bytes(heard).splitlines()]
    assert len(parts) > 1
    assert all(isinstance(part, FilePart) for part in parts)
    assert "".join(cast("FilePart", part).text for part in parts).encode() == content
    assert [cast("FilePart", part).is_last for part in parts] == [False] * (len(parts) - 1) + [True]


def test_only_who_can_take_files_is_offered_a_booklet() -> None:
    """A browser keeps it; by ssh there is no place for it."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert visit_with(theirs, takes_files=True).makes_booklets
        assert not visit_with(theirs).makes_booklets


def test_a_file_of_another_name_is_not_passed_on() -> None:
    for name in ("../x", ".bashrc", "a/b", "a\x00b", "", "x" * 200, "a b.exe"):
        assert read_word(json.dumps({"type": "file", "name": name, "text": "", "is_last": True}).encode()) is None
