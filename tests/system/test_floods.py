"""Too much of anything: requests, connections, tables, tickets, words. It ends somewhere, and nobody else waits."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from support.attack.tables import BID, begin_game, decision, person
from support.attack.wire import FENCE_ANSWER, SEED, Opener, Wire, settings, wires
from support.server.running import HOST, Inside, inside, until

from opera_protocol.local.identity import new_identity
from opera_protocol.wire.codec import MAX_FRAME, decode, encode
from opera_protocol.wire.messages import (
    LOBBY,
    Act,
    AnyReply,
    Attach,
    Attached,
    Beat,
    Create,
    Detached,
    Done,
    Enter,
    Expelled,
    FromServer,
    Hello,
    History,
    Leave,
    Lines,
    Moment,
    Preview,
    Refusal,
    Return,
    Say,
    Sit,
    TableSettings,
)
from opera_server.config.settings import Limits
from opera_server.net.update_connections import TICKETS_PER_KEY
from opera_server.requests.dispatcher import LONGEST_LOOKED_AT, LONGEST_REMEMBERED, REMEMBERED_PER_KEY
from opera_server.requests.handlers import HANDLERS, Handler

LONGEST_LINE = "\U0001d400\u0301\u0302\u0303" * 200
"""A line of talk of 200 cells that is as many bytes as it can be."""


def strict(**chosen: int) -> Limits:
    """Limits that count for this machine too, wide but where a test says otherwise."""
    wide = {
        "requests_per_key": 10_000,
        "burst_per_key": 10_000,
        "requests_per_address": 10_000,
        "burst_per_address": 10_000,
    }
    return Limits(loopback_exempt=False, **{**wide, **chosen})


async def answers_to(wire: Wire, number: int) -> list[str]:
    """The codes of so many answers; empty for what was done."""
    return [getattr(await wire.reply(), "code", "") for _ in range(number)]


async def test_requests_beyond_the_rate_are_refused_and_slow_nobody(tmp_path: Path) -> None:
    """Of 400 at once 20 are answered; meanwhile another person's requests are answered as ever."""
    limits = strict(requests_per_key=1, burst_per_key=20)
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        honest, flooder = opened(), opened()
        await honest.result(Hello, protocol=1)
        await flooder.result(Hello, protocol=1)
        for _ in range(400):
            await flooder.send(Hello, protocol=1)
        began = time.perf_counter()
        await honest.result(Hello, protocol=1)
        waited = time.perf_counter() - began
        codes = await answers_to(flooder, 400)
        assert 19 <= codes.count("") <= 40
        assert set(codes) == {"", "too_many_requests"}
        assert waited < 2


async def test_a_refusal_beyond_the_rate_names_its_request(tmp_path: Path) -> None:
    """So that a client knows what to send again; a long request is not looked at, and stays without a name."""
    limits = strict(requests_per_key=1, burst_per_key=5)
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        wire = opened()
        asked = [await wire.send(Hello, protocol=1) for _ in range(40)]
        answers = [await wire.reply() for _ in asked]
        assert sorted(answer.id or b"" for answer in answers) == sorted(asked)
        await wire.send(Preview, table="nowhere", actions=({**BID, "note": "x" * LONGEST_LOOKED_AT},))
        answer = await wire.reply()
        assert (getattr(answer, "code", ""), answer.id) == ("too_many_requests", None)


async def test_heavy_requests_count_for_more(tmp_path: Path) -> None:
    """Thirty-two previews take nine of twenty tokens, talk ten: two or three of them are enough for a while."""
    limits = strict(requests_per_key=1, burst_per_key=40)
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        wire = opened()
        for _ in range(30):
            await wire.send(Preview, table="nowhere", actions=(BID,) * 32)
        codes = await answers_to(wire, 30)
        assert 3 <= codes.count("no_such_table") <= 9
        talker = opened()
        for _ in range(30):
            await talker.send(Say, table="nowhere", text="Hello")
        codes = await answers_to(talker, 30)
        assert 3 <= codes.count("no_such_table") <= 9


