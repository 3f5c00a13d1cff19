"""Starting and stopping as a process: clean ends, children and their parents, and what keeps a server from starting."""

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.cli.commands import COMMAND
from support.client.running import first
from support.server.players import Player, play_all, start_table
from support.server.running import (
    HOST,
    PATIENT,
    ServerProcess,
    Time,
    a_process,
    free_ports,
    until,
)

from opera_protocol.client import Stage, StateChanged, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.local.ready import Failed, Ready, holder
from opera_protocol.wire.messages import TableSettings
from opera_server.operate.parent import until_left_alone

SEED = b"s" * 32


def a_table(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "turandot", "name": "Scala", "seats": 2, "seed": SEED, **chosen})


@pytest.mark.started
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


@pytest.mark.started
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


@pytest.mark.started
async def test_a_child_ends_at_its_parents_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that would linger, and before the line to it is closed."""
    monkeypatch.setenv("OPERA_LINGER", "600")
    async with a_process(tmp_path / "data") as child:
        child.say(b"stop\n")
        assert await child.ended() == 0


@pytest.mark.started
async def test_a_child_that_lost_its_parent_lingers_if_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who play go on; the log says why nobody else is there."""
    monkeypatch.setenv("OPERA_LINGER", "600")
    async with a_process(tmp_path / "data") as child:
        child.hang_up()
        await until(lambda: "parent_lost linger=600" in child.told())
        client = await connect(child.endpoints, new_identity(), patience=PATIENT)
        await client.close()
        assert child.process.poll() is None


async def test_a_server_is_left_alone_when_nobody_was_connected_for_the_whole_time() -> None:
    """Whoever comes back in between starts the time anew."""
    time, people = Time(), [1]
    waiting = asyncio.create_task(until_left_alone(600, time, lambda: len(people), pause=0))

    async def after(seconds: float) -> bool:
        time.pass_by(seconds)
        for _ in range(5):
            await asyncio.sleep(0)
        return waiting.done()

    assert not await after(0)
    assert not await after(10_000)
    people.clear()
    assert not await after(599)
    people.append(1)
    assert not await after(0)
    people.clear()
    assert not await after(599)
    assert await after(1)


PARENT = """
import socket, subprocess, sys, time
ours, theirs = socket.socketpair()
command = sys.argv[1:] + ["--ready-fd", str(theirs.fileno())]
subprocess.Popen(command, pass_fds=[theirs.fileno()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
theirs.close()
print(ours.recv(4096).decode(), end="", flush=True)
time.sleep(600)
"""


@pytest.mark.started
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


@pytest.mark.started
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
    assert (
        result.stderr
        == f"opera-server: The data folder {file / 'data'} cannot be used: a part of its path is no folder.\n"
    )


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
