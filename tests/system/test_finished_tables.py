"""Finished games: who sees what of them, and where."""

from pathlib import Path

import pytest
from support.attack.tables import begin_game, person, play_out
from support.attack.wire import Opener, wires
from support.server.running import Inside, inside

from opera_protocol.wire.messages import LOBBY, Enter, Exit, Finished, Transcript
from opera_server.journal.entries import StoredTable
from opera_server.lobby.lobby import MOST_ROOMS


async def test_a_game_that_is_over_is_not_in_the_lobby(tmp_path: Path) -> None:
    """Neither while its players are still there, nor when somebody opens it again to look at it."""
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players, game="turandot")
        await play_out(here, table, players)
        lobby = await players[0].enter(LOBBY)
        assert lobby["public"]["document"] == {"tables": {}, "open": 0, "running": 0}
        assert lobby["private"]["document"] == {"tables": {}}
        for wire in players:
            await wire.result(Exit, room=table, attachment=wire.attachment)
        await players[0].result(Exit, room=LOBBY, attachment=players[0].attachment)
        await here.server.tidy()
        visitor = await person(opened)
        await visitor.enter(table)
        assert (await visitor.enter(LOBBY))["public"]["document"]["tables"] == {}


async def test_what_became_of_a_private_table_is_for_those_who_sat_there(here: Inside, opened: Opener) -> None:
    """The list of finished games tells others neither names nor results."""
    players, stranger = [await person(opened) for _ in range(2)], await person(opened)
    tables = {}
    for kind in ("code", "closed", "open"):
        chosen = {"spectators": kind != "closed", "code": "aria" if kind == "code" else ""}
        tables[kind] = await begin_game(players, game="turandot", **chosen)  # type: ignore[arg-type]
        await play_out(here, tables[kind], players)
    seen = {row["id"]: row for row in (await stranger.result(Finished))["tables"]}
    own = {row["id"]: row for row in (await players[1].result(Finished))["tables"]}
    for kind, table in tables.items():
        assert own[table]["players"] == ["Player 0", "Player 1"]
        assert own[table]["outcome"]
        assert (seen[table]["players"], seen[table]["outcome"]) == (
            (own[table]["players"], own[table]["outcome"]) if kind == "open" else ([], None)
        )


async def test_a_transcript_is_never_without_the_game_s_last_action(
    here: Inside, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the game ends while its entries are read, it is not finished yet for whoever asked."""
    players, reader = [await person(opened) for _ in range(2)], await person(opened)
    table = await begin_game(players, game="turandot")
    read = here.server.journal.entries

    async def read_before_the_end(table_id: str) -> StoredTable:
        stored = await read(table_id)
        await play_out(here, table, players)
        return stored

    monkeypatch.setattr(here.server.journal, "entries", read_before_the_end)
    assert await reader.code(Transcript, table=table) == "not_finished"
    assert '"ranking"' in (await reader.result(Transcript, table=table))["lines"][-1]


async def test_a_connection_is_in_so_many_rooms_at_most(here: Inside, opened: Opener) -> None:
    """One visitor cannot have hundreds of games kept in memory; leaving a room makes room."""
    visitor = await person(opened)
    connection = here.server.connections.of_number(visitor.attachment, visitor.identity.public_key)
    assert connection is not None
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    connection.rooms |= {f"room {number}" for number in range(MOST_ROOMS)}
    assert await visitor.code(Enter, room=table, attachment=visitor.attachment) == "too_many_rooms"
    connection.rooms.pop()
    await visitor.enter(table)
    await visitor.enter(table)