@pytest.mark.parametrize(
    ("limits", "same_key"),
    [
        (strict(connections_per_key=3), True),
        (strict(connections_per_address=3), False),
        (Limits(connections=3), False),
    ],
    ids=["key", "address", "server"],
)
async def test_attached_connections_are_limited(tmp_path: Path, limits: Limits, same_key: bool) -> None:
    """The fourth is told so; when one goes, another may come."""
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        identity = new_identity()
        people = [opened(identity if same_key else None) for _ in range(5)]
        for wire in people[:3]:
            await wire.attach()
        for wire in people[3:]:
            ticket = (await wire.result(Hello, protocol=1))["ticket"]
            assert await wire.tell(Attach(ticket=ticket)) == Detached(code="too_many_connections")
        here.server.connections.end(next(iter(here.server.connections)))
        await people[3].attach()


async def test_bare_connections_are_limited_too(tmp_path: Path) -> None:
    """Of thirty that only connect, eight stay; when they go, there is room again for somebody honest."""
    limits = strict(connections_per_address=4)
    async with inside(tmp_path / "data", limits=limits) as here:
        doors = here.server._guards
        ports = (here.endpoints.requests, here.endpoints.updates)
        bare = [await asyncio.open_connection(HOST, port) for port in ports for _ in range(30)]
        ended = [asyncio.ensure_future(reader.read()) for reader, _ in bare]
        await until(lambda: sum(task.done() for task in ended) >= 44)
        assert [len(door) for door in doors] == [8, 8]
        for _, writer in bare:
            writer.transport.abort()
        await asyncio.gather(*ended, return_exceptions=True)
        await until(lambda: [len(door) for door in doors] == [0, 0])
        async with wires(here.endpoints) as opened:
            await person(opened)


async def test_who_connects_and_says_nothing_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that shook hands and never spoke ends by itself; one that spoke stays."""
    monkeypatch.setattr("opera_server.net.connection_guard.SILENT_SECONDS", 0.3)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        silent = opened()
        for socket in (silent.requests, silent.updates):
            socket.reconnect_ivl = -1
        spoken = await person(opened)
        door = here.server._guards[0]
        await until(lambda: len(door) >= 2)
        await until(lambda: len(door) == 1 or not silent_visitors(here))
        await spoken.result(Hello, protocol=1)


def silent_visitors(here: Inside) -> list[Any]:
    return [visitor for visitor in here.server._guards[0]._connections.values() if not visitor.has_spoken]


async def test_tables_and_seats_are_limited(tmp_path: Path) -> None:
    """Also when all are asked for at once, and with keys that are new each time."""
    limits = strict(tables_per_key=3, tables_per_address=5, seats_per_key=4, seats_per_address=9)
    table = settings()
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        greedy = opened()
        for _ in range(10):
            await greedy.send(Create, settings=table, name="Greedy")
        codes = await answers_to(greedy, 10)
        assert codes.count("") == 3
        assert set(codes) == {"", "too_many_tables"}
        others = [opened() for _ in range(6)]
        made = [getattr(await wire.ask(Create, settings=table, name="Other"), "code", "") for wire in others]
        assert made == ["", "", *["too_many_tables"] * 4]
        tables = list(here.server.lobby.tables)
        assert len(tables) == 5
        seats = [await greedy.ask(Sit, table=room, name="Greedy") for room in tables]
        assert [getattr(answer, "code", "") for answer in seats] == ["", "", "", "", "too_many_seats"]
        taken = [await others[5].ask(Sit, table=room, name="Last") for room in tables]
        assert "too_many_seats" in {getattr(answer, "code", "") for answer in taken}


async def test_tickets_are_not_hoarded(here: Inside, opened: Opener) -> None:
    """A key has a few at most, the newest ones, and takes nothing from others."""
    honest, hoarder = opened(), opened()
    ticket = (await honest.result(Hello, protocol=1))["ticket"]
    tickets = [(await hoarder.result(Hello, protocol=1))["ticket"] for _ in range(200)]
    assert len(here.server.connections._tickets) == TICKETS_PER_KEY + 1
    assert isinstance(await hoarder.tell(Attach(ticket=tickets[0])), Detached)
    assert isinstance(await honest.tell(Attach(ticket=ticket)), Attached)


async def test_attachments_that_never_beat_are_let_go(here: Inside, opened: Opener) -> None:
    """Two missed beats end the admission, and with it the place at the table and among the connections."""
    connections = here.server.connections
    now = 1000.0
    connections._now = lambda: now
    quiet = [await person(opened) for _ in range(3)]
    for wire in quiet:
        await wire.enter(LOBBY)
    now += 2 * connections.beat_seconds
    here.server.connections.beat()
    assert len(connections) == 3
    now += connections.beat_seconds
    here.server.connections.beat()
    assert len(connections) == 0
    assert not here.server.lobby.members
    assert here.server.access._update_connections.held == 0
    # What they are told then is that they are strangers.
    await quiet[0].updates.send(encode(Beat(attachment=quiet[0].attachment)))
    while await quiet[0].updates.recv_multipart() != [FENCE_ANSWER]:
        pass


async def test_a_reader_who_does_not_read_costs_little_and_is_brought_up_to_date(here: Inside, opened: Opener) -> None:
    """Others get every line at once; the slow one gets what fitted, and is told to come in anew."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    slow, keen = await person(opened), await person(opened)
    await slow.enter(table, name="Slow")
    await keen.enter(table, name="Keen")
    reading = asyncio.ensure_future(read_on(keen))
    room, line = here.room(table), {"name": "x", "seat": 0, "text": "x" * 6000, "at": 0}
    connection = next(m.connection for m in room.members.values() if m.name == "Slow")
    for number in range(20_000):
        room.say_to(list(room.members.values()), {"talk": Lines(start=number, lines=(line,))})
        await asyncio.sleep(0)
        if connection.lagging:
            break
    assert connection.lagging == {table}, "the queue of one who does not read has no end"
    began = time.perf_counter()
    await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)
    assert time.perf_counter() - began < 2
    expelled = encode(Expelled(room=table, code="resync"))
    while (await slow.updates.recv_multipart())[0] != expelled:
        # The next beat after there is room again says it.
        here.server.connections.beat()
    assert (await slow.enter(table))["public"]["document"]["game"]["players"][0]["has_bid"]
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)


