"""The lobby and open tables: what people can do there, and what is refused with which code and without any change."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from support.server.players import Player, open_table, play_all, refusal, start_table, until_over
from support.server.running import Inside, Time, inside, plain, strict_limits, until

from opera_protocol.client import Client, RefusedByServer
from opera_protocol.wire.errors import Malformed
from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.messages import Clock, TableSettings
from opera_server.server import now_ms
from opera_server.tables.documents import public_document
from opera_server.tables.room import Presence

DAY = 86_400
SETTINGS = TableSettings(game="turandot", name="Scala", seats=3)


def a_table(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "turandot", "name": "Scala", "seats": 3, **chosen})


def picture(here: Inside) -> Any:
    """All tables as they are, to see that nothing has changed."""
    return {
        room.id: (room.table.entries, public_document(room.table, Presence({}, room.now)))
        for room in here.server.lobby.tables.values()
    }


async def refused(here: Inside, request: Awaitable[Any]) -> tuple[str, Any]:
    """The refusal of a request that changes nothing."""
    before = picture(here)
    told = await refusal(request)
    assert picture(here) == before
    return told


async def test_a_table_comes_into_the_lobby_fills_starts_and_goes(here: Inside) -> None:
    host, guest, watcher = [await here.client() for _ in range(3)]
    lobby = await watcher.enter_lobby()
    assert lobby.view.public == {"tables": {}, "open": 0, "running": 0}
    table = (await host.create(a_table(seats=2, name="Fenice"), "Kate"))["table"]
    view = await lobby.until(lambda view: table in view.public["tables"])
    row = view.public["tables"][table]
    assert (row["name"], row["game"], row["state"], row["seats"]) == ("Fenice", "turandot", "open", 2)
    assert row["players"] == [["Kate", "", short_fingerprint(host.identity.public_key)]]
    assert row["verified"] is True
    await guest.take_seat(table, "Peter")
    await lobby.until(lambda view: len(view.public["tables"][table]["players"]) == 2)
    await asyncio.gather(host.enter(table), guest.enter(table), watcher.enter(table, name="Ugo"))
    await lobby.until(lambda view: view.public["tables"][table]["watching"] == 1)
    await asyncio.gather(host.ready(table), guest.ready(table))
    await host.start(table)
    await lobby.until(lambda view: view.public["tables"][table]["state"] == "running")
    await play_all([Player(client, table, b"s" * 32) for client in (host, guest)])
    view = await lobby.until(lambda view: table not in view.public["tables"])
    assert view.public == {"tables": {}, "open": 0, "running": 0}


async def test_the_lobby_goes_on_after_a_table_was_forgotten_in_the_middle_of_its_news(here: Inside) -> None:
    host = await here.client()
    lobby = await host.enter_lobby()
    first = (await host.create(SETTINGS, "Kate"))["table"]
    await here.server.lobby.close_table(first)
    await here.server.tidy()
    second = (await host.create(SETTINGS, "Kate"))["table"]
    await lobby.until(lambda view: list(view.public["tables"]) == [second])


async def test_tables_that_are_opened_together_are_shown_together(
    here: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks at the lobby hears of many changes at once, though every new table has to be counted at once."""
    monkeypatch.setattr("opera_server.lobby.lobby.ANNOUNCE_SECONDS", 3600)
    lobby, shown = here.server.lobby, 0
    publish = lobby.publish

    def count(*arguments: Any) -> None:
        nonlocal shown
        shown += 1
        publish(*arguments)

    looking, opening = await here.client(), await here.client()
    room = await looking.enter_lobby()
    monkeypatch.setattr(lobby, "publish", count)
    opened = [await opening.create(a_table(name=f"Scala {number}"), "Kate") for number in range(4)]
    assert lobby.listing.count("open") == 4
    assert shown == 0
    await lobby._announce()
    assert shown == 1
    await room.until(lambda view: view.public["tables"].keys() == {answer["table"] for answer in opened})


