"""Shuffles that are shared: proved at the end to each who took part, and off when somebody does not answer."""

import asyncio
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.cli.commands import invoke
from support.server.players import Player, open_table, play_all, refusal, start_table, until_over
from support.server.running import PATIENT, Inside, a_process, inside, until

from opera_protocol.client import Client, connect
from opera_protocol.client.shuffles import SeenFiles
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.messages import Commit, Reveal, TableSettings
from opera_server.journal.entries import Started
from opera_server.tables.seating import _give_up_attempt

SEED = b"s" * 32
HOST = new_identity()


def a_table(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "turandot", "name": "Scala", "seats": 2, **chosen})


async def played(here: Inside, clients: list[Client], settings: TableSettings) -> str:
    table = await start_table(clients, settings)
    await play_all([Player(client, table, SEED) for client in clients])
    await asyncio.gather(*(until_over(client, table) for client in clients))
    return table


def verify(folder: Path, lines: list[str], seen: Path | None = None) -> Any:
    file = folder / f"{os.urandom(4).hex()}.jsonl"
    file.write_text("".join(lines), encoding="utf-8")
    witness: list[str | Path] = ["--seen", seen] if seen else []
    return invoke("verify", file, *witness)


async def test_a_shared_shuffle_is_proved_to_everyone_who_took_part(tmp_path: Path) -> None:
    """By the client at the end, and by the command with what the client kept; not with somebody else's game."""
    async with inside(tmp_path / "data", allow_seed=False) as here:
        clients = [await here.client(seen_folder=tmp_path / f"seen{number}") for number in range(2)]
        guest = await here.client()
        tables = [await played(here, clients, a_table(bots=("random",), seats=3)) for _ in range(2)]
        for number, client in enumerate(clients):
            await until(lambda client=client: client.room(tables[0]).verdict is not None)
            verdict = client.room(tables[0]).verdict
            assert verdict is not None
            assert (verdict.kind, verdict.is_witnessed) == ("proved", True)
            lines = await client.transcript(tables[0])
            kept = SeenFiles(tmp_path / f"seen{number}", here.endpoints.key)
            result = verify(tmp_path, lines, kept.path(tables[0]))
            assert result.exit_code == 0, result.output
            assert "The shuffle is proved" in result.output
            other = verify(tmp_path, lines, kept.path(tables[1]))
            assert other.exit_code != 0
            assert "committed to another secret" in other.output
        await guest.enter(tables[0])
        verdict = guest.room(tables[0]).verdict
        assert verdict is not None
        assert (verdict.kind, verdict.is_witnessed) == ("proved", False)


async def test_nothing_of_the_shuffle_is_shown_before_the_end(here: Inside) -> None:
    clients = [await here.client() for _ in range(2)]
    table = await start_table(clients, a_table())
    assert clients[0].room(table).view.public["table"]["shuffle"] is None
    assert here.room(table).table.seed.hex() not in repr(clients[0].room(table).view)
    await play_all([Player(client, table, SEED) for client in clients])
    view = await until_over(clients[0], table)
    assert view.public["table"]["shuffle"]["seed"] == here.room(table).table.seed.hex()


async def test_a_seat_with_two_clients_gives_one_contribution(here: Inside) -> None:
    clients = [await here.client() for _ in range(2)]
    second = await here.client(clients[1].identity)
    table = await open_table(clients, a_table())
    await second.enter(table)
    await clients[0].start(table)
    await asyncio.gather(*(_running(client, table) for client in (*clients, second)))
    assert sorted(here.room(table).table.shuffle["contributions"]) == ["0", "1"]
    players = [Player(client, table, SEED, is_alone=client is clients[0]) for client in (*clients, second)]
    await play_all(players)
    rooms = [client.room(table) for client in (*clients, second)]
    await until(lambda: all(room.verdict is not None for room in rooms))
    assert {room.verdict.kind for room in rooms if room.verdict} == {"proved"}


async def _running(client: Client, table: str) -> None:
    await client.room(table).until(lambda view: view.public["table"]["state"] == "running")


@pytest.mark.parametrize("deaf", [0, 1])
async def test_who_does_not_take_part_is_not_ready_after_all(here: Inside, deaf: int) -> None:
    """The others' hashes are of no use any more: the next attempt begins with new ones and is complete."""
    clients = [await here.client() for _ in range(2)]
    table = await open_table(clients, a_table())
    room = clients[1 - deaf].room(table)
    await clients[deaf].exit(table)
    await clients[0].start(table)
    first = await room.until(lambda view: _hashes(view.public) == {str(1 - deaf)})
    assert (await refusal(clients[0].start(table)))[0] == "already_starting"
    await _let_time_pass(here, table)
    await room.until(lambda view: view.public["table"]["start"] is None)
    ready = [seat["ready"] for seat in room.view.public["table"]["seats"]]
    assert ready == [deaf != 0, deaf != 1]
    assert (await refusal(clients[0].start(table))) == ("not_ready", {"seats": [deaf]})
    await clients[deaf].enter(table)
    await clients[deaf].ready(table)
    await clients[0].start(table)
    await room.until(lambda view: view.public["table"]["state"] == "running")
    commitment = first.public["table"]["start"]["commitment"]
    assert here.room(table).table.shuffle["commitment"] != commitment


def _hashes(public: Any) -> set[str]:
    start = public["table"]["start"]
    return set(start["hashes"]) if start else set()


def _missing(here: Inside, table: str) -> list[int]:
    attempt = here.room(table).attempt
    return attempt.missing() if attempt else []


