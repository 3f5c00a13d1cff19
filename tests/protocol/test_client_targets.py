"""Finding a server: by its greeting and its key, with every case in which it is not the one that was meant."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support.client.fake_server import HOST, FakeServer, fake_server
from support.client.running import IMPATIENT, first, until_stage
from support.server.running import free_ports

from opera_protocol.client import (
    Client,
    ConnectionLost,
    Endpoints,
    KeyQuestion,
    ServerAt,
    ServerNotTrusted,
    Stage,
    StateChanged,
    WrongServerKey,
    connect,
)
from opera_protocol.client.targets import _with_line
from opera_protocol.local.address import Address
from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.local.known_servers import KnownServers
from opera_protocol.wire.errors import AddressError, GreetingError
from opera_protocol.wire.greeting import PROTOCOL_VERSIONS, Greeting, open_greeting_port, serve_greeting
from opera_protocol.wire.keys import fingerprint


class Greeter:
    """Greets for a fake server, with whatever key it is told."""

    def __init__(self, server: FakeServer, listener: socket.socket) -> None:
        self.server = server
        self.address = Address(HOST, listener.getsockname()[1] - 2)
        self._listener = listener
        self._greeting: asyncio.Task[None] | None = None

    @property
    def key(self) -> bytes:
        return self.server.identity.public_key

    async def greet(self, key: bytes | None = None, protocols: tuple[int, ...] = PROTOCOL_VERSIONS) -> None:
        """Say this from now on."""
        await self.stop()
        ends = self.server.endpoints
        greeting = Greeting(
            name="La Scala",
            key=key or self.key,
            protocols=protocols,
            requests=ends.requests,
            updates=ends.updates,
        )
        self._greeting = asyncio.create_task(serve_greeting(self._listener, greeting))

    async def stop(self) -> None:
        if self._greeting:
            self._greeting.cancel()
            await asyncio.gather(self._greeting, return_exceptions=True)

    async def visit(self, target: ServerAt) -> Client:
        return await connect(target, new_identity(), patience=IMPATIENT)


@contextlib.asynccontextmanager
async def greeter() -> AsyncIterator[Greeter]:
    """A server that greets on a port of its own."""
    async with fake_server() as server:
        with open_greeting_port(HOST, 0) as listener:
            greeter = Greeter(server, listener)
            await greeter.greet()
            yield greeter
            await greeter.stop()


async def accept(_: KeyQuestion) -> bool:
    return True


async def test_a_first_visit_is_a_question(tmp_path: Path) -> None:
    """Nobody is trusted unasked: the question is raised, or put to the caller; a yes is remembered."""
    known = KnownServers(tmp_path)
    async with greeter() as server:
        with pytest.raises(ServerNotTrusted) as unknown:
            await server.visit(ServerAt(server.address, known))
        question = unknown.value.question
        assert unknown.value.code == "server_unknown"
        assert (question.offered, question.known) == (fingerprint(server.key), None)
        assert (question.name, question.is_changed) == ("La Scala", False)
        assert known.look_up(server.address) is None
        await (await server.visit(ServerAt(server.address, known, decide=accept))).close()
        assert known.look_up(server.address) == server.key
        await (await server.visit(ServerAt(server.address, known))).close()


async def test_a_fingerprint_answers_the_first_question(tmp_path: Path) -> None:
    """Who typed the right fingerprint is not asked, and the key is remembered."""
    known = KnownServers(tmp_path)
    async with greeter() as server:
        target = ServerAt(server.address, known, expected=fingerprint(server.key).lower())
        await (await server.visit(target)).close()
        assert known.look_up(server.address) == server.key


async def test_a_known_server_at_another_address_is_no_first_visit(tmp_path: Path) -> None:
    """The key is who a server is: one that has moved is recognised, and remembered there too."""
    known = KnownServers(tmp_path)
    async with greeter() as server:
        known.remember(Address("elsewhere", 2000), server.key)
        await (await server.visit(ServerAt(server.address, known))).close()
        assert known.look_up(server.address) == server.key
        assert known.look_up(Address("elsewhere", 2000)) == server.key


async def test_a_wrong_fingerprint_is_final(tmp_path: Path) -> None:
    """A server with another key than the one asked for is never connected to, whatever the store says."""
    known = KnownServers(tmp_path)
    expected = new_identity().fingerprint
    async with greeter() as server:
        known.remember(server.address, server.key)
        with pytest.raises(WrongServerKey) as wrong:
            await server.visit(ServerAt(server.address, known, expected=expected, decide=accept))
        assert wrong.value.code == "server_key_wrong"
        assert wrong.value.parameters["expected"] == expected
        assert wrong.value.parameters["offered"] == fingerprint(server.key)
        assert not server.server.requests
    with pytest.raises(AddressError):
        ServerAt(server.address, expected="no fingerprint")


async def test_a_changed_key_is_a_warning_with_a_choice(tmp_path: Path) -> None:
    """The question names both keys, also for who typed the new fingerprint; only a yes replaces the old key."""
    known = KnownServers(tmp_path)
    old = new_identity()
    asked: list[KeyQuestion] = []

    async def refuse(question: KeyQuestion) -> bool:
        asked.append(question)
        return False

    async with greeter() as server:
        known.remember(server.address, old.public_key)
        with pytest.raises(ServerNotTrusted) as changed:
            await server.visit(ServerAt(server.address, known, decide=refuse, expected=fingerprint(server.key)))
        assert changed.value.code == "server_key_changed"
        assert (asked[0].known, asked[0].offered) == (old.fingerprint, fingerprint(server.key))
        assert known.look_up(server.address) == old.public_key
        await (await server.visit(ServerAt(server.address, known, decide=accept))).close()
        assert known.look_up(server.address) == server.key


class Blocked(NamedTuple):
    """A server of which a firewall lets through only some ports."""

    address: Address
    ports: tuple[int, int, int]


@contextlib.asynccontextmanager
async def behind_firewall(*opened: int) -> AsyncIterator[Blocked]:
    """A server that greets, with only these of its three ports open."""
    first = free_ports()
    ports = (first, first + 1, first + 2)
    key = new_identity().public_key
    greeting = Greeting(name="La Scala", key=key, requests=ports[0], updates=ports[1])
    with contextlib.ExitStack() as stack:
        listeners = {place: stack.enter_context(open_greeting_port(HOST, ports[place])) for place in opened}
        greets = asyncio.create_task(serve_greeting(listeners[2], greeting)) if 2 in listeners else None
        try:
            yield Blocked(Address(HOST, first), ports)
        finally:
            if greets:
                greets.cancel()
                await asyncio.gather(greets, return_exceptions=True)


@pytest.mark.parametrize("blocked", [0, 1, 2], ids=["requests", "updates", "greeting"])
async def test_a_port_that_a_firewall_holds_back_is_named(blocked: int) -> None:
    """Whichever of the three it is: the host has to open that one."""
    async with behind_firewall(*({0, 1, 2} - {blocked})) as server:
        with pytest.raises(GreetingError) as closed:
            await connect(ServerAt(server.address, decide=accept, within=1.0), new_identity())
    assert closed.value.code == "port_closed"
    first = server.ports[0]
    assert closed.value.parameters == {"host": HOST, "port": first + blocked, "first": first, "last": first + 2}


def test_an_address_that_counts_on_one_line_keeps_its_line() -> None:
    """The system leaves it out where it names who is at the other end; without it nobody could be reached."""
    index, name = socket.if_nameindex()[0]
    assert _with_line("fe80::1", 1607, 0, index) == f"fe80::1%{name}"
    assert _with_line(f"fe80::1%{name}", 1607, 0, index) == f"fe80::1%{name}"
    assert _with_line("fd00::2", 1607, 0, 0) == "fd00::2"
    assert _with_line("192.0.2.1", 1607) == "192.0.2.1"


async def test_where_nobody_is_the_port_that_was_typed_is_named() -> None:
    """Not that of the greeting, which the person never heard of."""
    async with behind_firewall() as server:
        with pytest.raises(GreetingError) as nobody:
            await connect(ServerAt(server.address, within=1.0), new_identity())
    assert (nobody.value.code, nobody.value.parameters["port"]) == ("nobody_there", server.address.port)


async def test_something_else_there(tmp_path: Path) -> None:
    """Nobody, another service, and a newer protocol each have their own code."""

    async def code_of(address: Address) -> str:
        with pytest.raises(GreetingError) as error:
            await connect(ServerAt(address, within=1.0), new_identity())
        return error.value.code

    async with greeter() as server:
        await server.greet(protocols=(7, 8))
        assert await code_of(server.address) == "server_newer"
    assert await code_of(server.address) == "nobody_there"
    other = await asyncio.start_server(_banner, HOST, 0)
    async with other:
        port = other.sockets[0].getsockname()[1]
        assert await code_of(Address(HOST, port - 2)) == "not_opera"


async def _banner(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"SSH-2.0-OpenSSH\r\n")
    writer.close()


async def test_a_greeting_whose_ports_are_closed(tmp_path: Path) -> None:
    """A server that greets but does not listen is nobody there, told with the port that is closed."""
    async with greeter() as server:
        await server.server.stop()
        with pytest.raises(GreetingError) as error:
            await server.visit(ServerAt(server.address, decide=accept))
        assert error.value.parameters["port"] == server.server.endpoints.requests


async def test_a_greeting_with_a_key_that_is_not_the_servers() -> None:
    """Whoever greets with a stranger's key cannot pass for the stranger: the handshake fails."""
    async with greeter() as server:
        await server.greet(key=new_identity().public_key)
        with pytest.raises(ConnectionLost):
            await server.visit(ServerAt(server.address, decide=accept))


async def test_a_key_that_changes_while_the_client_lives() -> None:
    """Nobody is asked in the middle of a game: the state says so, and the old server is waited for."""
    async with greeter() as server:
        client = await server.visit(ServerAt(server.address, decide=accept))
        items = client.items()
        await server.greet(key=new_identity().public_key)
        await server.server.stop()
        await first(items, StateChanged, lambda item: item.state.code == "server_key_changed")
        await server.server.start()
        await server.greet()
        await until_stage(client, Stage.LIVE)
        await client.close()


async def test_a_target_may_move() -> None:
    """Whoever starts a server of its own may find it on other ports at the next try."""

    class Moving:
        def __init__(self, *servers: FakeServer) -> None:
            self.servers = list(servers)

        async def locate(self) -> Endpoints:
            if not self.servers:
                raise OSError
            return self.servers.pop(0).endpoints

    async with fake_server() as one, fake_server() as other:
        identity: Identity = new_identity()
        client = await connect(Moving(one, other), identity, patience=IMPATIENT)
        await one.stop()
        await other.until(lambda: other.attachments)
        await other.stop()
        await first(client.items(), StateChanged, lambda item: item.state.tries > 1)
        await client.close()
