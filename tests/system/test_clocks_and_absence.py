"""Clocks, absence and stand-ins: time passes only when the test says so."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.server.players import Player, play_all, refusal, start_table, until_over
from support.server.running import Inside, inside, until
from support.server.timed_game import SEED, Game, a_table

from opera_bots.worker import Question
from opera_protocol.wire.keys import fingerprint
from opera_protocol.wire.messages import Clock
from opera_server.fair_queue import Asker
from opera_server.journal.entries import Acted, StandInBegan
from opera_server.tables.play.absences import send_stand_ins
from opera_server.worker_pool import Worker


async def test_without_a_clock_nobody_is_ever_late(here: Inside) -> None:
    game = await Game.begin(here)
    head = game.clients[0].room(game.table).view.public["table"]
    assert head["clock"] == {"mode": "none", "seconds": 0}
    assert head["deadlines"] == {}
    await game.wait(100_000)
    assert game.stand_in(0) is game.stand_in(1) is None


async def test_a_stand_in_decides_when_the_time_for_a_decision_is_up(here: Inside) -> None:
    """Announced, for this decision and the next ones, until the player is back: at once."""
    game = await Game.begin(here, clock=Clock(mode="decision", seconds=30))
    room = game.clients[0].room(game.table)
    deadline = game.time.now + 30_000
    assert room.view.public["table"]["deadlines"] == {"0": deadline, "1": deadline}
    await game.act(0)
    await room.until(lambda view: view.public["table"]["deadlines"] == {"1": deadline})
    await game.wait(29)
    assert game.stand_in(1) is None
    await game.wait(1)
    await game.until_acted_for(1)
    await room.until(lambda view: view.public["table"]["seats"][1]["stand_in"] == "clock")
    assert {"event": "table_stand_in", "seat": 1, "cause": "clock"} in room.log.lines
    await game.clients[1].return_to_seat(game.table)
    assert game.stand_in(1) is None
    await room.until(lambda view: view.public["table"]["seats"][1]["stand_in"] is None)
    assert {"event": "table_returned", "seat": 1} in room.log.lines


async def test_who_comes_back_too_late_has_a_little_time_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat is taken back while the bot still thinks, and the decision waits ten seconds, then no more."""
    goes_on = asyncio.Event()
    async with inside(tmp_path / "data") as here:
        pool = here.server.lobby.services.bot_pool
        ask = pool.ask

        async def think_long(question: Callable[[], Question], asker: Asker) -> Any:
            await goes_on.wait()
            return await ask(question, asker)

        monkeypatch.setattr(pool, "ask", think_long)
        game = await Game.begin(here, clock=Clock(mode="decision", seconds=30))
        await game.act(0)
        room = game.clients[0].room(game.table)
        await game.wait(31)
        assert game.stand_in(1) == "clock"
        await game.clients[1].return_to_seat(game.table)
        assert game.stand_in(1) is None
        deadline = game.time.now + 10_000
        await room.until(lambda view: view.public["table"]["deadlines"] == {"1": deadline})
        await game.wait(9)
        assert game.stand_in(1) is None
        await game.wait(1)
        assert game.stand_in(1) == "clock"
        for _ in range(3):
            await game.clients[1].return_to_seat(game.table)
        assert game.stand_in(1) == "clock"
        assert len(await game.entries(StandInBegan)) == 2
        goes_on.set()
        await game.until_acted_for(1)
        await game.clients[1].return_to_seat(game.table)
        assert game.stand_in(1) is None


async def test_a_decision_that_was_taken_over_cannot_be_made_twice(here: Inside) -> None:
    """The player's own answer comes while the bot is thinking: one of both counts, the other is stale."""
    game = await Game.begin(here, clock=Clock(mode="decision", seconds=30))
    await game.act(0)
    before = game.room.table.actions
    await game.wait(31)
    with_luck = await asyncio.gather(game.act(1), return_exceptions=True)
    await until(lambda: game.room.table.actions > before)
    acted = [entry for entry in await game.entries(Acted) if entry.seat == 1]
    by_player = [entry for entry in acted if entry.by == "player"]
    assert len(by_player) == (0 if isinstance(with_luck[0], BaseException) else 1)
    if by_player:
        assert game.stand_in(1) is None


