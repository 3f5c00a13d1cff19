"""The doors: how soon a visitor sees the lobby, how much memory a visit takes, and many visitors who play.

Next to the first pictures stands that of a fresh `opera join` at the same server, in turn; all are times to the lobby
from the start of the client, by ssh without its handshake, which is not ours, and in a browser with that of the
WebSocket, whose visitor has a name already and whose page is loaded.
"""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import asyncssh
from support.doors.running import ServerWithDoor, Visitor, new_key, ssh, until
from support.doors.web import at_page, browser, cookie_of, cookies_of
from support.server.running import free_ports

from opera_protocol.wire.keys import fingerprint, key_from_text
from opera_protocol.wire.messages import TableSettings

from .client_start import Start, milliseconds
from .measuring import Figure, figure

REPETITIONS: Final = 7
VISITORS: Final = int(os.environ.get("BENCH_VISITORS", "50"))
LOBBY: Final = b"LOBBY"
SETTINGS: Final = "door_visitors = 1000\n"
MEGABYTE: Final = 1024 * 1024
AIM: Final = "the aim"


def measure() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        server = ServerWithDoor(Path(folder), SETTINGS, free_ports(), ("ssh", "web"))
        try:
            yield from first_pictures(server)
            yield asyncio.run(one_in_a_browser(server))
            yield from asyncio.run(crowd(server))
        finally:
            server.close()


def first_pictures(server: ServerWithDoor) -> Iterator[Figure]:
    """The median ratios within a repetition."""
    key = key_from_text(server.ready.key)
    assert key is not None
    address = f"127.0.0.1:{server.ready.ports[0]}"
    join = Start(("-m", "opera_tui.start.cli", "join", address, "--key", fingerprint(key)), LOBBY)
    cookie = asyncio.run(cookie_of_somebody(server))
    rounds = [
        (asyncio.run(visit_milliseconds(server)), asyncio.run(web_milliseconds(server, cookie)), milliseconds(join))
        for _ in range(REPETITIONS)
    ]
    for place, how in enumerate(("by ssh", "in a browser")):
        visit, fresh = median(times[place] for times in rounds), median(times[-1] for times in rounds)
        ratio = median(times[place] / times[-1] for times in rounds)
        yield Figure(f"lobby, a visitor {how} (aim 0.40x)", visit, "ms", fresh, ratio, "lobby, a fresh opera join")


async def cookie_of_somebody(server: ServerWithDoor) -> dict[str, str]:
    """Say a name in a browser, and return the header by which the door knows it again."""
    async with browser() as session:
        cookie = await cookie_of(session, server)
        async with at_page(session, server) as visitor:
            await visitor.until_shown("What is your name?")
            await visitor.type("anna\r")
            await visitor.until_shown("LOBBY")
    await until(lambda: not server.visits)
    return {"Cookie": f"{cookies_of(server).name(is_secure=False)}={cookie}"}


async def web_milliseconds(server: ServerWithDoor, cookie: dict[str, str]) -> float:
    """From the moment when a WebSocket is asked for until the lobby is painted."""
    async with browser() as session:
        begun = perf_counter()
        async with at_page(session, server, cookie) as visitor:
            await visitor.until_shown("LOBBY")
            return (perf_counter() - begun) * 1000


async def one_in_a_browser(server: ServerWithDoor) -> Figure:
    """What one more visit takes, and what the door keeps for it."""
    cookie = await cookie_of_somebody(server)
    before = private_memory(server.door)
    async with browser() as session, at_page(session, server, cookie) as visitor:
        await visitor.until_shown("LOBBY")
        taken = private_memory(server.visits[0]) + private_memory(server.door) - before
    await until(lambda: not server.visits)
    return figure("private memory, one in a browser", taken / MEGABYTE, "MB", 25.0, AIM)


async def visit_milliseconds(server: ServerWithDoor) -> float:
    """From the moment when a session is asked for until the lobby is painted."""
    async with ssh(server, new_key()) as connection:
        begun = perf_counter()
        visitor = Visitor(await open_terminal(connection))
        await visitor.until(lambda: LOBBY in visitor.written)
        return (perf_counter() - begun) * 1000


async def open_terminal(connection: asyncssh.SSHClientConnection) -> asyncssh.SSHClientProcess[bytes]:
    return await connection.create_process(
        term_type="xterm-256color", term_size=(80, 24), encoding=None, env={"LANG": "C.UTF-8"}
    )


async def crowd(server: ServerWithDoor) -> list[Figure]:
    """Let visitors come from many addresses, and two by two begin a game."""
    keys = [new_key() for _ in range(VISITORS)]
    connections = [await ssh(server, key, local_addr=(f"127.0.1.{n + 1}", 0)) for n, key in enumerate(keys)]
    alone = Visitor(await open_terminal(connections[0]))
    await alone.until_shown("LOBBY")
    first = private_memory(server.visits[0])
    visitors = [alone] + [Visitor(await open_terminal(connection)) for connection in connections[1:]]
    await asyncio.gather(*(visitor.until_shown("LOBBY") for visitor in visitors))
    for host, guest in zip(keys[::2], keys[1::2], strict=False):
        await begin_pair(server, host, guest)
    for connection in connections:
        connection.close()
    await asyncio.gather(*(connection.wait_closed() for connection in connections))
    await until(lambda: not server.visits)
    # Who comes back is at the table.
    back = [await ssh(server, key, local_addr=(f"127.0.1.{n + 1}", 0)) for n, key in enumerate(keys)]
    players = [Visitor(await open_terminal(connection)) for connection in back]
    await asyncio.gather(*(player.until_shown("your secret bid") for player in players))
    memory = [private_memory(pid) / MEGABYTE for pid in server.visits]
    for connection in back:
        connection.close()
    await asyncio.gather(*(connection.wait_closed() for connection in back))
    return [
        figure("private memory, one in the lobby", first / MEGABYTE, "MB", 25.0, AIM),
        figure(f"private memory, most of {len(memory)} at tables", max(memory), "MB", 25.0, AIM),
    ]


async def begin_pair(server: ServerWithDoor, host: asyncssh.SSHKey, guest: asyncssh.SSHKey) -> None:
    """Open a table for two visitors and begin its game."""
    one, two = await server.client(host), await server.client(guest)
    made = await one.create(TableSettings(game="opera", name="Fenice", seats=2), "anna")
    table = str(made["table"])
    await one.enter(table)
    await two.take_seat(table, "bert")
    await two.enter(table)
    await two.ready(table)
    await one.ready(table)
    await one.start(table)
    await one.room(table).until(lambda view: view.head.state == "running")
    await one.close()
    await two.close()


def private_memory(pid: int) -> int:
    """What a process has for itself alone, in bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
