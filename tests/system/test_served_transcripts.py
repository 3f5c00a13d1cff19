"""A server that is given a transcript: its game can be looked at as one that is over."""

from pathlib import Path

import pytest
from support.server.players import Player, after_a_round, never, play_all, start_table
from support.server.running import inside

from opera_protocol.wire.messages import TableSettings

SEED = b"s" * 32


async def a_transcript(folder: Path, *, plays: bool, is_closed: bool) -> Path:
    """The transcript of a game of two that was played to its end, or closed before, or never played at all."""
    async with inside(folder / "played") as here:
        clients = [await here.client() for _ in range(2)]
        table = await start_table(clients, TableSettings(game="turandot", name="Scala", seats=2, seed=SEED))
        if plays:
            is_enough = after_a_round if is_closed else never
            await play_all([Player(client, table, SEED, is_enough) for client in clients])
        if is_closed:
            await here.server.lobby.close_table(table)
        file = folder / "game.jsonl"
        file.write_text("".join(await clients[0].transcript(table)), "utf-8")
        return file


@pytest.mark.parametrize(
    ("plays", "is_closed", "state"),
    [(True, False, "finished"), (True, True, "abandoned"), (False, True, "abandoned")],
    ids=["to the end", "closed", "never played"],
)
async def test_a_served_game_is_listed_and_seen_by_anybody_from_any_seat(
    tmp_path: Path, plays: bool, is_closed: bool, state: str
) -> None:
    """Also one without a result, and also where old games are not kept."""
    file = await a_transcript(tmp_path, plays=plays, is_closed=is_closed)
    async with inside(tmp_path / "served", replay=file, keep_days=1) as here:
        await here.server.tidy()
        client = await here.client()
        [row] = (await client.finished())["tables"]
        assert (row["outcome"] is None) == is_closed
        room = await client.enter(row["id"])
        assert room.view.public["table"]["state"] == state
        actions = room.view.public["table"]["actions"]
        assert (actions > 0) == plays
        for seat in range(2):
            assert (await client.moment(row["id"], actions, seat=seat))["private"]["seat"] == seat
        assert "".join(await client.transcript(row["id"])) == file.read_text("utf-8")
    async with inside(tmp_path / "served") as here:
        assert not here.server.lobby.tables
