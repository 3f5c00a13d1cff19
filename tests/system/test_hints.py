"""Hints at real tables: right answers, stable refusals, and nobody else can tell that somebody asked."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.server.players import GameName, open_table, refusal, start_table, until_over
from support.server.running import Inside, inside, plain, until

from opera_bots.worker import Question
from opera_protocol.client import Client, ClientClosed, Room, View
from opera_protocol.wire.messages import TableSettings
from opera_server.net.update_connections import UpdateConnection
from opera_server.tables.play import bots
from opera_server.worker_pool import Worker

SEED = bytes(range(32))


def a_table(**chosen: Any) -> TableSettings:
    options = {"rounds": 7} if chosen.get("game", "opera") == "opera" else {}
    fields = {"game": "opera", "name": "Scala", "seats": 2, "seed": SEED, "options": options, **chosen}
    return TableSettings(**fields)


@contextlib.asynccontextmanager
async def playing(tmp_path: Path, bot_time: int = 20, **chosen: Any) -> AsyncIterator[tuple[Inside, list[Client], str]]:
    """A server where everybody at a table has a decision to make."""
    async with inside(tmp_path / "data", bot_time=bot_time) as here:
        clients = [await here.client() for _ in range(2)]
        yield here, clients, await start_table(clients, a_table(**chosen))


def decision_of(view: View) -> int | None:
    assert view.private is not None
    decision: int | None = view.private["decision"]
    return decision


async def decision(client: Client, table: str) -> int:
    """The number of the client's decision, once it has one."""
    found = decision_of(await client.room(table).until(decision_of))
    assert found is not None
    return found


