"""Sessions: a solo game at once, continued, remembered, and alive after its server was killed."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from support.client.running import until_stage
from support.tui.shell_app import running

from opera_protocol.client import RefusedByServer, Stage
from opera_tui.local.folders import solo_folder
from opera_tui.local.last_tables import LastTables
from opera_tui.local.own_servers import OwnServers
from opera_tui.session.session import Place, Session, open_session
from opera_tui.session.solo import SoloGame


@asynccontextmanager
async def solo() -> AsyncIterator[Session]:
    """A session with a server of its own."""
    servers = OwnServers()
    session = await open_session(servers.solo, Place("solo"), "Ada")
    try:
        yield session
    finally:
        await session.leave()
        await servers.close()


async def test_a_solo_game_begins_at_once_against_soloists_and_with_hints() -> None:
    async with solo() as session:
        table = await session.play_new(SoloGame())
        view = session.client.room(table).view
        head = view.public["table"]
        assert (head["game"], head["state"], view.seat) == ("opera", "running", 0)
        assert [chair.get("level") for chair in head["seats"]] == [None, "soloist", "soloist"]
        assert head["hints"]
        assert head["seats"][0]["name"] == "Ada"


async def test_wishes_for_a_solo_game_are_kept_and_a_seed_gives_the_same_shuffle() -> None:
    async with solo() as session:
        wanted = SoloGame("turandot", 5, "random", "a seed")
        tables = [await session.play_new(wanted) for _ in range(2)]
        publics = [session.client.room(table).view.public for table in tables]
        assert len(publics[0]["table"]["seats"]) == 5
        assert publics[0]["table"]["seats"][1]["level"] == "random"
        assert publics[0]["game"]["lineup"] == publics[1]["game"]["lineup"]


async def test_what_the_server_does_not_allow_is_refused_with_its_code() -> None:
    async with solo() as session:
        with pytest.raises(RefusedByServer, match="unknown_level"):
            await session.play_new(SoloGame(level="maestro"))
        with pytest.raises(RefusedByServer, match="players_out_of_range"):
            await session.play_new(SoloGame(players=5))


async def test_the_game_that_was_played_last_is_continued_after_a_restart() -> None:
    async with solo() as session:
        assert await session.continue_open() is None
        await session.play_new(SoloGame())
        other = await session.play_new(SoloGame("turandot"))
    newest = LastTables().all()[0]
    assert (newest.table, newest.game, newest.progress) == (other, "turandot", 1)
    async with solo() as session:
        assert await session.continue_open() == other


async def test_more_solo_games_than_a_server_for_others_allows_can_be_left_open() -> None:
    async with solo() as session:
        for _ in range(10):
            await session.play_new(SoloGame(players=2))


async def test_a_game_against_bots_that_is_given_up_is_over_at_its_server() -> None:
    """It is open to nobody there and no bot plays it on, so it is neither open nor finished anywhere."""
    async with solo() as session:
        table = await session.play_new(SoloGame())
        await session.give_up_seat(table)
        assert LastTables().all() == []
        view = (await session.enter(table)).view
        assert (view.head.state, view.head.actions) == ("abandoned", 0)
        assert (await session.client.enter_lobby()).view.own_tables == {}
        assert await session.finished() == []


async def test_a_table_that_is_not_there_is_forgotten() -> None:
    async with solo() as session:
        table = await session.play_new(SoloGame())
        entry = LastTables().all()[0]
        await session.leave_table(table)
        await session.last_tables.remember(type(entry)(table="nowhere", where="solo", name="x", game="opera"))
        assert await session.continue_open() == table
        assert "nowhere" not in [found.table for found in LastTables().all()]


async def test_the_game_goes_on_when_its_server_was_killed() -> None:
    async with solo() as session:
        table = await session.play_new(SoloGame())
        os.kill(running(solo_folder()).pid, signal.SIGKILL)
        await until_stage(session.client, Stage.LOST)
        session.client.try_now()
        await until_stage(session.client, Stage.LIVE)
        assert session.client.room(table).view.seat == 0
        private = session.client.room(table).view.private
        assert private is not None
        await session.client.act(table, private["decision"], {"do": "bid", "amount": 1})


async def test_two_clients_of_one_player_share_the_game_and_the_second_survives_the_first() -> None:
    first_servers, second_servers = OwnServers(), OwnServers()
    first = await open_session(first_servers.solo, Place("solo"), "Ada")
    table = await first.play_new(SoloGame())
    second = await open_session(second_servers.solo, Place("solo"), "Ada")
    assert await second.continue_open() == table
    states = asyncio.create_task(until_stage(second.client, Stage.LOST))
    await asyncio.sleep(0)
    await first.leave()
    await first_servers.close()
    await states
    second.client.try_now()
    await until_stage(second.client, Stage.LIVE)
    assert second.client.room(table).view.seat == 0
    await second.leave()
    await second_servers.close()
