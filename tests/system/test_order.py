"""Requests of one connection are carried out in order, after `hello`, and are no longer than the contract says."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.attack.tables import BID, begin_game, decision, open_table, person
from support.attack.wire import Opener, Wire, wires
from support.server.running import Inside, inside, until

from opera_protocol.wire.codec import MAX_REQUEST, encode
from opera_protocol.wire.messages import PROTOCOL, Act, Hello, Leave, Propose, Ready, Say, Sit
from opera_server.requests.dispatcher import MOST_WAITING_OF_ONE
from opera_server.worker_pool import WorkerPool


async def test_requests_of_one_connection_are_carried_out_in_order(here: Inside, opened: Opener) -> None:
    """Thirty times down and up again without waiting for an answer: each does what follows from the one before."""
    host, guest = await person(opened), await person(opened)
    table = await open_table([host, guest])
    asked = []
    for _ in range(30):
        asked.append(await guest.send(Leave, table=table))
        asked.append(await guest.send(Sit, table=table, name="Player 1"))
        asked.append(await guest.send(Ready, table=table, ready=True))
    answers = [await guest.reply() for _ in asked]
    assert [answer.id for answer in answers] == asked
    assert {getattr(answer, "code", "") for answer in answers} == {""}


async def test_lines_are_said_in_the_order_in_which_they_were_sent(here: Inside, opened: Opener) -> None:
    """Also if the first one has to wait for the table."""
    host = await person(opened)
    table = await open_table([host], seats=2)
    room = here.room(table)
    async with room.lock:
        for number in range(20):
            await host.send(Say, table=table, text=str(number))
        await until(lambda: here.server.dispatcher.unanswered == 20)
    for _ in range(20):
        await host.reply()
    assert [line.text for line in room.table.talk] == [str(number) for number in range(20)]


async def test_what_takes_long_and_changes_nothing_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint is thought about while the player decides without it."""
    goes_on = asyncio.Event()

    async def think(_pool: WorkerPool, *_: Any) -> Any:
        await goes_on.wait()
        return {"action": BID}

    monkeypatch.setattr(WorkerPool, "ask", think)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players)
        number = decision(here, table, 0)
        hint = await players[0].send(Propose, table=table, decision=number)
        await players[0].result(Act, table=table, decision=number, action=BID)
        goes_on.set()
        answer = await players[0].reply()
        assert (answer.id, getattr(answer, "code", "")) == (hint, "stale")


async def test_one_connection_cannot_take_all_the_room_for_requests(here: Inside, opened: Opener) -> None:
    """Beyond so many that wait it is told to slow down; others are answered."""
    host, other = await person(opened), await person(opened)
    table = await open_table([host], seats=2)
    async with here.room(table).lock:
        for number in range(MOST_WAITING_OF_ONE + 50):
            await host.send(Say, table=table, text=str(number))
        answer = await host.reply()
        assert getattr(answer, "code", "") == "too_many_requests"
        assert here.server.dispatcher.unanswered == MOST_WAITING_OF_ONE
        await other.result(Hello, protocol=PROTOCOL)


async def test_hello_comes_first(here: Inside, opened: Opener) -> None:
    """Whatever else a new connection asks is refused, also after a hello of another version, and changes nothing."""
    known = await person(opened)
    table = await open_table([known], seats=2)
    wire = opened(known.identity)
    wire.has_greeted = True
    entries = here.room(table).table.entries
    assert await wire.code(Say, table=table, text="Hello") == "hello_first"
    assert await wire.code(Hello, protocol=PROTOCOL + 1) == "protocol_unknown"
    assert await wire.code(Say, table=table, text="Hello") == "hello_first"
    assert here.room(table).table.entries == entries
    await wire.result(Hello, protocol=PROTOCOL)
    await wire.result(Say, table=table, text="Hello")


async def test_hello_and_what_follows_may_be_sent_at_once(here: Inside, opened: Opener) -> None:
    """Because requests are carried out in order."""
    known = await person(opened)
    table = await open_table([known], seats=2)
    wire = opened(known.identity)
    await wire.send(Hello, protocol=PROTOCOL)
    await wire.send(Say, table=table, text="Hello")
    assert {getattr(await wire.reply(), "code", "") for _ in range(2)} == {""}


@pytest.mark.parametrize(("size", "ends"), [(MAX_REQUEST, False), (MAX_REQUEST + 1, True)])
async def test_a_request_of_more_than_16384_bytes_ends_the_connection(
    here: Inside, opened: Opener, size: int, ends: bool
) -> None:
    """One byte more than the contract says is too many; as many as it says are read."""
    wire = opened()
    wire.requests.reconnect_ivl = 3_600_000
    await wire.result(Hello, protocol=PROTOCOL)
    await wire.requests.send(bytes(size))
    guard = here.server._guards[0]
    if ends:
        await until(lambda: len(guard) == 0)
    else:
        assert getattr(await wire.reply(), "code", "") == "malformed"
        assert len(guard) == 1


@pytest.mark.parametrize(("size", "ends"), [(1024, False), (1025, True)])
async def test_a_message_of_more_than_1024_bytes_ends_an_update_connection(
    here: Inside, opened: Opener, size: int, ends: bool
) -> None:
    """The same on the other port, where whatever cannot be read is dropped."""
    wire: Wire = await person(opened)
    wire.updates.reconnect_ivl = 3_600_000
    await wire.updates.send(bytes(size))
    if ends:
        await until(lambda: len(here.server._guards[1]) == 0)
    else:
        await wire.fence()
        assert len(here.server._guards[1]) == 1


def test_the_longest_request_is_what_the_contract_says() -> None:
    assert len(encode(Say(id=bytes(16), table="t", text="x"))) < MAX_REQUEST == 16384
