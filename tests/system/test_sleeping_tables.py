"""After a start tables sleep until somebody needs them: they are listed, found and counted all the same."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from support.server.players import Player, after_a_round, open_table, play_all, start_table
from support.server.running import Inside, inside, until

from opera_protocol.client import Client
from opera_protocol.wire.messages import Clock, TableSettings

SEED = b"s" * 32


def a_table(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "turandot", "name": "Scala", "seats": 2, "seed": SEED, **chosen})


def asleep(here: Inside) -> set[str]:
    return here.server.lobby._asleep


async def two_clients(here: Inside) -> list[Client]:
    return [await here.client() for _ in range(2)]


async def test_a_table_sleeps_until_somebody_enters_it(tmp_path: Path) -> None:
    """The lobby shows it as it was; two who come at the same time find the same table, and the game goes on."""
    async with inside(tmp_path / "data") as here:
        clients = await two_clients(here)
        table = await start_table(clients, a_table())
        await play_all([Player(client, table, SEED, after_a_round) for client in clients])
        lobby = await clients[0].enter_lobby()
        row = (await lobby.until(lambda view: view.public["tables"][table]["progress"])).public["tables"][table]
    async with inside(tmp_path / "data") as here:
        assert asleep(here) == {table}
        back = [await here.client(client.identity) for client in clients]
        lobby = await back[0].enter_lobby()
        assert lobby.view.public == {"tables": {table: {**row, "watching": 0}}, "open": 0, "running": 1}
        assert list(lobby.view.own_tables) == [table]
        assert [each.id for each in (await back[1].find("scala")).tables] == [table]
        assert asleep(here) == {table}
        rooms = await asyncio.gather(*(client.enter(table) for client in back))
        assert {room.view.public["table"]["actions"] for room in rooms} == {rooms[0].view.public["table"]["actions"]}
        assert not asleep(here)
        await play_all([Player(client, table, SEED) for client in back])
        await lobby.until(lambda view: not view.public["tables"])


async def test_a_request_wakes_a_table(tmp_path: Path) -> None:
    """Also one that comes before its client has entered the table again."""
    async with inside(tmp_path / "data") as here:
        clients = await two_clients(here)
        table = await start_table(clients, a_table())
    async with inside(tmp_path / "data") as here:
        kate = await here.client(clients[0].identity)
        await kate.say(table, "Here I am.")
        assert [line.text for line in here.room(table).table.talk] == ["Here I am."]


async def test_seats_and_tables_that_sleep_count(tmp_path: Path) -> None:
    async with inside(tmp_path / "data") as here:
        clients = await two_clients(here)
        await start_table(clients, a_table())
    async with inside(tmp_path / "data") as here:
        assert here.server.lobby.listing.tables_held.held == 1
        assert here.server.lobby.listing.seats_held.held == 2


async def test_where_a_clock_runs_or_a_bot_has_to_move_a_table_is_woken(tmp_path: Path) -> None:
    """Nobody's game stands still because nobody looks at it; an open table is woken, too, to free seats in time."""
    async with inside(tmp_path / "data") as here:
        clients = await two_clients(here)
        timed = await start_table(clients, a_table(name="Timed", clock=Clock(mode="decision", seconds=300)))
        waiting = await open_table(clients[:1], a_table(name="Waiting"))
        quiet = await start_table(clients, a_table(name="Quiet"))
        at_bots = await start_table(clients[:1], a_table(name="Bots", bots=("random",)))
        await until(lambda: not here.server.lobby._is_announced_soon)
    async with inside(tmp_path / "data") as here:
        await until(lambda: asleep(here) <= {quiet, at_bots})
        assert quiet in asleep(here)
        assert {timed, waiting} <= here.server.lobby.tables.keys()


async def test_a_bot_that_had_to_move_when_the_server_was_killed_moves_after_the_start(tmp_path: Path) -> None:
    """What is known of the table is older than its last entry then: it is woken to see."""
    async with inside(tmp_path / "data") as here:
        clients = [await here.client()]
        table = await start_table(clients, a_table(bots=("random",)))
        await until(lambda: not here.server.lobby._is_announced_soon)
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "journal.sqlite3")) as journal:
        # As if the last entry had come after the list was written, as it may be after a kill.
        journal.execute("DELETE FROM entries WHERE n = (SELECT MAX(n) FROM entries)")
        journal.commit()
    async with inside(tmp_path / "data") as here:
        await until(lambda: not asleep(here))
        assert table in here.server.lobby.tables


async def test_a_table_that_is_not_in_the_list_is_woken_at_the_start(tmp_path: Path) -> None:
    """As all are in a journal of an earlier version, or in one that was mended."""
    async with inside(tmp_path / "data") as here:
        clients = await two_clients(here)
        table = await start_table(clients, a_table())
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "journal.sqlite3")) as journal:
        journal.execute("DELETE FROM listed")
        journal.commit()
    async with inside(tmp_path / "data") as here:
        assert list(here.server.lobby.tables) == [table]
        assert (await (await here.client()).enter_lobby()).view.public["running"] == 1
