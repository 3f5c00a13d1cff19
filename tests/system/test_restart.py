"""Starting and stopping as a process: clean ends, children and their parents, and what keeps a server from starting."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.cli.commands import COMMAND
from support.client.running import first
from support.server.players import Follower, Player, after_a_round, play_all, refusal, start_table, until_over
from support.server.running import (
    HOST,
    PATIENT,
    Inside,
    ServerProcess,
    a_process,
    free_ports,
    inside,
    until,
)

from opera_bots.worker import Question
from opera_protocol.client import Client, Stage, StateChanged, View, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.local.ready import Failed, Ready, holder
from opera_protocol.wire.messages import Clock, TableSettings
from opera_rules.transcript import replay
from opera_server.journal.entries import Acted, ReadySet, write_entry
from opera_server.tables.play.absences import send_stand_ins
from opera_server.worker_pool import Worker

SEED = b"s" * 32


def a_table(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "turandot", "name": "Scala", "seats": 2, "seed": SEED, **chosen})


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_clean_stop_is_told_to_everybody_and_the_game_goes_on_after_it(
    tmp_path: Path, number: signal.Signals
) -> None:
    async with a_process(tmp_path / "data") as server:
        clients = [await connect(server.endpoints, new_identity(), patience=PATIENT) for _ in range(2)]
        try:
            table = await start_table(clients, a_table())
            losses = [asyncio.create_task(first(client.items(), StateChanged, is_lost)) for client in clients]
            await asyncio.sleep(0)
            assert await server.stop(number) == 0
            assert [loss.state.code for loss in await asyncio.gather(*losses)] == ["restarting"] * 2
            assert holder(server.data) is None
            await server.start()
            await play_all([Player(client, table, SEED) for client in clients])
            assert "Traceback" not in server.told()
        finally:
            await asyncio.gather(*(client.close() for client in clients))


def is_lost(item: StateChanged) -> bool:
    return item.state.stage is Stage.LOST


async def test_a_child_ends_with_its_parent_unless_told_to_stay(tmp_path: Path) -> None:
    async with a_process(tmp_path / "ends") as child:
        child.hang_up()
        assert await child.ended() == 0
    async with a_process(tmp_path / "stays") as child:
        child.say(b"stay\n")
        child.hang_up()
        client = await connect(child.endpoints, new_identity(), patience=PATIENT)
        await client.close()
        assert child.process.poll() is None
        assert await child.stop() == 0


PARENT = """
import socket, subprocess, sys, time
ours, theirs = socket.socketpair()
command = sys.argv[1:] + ["--ready-fd", str(theirs.fileno())]
subprocess.Popen(command, pass_fds=[theirs.fileno()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
theirs.close()
print(ours.recv(4096).decode(), end="", flush=True)
time.sleep(600)
"""


async def test_a_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    command = ServerProcess(data, port=0).command()
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, *command, stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    assert b'"ready"' in await parent.stdout.readline()
    assert isinstance(holder(data), Ready)
    parent.kill()
    await parent.wait()
    await until(lambda: holder(data) is None, pause=0.02)


async def test_what_keeps_a_server_from_starting_is_told_to_its_parent(tmp_path: Path) -> None:
    """With the code and the sentence on the line, and exit code 2."""

    async def failed(server: ServerProcess) -> Failed:
        try:
            line = await server.launch()
            assert isinstance(line, Failed), line
            assert await server.ended() == 2
            return line
        finally:
            await server.close()

    async with a_process(tmp_path / "data") as first_server:
        taken = await failed(ServerProcess(tmp_path / "other", port=first_server.port))
        assert taken.code == "port_taken"
        assert str(first_server.port) in taken.sentence
        locked = await failed(ServerProcess(tmp_path / "data"))
        assert locked.code == "folder_locked"
        assert str(first_server.process.pid) in locked.sentence
        assert str(first_server.port) in locked.sentence
        assert await first_server.stop() == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "journal.sqlite3")) as journal:
        journal.execute("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
        journal.commit()
    newer = await failed(ServerProcess(tmp_path / "data"))
    assert newer.code == "journal_newer"
    (tmp_path / "data" / "journal.sqlite3").write_bytes(b"no database at all " * 1000)
    corrupt = await failed(ServerProcess(tmp_path / "data"))
    assert corrupt.code == "journal_corrupt"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--port", "99999"), ("setting_not_number", {"key": "port", "found": "99999"})),
        (("--config", "/nowhere.toml"), ("settings_unreadable", {"file": "/nowhere.toml"})),
        (("--log-file", "/nowhere/log"), ("log_unwritable", {"path": "/nowhere/log"})),
        (("--name", "\u202e"), ("setting_bad_name", {"source": "--name"})),
        (("--host", "192.0.2.1"), ("host_unusable", {"host": "192.0.2.1"})),
        (("--host", "no.such.host.invalid"), ("host_unusable", {"host": "no.such.host.invalid"})),
        (("--data", "/proc/" + "x" * 200), ("folder_unusable", {})),
        (("--data", "/dev/null/\udcff"), ("folder_unusable", {"path": "/dev/null/\ufffd"})),
        (("--edition", "/nowhere.toml"), ("file_unreadable", {"file": "/nowhere.toml"})),
        (("--replay", "/nowhere.jsonl"), ("file_unreadable", {"file": "/nowhere.jsonl"})),
    ],
)
async def test_a_bad_setting_is_told_to_the_parent_as_code_and_parameters(
    tmp_path: Path, arguments: tuple[str, ...], told: tuple[str, dict[str, str]]
) -> None:
    """So that it can say so in its reader's language; exit code 2."""
    server = ServerProcess(tmp_path / "data", *arguments, port=0)
    try:
        line = await server.launch()
        assert isinstance(line, Failed), line
        assert (line.code, line.parameters | told[1]) == (told[0], line.parameters)
        assert line.sentence
        assert await server.ended() == 2
    finally:
        await server.close()


def test_a_descriptor_that_is_no_socket_is_told_on_stderr(tmp_path: Path) -> None:
    """There is no parent to hear of it."""
    command = ServerProcess(tmp_path / "data").command("--ready-fd", "0")
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("opera-server: The descriptor 0 for the ready line")
    assert "Traceback" not in done.stderr


async def test_the_last_of_the_ports_may_be_the_one_that_is_taken(tmp_path: Path) -> None:
    port = free_ports()
    for taken in (port + 1, port + 2):
        blocker = await asyncio.start_server(lambda _reader, writer: writer.close(), HOST, taken)
        server = ServerProcess(tmp_path / "data", port=port)
        try:
            line = await server.launch()
            assert isinstance(line, Failed)
            assert (line.code, str(taken) in line.sentence) == ("port_taken", True)
            assert await server.ended() == 2
        finally:
            await server.close()
            blocker.close()
            await blocker.wait_closed()


def test_a_person_reads_one_sentence(tmp_path: Path) -> None:
    """No traceback, on stderr, exit code 2."""
    file = tmp_path / "file"
    file.write_text("in the way")
    result = subprocess.run(
        [COMMAND, "--host", HOST, "--port", "0", "--no-announce", "--data", file / "data"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr == f"opera-server: The data folder {file / 'data'} cannot be used: Not a directory.\n"


async def test_everything_of_a_table_is_there_after_kill_9(tmp_path: Path) -> None:
    """Seats, readiness, talk, a clock set by the host, a stand-in: at an open and at a running table."""
    async with a_process(tmp_path / "data") as server:
        clients = [await connect(server.endpoints, new_identity(), patience=PATIENT) for _ in range(2)]
        host, other = clients
        try:
            running = await start_table(clients, a_table(name="Running"))
            waiting: str = (await host.create(a_table(name="Waiting", seats=4, bots=("chorus",)), "Kate"))["table"]
            await host.enter(waiting)
            await other.take_seat(waiting, "Peter", seat=2)
            await other.ready(waiting)
            await host.say(waiting, "One more?")
            await host.set_clock(running, 60)
            await other.leave(running)
            await other.exit(running)
            await host.room(running).until(lambda view: view.public["table"]["actions"] == 1)
            await host.room(waiting).until(lambda view: view.public["table"]["seats"][2].get("ready"))
            pictures = [_lasting(host.room(table).view.public) for table in (running, waiting)]
            loss = asyncio.create_task(first(host.items(), StateChanged, is_lost))
            await asyncio.sleep(0)
            await server.kill()
            await loss
            await server.start()
            await until(lambda: host.state.stage is Stage.LIVE)
            rooms = [host.room(table) for table in (running, waiting)]
            assert [_lasting(room.view.public) for room in rooms] == pictures
            assert [line["text"] for line in rooms[1].talk.lines] == ["One more?"]
            assert {"event": "table_stand_in", "seat": 1, "cause": "left"} in rooms[0].log.lines
        finally:
            await asyncio.gather(*(client.close() for client in clients))


def _lasting(public: Any) -> Any:
    """A document without what is only so for a while: who is there, and until when."""
    table = {name: value for name, value in public["table"].items() if name not in ("deadlines", "watching")}
    seats = [{name: value for name, value in seat.items() if name != "present"} for seat in table["seats"]]
    return {**table, "seats": seats}, public["game"]


async def test_who_cannot_keep_up_comes_in_anew_and_delays_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Updates that do not fit into a connection's queue are lost to it; it is told to enter again."""
    async with inside(tmp_path / "data", beat=0.5) as here:
        clients = [await here.client() for _ in range(2)]
        slow = await here.client()
        table = await start_table(clients, a_table())
        follower = Follower(slow, await slow.watch(table))
        send = here.server.broadcaster._router.send  # type: ignore[union-attr]
        [full] = [at.peer for at in here.server.broadcaster.connections if at.key == slow.identity.public_key]
        with monkeypatch.context() as patch:
            patch.setattr(
                here.server.broadcaster._router,
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
        assert list(here.server.lobby.tables) == [tables[0]]
        back = [await here.client(client.identity) for client in clients]
        assert (await refusal(back[0].enter(tables[1])))[0] == "no_such_table"
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
            await (await guest.watch(table)).until(lambda view: view.public["table"]["fault"] == "disk_failed")
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
