"""Greetings over real loopback sockets: served to anyone at any speed, and told from everything else."""

import asyncio
import contextlib
import errno
import socket
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from opera_protocol.wire.codec import decode, encode
from opera_protocol.wire.errors import GreetingError, Malformed, TextError
from opera_protocol.wire.greeting import (
    MAX_GREETING,
    PROTOCOL_VERSIONS,
    Greeting,
    common_version,
    fetch_greeting,
    open_greeting_port,
    serve_greeting,
)

GREETING = Greeting(name="La Scala", key=bytes(range(32)), requests=1607, updates=1608)
NEWER = max(PROTOCOL_VERSIONS) + 1


@contextlib.asynccontextmanager
async def greeting_server(greeting: Greeting = GREETING) -> AsyncIterator[int]:
    """A server that greets; the port it was given."""
    with open_greeting_port("127.0.0.1", 0) as listener:
        serving = asyncio.create_task(serve_greeting(listener, greeting))
        yield listener.getsockname()[1]
        assert not serving.done()
        serving.cancel()
        await asyncio.wait([serving])


@contextlib.asynccontextmanager
async def other_server(said: bytes, *, then_closes: bool = True) -> AsyncIterator[int]:
    """Something else that listens: it says these bytes, then closes or keeps silent."""
    finished = asyncio.Event()

    async def speak(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        if not then_closes:
            await finished.wait()
        writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    finished.set()
    server.close()
    await server.wait_closed()
    await asyncio.sleep(0)  # what was kept silent ends here


async def code_of(port: int, within: float = 5.0) -> str:
    """The code with which fetching fails."""
    with pytest.raises(GreetingError) as failure:
        await fetch_greeting("127.0.0.1", port, within)
    return failure.value.code


def wire_map(**changes: object) -> bytes:
    """The greeting's bytes with some fields changed."""
    return encode(msgspec.msgpack.decode(encode(GREETING)) | changes)


def test_the_greeting_is_one_map() -> None:
    """On the wire the greeting is the map that the contract describes."""
    assert msgspec.msgpack.decode(encode(GREETING)) == {
        "kind": "greeting",
        "product": "opera",
        "protocols": list(PROTOCOL_VERSIONS),
        "name": "La Scala",
        "key": bytes(range(32)),
        "requests": 1607,
        "updates": 1608,
    }


async def test_a_client_gets_the_greeting() -> None:
    """What the server greets with is what the client has, again and again."""
    async with greeting_server() as port:
        for _ in range(3):
            assert await fetch_greeting("127.0.0.1", port) == GREETING
        assert await fetch_greeting("localhost", port) == GREETING


async def test_every_interface_is_served() -> None:
    """Without a host the port is open to IPv4 at least, and a port in use is an error at once."""
    with open_greeting_port("", 0) as listener:
        port = listener.getsockname()[1]
        serving = asyncio.create_task(serve_greeting(listener, GREETING))
        assert await fetch_greeting("127.0.0.1", port) == GREETING
        with pytest.raises(OSError, match="in use"):
            open_greeting_port("", port)
        serving.cancel()
        await asyncio.wait([serving])


async def test_silent_visitors_keep_nobody_waiting() -> None:
    """Visitors who connect and never read, write floods or leave at once do not delay the next one."""
    async with greeting_server() as port:
        with contextlib.ExitStack() as visitors:
            for number in range(100):
                visitor = visitors.enter_context(socket.create_connection(("127.0.0.1", port)))
                if number % 3 == 0:
                    visitor.setblocking(False)
                    with contextlib.suppress(OSError):
                        visitor.send(b"x" * 100_000)
                elif number % 3 == 1:
                    visitor.close()
            assert await fetch_greeting("127.0.0.1", port) == GREETING


async def test_a_flood_of_visitors_leaves_the_loop_to_others() -> None:
    """While visitors queue up, other work of the same loop gets its turn between any two of them."""
    turns = 0

    async def other_work() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with greeting_server() as port:
        with contextlib.ExitStack() as visitors:
            for _ in range(60):
                visitors.enter_context(socket.create_connection(("127.0.0.1", port)))
            working = asyncio.create_task(other_work())
            await fetch_greeting("127.0.0.1", port)
            working.cancel()
    assert turns > 60


async def test_who_asks_too_often_is_turned_away_at_once() -> None:
    """Hundreds of connections that are not admitted are closed without a word, and keep nobody waiting behind them."""
    admitted = False
    with open_greeting_port("127.0.0.1", 0) as listener:
        serving = asyncio.create_task(serve_greeting(listener, GREETING, lambda _address: admitted))
        port = listener.getsockname()[1]
        with contextlib.ExitStack() as visitors:
            flood = [visitors.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(300)]
            loop = asyncio.get_running_loop()
            for visitor in flood:
                visitor.setblocking(False)
                assert await loop.sock_recv(visitor, 1024) == b""
            admitted = True
            assert await fetch_greeting("127.0.0.1", port) == GREETING
        serving.cancel()
        await asyncio.wait([serving])


async def test_serving_survives_a_failed_accept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Running out of file descriptors, or a visitor gone before being accepted, does not end the greeting.

    It is logged once, however long it lasts.
    """
    loop = asyncio.get_running_loop()
    accept = loop.sock_accept
    failures = iter([errno.EMFILE, errno.EMFILE, errno.EMFILE, errno.ECONNABORTED])

    async def failing_accept(listener: socket.socket) -> tuple[socket.socket, Any]:
        failure = next(failures, None)
        if failure is not None:
            raise OSError(failure, "no connection")
        return await accept(listener)

    monkeypatch.setattr(loop, "sock_accept", failing_accept)
    async with greeting_server() as port:
        assert await fetch_greeting("127.0.0.1", port) == GREETING
    assert next(failures, None) is None
    assert len(caplog.records) == 2


async def test_a_name_that_breaks_the_text_rules_is_not_served() -> None:
    """A server finds out at its start, not its visitors."""
    with open_greeting_port("127.0.0.1", 0) as listener, pytest.raises(TextError):
        await serve_greeting(listener, msgspec.structs.replace(GREETING, name="x" * 41))


def test_the_longest_greeting_fits() -> None:
    """The longest name and list of versions stay within what clients read."""
    longest = msgspec.structs.replace(GREETING, name="\U0001d11e" * 40, protocols=(0xFFFF,) * 32)
    assert len(encode(longest)) <= MAX_GREETING


async def test_nobody_there() -> None:
    """A port nobody listens on is told from a slow server and from another service."""
    with open_greeting_port("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
    assert await code_of(port) == "nobody_there"


async def test_a_host_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that cannot be one, and one that the name service does not know, are told from a silent port."""

    async def no_answer(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    for host in ("a" * 300, "a..b", "x\0y", "nowhere.invalid"):
        if host.endswith("invalid"):
            monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", no_answer)
        with pytest.raises(GreetingError) as failure:
            await fetch_greeting(host, 1609)
        assert (failure.value.code, failure.value.parameters) == ("host_unknown", {"host": host})


async def test_a_silent_listener_is_a_timeout() -> None:
    """Who accepts and says nothing costs the client its patience and no more."""
    async with other_server(b"", then_closes=False) as port:
        assert await code_of(port, within=0.1) == "greeting_timeout"


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"HTTP/1.1 400 Bad Request\r\n\r\n", id="text"),
        pytest.param(encode(GREETING)[:-1], id="half a greeting"),
        pytest.param(encode(GREETING) + b"\x00", id="more than a greeting"),
        pytest.param(b"\x81" * 10_000_000, id="ten megabytes"),
        pytest.param(wire_map(product="chess"), id="another product"),
        pytest.param(wire_map(kind="bid"), id="another message"),
        pytest.param(wire_map(key=b"short"), id="a short key"),
        pytest.param(wire_map(name="a\x1b[2J"), id="a name with an escape sequence"),
        pytest.param(wire_map(name="e\u0301"), id="a name in another form"),
        pytest.param(wire_map(protocols=[]), id="no version"),
        pytest.param(wire_map(requests=0), id="no port"),
    ],
)
async def test_something_else_is_listening(said: bytes) -> None:
    """Whatever is no proper greeting is called so, without reading it to its end."""
    async with other_server(said) as port:
        assert await code_of(port) == "not_opera"