async def test_what_cannot_be_opened(tmp_path: Path) -> None:
    async with inside(tmp_path / "data", allow_seed=False) as here:
        host = await here.client()

        async def code(name: str = "Kate", **chosen: Any) -> str:
            return (await refused(here, host.create(a_table(**chosen), name)))[0]

        assert await refused(here, host.create(a_table(game="opera", seats=5), "Kate")) == (
            "players_out_of_range",
            {"players": 5, "lowest": 2, "highest": 4},
        )
        assert await code(seed=b"s" * 32) == "seed_not_allowed"
        assert await code(bots=("tenor",)) == "unknown_level"
        assert await code(stand_in="tenor") == "unknown_level"
        assert await code(bots=("random",) * 3) == "no_free_seat"
        assert await code(clock=Clock(mode="bank")) == "clock_too_short"
        assert await code(options={"rounds": 3}) != "internal"
        assert await code(name="") == "bad_text"
        assert await code(name="A very long name") == "bad_text"
        for bad in ({"name": "no\u202esense"}, {"code": "x" * 21}, {"name": "x" * 13}):
            told, parameters = await refused(here, host.create(a_table(**bad), "Kate"))
            assert told == "bad_text"
            assert parameters["field"]
        with pytest.raises(Malformed):
            await host.create(a_table(seats=6), "Kate")


async def test_sitting_down(here: Inside) -> None:
    host, peter, mark, anna = [await here.client() for _ in range(4)]
    table = (await host.create(a_table(code="tosca"), "Kate"))["table"]
    assert await refused(here, peter.take_seat("nowhere", "Peter")) == ("no_such_table", {})
    assert (await refused(here, peter.take_seat(table, "Peter")))[0] == "wrong_code_word"
    assert (await refused(here, peter.take_seat(table, "Peter", code="norma")))[0] == "wrong_code_word"
    assert (await refused(here, peter.enter(table)))[0] == "wrong_code_word"
    assert await refused(here, peter.take_seat(table, "Kate", code="tosca")) == ("name_taken", {"name": "Kate"})
    assert await refused(here, peter.take_seat(table, "Peter", seat=0, code="tosca")) == (
        "seat_taken",
        {"seat": 0},
    )
    assert (await refused(here, peter.take_seat(table, "Peter", seat=4, code="tosca")))[0] == "no_such_seat"
    assert await peter.take_seat(table, "Peter", seat=2, code="tosca") == {"seat": 2}
    assert await peter.take_seat(table, "Petra", seat=1, code="tosca") == {"seat": 2}
    assert await mark.take_seat(table, "Mark", code="tosca") == {"seat": 1}
    assert (await refused(here, anna.take_seat(table, "Anna", code="tosca")))[0] == "no_free_seat"
    assert (await refused(here, anna.ready(table)))[0] == "not_seated"
    assert (await refused(here, anna.leave(table)))[0] == "not_seated"
    assert (await refused(here, anna.say(table, "Brava!")))[0] == "not_seated"
    await peter.leave(table)
    assert await anna.take_seat(table, "Peter", code="tosca") == {"seat": 2}


async def test_only_the_host_arranges_the_table(here: Inside) -> None:
    host, peter = await here.client(), await here.client()
    table = (await host.create(SETTINGS, "Kate"))["table"]
    await peter.take_seat(table, "Peter")
    for request in (peter.set_bot(table, 2, "random"), peter.kick(table, 0), peter.start(table)):
        assert (await refused(here, request))[0] == "not_host"
    assert (await refused(here, host.set_bot(table, 1, "random")))[0] == "not_a_bot"
    assert (await refused(here, host.set_bot(table, 2, "tenor")))[0] == "unknown_level"
    assert (await refused(here, host.set_bot(table, 4, "random")))[0] == "no_such_seat"
    assert (await refused(here, host.kick(table, 2)))[0] == "not_a_person"
    assert await refused(here, host.start(table)) == ("seats_free", {"free": 1})
    await host.set_bot(table, 2, "random")
    name = here.room(table).table.chairs[2].name
    await host.set_bot(table, 2, "chorus")
    assert (here.room(table).table.chairs[2].name, here.room(table).table.chairs[2].level) == (name, "chorus")
    assert (await refused(here, host.kick(table, 2)))[0] == "not_a_person"
    assert await refused(here, host.start(table)) == ("not_ready", {"seats": [0, 1]})
    await host.set_bot(table, 2, None)
    assert here.room(table).table.chairs[2].is_free


