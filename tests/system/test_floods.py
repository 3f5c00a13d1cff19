"""Too many requests, tables, changes and words: it ends somewhere, and nobody else waits."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.attack.tables import BID, begin_game, decision, person
from support.attack.wire import SEED, Opener, Wire, nothing_comes, settings, wires
from support.server.running import Inside, inside, strict_limits

from opera_protocol.wire.codec import MAX_FRAME, decode, encode
from opera_protocol.wire.messages import (
    LOBBY,
    PROTOCOL,
    Act,
    AnyReply,
    Create,
    Done,
    Find,
    FromServer,
    Hello,
    History,
    Leave,
    Moment,
    Preview,
    Refusal,
    Return,
    Say,
    Sit,
    TableSettings,
)
from opera_server.lobby.listing import MOST_SHOWN
from opera_server.requests.dispatcher import LONGEST_LOOKED_AT, LONGEST_REMEMBERED, REMEMBERED_PER_KEY
from opera_server.requests.handlers import HANDLERS, Handler

LONGEST_LINE = "\U0001d400\u0301\u0302\u0303" * 200
"""A line of talk of 200 cells that is as many bytes as it can be."""


async def answers_to(wire: Wire, number: int) -> list[str]:
    """The codes of so many answers; empty for what was done."""
    return [getattr(await wire.reply(), "code", "") for _ in range(number)]


async def answers_after_a_flood(here: Inside, wire: Wire) -> list[Done | Refusal]:
    """All answers to what was sent, once the server has read it."""
    answers = [await wire.reply()]
    dispatcher = here.server.dispatcher
    while not await nothing_comes(wire.requests) or dispatcher._router.is_behind or dispatcher._tasks:
        answers.append(await wire.reply())
    return answers


def codes_of(answers: list[Done | Refusal]) -> list[str]:
    return [getattr(answer, "code", "") for answer in answers]


async def test_requests_beyond_the_rate_are_dropped_and_slow_nobody(tmp_path: Path) -> None:
    """Of 400 at once 20 are answered, the first after them is refused, the others get no answer; others do as ever."""
    limits = strict_limits(requests_per_key=1, burst_per_key=20)
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        honest, flooder = opened(), opened()
        await honest.result(Hello, protocol=PROTOCOL)
        await flooder.result(Hello, protocol=PROTOCOL)
        for _ in range(400):
            await flooder.send(Hello, protocol=PROTOCOL)
        await honest.result(Hello, protocol=PROTOCOL)
        codes = codes_of(await answers_after_a_flood(here, flooder))
        assert 19 <= codes.count("") <= 40
        assert set(codes) == {"", "too_many_requests"}
        assert codes.count("too_many_requests") < 10


async def test_a_refusal_beyond_the_rate_names_its_request(tmp_path: Path) -> None:
    """So that a client knows what was meant; a long request is not looked at, and stays without a name."""
    limits = strict_limits(requests_per_key=1, burst_per_key=5)
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        wire = opened()
        asked = [await wire.send(Hello, protocol=PROTOCOL) for _ in range(40)]
        answers = await answers_after_a_flood(here, wire)
        assert {answer.id for answer in answers} <= set(asked)
        assert "too_many_requests" in codes_of(answers)
        long = opened(wire.identity)
        long.has_greeted = True
        await long.send(Preview, table="nowhere", actions=({**BID, "note": "x" * LONGEST_LOOKED_AT},))
        answer = await long.reply()
        assert (getattr(answer, "code", ""), answer.id) == ("too_many_requests", None)


async def test_heavy_requests_count_for_more(tmp_path: Path) -> None:
    """Thirty-two previews take nine of forty tokens, talk ten: a few of them are enough for a while."""
    limits = strict_limits(requests_per_key=1, burst_per_key=40)
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        for kind, fields in ((Preview, {"actions": (BID,) * 32}), (Say, {"text": "Hello"})):
            wire = opened()
            for _ in range(30):
                await wire.send(kind, table="nowhere", **fields)
            codes = codes_of(await answers_after_a_flood(here, wire))
            assert 3 <= codes.count("no_such_table") <= 9


async def test_tables_and_seats_are_limited(tmp_path: Path) -> None:
    """Also when all are asked for at once, and with keys that are new each time."""
    limits = strict_limits(tables_per_key=3, tables_per_address=5, seats_per_key=4, seats_per_address=9)
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


async def test_a_lobby_full_of_tables_can_be_entered_and_searched(tmp_path: Path) -> None:
    """However many tables there are and however they are called, lists fit into a frame, and every table is found."""
    name = "\U0001d400\u0301\u0302\u0303" * 12
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        host = await person(opened)
        await host.enter(LOBBY)
        settings = TableSettings(game="opera", name=name, seats=4, seed=SEED, bots=("soloist",) * 3)
        for _ in range(250):
            await host.send(Create, settings=settings, name=name)
        assert set(await answers_to(host, 250)) == {""}
        tables = list(here.server.lobby.tables)
        await here.server.lobby._announce()
        snapshot = await host.enter(LOBBY)
        assert len(host.replies[-1]) < MAX_FRAME
        assert snapshot["public"]["document"]["open"] == 250
        for part in ("public", "private"):
            assert sorted(snapshot[part]["document"]["tables"]) == sorted(tables[-MOST_SHOWN:])
        found: list[str] = []
        before = None
        while True:
            page = await host.result(Find, text="opera", state="open", before=before, count=200)
            assert len(host.replies[-1]) < MAX_FRAME
            found += [table for table, _row in page["tables"]]
            before = page["before"]
            if before is None:
                break
        assert found == tables[::-1]
        assert [decode(frames[0], FromServer, limit=MAX_FRAME) for frames in await host.fence()]


async def test_talk_ends_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said is kept for ever, so a table takes only so much of it; the game goes on."""
    monkeypatch.setattr("opera_server.tables.play.chat.MOST_LINES", 5)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players)
        said = [await players[0].ask(Say, table=table, text="Hello") for _ in range(8)]
        assert [getattr(answer, "code", "") for answer in said] == [*[""] * 5, *["talk_full"] * 3]
        await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)