async def test_a_banner_need_not_end() -> None:
    """A service that greets in its own way and then waits is recognised at once, not after the time is up."""
    async with other_server(b"SSH-2.0-OpenSSH_9.6\r\n", then_closes=False) as port:
        assert await code_of(port, within=9.0) == "not_opera"


async def test_a_greeting_that_never_ends_is_not_waited_for() -> None:
    """Half a map and then silence is something else, once the time is up."""
    async with other_server(encode(GREETING)[:20], then_closes=False) as port:
        assert await code_of(port, within=0.1) == "not_opera"


async def test_a_newer_server_is_understood_as_such() -> None:
    """A server that speaks only newer protocols, with fields we do not know, is told from something else."""
    async with other_server(wire_map(protocols=[NEWER, NEWER + 1], region="lan")) as port:
        with pytest.raises(GreetingError) as failure:
            await fetch_greeting("127.0.0.1", port)
    assert failure.value.code == "server_newer"
    assert failure.value.parameters == {"server": NEWER + 1, "client": NEWER - 1}


def test_the_newest_common_version_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides' newest common version is chosen; without one, the older side is named."""
    monkeypatch.setattr("opera_protocol.wire.greeting.PROTOCOL_VERSIONS", (2, 3, 4))
    assert common_version(msgspec.structs.replace(GREETING, protocols=(1, 2, 3))) == 3
    for protocols, code in (((1,), "server_older"), ((5, 6), "server_newer")):
        with pytest.raises(GreetingError) as failure:
            common_version(msgspec.structs.replace(GREETING, protocols=protocols))
        assert failure.value.code == code


def test_other_messages_know_their_fields() -> None:
    """Only the greeting tolerates unknown fields; its own fields stay strict."""
    assert decode(wire_map(region="lan"), Greeting) == GREETING
    with pytest.raises(Malformed):
        decode(wire_map(requests=True), Greeting)