async def test_who_is_kicked_watches_and_may_sit_down_again(here: Inside) -> None:
    host, peter = await here.client(), await here.client()
    table = (await host.create(SETTINGS, "Kate"))["table"]
    room = await peter.enter(table, name="Peter")
    assert room.view.seat is None
    await peter.take_seat(table, "Peter", seat=1)
    await room.until(lambda view: view.seat == 1)
    await host.kick(table, 1)
    await room.until(lambda view: view.seat is None and len(view.public["table"]["watching"]) == 1)
    await peter.take_seat(table, "Peter", seat=2)
    await room.until(lambda view: view.seat == 2)


async def test_the_host_is_who_opened_the_table_then_who_sits_longest(here: Inside) -> None:
    host, peter, mark = [await here.client() for _ in range(3)]
    table = (await host.create(SETTINGS, "Kate"))["table"]
    await mark.take_seat(table, "Mark", seat=2)
    await peter.take_seat(table, "Peter", seat=1)
    room = await peter.enter(table)
    assert room.view.public["table"]["host"] == 0
    await host.leave(table)
    await room.until(lambda view: view.public["table"]["host"] == 2)
    await mark.kick(table, 1)
    await peter.take_seat(table, "Peter", seat=1)
    await host.take_seat(table, "Kate", seat=0)
    await room.until(lambda view: view.public["table"]["host"] == 0)
    assert (await refused(here, mark.kick(table, 1)))[0] == "not_host"


async def test_bots_never_have_a_person_s_name(here: Inside) -> None:
    host, peter = await here.client(), await here.client()
    table = (await host.create(a_table(seats=5, bots=("random",) * 3), "Rossini"))["table"]
    names = [chair.name for chair in here.room(table).table.chairs if chair.name]
    assert len(set(names)) == 4
    assert (await refused(here, peter.take_seat(table, names[-1])))[0] == "name_taken"


async def test_nothing_of_the_open_table_can_be_done_once_it_runs(here: Inside) -> None:
    clients = [await here.client() for _ in range(3)]
    guest = await here.client()
    table = await start_table(clients, a_table(seed=b"s" * 32))
    for request in (
        clients[0].kick(table, 1),
        clients[0].set_bot(table, 1, "random"),
        clients[0].start(table),
        clients[0].ready(table, False),
        guest.take_seat(table, "Ugo"),
    ):
        assert (await refused(here, request))[0] == "not_open"
    for request in (guest.preview(table, [{"do": "offer"}]), guest.act(table, 1, {"do": "offer"})):
        assert (await refused(here, request))[0] == "not_seated"
    assert (await refused(here, clients[0].transcript(table)))[0] == "not_finished"
    assert (await refused(here, clients[0].moment(table, 0, seat=0)))[0] == "not_finished"
    assert (await refused(here, clients[0].moment(table, 99)))[0] == "no_such_moment"
    assert (await refused(here, clients[0].act(table, 0, {"do": "offer"})))[0] == "stale"
    decision = here.room(table).table.opened[0]
    assert (await refused(here, clients[0].act(table, decision, {"do": "sing"})))[0] == "malformed_action"
    assert (await refused(here, clients[1].set_clock(table, 60)))[0] == "not_host"


async def test_one_person_cannot_take_everything(tmp_path: Path) -> None:
    """Also not with many requests at once."""
    limits = strict_limits(tables_per_key=3, seats_per_key=4, tables=6)
    async with inside(tmp_path / "data", limits=limits) as here:
        greedy, other, third = [await here.client() for _ in range(3)]
        answers = await asyncio.gather(*(greedy.create(SETTINGS, "Kate") for _ in range(8)), return_exceptions=True)
        opened = [answer["table"] for answer in answers if isinstance(answer, dict)]
        codes = {answer.code for answer in answers if isinstance(answer, RefusedByServer)}
        assert len(opened) == 3
        assert codes == {"too_many_tables"}
        theirs = [(await other.create(SETTINGS, "Peter"))["table"] for _ in range(3)]
        assert (await refused(here, third.create(SETTINGS, "Mark")))[0] == "server_full"
        await greedy.take_seat(theirs[0], "Kate")
        assert await refused(here, greedy.take_seat(theirs[1], "Kate")) == ("too_many_seats", {"most": 4})
        assert await greedy.take_seat(theirs[0], "Kate") == {"seat": 1}
        await here.server.lobby.close_table(opened[0])
        await greedy.create(SETTINGS, "Kate")