async def read_on(wire: Wire) -> None:
    while True:
        await wire.updates.recv_multipart()


async def test_hundreds_of_keys_leave_no_trace(here: Inside) -> None:
    """Each is served, and when they are gone so is everything about them that counts."""
    async with wires(here.endpoints) as opened:
        crowd = [opened() for _ in range(200)]
        await asyncio.gather(*(wire.attach() for wire in crowd))
        await asyncio.gather(*(wire.enter(LOBBY) for wire in crowd[:100]))
    server = here.server
    await until(lambda: not any(map(len, server._guards)))
    # Who cannot be reached is noticed at one beat and let go at the next.
    for _ in range(500):
        server.connections.beat()
        await asyncio.sleep(0.01)
        if not len(server.connections):
            break
    assert len(server.connections) == 0
    assert server.access._update_connections.held == 0
    assert not server.lobby.members
    assert not server.dispatcher._tasks


async def test_answers_are_remembered_only_if_they_are_few_and_short(here: Inside, opened: Opener) -> None:
    """Of thousands of requests a key has the last few short answers kept."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    for _ in range(150):
        await players[0].send(History, table=table, stream="log", before=100, count=100)
        await players[0].send(Moment, table=table, n=0)
        await players[0].send(Preview, table="nowhere", actions=(BID,))
    await answers_to(players[0], 450)
    kept = here.server.dispatcher._answers[players[0].identity.public_key]
    assert len(kept) <= REMEMBERED_PER_KEY
    assert all(len(answer.result()) <= LONGEST_REMEMBERED for answer in kept.values())


async def test_no_text_makes_a_room_too_big_to_enter(here: Inside, opened: Opener) -> None:
    """Talk, gallery and names as long as they can be: who comes in still gets a snapshot, and history its lines."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    watchers = [await person(opened) for _ in range(60)]
    for watcher in watchers:
        await watcher.enter(table, name="\U0001d400\u0301\u0302\u0303" * 12)
    for speaker in (players[0], watchers[0]):
        for _ in range(60):
            await speaker.send(Say, table=table, text=LONGEST_LINE)
        assert set(await answers_to(speaker, 60)) == {""}
    late = await person(opened)
    snapshot = await late.enter(table)
    assert len(late.replies[-1]) < MAX_FRAME
    assert snapshot["talk"]["lines"]
    assert snapshot["gallery"]["lines"]
    assert snapshot["talk"]["start"] + len(snapshot["talk"]["lines"]) == 60
    lines = await late.result(History, table=table, stream="gallery", before=60, count=200)
    assert lines["lines"]
    await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)
    assert await late.fence()