async def _let_time_pass(here: Inside, table: str) -> None:
    """What a timer of ten seconds does at the end of a step."""
    room = here.room(table)
    assert room.attempt is not None
    await _give_up_attempt(room, room.attempt, room.attempt.stage)


async def test_who_does_not_show_the_bytes_is_not_ready_and_no_other_bytes_will_do(here: Inside) -> None:
    """A client written by somebody else, who waits for the others' bytes before it shows its own."""
    host, sly = await here.client(), await here.client()
    table: str = (await host.create(a_table(), "Kate"))["table"]
    await sly.take_seat(table, "Peter")
    await asyncio.gather(host.ready(table), sly.ready(table))
    room = await host.enter(table)
    await host.start(table)
    view = await room.until(lambda view: _hashes(view.public) == {"0"})
    attempt = view.public["table"]["start"]["attempt"]
    mine, id_ = os.urandom(32), os.urandom

    async def code(request: Any) -> str:
        return (await refusal(sly.ask(request)))[0]

    assert await code(Reveal(id=id_(16), table=table, attempt=attempt, contribution=mine)) == "too_early"
    wrong = attempt + 1
    digest = sha256(mine).digest()
    assert await code(Commit(id=id_(16), table=table, attempt=wrong, digest=digest)) == "no_such_attempt"
    await sly.ask(Commit(id=id_(16), table=table, attempt=attempt, digest=digest))
    again = Commit(id=id_(16), table=table, attempt=attempt, digest=sha256(b"x").digest())
    assert await code(again) in ("already_committed", "too_late")
    differs = Reveal(id=id_(16), table=table, attempt=attempt, contribution=os.urandom(32))
    assert await code(differs) == "contribution_differs"
    await room.until(lambda view: view.public["table"]["start"]["stage"] == "reveal")
    await until(lambda: _missing(here, table) == [1])
    await _let_time_pass(here, table)
    view = await room.until(lambda view: view.public["table"]["start"] is None)
    assert [seat["ready"] for seat in view.public["table"]["seats"]] == [True, False]
    stored = await here.server.journal.entries(table)
    assert not any(isinstance(entry, Started) for entry in stored.entries)


async def test_changes_at_the_table_call_a_start_off(here: Inside) -> None:
    clients = [await here.client() for _ in range(2)]
    table = await open_table(clients, a_table())
    await clients[1].exit(table)
    room = clients[0].room(table)
    await clients[0].start(table)
    await room.until(lambda view: _hashes(view.public) == {"0"})
    await clients[1].leave(table)
    await room.until(lambda view: view.public["table"]["start"] is None)
    assert (await refusal(clients[0].start(table)))[0] == "seats_free"


async def test_a_seed_set_by_hand_is_marked_everywhere(tmp_path: Path) -> None:
    async with inside(tmp_path / "data", allow_seed=True) as here:
        clients = [await here.client(seen_folder=tmp_path / f"seen{number}") for number in range(2)]
        assert clients[0].welcome.seeds is True
        lobby = await clients[1].enter_lobby()
        listed = (await clients[0].create(a_table(seed=SEED, name="Listed"), "Kate"))["table"]
        view = await lobby.until(lambda view: listed in view.public["tables"])
        assert view.public["tables"][listed]["verified"] is False
        table = await played(here, clients, a_table(seed=SEED))
        room = clients[0].room(table)
        assert room.view.public["table"]["verified"] is False
        await until(lambda: room.verdict is not None)
        assert room.verdict is not None
        assert (room.verdict.kind, room.verdict.reason) == ("not_provable", "by_hand")
        result = verify(tmp_path, await clients[0].transcript(table))
        assert result.exit_code == 0
        assert "set by hand" in result.output


async def test_a_start_that_a_restart_broke_off_accuses_nobody(tmp_path: Path) -> None:
    """The next attempt is another one for everybody, also for who comes back to it late or only watches."""
    async with a_process(tmp_path / "data") as server:
        clients = [await connect(server.endpoints, new_identity(), patience=PATIENT) for _ in range(3)]
        host, player, guest = clients
        try:
            table = await open_table([host, player], a_table())
            await guest.enter(table, name="Gina")
            await player.exit(table)
            await host.start(table)
            first = await guest.room(table).until(lambda view: _hashes(view.public) == {"0"})
            await server.kill()
            await server.start()
            await player.enter(table)
            await host.start(table)
            await play_all([Player(client, table, SEED) for client in (host, player)])
            rooms = [client.room(table) for client in clients]
            await until(lambda: all(room.verdict is not None for room in rooms))
            assert [room.verdict.kind for room in rooms if room.verdict] == ["proved"] * 3
            commitment = host.room(table).view.public["table"]["shuffle"]["commitment"]
            assert commitment != first.public["table"]["start"]["commitment"]
        finally:
            await asyncio.gather(*(client.close() for client in clients))


async def test_numbers_of_attempts_grow_also_if_the_clock_is_set_back(tmp_path: Path) -> None:
    """The journal remembers the last one, so that none comes twice after a restart."""
    numbers: list[int] = []
    for clock in (2_000_000, 1_000_000):
        async with inside(tmp_path / "data") as here:
            here.stop_time().now = clock
            host = await here.client(HOST)
            if not numbers:
                table = (await host.create(a_table(bots=("random",)), "Kate"))["table"]
                await host.ready(table)
            await host.start(table)
            attempt = here.room(table).attempt
            assert attempt is not None
            numbers.append(attempt.number)
    assert numbers[0] < numbers[1]
