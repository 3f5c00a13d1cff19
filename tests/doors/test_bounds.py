"""What one connection can make the door keep: variables, what it does not take, time, and a visit's memory."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from support.doors.running import USER, ServerWithDoor, new_key, ssh, until

from opera_doors import visits
from opera_doors.bounds import (
    FAR_TOO_MUCH,
    LONGEST_VALUE,
    MOST_DEFERRED,
    MOST_READ,
    keep_few_variables,
    read_in_small_parts,
    unsent,
)
from opera_doors.identity import guest_identity
from opera_doors.kept_settings import KeptSettings, VisitorSettings
from opera_doors.setup import Asked, VisitSetup
from opera_doors.visits import Visits
from opera_protocol.local.door import DoorSetup, Listening
from opera_protocol.wire.keys import key_to_text
from opera_server.operate.doors import Door

MEGABYTE = 1024 * 1024


class Server(asyncssh.SSHServer):
    """Lets everybody in, and keeps its connections and sessions."""

    connections: list[asyncssh.SSHServerConnection]
    channels: list[asyncssh.SSHServerChannel[bytes]]

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connections.append(conn)

    def begin_auth(self, username: str) -> bool:
        return False

    def session_requested(self) -> asyncssh.SSHServerSession[bytes]:
        channels = self.channels

        class Session(asyncssh.SSHServerSession[bytes]):
            def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
                keep_few_variables(chan, ("LANG",))
                channels.append(chan)

            def shell_requested(self) -> bool:
                return True

        return Session()


@asynccontextmanager
async def a_session(**more: Any) -> AsyncIterator[tuple[Server, asyncssh.SSHClientConnection]]:
    """A server of asyncssh inside the test, and a client with a session at it."""
    server = Server()
    server.connections, server.channels = [], []
    options: dict[str, Any] = {"server_host_keys": [new_key()], "encoding": None, "line_editor": False}
    async with (
        await asyncssh.create_server(lambda: server, "127.0.0.1", 0, **options) as acceptor,
        asyncssh.connect("127.0.0.1", acceptor.get_port(), known_hosts=None, config=None, username="a") as client,
    ):
        await client.create_process(encoding=None, **more)
        yield server, client
        client.abort()
        await client.wait_closed()
        for connection in server.connections:
            connection.abort()
            await connection.wait_closed()
        await asyncio.sleep(0)  # the loop closes their sockets in its next turn


async def test_what_a_client_does_not_take_is_counted() -> None:
    async with a_session(window=1 << 30) as (server, client):
        [connection], [channel] = server.connections, server.channels
        await until(lambda: unsent(connection) == 0)
        client._transport.pause_reading()  # type: ignore[union-attr]
        channel.write(b"x" * (4 * FAR_TOO_MUCH))
        assert unsent(connection) > FAR_TOO_MUCH
        client._transport.resume_reading()  # type: ignore[union-attr]
        await until(lambda: unsent(connection) == 0)


async def test_what_waits_for_new_keys_is_counted() -> None:
    async with a_session() as (server, _client):
        [connection], [channel] = server.connections, server.channels
        await until(lambda: unsent(connection) == 0)
        connection._kex_complete = False
        channel.write(b"x" * 1000)
        assert unsent(connection) >= 1000
        for _number in range(MOST_DEFERRED + 1):
            connection.send_packet(80)
        assert unsent(connection) > FAR_TOO_MUCH


async def test_little_is_read_at_once() -> None:
    """So that nobody else waits for a flood of requests."""
    async with a_session() as (server, client):
        [connection], parts = server.connections, list[int]()
        read_in_small_parts(connection)
        take_in = connection.data_received

        def noted(data: bytes, datatype: int | None = None) -> None:
            parts.append(len(data))
            take_in(data, datatype)

        connection.data_received = noted  # type: ignore[method-assign]
        for _request in range(2000):
            client.send_packet(2, b"\0\0\0\0")
        await until(lambda: sum(parts) > 2000 * 16)
        assert max(parts) <= MOST_READ


async def test_few_variables_are_kept_and_no_long_ones() -> None:
    asked = {"LANG": "de", "LD_PRELOAD": "x", **{f"V{number}": "x" for number in range(1000)}}
    async with a_session(env=asked) as (server, _client):
        assert dict(server.channels[0].get_environment()) == {"LANG": "de"}
    async with a_session(env={"LANG": "x" * (LONGEST_VALUE + 1)}) as (server, _client):
        assert dict(server.channels[0].get_environment()) == {}


async def test_a_flood_of_variables_costs_the_door_no_memory(server: ServerWithDoor) -> None:
    before = resident(server.door)
    flood = {f"V{number}": "x" * 20_000 for number in range(2000)}
    async with ssh(server, new_key(), local_addr=("127.0.0.7", 0)) as connection:
        process = await connection.create_process("lines", env=flood, encoding=None)
        await process.stdout.readuntil(b"q leaves:\n")
        assert resident(server.door) - before < 10 * MEGABYTE


def resident(pid: int) -> int:
    return visits._resident(pid)


@pytest.mark.parametrize("costly", ["diffie-hellman-group18-sha512", "diffie-hellman-group14-sha256", "rsa2048-sha256"])
async def test_strangers_cannot_choose_a_costly_key_exchange(server: ServerWithDoor, costly: str) -> None:
    """Only what is quick is offered; the same client comes in with that."""
    with pytest.raises(asyncssh.DisconnectError):
        async with ssh(server, new_key(), kex_algs=[costly], local_addr=("127.0.0.7", 0)):
            pass
    async with ssh(server, new_key(), kex_algs=["curve25519-sha256"], local_addr=("127.0.0.7", 0)):
        pass


@asynccontextmanager
async def a_door(folder: Path, **more: Any) -> AsyncIterator[int]:
    """A door without a server, and its port."""
    where: dict[str, Any] = {"server_host": "127.0.0.1", "requests": 1, "updates": 2}
    key = key_to_text(guest_identity().public_key)
    setup = DoorSetup(data=str(folder), key=key, name="x", user=USER, ssh=Listening("127.0.0.1", 0), **where, **more)
    async with Door(setup, lambda _key, _address: None) as door:
        assert door.ready is not None
        yield door.ready.ssh


async def test_connections_without_a_session_are_given_up(tmp_path: Path) -> None:
    """Those that never log in, those that log in and ask for nothing, and those whose session has ended."""
    async with a_door(tmp_path, login=0.5) as port:
        silent = socket.create_connection(("127.0.0.1", port))
        silent.setblocking(False)
        logged_in = await asyncssh.connect(
            "127.0.0.1", port, known_hosts=None, config=None, client_keys=[new_key()], username="anna"
        )
        refused = await asyncssh.connect(
            "127.0.0.1", port, known_hosts=None, config=None, client_keys=[new_key()], username="anna"
        )
        assert (await refused.run("sh")).exit_status == 1
        await asyncio.gather(logged_in.wait_closed(), refused.wait_closed())
        loop = asyncio.get_running_loop()
        while await loop.sock_recv(silent, 4096):
            continue
        silent.close()


EATER = """
import opera_doors.preloader, opera_doors.visit, os, time
opera_doors.preloader.load = lambda: None
def eat(line):
    try:
        bytearray(8 << 30)
    except MemoryError:
        os.write(1, b"refused ")
    eaten = []
    while True:
        eaten.append(bytearray(8 << 20))
        os.write(1, b"+")
        time.sleep(0.02)
opera_doors.visit.run = eat
from opera_doors.preloader import main
main()
"""


async def test_a_visit_that_eats_memory_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A large piece at once is refused by the system, many small ones are noticed from outside."""
    monkeypatch.setattr(visits, "PROGRAM", EATER)
    told: list[str] = []
    shown: list[bytes] = []
    kept = VisitorSettings(KeptSettings(tmp_path))
    watched = Visits(USER, kept, lambda event, _text: told.append(event), memory=256 * MEGABYTE)
    await watched.start()
    try:
        setup = VisitSetup(secret="", host="", requests=1, updates=2, key="", server="", asked=Asked(variables={}))
        visit = await watched.begin(setup, None, shown.append)
        assert await visit.ended < 0
        assert told == ["visit_killed"]
        assert b"".join(shown).startswith(b"refused +")
    finally:
        await watched.close()
