"""Tables in trouble: a disk that takes nothing, a damaged journal, a slow reader, an operator who closes them."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.server.players import Follower, Player, after_a_round, play_all, refusal, start_table, until_over
from support.server.running import (
    Inside,
    inside,
)

from opera_protocol.client import Client, View
from opera_protocol.local.identity import load_or_create_identity
from opera_protocol.local.storage import IDENTITY_FILE
from opera_protocol.wire.messages import Clock, TableSettings
from opera_rules.transcript import replay
from opera_server.journal.entries import ReadySet, write_entry
from opera_server.operate.admin import OperatorCommands
from opera_server.tables.play.absences import send_stand_ins

SEED = b"s" * 32


def a_table(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "turandot", "name": "Scala", "seats": 2, "seed": SEED, **chosen})


async def test_who_cannot_keep_up_comes_in_anew_and_delays_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Updates that do not fit into a connection's queue are lost to it; it is told to enter again."""
    async with inside(tmp_path / "data", beat=0.5) as here:
        clients = [await here.client() for _ in range(2)]
        slow = await here.client()
        table = await start_table(clients, a_table())
        follower = Follower(slow, await slow.enter(table))
        send = here.server.connections._router.send
        [full] = [at.peer for at in here.server.connections if at.key == slow.identity.public_key]
        with monkeypatch.context() as patch:
            patch.setattr(
                here.server.connections._router,
                "send",
                lambda peer, *frames: "full" if peer == full and len(frames[0]) > 60 else send(peer, *frames),
            )
            await play_all([Player(client, table, SEED) for client in clients])
            await until_over(clients[0], table)
        await follower.follow(lambda view: view.public["table"]["state"] == "finished")
        assert slow.room(table).view.public == clients[0].room(table).view.public


async def test_a_table_closed_by_the_operator_ends_without_a_result(here: Inside) -> None:
    clients = [await here.client() for _ in range(2)]
    table = await start_table(clients, a_table())
    await play_all([Player(client, table, SEED, after_a_round) for client in clients])
    await here.server.lobby.close_table(table)
    view = await until_over(clients[0], table)
    assert view.public["table"]["state"] == "abandoned"
    assert view.private is not None
    assert view.private["decision"] is view.private["choices"] is None
    assert (await refusal(clients[0].rematch(table, "Kate")))[0] == "not_finished"
    summary = replay(await clients[0].transcript(table))
    assert summary.outcome is None
    assert summary.actions == view.public["table"]["actions"]


async def test_a_game_of_two_goes_on_where_one_of_them_leaves_a_server_for_one(tmp_path: Path) -> None:
    """Its owner looks at such a server whatever was played there with others; a game against bots ends there."""
    owner, data = load_or_create_identity(tmp_path), tmp_path / "data"
    async with inside(data) as here:
        table = await start_table([await here.client(owner), await here.client()], a_table())
    async with inside(data, owner=tmp_path / IDENTITY_FILE) as here:
        client = await here.client(owner)
        room = await client.enter(table)
        await client.leave(table)
        await room.until(lambda view: view.public["table"]["seats"][0]["stand_in"] == "left")
        assert room.view.head.state == "running"
        alone = await start_table([client], a_table(bots=("random",)))
        await client.leave(alone)
        assert (await client.enter(alone)).view.head.state == "abandoned"


async def test_a_damaged_table_does_not_keep_the_others_back(tmp_path: Path) -> None:
    """It is closed without a result, also where its very first entry is bad; the other one goes on."""
    async with inside(tmp_path / "data") as here:
        clients = [await here.client() for _ in range(2)]
        names = ("Sound", "Broken", "Editionless")
        tables = [await start_table(clients, a_table(name=name)) for name in names]
        created = here.room(tables[2]).table.created
    bad = write_entry(msgspec.structs.replace(created, edition={"game": "turandot"}))
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "journal.sqlite3")) as journal:
        journal.execute("UPDATE entries SET body = x'80' WHERE table_id = ? AND n = 3", (tables[1],))
        journal.execute("UPDATE entries SET body = ? WHERE table_id = ? AND n = 0", (bad, tables[2]))
        journal.commit()
    async with inside(tmp_path / "data") as here:
        back = [await here.client(client.identity) for client in clients]
        for table in tables[1:]:
            assert (await refusal(back[0].enter(table)))[0] == "no_such_table"
            assert table not in here.server.lobby.listing
        await play_all([Player(client, tables[0], SEED) for client in back])


async def test_a_disk_that_takes_nothing_stops_a_table_and_loses_nothing(tmp_path: Path) -> None:
    """What was not written is refused and has not happened, everybody sees why; other tables go on."""
    async with inside(tmp_path / "data") as here:
        clients = [await here.client() for _ in range(2)]
        stopped, other = [await start_table(clients, a_table(name=name)) for name in ("Stopped", "Other")]
        before = here.room(stopped).table.game
        view, action = await first_choice(clients[0], stopped)
        assert view.private is not None
        with no_writing(here):
            told = await refusal(clients[0].act(stopped, view.private["decision"], action))
            assert told[0] == "disk_failed"
            assert (await refusal(clients[1].say(stopped, "Hello?")))[0] == "disk_failed"
            assert (await refusal(clients[1].create(a_table(), "Peter")))[0] == "disk_failed"
            for client in clients:
                await client.room(stopped).until(lambda view: view.public["table"]["fault"] == "disk_failed")
            await here.server.tidy()
            assert here.room(stopped).is_failed
        assert here.room(stopped).table.game is before
        assert clients[0].room(stopped).view.public["game"] == view.public["game"]
        assert (await refusal(clients[0].act(stopped, view.private["decision"], action)))[0] == "disk_failed"
        await play_all([Player(client, other, SEED) for client in clients])
    async with inside(tmp_path / "data") as here:
        back = [await here.client(client.identity) for client in clients]
        await play_all([Player(client, stopped, SEED) for client in back])


