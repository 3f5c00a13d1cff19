"""Whole games in the real client, against a real server and by keys alone, in both layouts."""

import gettext
import re
from pathlib import Path

import pytest
from support.soaking import some
from support.tui.whole_games import Keys, an_app, at_table, play_to_the_end

from opera_rules.transcript import replay
from opera_tui.games.box import Box
from opera_tui.games.doubt_box import DoubtBox
from opera_tui.look import i18n
from opera_tui.look.languages import DOMAIN, ENGLISH, catalogs, languages
from opera_tui.look.rows import plain
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.row_panel import RowPanel

SIZES = [(80, 24), (120, 36)]

pytestmark = pytest.mark.painted


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test is another player on another machine."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def opera_keys(box: Box) -> list[str]:
    """Bid a little, close, and take no part: the quickest way through a game."""
    kind = type(box).__name__
    if isinstance(box, DoubtBox):
        return ["y"]
    if "Bid" in kind:
        return ["1", "enter"]
    if "Act" in kind:
        return ["x", "enter"]
    return ["0", "enter"] if hasattr(box, "play") else ["enter"]


def turandot_keys(box: Box) -> list[str]:
    """Offer a number; hand out what is left from the top; else what the cursor is on."""
    if "Assign" in type(box).__name__ and not box.does:
        return ["right", "down"]
    return ["enter"]


@pytest.mark.parametrize("size", some(SIZES, 2))
async def test_a_whole_game_of_opera_is_played_by_keys(size: tuple[int, int], tmp_path: Path) -> None:
    """From the first bid to the ranking and the transcript nothing but keys is needed."""
    app = an_app("opera", 3)
    async with app.run_test(size=size) as pilot:
        end = await play_to_the_end(app, pilot, opera_keys)
        shown = "\n".join(plain(row) for row in end.query_one("#ranking", RowPanel).shown)
        assert "Anna" in shown
        await pilot.press("e")
        while not (exported := list((tmp_path / "data").rglob("transcripts/*.jsonl"))):
            await pilot.pause(0.05)
        assert replay(exported[0].read_bytes().splitlines(keepends=True)).names[0] == "Anna"


def turns_plotted(end: GameOverScreen) -> list[str]:
    """The turns for which the last screen tells the points, which the server was asked for."""
    rows = [plain(row) for row in end.query_one("#ranking", RowPanel).shown]
    head, found = next(
        (number, found) for number, row in enumerate(rows) if (found := re.search(r" turn +\W?[A-Z]\b", row))
    )
    return [row[found.start() :].split()[0] for row in rows[head + 1 :][:7]]


@pytest.mark.parametrize("size", some(reversed(SIZES), 2))
async def test_a_whole_game_of_turandot_is_played_by_keys(size: tuple[int, int]) -> None:
    """Seven turns of offers, cards handed out, directors dismissed, the casts at the end, and one more game."""
    app = an_app("turandot", 3)
    async with app.run_test(size=size) as pilot:
        first = await at_table(app, pilot)
        end = await play_to_the_end(app, pilot, turandot_keys)
        assert turns_plotted(end) == ["1", "2", "3", "4", "5", "6", "7"]
        await pilot.press("a")
        while (again := await at_table(app, pilot)) is first:
            await pilot.pause(0.02)
        assert again.table_id != first.table_id
        assert again.model.view is not None
        assert again.model.view.head.state == "running"


@pytest.mark.parametrize("size", SIZES)
async def test_escape_never_leaves_the_table(size: tuple[int, int]) -> None:
    """Esc goes one step back at most; the table stays."""
    app = an_app("opera", 2)
    async with app.run_test(size=size) as pilot:
        table = await at_table(app, pilot)
        await pilot.press("escape", "escape", "escape")
        assert app.screen is table
        assert isinstance(app.screen, TableScreen)


@pytest.mark.soak
@pytest.mark.parametrize("language", [language for language in languages() if language != ENGLISH])
@pytest.mark.parametrize(("game", "keys"), [("opera", opera_keys), ("turandot", turandot_keys)])
async def test_a_whole_game_is_played_by_the_same_keys_in_every_language(game: str, keys: Keys, language: str) -> None:
    i18n.choose(gettext.translation(DOMAIN, catalogs(), [language]), language)
    app = an_app(game, 2)
    async with app.run_test(size=SIZES[0]) as pilot:
        end = await play_to_the_end(app, pilot, keys)
        shown = "\n".join(plain(row) for row in end.query_one("#ranking", RowPanel).shown)
        assert "Anna" in shown