async def test_a_thought_that_is_not_needed_any_more_starts_no_other_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player came back, decided and left again: a stand-in thinks about the next decision, and does so once."""
    thoughts: list[asyncio.Future[Any]] = []

    async def think(_worker: Worker, _question: Question) -> Any:
        thoughts.append(asyncio.get_running_loop().create_future())
        return await thoughts[-1]

    monkeypatch.setattr(Worker, "ask", think)
    async with inside(tmp_path / "data", bot_time=60_000) as here:
        game = await Game.begin(here)
        await game.clients[0].leave(game.table)
        await until(lambda: len(thoughts) == 1)
        (first,) = game.room.tasks._tasks
        await game.clients[0].return_to_seat(game.table)
        await game.act(0)
        await game.act(1)
        await game.clients[0].leave(game.table)
        await until(lambda: len(thoughts) == 2)
        thoughts[0].set_result({"do": "bid", "amount": 0})
        await first
        await game.clients[1].say(game.table, "Whatever was begun has come as far as this.")
        assert len(thoughts) == 2


async def test_a_time_bank_runs_down_and_stays_empty(here: Inside) -> None:
    game = await Game.begin(here, clock=Clock(mode="bank", seconds=60))
    room = game.clients[0].room(game.table)
    assert room.view.public["table"]["banks"] == {"0": 60_000, "1": 60_000}
    begun = game.time.now
    assert room.view.public["table"]["deadlines"] == {"0": begun + 60_000, "1": begun + 60_000}
    await game.wait(20)
    await game.act(0)
    await room.until(lambda view: view.public["table"]["banks"] == {"0": 40_000, "1": 60_000})
    await game.wait(39)
    assert game.stand_in(1) is None
    await game.wait(1)
    await game.until_acted_for(1)
    await room.until(lambda view: view.public["table"]["banks"] == {"0": 40_000, "1": 0})
    await game.clients[1].return_to_seat(game.table)
    await asyncio.sleep(0)
    for seat, opened in game.room.clocks.opened.items():
        assert game.room.clocks.deadline(game.room.table, seat) == opened.at + (40_000 if seat == 0 else 10_000)


async def test_who_is_gone_too_long_is_stood_in_for_while_others_are_there(here: Inside) -> None:
    game = await Game.begin(here)
    await game.clients[1].close()
    await here.until_present(game.table, 0)
    await game.wait(179)
    assert game.stand_in(1) is None
    await game.wait(1)
    assert game.stand_in(1) == "absent"
    await game.until_acted_for(1)
    back = await here.client(game.clients[1].identity)
    room = await back.enter(game.table)
    assert game.stand_in(1) is None
    assert room.view.public["table"]["seats"][1]["present"] is True
    assert {"event": "table_returned", "seat": 1} in room.log.lines


async def test_nobody_stands_in_at_a_table_where_nobody_is(here: Inside) -> None:
    """Whoever is back first plays on with a stand-in for the other, who is away too long by then."""
    game = await Game.begin(here, clock=Clock(mode="decision", seconds=30))
    for client in game.clients:
        await client.close()
    await here.until_present(game.table)
    await game.wait(10_000)
    assert not await game.entries(StandInBegan)
    back = await here.client(game.clients[0].identity)
    await back.enter(game.table)
    await send_stand_ins(game.room)
    assert game.stand_in(1) == "absent"


async def test_absence_is_counted_from_the_server_s_start(tmp_path: Path) -> None:
    async with inside(tmp_path / "data") as here:
        clients = [await here.client() for _ in range(2)]
        table = await start_table(clients, a_table())
    async with inside(tmp_path / "data") as here:
        time = here.stop_time(here.server.lobby.services.now() + 60_000)
        room = await here.server.lobby.room(table)
        time.now = room.presence.began
        await (await here.client(clients[0].identity)).enter(table)
        time.pass_by(179)
        await send_stand_ins(room)
        assert room.table.chairs[1].stand_in is None
        time.pass_by(1)
        await send_stand_ins(room)
        assert room.table.chairs[1].stand_in == "absent"


async def test_who_leaves_is_absent_at_once_and_may_return(here: Inside) -> None:
    """The seat stays the holder's; a preview, an action or coming in again take it back too."""
    game = await Game.begin(here, people=3, game="turandot")
    leaver = game.clients[1]
    await leaver.leave(game.table)
    assert game.stand_in(1) == "left"
    await game.until_acted_for(1)
    await leaver.return_to_seat(game.table)
    assert game.stand_in(1) is None
    await leaver.leave(game.table)
    await leaver.leave(game.table)
    await leaver.preview(game.table, [{"do": "offer", "number": 1, "money": 0, "bluff": False}])
    assert game.stand_in(1) is None
    await leaver.leave(game.table)
    await leaver.exit(game.table)
    await leaver.enter(game.table)
    assert game.stand_in(1) is None
    assert len(await game.entries(StandInBegan)) == 3