async def test_changes_of_a_table_end_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving and coming back is kept for ever: who does it too often can only play, and nobody else is kept back."""
    monkeypatch.setattr("opera_server.tables.table_room.MOST_BY_KEY", 10)
    monkeypatch.setattr(
        "opera_server.worker_pool.WorkerPool.ask", lambda *_: asyncio.Event().wait()
    )  # no stand-in acts
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players)
        for _ in range(10):
            await players[0].ask(Leave, table=table)
            answer = await players[0].ask(Return, table=table)
        assert getattr(answer, "code", "done") in ("table_full", "done")
        assert await players[0].code(Say, table=table, text="Hello") == "table_full"
        entries = here.room(table).table.entries
        assert await players[0].code(Leave, table=table) == "table_full"
        assert here.room(table).table.entries == entries
        await players[1].result(Say, table=table, text="I may still speak")
        await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)
        await here.server.lobby.close_table(table)
        assert here.room(table).table.state == "abandoned"


async def test_changes_are_counted_over_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a table would grow by as many with every restart; actions are not counted."""
    monkeypatch.setattr("opera_server.tables.table_room.MOST_BY_KEY", 10)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players)
        await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)
        made = here.room(table).table.changes[players[0].identity.public_key]
        for _ in range(10 - made):
            await players[0].result(Say, table=table, text="Hello")
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        first, second = [opened(player.identity, "after the restart") for player in players]
        assert await first.code(Say, table=table, text="Hello") == "table_full"
        await second.result(Say, table=table, text="Hello")


async def test_changes_of_an_address_end_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many keys of one address share what they may change at a table."""
    monkeypatch.setattr("opera_server.tables.table_room.MOST_BY_ADDRESS", 6)
    async with inside(tmp_path / "data", limits=strict_limits()) as here, wires(here.endpoints) as opened:
        host = await person(opened)
        table = (await host.result(Create, settings=settings(), name="Host"))["table"]
        codes = []
        for number in range(5):
            guest = await person(opened)
            sat = await guest.ask(Sit, table=table, name=f"Guest {number}")
            codes += [getattr(answer, "code", "") for answer in (sat, await guest.ask(Leave, table=table))]
        assert codes == [*[""] * 6, *["table_full", "not_seated"] * 2]


async def test_an_answer_that_cannot_be_sent_is_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours that makes an answer too long is told, not kept silent about."""

    async def too_long(*_: object) -> dict[str, Any]:
        return {"x": bytes(MAX_FRAME)}

    handlers: dict[Any, Any] = HANDLERS
    monkeypatch.setitem(handlers, Hello, Handler(too_long))
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        wire = opened()
        assert await wire.code(Hello, protocol=PROTOCOL) == "internal"
        frame = encode(Hello(id=bytes(16), protocol=PROTOCOL))
        for _ in range(2):
            await wire.requests.send(frame)
            answer: Done | Refusal = decode(await wire.requests.recv(), AnyReply)
            assert isinstance(answer, Refusal)


async def test_one_message_that_fails_does_not_stop_those_behind_it(
    here: Inside, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop goes on reading, whatever becomes of one message."""
    wire = opened()
    await wire.result(Hello, protocol=PROTOCOL)
    receive = here.server.dispatcher.receive
    failed: list[Any] = []

    def fail_once(*arguments: Any) -> None:
        if not failed:
            failed.append(arguments)
            raise RuntimeError
        receive(*arguments)

    monkeypatch.setattr(here.server.dispatcher._router, "_receive_from", fail_once)
    for _ in range(10):
        await wire.send(Hello, protocol=PROTOCOL)
    assert await answers_to(wire, 9) == [""] * 9
    assert not await wire.requests.poll(20)