async def test_a_lobby_full_of_tables_can_be_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables there are and however they are called, the list fits into a frame."""
    monkeypatch.setattr("opera_server.tables.lobby.BYTES_OF_LIST", 20_000)
    name = "\U0001d400\u0301\u0302\u0303" * 12
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        host = await person(opened)
        await host.enter(LOBBY)
        for _ in range(80):
            await host.send(Create, settings=TableSettings(game="opera", name=name, seats=4, seed=SEED), name=name)
        assert set(await answers_to(host, 80)) == {""}
        await until(lambda: len(here.server.lobby.public.document["tables"]) > 10)
        await here.server.lobby._announce()
        late = await person(opened)
        snapshot = await late.enter(LOBBY)
        assert 10 < len(snapshot["public"]["document"]["tables"]) < 80
        assert len(late.replies[-1]) < 30_000
        news = [decode(frames[0], FromServer, limit=MAX_FRAME) for frames in await host.fence()]
        assert news


async def test_talk_ends_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said is kept for ever, so a table takes only so much of it; the game goes on."""
    monkeypatch.setattr("opera_server.tables.chat.MOST_LINES", 5)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players)
        said = [await players[0].ask(Say, table=table, text="Hello") for _ in range(8)]
        assert [getattr(answer, "code", "") for answer in said] == [*[""] * 5, *["talk_full"] * 3]
        await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)


async def test_changes_of_a_table_end_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving and coming back is written down each time, for ever; the game itself goes on and can be closed."""
    monkeypatch.setattr("opera_server.tables.table_room.MOST_ENTRIES", 10)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players)
        for _ in range(10):
            await players[0].ask(Leave, table=table)
            answer = await players[0].ask(Return, table=table)
        assert getattr(answer, "code", "done") in ("table_full", "done")
        assert await players[0].code(Say, table=table, text="Hello") == "table_full"
        assert here.room(table).table.entries == 10
        await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)
        await here.server.lobby.close_table(table)
        assert here.room(table).table.state == "abandoned"


async def test_an_answer_that_cannot_be_sent_is_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours that makes an answer too long is told, not kept silent about."""

    async def too_long(*_: object) -> dict[str, Any]:
        return {"x": bytes(MAX_FRAME)}

    handlers: dict[Any, Any] = HANDLERS
    monkeypatch.setitem(handlers, Hello, Handler(too_long))
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        wire = opened()
        assert await wire.code(Hello, protocol=1) == "internal"
        frame = encode(Hello(id=bytes(16), protocol=1))
        for _ in range(2):
            await wire.requests.send(frame)
            answer: Done | Refusal = decode(await wire.requests.recv(), AnyReply)
            assert isinstance(answer, Refusal)


async def test_one_message_that_fails_does_not_stop_those_behind_it(
    here: Inside, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop goes on reading, whatever becomes of one message."""
    wire = opened()
    await wire.result(Hello, protocol=1)
    receive = here.server.dispatcher.receive
    failed: list[Any] = []

    def fail_once(*arguments: Any) -> None:
        if not failed:
            failed.append(arguments)
            raise RuntimeError
        receive(*arguments)

    monkeypatch.setattr(here.server.dispatcher._router, "_receive_from", fail_once)
    for _ in range(10):
        await wire.send(Hello, protocol=1)
    assert await answers_to(wire, 9) == [""] * 9
    assert not await wire.requests.poll(20)


async def test_entering_while_the_connection_ends_leaves_no_ghost(here: Inside, opened: Opener) -> None:
    """Whoever is gone by the time the room is ready is not in it."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    again = await person(opened, identity=players[0].identity)
    room = here.room(table)
    async with room.lock:
        await again.send(Enter, room=table, attachment=again.attachment)
        await until(lambda: here.server.dispatcher._tasks)
        connection = here.server.connections.of_number(again.attachment, again.identity.public_key)
        assert connection is not None
        here.server.connections.end(connection)
    assert getattr(await again.reply(), "code", "") == "attachment_unknown"
    assert again.attachment not in room.members