async def test_presence_comes_from_heartbeats(tmp_path: Path) -> None:
    """Who says goodbye is gone at once, who was silent for too long at the next beat, and is back with its own."""
    async with inside(tmp_path / "data", beat=1.0) as here:
        host, polite, silent = [await here.client() for _ in range(3)]
        table = await open_table([host, polite, silent], SETTINGS)
        room = host.room(table)
        await room.until(lambda view: present(view.public) == [True, True, True])
        await polite.close()
        await room.until(lambda view: present(view.public) == [True, False, True])
        for attachment in here.server.connections:
            if attachment.key == silent.identity.public_key:
                attachment.heard -= 60
        here.server.connections.beat(here.server.connections)
        await room.until(lambda view: present(view.public) == [True, False, False])
        await room.until(lambda view: present(view.public) == [True, False, True])


def present(public: Any) -> list[bool]:
    return [seat["present"] for seat in public["table"]["seats"]]


async def test_who_sits_and_comes_in_later_keeps_the_seat(here: Inside) -> None:
    """At an old table too; who stays away for longer than allowed loses it, and the next one becomes host."""
    time: Time = here.stop_time()
    host, peter = await here.client(), await here.client()
    table = (await host.create(SETTINGS, "Kate"))["table"]
    await host.enter(table)
    time.pass_by(1000)
    await peter.take_seat(table, "Peter")
    await here.server.tidy()
    assert here.room(table).table.seat_of(peter.identity.public_key) == 1
    await peter.enter(table)
    time.pass_by(1000)
    await host.close()
    await here.until_present(table, 1)
    time.pass_by(179)
    await here.server.tidy()
    assert here.room(table).table.host == 0
    time.pass_by(1)
    await here.server.tidy()
    assert here.room(table).table.host == 1


async def test_a_deserted_table_is_closed(here: Inside) -> None:
    time: Time = here.stop_time()
    host = await here.client()
    table = (await host.create(SETTINGS, "Kate"))["table"]
    await host.leave(table)
    await here.server.tidy()
    assert here.room(table).table.state == "open"
    time.pass_by(3601)
    await here.server.tidy()
    assert here.room(table).table.state == "abandoned"
    await here.server.tidy()
    assert table not in here.server.lobby.tables


async def test_a_running_game_waits_for_its_players_for_as_long_as_is_set(tmp_path: Path) -> None:
    """Days count from the last time a player was there or did something; while one is there nothing is closed."""
    async with inside(tmp_path / "data", abandon_days=2) as here:
        time = here.stop_time()
        clients = [await here.client() for _ in range(2)]
        guest = await here.client()
        table = await start_table(clients, a_table(seats=2, seed=b"s" * 32))
        await guest.enter(table)
        time.pass_by(3 * DAY)
        await here.server.tidy()
        assert here.room(table).table.state == "running"
        for client in clients:
            await client.exit(table)
        time.pass_by(2 * DAY)
        await here.server.tidy()
        assert here.room(table).table.state == "running"
        time.pass_by(1)
        await here.server.tidy()
        await guest.room(table).until(lambda view: view.public["table"]["state"] == "abandoned")
        assert guest.room(table).log.lines[-1] == {"event": "table_abandoned", "cause": "empty"}
        assert await clients[0].transcript(table)


async def test_after_a_start_there_is_an_hour_to_come_back(tmp_path: Path) -> None:
    """However long the server was down; and a server that is told so waits for ever."""
    async with inside(tmp_path / "data") as here:
        clients = [await here.client() for _ in range(2)]
        table = await start_table(clients, a_table(seats=2, seed=b"s" * 32))
    for days, state in ((0, "running"), (30, "abandoned")):
        async with inside(tmp_path / "data", abandon_days=days) as here:
            time = here.stop_time(now_ms() + 31 * 1000 * DAY)
            here.server.lobby._began = time.now
            await here.server.tidy()
            room = await here.server.lobby.room(table)
            assert room.table.state == "running"
            time.pass_by(3599)
            await here.server.tidy()
            assert room.table.state == "running"
            time.pass_by(1)
            await here.server.tidy()
            assert room.table.state == state


