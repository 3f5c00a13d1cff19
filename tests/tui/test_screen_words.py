"""Small things that a first player stumbles over: words on the screens outside a table."""

import re
from pathlib import Path
from typing import Any

import pytest
from support.tui.shell_app import SMALL, footer, opera, rows, until, until_shown

from opera_games.catalog import GAMES
from opera_protocol.wire.answers import Outcome, read_outcome
from opera_tui.help.pages import usual_rules
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.home.entries import last_table_text
from opera_tui.home.game_lists import ReplaysScreen
from opera_tui.home.home import HomeScreen
from opera_tui.home.settings import SettingsScreen
from opera_tui.lobby.table_form import defaults, fields_of
from opera_tui.local.last_tables import LastTable, LastTables, Where
from opera_tui.local.transcripts import kept_transcripts, table_name, transcripts_folder
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.levels import LEVEL_WORDS, LEVELS
from opera_tui.look.rows import plain
from opera_tui.session.finished_games import FinishedGame, FinishedGames
from opera_tui.session.intents import LookBack
from opera_tui.shell.app import OperaApp
from opera_tui.widgets.dialogs import QuestionScreen
from opera_tui.widgets.fields import words


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_the_form_for_a_new_table_cuts_nothing_and_tells_the_strength_of_bots(game: str, level: str) -> None:
    """In 77 cells beside the cursor."""
    values = {**defaults(LEVELS, ()), "game": game, "bots": 1, "level": level}
    drawn = {field.id: plain(field.drawn(UNICODE, 1000)) for field in fields_of(values, LEVELS)}
    assert drawn["level"].endswith(f" {LEVEL_WORDS[level].strength}")
    assert not [row for row in drawn.values() if len(row) > 77]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "clock             ‹none› one  two …"),
        (3, "clock              one  two ‹three›"),
        (2, "clock              none  one ‹two›…"),
    ],
)
def test_a_form_shows_whole_values_around_the_chosen_one_where_there_is_no_room_for_all(value: int, shown: str) -> None:
    field = words("clock", "clock", list(enumerate(("none", "one", "two", "three"))), value)
    assert plain(field.drawn(UNICODE, 35)) == shown


async def test_home_explains_the_level_that_is_chosen() -> None:
    """In words, with its strength, for every level; other lines have none."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down")
        await until_shown(pilot, "chorus: rules of thumb, for first games")
        seen = set()
        for key in ("space", "space", "space", "space", *["backspace"] * len(LEVELS)):
            await pilot.press(key)
            await pilot.pause()
            seen |= {level for level in LEVELS if any(f" {level}: " in row for row in rows(app))}
        assert seen == set(LEVELS)
        await pilot.press("end")
        await until(pilot, lambda: not [row for row in rows(app) if "soloist: " in row])


async def test_a_page_of_the_help_is_whole_at_once() -> None:
    """The first picture had one row of it."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        screen = RulesScreen(usual_rules("opera"))
        await app.push_screen(screen)
        first = list(screen.panel.shown)
        await pilot.pause()
        assert len(first) == 21
        assert screen.panel.shown == first


@pytest.mark.parametrize(("answer", "kept"), [("s", False), ("d", True)])
async def test_changed_settings_are_not_dropped_without_a_word(answer: str, kept: bool) -> None:
    """Esc asks; unchanged ones need no question."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.press(*["down"] * 7, "right", "escape")
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        await until_shown(pilot, "Save the settings?")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.press("escape", answer)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert app.looks.settings.tips is kept


def a_table(where: Where) -> LastTable:
    return LastTable(table="t1", where=where, name="Fenice", game="opera", progress=3, length=9, is_my_turn=True)


def test_only_a_game_against_bots_is_said_to_wait_for_its_player() -> None:
    """Others may have gone on, or have finished it."""
    assert last_table_text(a_table("solo")) == "Opera Fenice, 3/9, your turn"
    assert last_table_text(a_table("host")) == "Opera Fenice, round 3 of 9"


async def test_the_list_of_open_games_says_that_it_is_as_it_was_left() -> None:
    """It asks no server."""
    tables = LastTables()
    await tables.remember(a_table("host"))
    await tables.remember(a_table("solo"))
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o")
        await until_shown(pilot, "round 3 of 9, when you left")
        await until_shown(pilot, "round 3 of 9, your turn")


def a_game(players: tuple[str, ...], result: Outcome | None, name: str = "Fenice") -> FinishedGame:
    return FinishedGame(LookBack("solo", "t1", name), "solo", name, "turandot", players, 0, result)


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (Outcome(((1, 17), (0, 15)), (1,)), "Bert 17, Anna 15"),
        (Outcome(((1, 17), (0, 15))), "Bert 17, Anna 15"),
        (Outcome(((1, 11), (0, 9)), ()), "nobody: Bert 11, Anna 9"),
        (None, "Anna, Bert"),
    ],
)
async def test_replays_list_winners_and_points(result: Outcome | None, told: str) -> None:
    """The winner comes first; a game that all lost says so."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(ReplaysScreen(FinishedGames([a_game(("Anna", "Bert"), result)])))
        await until_shown(pilot, told)


