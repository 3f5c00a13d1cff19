"""A table that its operator closes: the screen says so, and asks nobody for anything."""

from pathlib import Path

import pytest
from support.soaking import diagonal
from support.tui.at_server import at_server
from support.tui.shell_app import LARGE, SMALL, rows, until_shown

DECIDE = {
    "opera": {"do": "bid", "amount": 0},
    "turandot": {"do": "offer", "number": 1, "money": 0, "bluff": False},
}


@pytest.mark.parametrize("has_decided", [False, True])
@pytest.mark.parametrize(("game", "size"), diagonal(["opera", "turandot"], [SMALL, LARGE]))
async def test_a_closed_game_is_shown_as_closed(
    game: str, size: tuple[int, int], has_decided: bool, tmp_path: Path
) -> None:
    """Not as one that waits for somebody, this player or another one."""
    async with at_server(tmp_path, size) as ada:
        table_id, _peter = await ada.begin(game)
        if has_decided:
            decision = ada.table.model.decision.number
            assert decision is not None
            await ada.session.client.act(table_id, decision, DECIDE[game])
            await until_shown(ada.pilot, "While you wait")
        await ada.here.server.lobby.close_table(table_id)
        await until_shown(ada.pilot, "This game was closed without a result.")
        shown = rows(ada.app)
        for wait in (
            "YOUR DECISION",
            "Waiting for",
            "You decide next",
            "bid comes next",
            "While you wait",
            "Still to come",
        ):
            assert wait not in "\n".join(shown)
        assert shown[0].endswith("over")
