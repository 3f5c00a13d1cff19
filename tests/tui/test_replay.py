"""Looking at a transcript: from its beginning, move by move and round by round, from every seat."""

from pathlib import Path

import pytest
from support.cli_commands import invoke
from support.tui_shell_app import SMALL, opera, rows, run, until, until_shown, use_folders

from opera_tui.folders import data_folder
from opera_tui.plans import Replay
from opera_tui.screens.game_over import GameOverScreen
from opera_tui.screens.table import TableScreen

SERIES = ("simulate", "opera", "--players", "2", "--rounds", "7", "--bots", "random", "--seed", "replay", "--out")


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_folders(monkeypatch, tmp_path)


def test_a_transcript_begins_at_its_first_move_and_shows_every_seat(tmp_path: Path) -> None:
    """The end is not told before anybody wants to know it, nor by the log."""
    invoke(*SERIES, tmp_path / "games")

    async def test() -> None:
        app = opera(Replay(tmp_path / "games" / "000001.jsonl"))
        async with app.run_test(size=SMALL) as pilot:
            await until_shown(pilot, "Move 0 of")
            assert "round 1 of 7" in rows(app)[0]
            assert "Behind your screen" not in "\n".join(rows(app))
            await pilot.press("g")
            await until_shown(pilot, "Round 1 begins")
            assert "Round 7" not in "\n".join(rows(app))
            await pilot.press("b", "right", "2")
            await until_shown(pilot, "Move 1 of")
            await until_shown(pilot, "seen by random 2")
            await until_shown(pilot, "Behind your screen")
            whole = "\n".join(rows(app))
            assert "Last moves" in whole, "nobody waits in a game that is over"
            assert "live" not in rows(app)[0]
            await pilot.press("pagedown")
            await until_shown(pilot, "round 2 of 7")
            assert [row for row in rows(app)[13:] if "hires the" in row], "a seat's box tells the moves too"
            await pilot.press("0")
            await until(pilot, lambda: "Behind your screen" not in "\n".join(rows(app)))
            await pilot.press("g")
            await until_shown(pilot, "Round 2 begins")
            assert "Round 3" not in "\n".join(rows(app))
            await pilot.press("end", "v")
            await until(pilot, lambda: isinstance(app.screen, GameOverScreen))
            await pilot.press("e")
            await until(pilot, lambda: list((data_folder() / "transcripts").glob("*.jsonl")))
            assert isinstance(app.screen, GameOverScreen), "exporting leaves the result in front"
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))

    run(test())
