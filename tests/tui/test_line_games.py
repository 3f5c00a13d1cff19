"""Whole games in lines, by what is said alone: against a server inside the test, and two through a pipe."""

from pathlib import Path
from random import Random

import pytest
from support.tui.line_player import Player, at_table, play

GAMES = [("opera", seats) for seats in (2, 3, 4)] + [("turandot", seats) for seats in (2, 3, 4, 5)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_a_whole_game_is_played_by_numbers(tmp_path: Path, game: str, seats: int) -> None:
    player = Player(Random(f"{game} {seats}"))
    async with at_table(tmp_path, game, seats) as (here, session, table_id):
        await play(session, table_id, player, read_back=seats % 2 == 0)
        assert here.room(table_id).table.state == "finished"
    assert player.repeated() == []
    assert any(sentence.startswith("The game is over") for sentence in player.heard)
