"""The ssh door: how soon a visitor sees the lobby, how much memory a visit takes, and many visitors who play.

Next to the first picture stands that of a fresh `opera join` at the same server, in turn; both are times from the
start of the client to the lobby, without the handshake of ssh, which is not ours.
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


def measure() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        server = ServerWithDoor(Path(folder), SETTINGS, free_ports())
        try:
            yield first_picture(server)
            yield from asyncio.run(crowd(server))
        finally:
            server.close()


def first_picture(server: ServerWithDoor) -> Figure:
    """The median ratio within a repetition."""
    key = key_from_text(server.ready.key)
    assert key is not None
    address = f"127.0.0.1:{server.ready.ports[0]}"
    join = Start(("-m", "opera_tui.start.cli", "join", address, "--key", fingerprint(key)), LOBBY)
    rounds = [(asyncio.run(visit_milliseconds(server)), milliseconds(join)) for _ in range(REPETITIONS)]
    visit, fresh = median(visit for visit, _ in rounds), median(fresh for _, fresh in rounds)
    ratio = median(visit / fresh for visit, fresh in rounds)
    return Figure("lobby, a visitor by ssh (aim 0.40x)", visit, "ms", fresh, ratio, "lobby, a fresh opera join")


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
    aim = "the aim"
    return [
        figure("private memory, one in the lobby", first / MEGABYTE, "MB", 25.0, aim),
        figure(f"private memory, most of {len(memory)} at tables", max(memory), "MB", 25.0, aim),
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