async def test_a_stopped_table_goes_on_by_itself_when_the_disk_does(tmp_path: Path) -> None:
    """With bots, people who come and go meanwhile, and what was refused before asked again."""
    async with inside(tmp_path / "data", beat=1.0) as here:
        clients = [await here.client() for _ in range(2)]
        table = await start_table(clients, a_table(seats=3, bots=("random",)))
        view, action = await first_choice(clients[0], table)
        assert view.private is not None
        with no_writing(here):
            assert (await refusal(clients[0].act(table, view.private["decision"], action)))[0] == "disk_failed"
            guest = await here.client()
            await (await guest.enter(table)).until(lambda view: view.public["table"]["fault"] == "disk_failed")
        for client in (*clients, guest):
            await client.room(table).until(lambda view: view.public["table"]["fault"] is None)
        await play_all([Player(client, table, SEED) for client in clients])


async def test_an_entry_that_got_to_the_disk_although_it_failed_is_told_when_the_table_goes_on(here: Inside) -> None:
    """The journal is right in any case, also about what was said to have failed."""
    client = await here.client()
    table = (await client.create(a_table(), "Kate"))["table"]
    await client.enter(table)
    with no_writing(here):
        assert (await refusal(client.ready(table)))[0] == "disk_failed"
    entries = here.room(table).table.entries
    await here.server.journal.append(table, entries, ReadySet(at=1, seat=0, ready=True))
    await here.server.tidy()
    await client.room(table).until(lambda view: view.public["table"]["seats"][0]["ready"])
    assert here.room(table).table.entries == entries + 1
    await client.say(table, "Here we are again.")


async def test_a_table_that_is_damaged_while_it_is_stopped_ends_and_the_others_go_on(here: Inside) -> None:
    """It says so instead of waiting for the disk for ever, and talk after the end is written down."""
    clients = [await here.client() for _ in range(2)]
    damaged, other = [await start_table(clients, a_table(name=name)) for name in ("Damaged", "Other")]
    with no_writing(here):
        for table in (damaged, other):
            assert (await refusal(clients[0].say(table, "Hello?")))[0] == "disk_failed"
    with contextlib.closing(sqlite3.connect(here.server.journal.path)) as journal:
        journal.execute("UPDATE entries SET body = x'80' WHERE table_id = ? AND n = 3", (damaged,))
        journal.commit()
    await here.server.tidy()
    view = await clients[1].room(damaged).until(lambda view: view.head.state == "abandoned")
    assert view.public["table"]["fault"] is None
    await clients[0].say(damaged, "What a pity.")
    await play_all([Player(client, other, SEED) for client in clients])


async def test_health_asks_the_journal_itself(here: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only tables that have failed already: a full disk is told before anybody loses a move to it."""
    monkeypatch.setattr("opera_server.operate.admin.HEALTH_SECONDS", 0)
    operator = OperatorCommands(here.server)
    assert await operator.is_healthy()
    with no_writing(here):
        assert not await operator.is_healthy()
    assert await operator.is_healthy()


async def test_however_often_health_is_asked_for_the_journal_is_tried_now_and_then(
    here: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody on the machine may ask, and each trial takes the disk a moment from those who play."""
    monkeypatch.setattr("opera_server.operate.admin.HEALTH_SECONDS", 1000)
    operator = OperatorCommands(here.server)
    before = here.server.journal.figures.commits
    assert all(await asyncio.gather(*(operator.is_healthy() for _ in range(20))))
    assert here.server.journal.figures.commits == before + 1


async def test_time_that_a_table_could_not_use_is_nobody_s(here: Inside) -> None:
    """While the disk took nothing nobody could decide, so clocks begin anew when the table goes on."""
    time = here.stop_time()
    clients = [await here.client() for _ in range(2)]
    table = await start_table(clients, a_table(clock=Clock(mode="decision", seconds=30)))
    view, action = await first_choice(clients[0], table)
    assert view.private is not None
    with no_writing(here):
        assert (await refusal(clients[0].act(table, view.private["decision"], action)))[0] == "disk_failed"
        time.pass_by(3600)
    await here.server.tidy()
    await send_stand_ins(here.room(table))
    assert [chair.stand_in for chair in here.room(table).table.chairs] == [None, None]
    await clients[0].act(table, view.private["decision"], action)
    left = {"1": time.now + 30_000}
    await clients[1].room(table).until(lambda view: view.public["table"]["deadlines"] == left)


async def first_choice(client: Client, table: str) -> tuple[View, dict[str, Any]]:
    """What the first player would do at the first decision."""
    player = Player(client, table, SEED, is_enough=lambda _: True)
    view = await player.play()
    return view, player.choice(view)


@contextlib.contextmanager
def no_writing(here: Inside) -> Iterator[None]:
    """While this holds SQLite refuses to write."""
    connection = here.server.journal._writer._connection
    connection.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        connection.execute("PRAGMA query_only = OFF")