@contextlib.contextmanager
def hanging(patch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Workers that are asked something from now on are stopped; the list has their process numbers."""
    ask = Worker.ask
    stopped: list[int] = []

    async def stop_and_ask(worker: Worker, question: Any) -> Any:
        stopped.append(worker._process.pid)
        os.kill(worker._process.pid, signal.SIGSTOP)
        return await ask(worker, question)

    with patch.context() as context:
        context.setattr(Worker, "ask", stop_and_ask)
        yield stopped


def kill(stopped: list[int]) -> None:
    for pid in stopped:
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize(("game", "seats"), [("opera", 2), ("turandot", 3)])
async def test_a_game_is_played_by_hints_alone(game: GameName, seats: int, tmp_path: Path) -> None:
    """Every decision of every seat gets a proposal that the table accepts."""

    async def play(client: Client, table: str) -> None:
        async for view in views(client.room(table)):
            number = decision_of(view)
            if number is not None:
                proposal = await client.propose(table, number)
                await client.act(table, number, proposal["action"])

    async with inside(tmp_path / "data", bot_time=10) as here:
        clients = [await here.client() for _ in range(seats)]
        table = await start_table(clients, a_table(game=game, seats=seats))
        await asyncio.gather(*(play(client, table) for client in clients))
        assert (await until_over(clients[0], table)).public["table"]["state"] == "finished"


async def views(room: Room) -> AsyncIterator[View]:
    """Each view with another decision than before, until the game is over."""
    view = await room.until(decision_of)
    while not is_over(view):
        yield view
        answered = decision_of(view)
        view = await room.until(partial(is_other, answered))


def is_other(answered: int | None, view: View) -> bool:
    return decision_of(view) != answered or is_over(view)


def is_over(view: View) -> bool:
    return bool(view.public["table"]["state"] == "finished")


async def test_asking_again_brings_the_same_answer_and_no_more_thinking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other or at the same time, also while the table goes on around the decision."""
    asked = []
    ask = Worker.ask

    async def count(worker: Worker, question: Any) -> Any:
        asked.append(question.seat)
        return await ask(worker, question)

    monkeypatch.setattr(Worker, "ask", count)
    async with playing(tmp_path) as (_here, (kate, peter), table):
        number = await decision(kate, table)
        first, second = await asyncio.gather(kate.propose(table, number), kate.propose(table, number))
        await peter.act(table, await decision(peter, table), {"do": "bid", "amount": 1})
        assert first == second == await kate.propose(table, number)
        assert asked == [0]


async def test_a_bot_that_is_asked_for_a_hint_knows_what_the_asker_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The documents of the seat and the log, and nothing of any other seat."""
    asked: list[Question] = []
    ask = Worker.ask

    async def note(worker: Worker, question: Question) -> Any:
        asked.append(question)
        return await ask(worker, question)

    monkeypatch.setattr(Worker, "ask", note)
    async with playing(tmp_path) as (_here, clients, table):
        for seat, client in enumerate(clients):
            number = await decision(client, table)
            await client.propose(table, number)
            view, question = client.room(table).view, asked[seat]
            assert view.private is not None
            assert plain(question.public) == view.public["game"]
            assert plain(question.private) == view.private["game"]
            assert plain(question.choices) == view.private["choices"]
            assert plain(question.events) == list(client.room(table).log.lines)


async def test_nobody_else_can_tell_that_somebody_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No update to anybody, no new revision of any document, no entry in the journal, no other view of the lobby."""

    async def traces(here: Inside, table: str) -> Any:
        room, lobby = here.room(table), here.server.lobby
        revisions = [lobby.public, room.public, *room.private.values()]
        stored = await here.server.journal.entries(table)
        return [revision.number for revision in revisions], len(stored.entries), dict(room.clocks.opened)

    async with playing(tmp_path) as (here, (kate, peter), table):
        watcher = await here.client()
        await watcher.enter(table, name="Ada")
        lobby = await watcher.enter_lobby()
        await lobby.until(lambda view: view.public["tables"].get(table, {}).get("watching") == 1)
        sent: list[Any] = []

        def send(connection: UpdateConnection, *frames: bytes) -> bool:
            sent.append((connection, frames))
            return True

        number, before = await decision(kate, table), await traces(here, table)
        with monkeypatch.context() as patch:
            patch.setattr(UpdateConnection, "send", send)
            for client in (kate, peter):
                await client.propose(table, number)
        assert sent == []
        assert await traces(here, table) == before


async def test_hints_are_refused_with_their_codes(tmp_path: Path) -> None:
    """Only who has this decision open gets one, and only where the table allows it."""
    async with playing(tmp_path) as (here, (kate, peter), table):
        number = await decision(kate, table)
        stranger = await here.client()
        assert (await refusal(stranger.propose(table, number)))[0] == "not_seated"
        assert (await refusal(kate.propose(table, number + 1)))[0] == "stale"
        assert (await refusal(kate.propose("zzzzzzzz", number)))[0] == "no_such_table"
        await kate.act(table, number, {"do": "bid", "amount": 1})
        assert (await refusal(kate.propose(table, number)))[0] == "stale"
        strict = await start_table([kate, peter], a_table(name="Strict", hints=False))
        assert (await refusal(kate.propose(strict, await decision(kate, strict))))[0] == "no_hints"
        waiting = await open_table([kate, peter], a_table(name="Waiting"))
        assert (await refusal(kate.propose(waiting, 1)))[0] == "not_running"


async def test_a_hint_never_delays_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a bot thinks for one, all others act, and so does who asked; the answer is then stale."""
    async with playing(tmp_path, bot_time=20_000) as (_here, (kate, peter), table):
        number = await decision(kate, table)
        with hanging(monkeypatch) as stopped:
            hint = asyncio.ensure_future(refusal(kate.propose(table, number)))
            await until(lambda: stopped)
            await peter.act(table, await decision(peter, table), {"do": "bid", "amount": 2})
            await kate.act(table, number, {"do": "bid", "amount": 1})
            following = await decision(peter, table)
            assert not hint.done()
        assert (await refusal(kate.propose(table, following)))[0] == "stale"
        await peter.act(table, following, {"do": "close"})
        under_way = await refusal(kate.propose(table, await decision(kate, table)))
        assert under_way[0] == "hint_under_way"
        kill(stopped)
        assert (await hint)[0] == "stale"
        with hanging(monkeypatch) as asked:
            following_hint = asyncio.ensure_future(refusal(kate.propose(table, await decision(kate, table))))
            await until(lambda: asked)
        kill(asked)
        await following_hint


async def test_a_bot_that_hangs_or_crashes_is_a_refusal_and_the_next_one_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thinker is ended soon after its time, and replaced."""
    monkeypatch.setattr("opera_server.worker_pool.LEAST_GRACE_SECONDS", 0.2)
    async with playing(tmp_path) as (here, (kate, peter), table):
        number = await decision(kate, table)
        with hanging(monkeypatch) as stopped:
            assert (await refusal(kate.propose(table, number)))[0] == "hint_failed"
        assert here.server._hint_pool._workers == set()
        assert len(stopped) == 1
        monkeypatch.setattr("opera_server.worker_pool.LEAST_GRACE_SECONDS", 20.0)
        proposal = await kate.propose(table, number)
        assert (await peter.propose(table, number))["action"]["do"] == proposal["action"]["do"] == "bid"


async def test_a_server_stops_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left behind, neither a task nor a process."""
    stopped: list[int] = []
    async with playing(tmp_path, bot_time=20_000) as (_here, (kate, _peter), table):
        with hanging(monkeypatch) as hung:
            hint = asyncio.ensure_future(kate.propose(table, await decision(kate, table)))
            await until(lambda: hung)
        stopped.extend(hung)
    with pytest.raises(ClientClosed):
        await hint
    with pytest.raises(ProcessLookupError):
        os.kill(stopped[0], 0)


async def test_bots_do_not_wait_for_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have workers of their own; hints beyond what the server thinks about at once are refused."""
    monkeypatch.setattr(bots, "MOST_ASKED", 1)
    async with playing(tmp_path, bot_time=20_000) as (_here, (kate, peter), table):
        with hanging(monkeypatch) as stopped:
            hint = asyncio.ensure_future(refusal(kate.propose(table, await decision(kate, table))))
            await until(lambda: stopped)
        busy = await refusal(peter.propose(table, await decision(peter, table)))
        assert busy == ("too_many_hints", {"most": 1})
        alone = await start_table([peter], a_table(name="Bots", bots=("random",)))
        await peter.room(alone).until(lambda view: view.public["game"]["players"][1]["has_bid"])
        assert not hint.done()
        kill(stopped)
        assert (await hint)[0] == "hint_failed"


async def test_one_person_cannot_take_all_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a few at once the own ones are refused; somebody else still gets one."""
    monkeypatch.setattr(bots, "MOST_ASKED_BY_KEY", 1)
    async with playing(tmp_path, bot_time=20_000) as (here, (kate, peter), table):
        alone = await start_table([kate], a_table(name="Bots", bots=("random",)))
        await until(lambda: set(here.room(alone).table.opened) == {0})
        with hanging(monkeypatch) as stopped:
            hint = asyncio.ensure_future(refusal(kate.propose(table, await decision(kate, table))))
            await until(lambda: stopped)
            busy = await refusal(kate.propose(alone, await decision(kate, alone)))
            assert busy == ("too_many_hints", {"most": 1})
            other = asyncio.ensure_future(refusal(peter.propose(table, await decision(peter, table))))
            await until(lambda: here.server._hint_pool.unanswered == 2)
        kill(stopped)
        assert (await hint)[0] == "hint_failed"
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)