@pytest.mark.parametrize(
    ("me", "told"),
    [
        (3, "you 61; Massimiliano won 127"),
        (1, "you win, 127 (101, 98, 61)"),
    ],
)
async def test_replays_always_show_ones_own_result(me: int, told: str) -> None:
    """And who has won, whole, however many others there are and however long their names."""
    players = ("Wilhelmina", "Massimiliano", "Bartholomeus", "Ada")
    result = Outcome(((1, 127), (0, 101), (2, 98), (3, 61)))
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(ReplaysScreen(FinishedGames([a_game(players, result)._replace(me=me)])))
        await until_shown(pilot, told)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Garnier-q7xk2mab.jsonl", "Garnier"),
        ("La-Scala-q7xk2mab-2.jsonl", "La-Scala"),
        ("000001.jsonl", "000001"),
        ("our-game.jsonl", "our-game"),
    ],
)
def test_a_transcript_is_listed_by_the_name_of_its_table(file: str, name: str) -> None:
    """Without the number that the file has beside it; other files keep their names."""
    assert table_name(Path(file)) == name


async def test_a_long_name_does_not_run_into_the_next_column() -> None:
    """A blank stays between them."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(ReplaysScreen(FinishedGames([a_game(("Anna",), None, "Fenice-Theatre-0123456789")])))
        await until_shown(pilot, "Fenice-Thea… Turandot")


def test_a_transcript_tells_its_result(tmp_path: Path) -> None:
    """From its last line; one that was abandoned has none."""
    folder = transcripts_folder()
    folder.mkdir(parents=True)
    start = '{"type": "start", "game": "opera", "players": ["Anna", "Bert"]}\n'
    (folder / "a.jsonl").write_text(start + '{"type": "end", "ranking": [[1, 90], [0, 80]]}\n')
    (folder / "b.jsonl").write_text(start + '{"type": "end", "abandoned": true}\n')
    results = {kept.file.stem: kept.result for kept in kept_transcripts()}
    assert results == {"a": Outcome(((1, 90), (0, 80))), "b": None}


@pytest.mark.parametrize("strange", [None, 3, {}, {"ranking": "first"}, {"ranking": [[-1, 5]]}])
def test_an_outcome_of_another_form_is_left_out(strange: Any) -> None:
    """A newer server's list stays a list."""
    assert read_outcome(strange) is None


def some_games() -> FinishedGames:
    """Three games of Ada's, the newest first."""
    old = FinishedGame(LookBack("host", "t2", "Regio"), "host", "Regio", "opera", ("Ada", "Kate"), 60_000, me=0)
    return FinishedGames(
        [
            a_game(("Ada", "Tim"), Outcome(((1, 30), (0, 20)), (1,)), "Zarzuela")._replace(ended_ms=180_000, me=0),
            a_game(("Ada", "Kate"), Outcome(((0, 90), (1, 80)), (0,)), "Fenice")._replace(ended_ms=120_000, me=0),
            old._replace(result=Outcome(((1, 70), (0, 60)))),
        ]
    )


def tables_shown(app: OperaApp) -> list[str]:
    """The tables of the list, from the top."""
    return re.findall(r"1970-01-01 \d\d:\d\d (\w+)", "\n".join(rows(app)))


async def test_replays_are_sorted_by_time_by_points_or_by_game_and_table() -> None:
    """One key goes from order to order, and the title names it; one's own points count."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(ReplaysScreen(some_games()))
        await until_shown(pilot, "o sort")
        assert tables_shown(app) == ["Zarzuela", "Fenice", "Regio"]
        await pilot.press("o")
        await until_shown(pilot, "most points first")
        assert tables_shown(app) == ["Fenice", "Regio", "Zarzuela"]
        await pilot.press("o")
        await until_shown(pilot, "by game and table")
        assert tables_shown(app) == ["Regio", "Fenice", "Zarzuela"]
        await pilot.press("o")
        await until(pilot, lambda: tables_shown(app) == ["Zarzuela", "Fenice", "Regio"])


async def test_replays_are_searched_by_table_game_and_player() -> None:
    """While the words are typed; Esc shows all games again before it leads back."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(ReplaysScreen(some_games()))
        await until_shown(pilot, "/ search")
        await pilot.press("slash", *"KATE tur")
        await until(pilot, lambda: tables_shown(app) == ["Fenice"])
        await pilot.press("enter")
        await until_shown(pilot, "1 of 3 games have")
        await pilot.press("escape")
        await until(pilot, lambda: len(tables_shown(app)) == 3)
        assert isinstance(app.screen, ReplaysScreen)


async def test_the_help_of_the_replays_names_keys_of_that_list() -> None:
    """Those of a game that is looked at are told there."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(ReplaysScreen(FinishedGames([a_game(("Anna",), None)])))
        await pilot.press("question_mark")
        await until_shown(pilot, "Enter opens one before its first move")
        assert "PgUp" not in "\n".join(rows(app))
        assert "esc back" in footer(app)


async def test_the_help_of_the_open_games_names_no_keys_of_the_home_screen() -> None:
    """Left, right and Space do nothing there."""
    await LastTables().remember(a_table("host"))
    await LastTables().remember(a_table("solo"))
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o")
        await until_shown(pilot, "when you left")
        await pilot.press("question_mark")
        await until_shown(pilot, "they may have gone on since")
        assert "Space" not in "\n".join(rows(app))


async def test_a_short_page_names_no_keys_for_sections_and_pages() -> None:
    """There is nothing to go to."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("question_mark")
        await until_shown(pilot, "In Opera you build opera houses")
        await until(pilot, lambda: "esc back" in footer(app))
        assert not [words for words in ("section", "scroll", "page") if words in footer(app)]
        await pilot.press("tab")
        await until(pilot, lambda: "n section" in footer(app))
        assert "↑↓ scroll  space page" in footer(app)
