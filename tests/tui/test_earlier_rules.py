"""Games of earlier rules on the player's machine: none goes on or is shown, and each time a sentence says why."""

from pathlib import Path

import pytest
from support.before import unpack_before
from support.tui.shell_app import SMALL, in_one_line, opera, until, until_shown

from opera_protocol.client import RefusedByServer
from opera_tui.home.game_lists import ReplaysScreen
from opera_tui.local.last_tables import LastTables
from opera_tui.local.own_servers import OwnServers
from opera_tui.session.intents import Continue
from opera_tui.session.session import Place, open_session

SHOWN_NO_MORE = "This game has version 1 of the rules of {game}, this program version 2"
NOT_READ = "The transcript was made with version 1 of the rules of"


@pytest.fixture(autouse=True)
def _kates_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = unpack_before(tmp_path / "before")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.setenv("HOME", str(folder))


async def test_finished_games_stay_in_the_list_and_say_why_they_cannot_be_looked_at() -> None:
    """Those of the own server, of which some were exported, too."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("y")
        await until_shown(pilot, "enter look at")
        shown = in_one_line(app)
        assert "Opera bots Rossini 142, Kate 8" in shown
        assert isinstance(app.screen, ReplaysScreen)
        games = app.screen.games()
        for place, game in enumerate(games):
            await pilot.press("home", *["down"] * place, "enter")
            told = NOT_READ if game.texts[3] == "file" else SHOWN_NO_MORE.format(game=game.texts[2])
            await until_shown(pilot, told)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, ReplaysScreen))
        assert len(games) == 2, "each once, also if it was exported"


async def test_a_game_that_was_going_on_is_told_about_once_and_is_not_offered_again() -> None:
    """It was closed when the server started."""
    entry = next(entry for entry in LastTables().all() if entry.where == "solo")
    app = opera(Continue(entry))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, SHOWN_NO_MORE.format(game=entry.game.capitalize()))
    assert entry.table not in [other.table for other in LastTables().all()]


async def test_no_new_game_begins_in_place_of_one_that_cannot_go_on() -> None:
    """`opera play` tells about each such game first."""
    servers = OwnServers()
    session = await open_session(servers.solo, Place("solo"), "Kate")
    try:
        for _game in range(2):
            with pytest.raises(RefusedByServer) as refused:
                await session.continue_open()
            assert refused.value.code == "table_other_rules"
        assert await session.continue_open() is None
    finally:
        await session.leave()
        await servers.close()
