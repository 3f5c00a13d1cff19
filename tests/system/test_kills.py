"""`kill -9` of the server at any moment: nothing acknowledged is lost, nothing is done twice, and the game goes on."""

import asyncio
import time
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from support.server.players import Follower, GameName, Player, expected_game, start_table
from support.server.running import PATIENT, ServerProcess, a_process, plain
from support.soaking import soak_seed, soak_size

from opera_protocol.client import Client, View, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.messages import TableSettings
from opera_server.journal.entries import Acted, StoredTable
from opera_server.journal.reader import JournalReader

MOST_ACTIONS = 1000
SOON = 0.02
"""Seconds: how far a kill may be from the update that set it off."""


def seed_of(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def stored(server: ServerProcess, table: str) -> StoredTable:
    reader = JournalReader(server.data / "journal.sqlite3")
    try:
        return reader.entries(table)
    finally:
        reader.close()


async def kill_now_and_then(server: ServerProcess, player: Client, table: str, chance: Random, kills: int) -> int:
    """Kill and restart until it was often enough or the game is over; how often it was."""
    done = 0
    room = player.room(table)
    while done < kills:
        wanted = room.view.public["table"]["actions"] + chance.randrange(4)
        head = await room.until(partial(_is_so_far, wanted))
        if head.public["table"]["state"] != "running":
            break
        await asyncio.sleep(chance.random() * SOON)
        await server.kill()
        await server.start()
        done += 1
    return done


def _is_so_far(actions: int, view: View) -> bool:
    table = view.public["table"]
    return bool(table["actions"] >= actions or table["state"] != "running")


async def play_through_kills(folder: Path, settings: TableSettings, people: int, chance: Random, kills: int) -> int:
    """One game; how often the server was killed in it."""
    async with a_process(folder) as server:
        *clients, guest = [await connect(server.endpoints, new_identity(), patience=PATIENT) for _ in range(people + 1)]
        try:
            table = await start_table(clients, settings)
            seed = seed_of(chance.random())
            players = [Player(client, table, seed) for client in clients]
            watcher = Follower(guest, await guest.enter(table))
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.play())
                group.create_task(watcher.follow(partial(_is_so_far, MOST_ACTIONS)))
                killing = group.create_task(kill_now_and_then(server, clients[0], table, chance, kills))
            check_journal(stored(server, table), players)
            assert players[0].follower is not None
            assert watcher.log == players[0].follower.log
            if people == settings.seats:
                expected = expected_game(settings, seed)
                assert clients[0].room(table).view.public["game"] == expected.public
                assert [player.actions for player in players] == list(expected.actions.values())
            return killing.result()
        finally:
            await asyncio.gather(*(client.close() for client in (*clients, guest)))


def check_journal(journal: StoredTable, players: list[Player]) -> None:
    """Every acknowledged action is there under its number, every action of a person was acknowledged once."""
    assert journal.damaged_at is None
    by_people = {
        n: entry for n, entry in enumerate(journal.entries) if isinstance(entry, Acted) and entry.by == "player"
    }
    acknowledged = {
        n: (seat, action) for seat, player in enumerate(players) for n, action in player.acknowledged.items()
    }
    assert {n: (entry.seat, plain(entry.action)) for n, entry in by_people.items()} == acknowledged
    assert not any(isinstance(entry, Acted) and entry.by == "stand_in" for entry in journal.entries)
    logs = [player.follower.log for player in players if player.follower is not None]
    assert all(log == logs[0] for log in logs)


GAMES: tuple[tuple[GameName, int, tuple[str, ...]], ...] = (
    ("opera", 2, ()),
    ("turandot", 3, ()),
    ("opera", 2, ("random",)),
    ("turandot", 2, ("random",)),
)
"""The game, how many people, and the bots with them."""


@pytest.mark.parametrize("number", range(4))
async def test_a_server_that_is_killed_goes_on_where_it_was(tmp_path: Path, number: int) -> None:
    """Three kills in each of four games."""
    kills = 0
    chance = Random(f"kills {number}")
    while kills < 3:
        settings = settings_of(number, chance)
        folder = tmp_path / f"data{kills}"
        kills += await play_through_kills(folder, settings, GAMES[number][1], chance, 3 - kills)


def settings_of(number: int, chance: Random) -> TableSettings:
    game, people, bots = GAMES[number % len(GAMES)]
    seats = people + len(bots)
    return TableSettings(game=game, name="Scala", seats=seats, bots=bots, seed=chance.randbytes(32))


@pytest.mark.limit(1800)
@pytest.mark.soak
@pytest.mark.parametrize("number", range(4))
async def test_a_server_that_is_killed_very_often_goes_on_where_it_was(tmp_path: Path, number: int) -> None:
    """500 kills, over four kinds of games."""
    seed, wanted = soak_seed(), soak_size(125)
    chance = Random(f"{seed} {number}")
    kills = games = 0
    began = time.perf_counter()
    while kills < wanted:
        games += 1
        settings = settings_of(number, chance)
        most = min(12, wanted - kills)
        kills += await play_through_kills(tmp_path / f"data{games}", settings, GAMES[number][1], chance, most)
    print(f"{kills} kills in {games} games, {time.perf_counter() - began:.0f} s")
