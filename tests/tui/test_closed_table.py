"""A table that its operator closes: the screen says so, and asks nobody for anything."""

from pathlib import Path

import pytest
from support.tui.at_server import at_server
from support.tui.shell_app import LARGE, SMALL, rows, until_shown, use_folders


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_folders(monkeypatch, tmp_path)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", ["opera", "turandot"])
async def test_a_closed_game_is_headed_as_closed(game: str, size: tuple[int, int], tmp_path: Path) -> None:
    """Not as one that waits for somebody."""
    async with at_server(tmp_path, size) as ada:
        table_id, _peter = await ada.begin(game)
        await ada.here.server.lobby.close_table(table_id)
        await until_shown(ada.pilot, "This game was closed without a result.")
        shown = rows(ada.app)
        assert "YOUR DECISION" not in "\n".join(shown)
        assert "Waiting for" not in shown[1]
        assert shown[0].endswith("over")