async def test_a_game_is_played_to_its_end_by_stand_ins_beside_one_player(here: Inside) -> None:
    game = await Game.begin(here, people=3, game="turandot")
    for leaver in game.clients[1:]:
        await leaver.leave(game.table)
    await play_all([Player(game.clients[0], game.table, SEED)])
    await until_over(game.clients[0], game.table)
    by = {(entry.seat, entry.by) for entry in await game.entries(Acted)}
    assert by == {(0, "player"), (1, "stand_in"), (2, "stand_in")}


async def test_the_host_sets_a_clock_during_the_game(here: Inside) -> None:
    game = await Game.begin(here)
    host, other = game.clients
    assert (await refusal(other.set_clock(game.table, 60)))[0] == "not_host"
    assert await refusal(host.set_clock(game.table, 59)) == ("clock_too_short", {"least": 60})
    game.time.pass_by(500)
    await host.set_clock(game.table, 60)
    room = other.room(game.table)
    end = game.time.now + 60_000
    view = await room.until(lambda view: view.public["table"]["deadlines"] == {"0": end, "1": end})
    assert view.public["table"]["clock"] == {"mode": "decision", "seconds": 60}
    assert room.log.lines[-1] == {"event": "table_clock", "clock": {"mode": "decision", "seconds": 60}}
    assert (await refusal(host.set_clock(game.table, 90)))[0] == "clock_set_already"
    await game.wait(60)
    assert game.stand_in(0) == game.stand_in(1) == "clock"


async def test_an_abandoned_seat_is_handed_on_and_plays_to_the_end(here: Inside) -> None:
    """To somebody who watches, by name and key, never while its holder is there."""
    game = await Game.begin(here)
    host, gone = game.clients
    heir, nameless = await here.client(), await here.client()
    heir_print = fingerprint(heir.identity.public_key)
    room = await heir.enter(game.table, name="Ugo")
    await nameless.enter(game.table)
    assert await refusal(host.hand_over(game.table, 1, heir_print)) == ("holder_present", {"name": "Peter"})
    await gone.leave(game.table)
    assert (await refusal(host.hand_over(game.table, 1, heir_print)))[0] == "holder_present"
    await gone.close()
    await here.until_present(game.table, 0)
    assert (await refusal(heir.hand_over(game.table, 1, heir_print)))[0] == "not_seated"
    assert (await refusal(host.hand_over(game.table, 1, "AAAA")))[0] == "no_such_watcher"
    unnamed = fingerprint(nameless.identity.public_key)
    assert (await refusal(host.hand_over(game.table, 1, unnamed)))[0] == "no_such_watcher"
    await host.hand_over(game.table, 1, heir_print)
    view = await room.until(lambda view: view.seat == 1)
    assert view.public["table"]["seats"][1]["name"] == "Ugo"
    assert {"event": "table_handed", "seat": 1, "name": "Ugo"} in room.log.lines
    await play_all([Player(host, game.table, SEED), Player(heir, game.table, SEED, is_alone=False)])
    back = await here.client(gone.identity)
    assert (await back.enter(game.table)).view.seat is None
    assert (await heir.finished(mine=True))["tables"][0]["id"] == game.table
    assert (await back.finished(mine=True))["tables"] == []