async def test_players_hear_the_gallery_only_after_the_end(here: Inside) -> None:
    clients = [await here.client() for _ in range(2)]
    guest, other = await here.client(), await here.client()
    table = await start_table(clients, a_table(seats=2, seed=b"s" * 32))
    watching = [await client.enter(table, name=name) for client, name in ((guest, "Gina"), (other, "Olga"))]
    await clients[0].say(table, "Good luck!")
    await guest.say(table, "She has the tenor.")
    await clients[1].say(table, "And you.")
    await lines(watching[1], "gallery", ["She has the tenor."])
    await lines(watching[1], "talk", ["Good luck!", "And you."])
    await lines(clients[0].room(table), "talk", ["Good luck!", "And you."])
    assert not clients[0].room(table).gallery.lines
    assert (await refused(here, clients[0].history(table, "gallery", 10)))[0] == "not_your_seat"
    assert [line["name"] for line in watching[1].talk.lines] == ["Kate", "Peter"]
    assert watching[1].gallery.lines[0]["name"] == "Gina"
    for bad in ("", " ", "x" * 201, "two\nlines", "\u202e"):
        assert (await refused(here, clients[0].say(table, bad)))[0] == "bad_text"
    await play_all([Player(client, table, b"s" * 32) for client in clients])
    await until_over(clients[0], table)
    await lines(clients[0].room(table), "gallery", ["She has the tenor."])
    assert (await clients[1].history(table, "gallery", 10)).lines == watching[1].gallery.lines
    await guest.say(table, "Bravi!")
    await lines(clients[0].room(table), "gallery", ["She has the tenor.", "Bravi!"])
    await lines(watching[0], "gallery", ["She has the tenor.", "Bravi!"])


async def lines(room: Any, stream: str, texts: list[str]) -> None:
    """Wait for the lines of a stream."""
    await until(lambda: [line["text"] for line in getattr(room, stream).lines] == texts)


async def test_long_streams_come_in_parts(here: Inside) -> None:
    """The last 50 with the snapshot, older ones when they are asked for."""
    host, guest = await here.client(), await here.client()
    table = (await host.create(SETTINGS, "Kate"))["table"]
    for number in range(120):
        await host.say(table, str(number))
    room = await guest.enter(table)
    assert [line["text"] for line in room.talk.lines] == [str(number) for number in range(70, 120)]
    older = await guest.history(table, "talk", 70, 50)
    assert (older.start, older.lines[0]["text"], len(older.lines)) == (20, "20", 50)
    assert (await guest.history(table, "talk", 20, 200)).start == 0
    assert plain((await guest.history(table, "log", 10)).lines) == []


async def test_a_spectator_is_known_by_name_and_key(here: Inside) -> None:
    host, guest = await here.client(), await here.client()
    table = (await host.create(SETTINGS, "Kate"))["table"]
    room = await host.enter(table)
    await guest.enter(table, name="Gina")
    shown = [["Gina", short_fingerprint(guest.identity.public_key)]]
    await room.until(lambda view: view.public["table"]["watching"] == shown)
    await guest.exit(table)
    await room.until(lambda view: view.public["table"]["watching"] == [])


async def test_a_person_who_leaves_while_the_game_begins_is_absent_and_keeps_the_seat(here: Inside) -> None:
    """Both requests are under way at once; whichever comes first, no running game has a free seat."""
    for _ in range(10):
        clients: list[Client] = [await here.client() for _ in range(2)]
        table = await open_table(clients, a_table(seats=2, seed=b"s" * 32))
        await asyncio.gather(clients[0].start(table), clients[1].leave(table), return_exceptions=True)
        room = here.room(table)
        if room.table.state == "running":
            assert room.table.chairs[1].key == clients[1].identity.public_key
            assert room.table.chairs[1].stand_in == "left"
        else:
            assert room.table.chairs[1].is_free
