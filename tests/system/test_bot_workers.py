"""Bots that die, take for ever or hang: the game goes on, and so do the other tables."""

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from support.server.players import Player, play_all, start_table, until_over
from support.server.running import Inside, inside, until

from opera_bots.worker import Question
from opera_protocol.wire.messages import TableSettings
from opera_server.journal.entries import Acted
from opera_server.worker_pool import Worker

SEED = b"s" * 32

pytestmark = pytest.mark.started


def a_table(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "turandot", "name": "Scala", "seats": 2, "seed": SEED, **chosen})


async def test_workers_that_are_killed_never_stop_the_game(here: Inside) -> None:
    """After every action of the person; bots are restarted, or replaced by any allowed action."""
    client = await here.client()
    table = await start_table([client], a_table(seats=4, bots=("random", "chorus", "random")))

    async def kill_workers() -> None:
        actions = -1
        room = client.room(table)
        while room.view.public["table"]["state"] == "running":
            if room.view.public["table"]["actions"] != actions:
                actions = room.view.public["table"]["actions"]
                for worker in list(here.server._bot_pool._workers):
                    with contextlib.suppress(ProcessLookupError):
                        worker._process.kill()
            await asyncio.sleep(0.01)

    async with asyncio.TaskGroup() as group:
        group.create_task(kill_workers())
        group.create_task(Player(client, table, SEED).play())
    await until_over(client, table)
    stored = await here.server.journal.entries(table)
    assert {entry.by for entry in stored.entries if isinstance(entry, Acted)} == {"player", "bot"}


async def test_a_bot_that_takes_for_ever_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile another table goes on."""
    monkeypatch.setattr("opera_server.worker_pool.LEAST_GRACE_SECONDS", 0.05)
    ask = Worker.ask

    async def fall_asleep(worker: Worker, thought: Any) -> Any:
        os.kill(worker._process.pid, signal.SIGSTOP)
        return await ask(worker, thought)

    monkeypatch.setattr(Worker, "ask", fall_asleep)
    async with inside(tmp_path / "data", bot_time=10) as here:
        clients = [await here.client() for _ in range(2)]
        slow = await start_table(clients[:1], a_table(bots=("random",), name="Slow"))
        quick = await start_table(clients, a_table(name="Quick"))
        await play_all([Player(client, quick, SEED) for client in clients])
        assert here.room(slow).table.state == "running"
        await play_all([Player(clients[0], slow, SEED)])


async def test_bots_that_hang_keep_no_other_bots_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of them at two tables; at a third one a game between a person and a bot is played to its end."""
    ask = Worker.ask

    async def hang_if_chorus(worker: Worker, question: Question) -> Any:
        if question.level == "chorus":
            os.kill(worker._process.pid, signal.SIGSTOP)
        return await ask(worker, question)

    monkeypatch.setattr(Worker, "ask", hang_if_chorus)
    async with inside(tmp_path / "data", bot_time=20_000) as here:
        client = await here.client()
        slow = [await start_table([client], a_table(bots=("chorus",), name=name)) for name in ("One", "Two")]
        quick = await start_table([client], a_table(bots=("random",), name="Quick"))
        await play_all([Player(client, quick, SEED)])
        assert [here.room(table).table.actions for table in slow] == [0, 0]


class ControlledWorkers:
    """Workers that answer when the test says so; whose questions they got, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self._answers: list[asyncio.Future[Any]] = []
        monkeypatch.setattr("opera_server.server.BOT_WORKERS", 1)
        monkeypatch.setattr(Worker, "ask", self._ask)

    async def _ask(self, question: Question) -> Any:
        self.asked.append(self.whose(question))
        self._answers.append(asyncio.get_running_loop().create_future())
        return await self._answers[-1]

    def whose(self, question: Question) -> str:
        """The table, by the number of its players, which differs from table to table."""
        return f"{question.game} {len(question.public.players)}"

    async def serve(self, number: int) -> list[str]:
        """Let so many questions be answered, each when it has been asked; bots then do anything allowed."""
        for place in range(number):
            await until(lambda place=place: len(self._answers) > place)
            self._answers[place].set_result({})
        await until(lambda: len(self.asked) > number)
        return self.asked[:number]


async def test_bots_of_one_key_keep_no_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one worker: after the first of many questions from one person's tables, another person's is next."""
    workers = ControlledWorkers(monkeypatch)
    async with inside(tmp_path / "data", bot_time=60_000) as here:
        greedy, other = await here.client(), await here.client()
        for game, seats in (("opera", 3), ("opera", 4), ("turandot", 4), ("turandot", 5)):
            await start_table([greedy], a_table(game=game, seats=seats, bots=("virtuoso",) * (seats - 1)))
        await start_table([other], a_table(seats=3, bots=("virtuoso", "virtuoso")))
        order = await workers.serve(4)
        assert order == ["opera 3", "turandot 3", "opera 4", "turandot 3"]


async def test_a_table_with_people_comes_before_bots_among_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has gone from the own table waits behind everybody who is there."""
    workers = ControlledWorkers(monkeypatch)
    async with inside(tmp_path / "data", bot_time=60_000) as here:
        gone, there = await here.client(), await here.client()
        await start_table([gone], a_table(seats=4, bots=("virtuoso",) * 3))
        table = await start_table([gone], a_table(seats=5, bots=("virtuoso",) * 4))
        await gone.close()
        await until(lambda: not here.room(table).presence.seats)
        await start_table([there], a_table(seats=3, bots=("virtuoso", "virtuoso")))
        order = await workers.serve(3)
        assert order == ["turandot 4", "turandot 3", "turandot 3"]
