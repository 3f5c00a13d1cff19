"""The home screen: what it looks like, where its lines lead, and how the program is left."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from support.tui.shell_app import (
    LARGE,
    SMALL,
    Placeholder,
    footer,
    is_alive,
    opera,
    rows,
    running,
    until,
    until_shown,
    use_placeholder,
)

from opera_tui.home.game_lists import OpenGamesScreen
from opera_tui.home.home import HomeScreen
from opera_tui.home.stage import MENU_ROWS, stage
from opera_tui.local.chosen_bots import ChosenBots, chosen_bots
from opera_tui.local.folders import data_folder, solo_folder
from opera_tui.local.last_tables import LastTable, LastTables
from opera_tui.look.i18n import spell
from opera_tui.look.rows import Row, plain
from opera_tui.session.intents import Play
from opera_tui.session.solo import SoloGame
from opera_tui.shell.app import OperaApp
from opera_tui.widgets.dialogs import QuestionScreen
from opera_tui.widgets.lines import Lines
from opera_tui.widgets.row_panel import RowPanel

FENICE = LastTable(table="t", where="solo", name="Fenice", game="opera", progress=4, length=9, is_my_turn=True)

PICTURE = """\
┏━ Welcome, Ada ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
┃►c Continue     Opera Fenice, 4/9, your turn    ┃
┃ p Play now     Opera, 2 bots, chorus, 9 rounds ┃
┃ t Turandot     3 bots, chorus                  ┃
┃ e Learn by playing                             ┃
┃ u Puzzles                                      ┃
┃ n Open a table on this network…                ┃
┃ f Find and join…           2 servers found     ┃
┃ w Watch…                                       ┃
┃ y Replays      and your record                 ┃
┃ r Rules                                        ┃
┃ s Settings                                     ┃
┃                                                ┃
┃                                                ┃
┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ enter continue ━┛"""


@pytest.fixture(autouse=True)
def _any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    use_placeholder(monkeypatch)


def picture(app: object) -> str:
    """The box on the stage."""
    shown = rows(app)
    top, bottom = (next(n for n, text in enumerate(shown) if corner in text) for corner in "┏┗")
    left = shown[top].index("┏")
    return "\n".join(text[left : left + 50] for text in shown[top : bottom + 1])


async def test_a_running_game_comes_first_without_starting_a_server() -> None:
    await LastTables().remember(FENICE)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        app.screen.show_found(2)
        await pilot.pause()
        assert picture(app) == PICTURE
        assert footer(app) == "↑↓ choose  enter open  x drop  g language  ? help  q quit"
    assert not solo_folder().exists()


async def test_the_same_box_stands_in_a_large_terminal() -> None:
    await LastTables().remember(FENICE)
    app = opera()
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        app.screen.show_found(2)
        await pilot.pause()
        assert picture(app) == PICTURE


async def test_signs_are_plain_where_that_was_asked_for() -> None:
    app = opera(ascii="yes")
    try:
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            shown = "\n".join(rows(app))
            assert shown.isascii(), shown
            assert "Watch..." in shown
            assert "|>e Learn by playing" in shown
            assert footer(app).startswith("^v choose")
    finally:
        spell(plainly=False)


@pytest.mark.parametrize("size", [(59, 24), (80, 19)])
async def test_without_room_there_is_one_sentence(size: tuple[int, int]) -> None:
    app = opera()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert " ".join(" ".join(rows(app)).split()) == (
            "Opera needs a terminal of 60 x 20 cells or more; make this one larger."
        )
        await pilot.resize_terminal(60, 20)
        await until_shown(pilot, "Play now")
        assert "…" not in picture(app).replace("network…", "").replace("join…", "").replace("Watch…", "")


async def test_a_question_is_never_cut_before_it_has_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row that is handed to the screen on the way to the question is whole."""
    handed: list[str] = []
    show = Lines.show

    def noted(lines: Lines, content: Sequence[Row]) -> None:
        handed.extend(plain(one) for one in content)
        show(lines, content)

    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        monkeypatch.setattr(Lines, "show", noted)
        await pilot.press("q")
        await until_shown(pilot, "Quit Opera?")
        assert handed
        assert [told for told in handed if "…" in told] == []


async def test_the_bots_that_were_chosen_are_offered_again() -> None:
    """By game; what no file of ours says is ignored."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "down", "left", "space", "space")
        await until_shown(pilot, "2 bots, virtuoso")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Placeholder))
        await until(pilot, lambda: chosen_bots() == {"turandot": ChosenBots(3, "virtuoso")})
    again = opera()
    async with again.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "t Turandot     2 bots, virtuoso")
        await until_shown(pilot, "Opera, 2 bots, chorus, 9 rounds")
    (data_folder() / "bots.json").write_text('{"turandot": {"players": 60, "level": "tenor"}}')
    strange = opera()
    async with strange.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "t Turandot     3 bots, soloist ")


async def test_an_open_game_can_be_dropped() -> None:
    """It is asked about first, and the cursor stands on keeping it."""
    await LastTables().remember(FENICE)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(OpenGamesScreen())
        await until_shown(pilot, "x drop")
        await pilot.press("x")
        await until_shown(pilot, "Drop Fenice?")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, OpenGamesScreen))
        assert LastTables().all() == [FENICE]
        await pilot.press("x")
        await until_shown(pilot, "Drop Fenice?")
        await pilot.press("d")
        await until_shown(pilot, "No game is open.")
        assert not LastTables().all()
        await until(pilot, lambda: "x drop" not in footer(app))


async def test_somebody_new_is_told_where_the_name_is_changed() -> None:
    """It is the account's until then; later the line needs no room for that."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "s Settings     your name, colours, language")
    await LastTables().remember(FENICE)
    known = opera()
    async with known.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "s Settings                  ")


async def test_the_game_on_the_first_line_can_be_dropped_there() -> None:
    """Where it is the only one, no list of open games leads to it."""
    await LastTables().remember(FENICE)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "►c Continue")
        await until(pilot, lambda: "x drop" in footer(app))
        await pilot.press("x")
        await until_shown(pilot, "Drop Fenice?")
        await pilot.press("d")
        await until(pilot, lambda: not LastTables().all())
        await until(pilot, lambda: "x drop" not in footer(app) and "Continue" not in "\n".join(rows(app)))


async def test_who_quits_is_sent_to_continue_only_where_there_will_be_one() -> None:
    told = "Games are kept; you find them under Continue."
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("q")
        await until_shown(pilot, "Quit Opera?")
        assert told not in "\n".join(rows(app))
        await pilot.press("escape")
        await LastTables().remember(FENICE)
        await pilot.press("q")
        await until_shown(pilot, told)


async def test_escape_never_quits_and_q_asks() -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("q")
        await until_shown(pilot, "Quit Opera?")
        assert footer(app) == "↑↓ choose  enter do it  esc back"
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("q", "s")
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("q", "enter")
        await until(pilot, lambda: not app.is_running)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_control_keys_ask_first_and_end_the_program_the_second_time(key: str) -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        await pilot.press(key)
        await until(pilot, lambda: not app.is_running)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_one_key_leads_to_the_first_decision_and_leaving_back_home(size: tuple[int, int]) -> None:
    app = opera()
    async with app.run_test(size=size) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, Placeholder))
        assert app.shell.session is not None
        pid = running(solo_folder()).pid
        await pilot.press("q")
        await until_shown(pilot, "Continue on the home screen brings you back.")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await until_shown(pilot, "your turn")
        await until(pilot, lambda: app.shell.session is None)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Placeholder))
        assert running(solo_folder()).pid == pid
    assert not is_alive(pid)


async def test_a_game_against_bots_can_be_ended_for_good() -> None:
    """It is asked once more, and the first answer changes nothing; an ended game is neither open nor finished."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, Placeholder))
        await pilot.press("q")
        await until_shown(pilot, "e End the game")
        await pilot.press("e")
        await until_shown(pilot, "for good?")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Placeholder))
        assert len(LastTables().all()) == 1
        await pilot.press("q", "e")
        await until_shown(pilot, "for good?")
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.shell.session is None)
        assert LastTables().all() == []
        assert "Continue" not in "\n".join(rows(app))
        await pilot.press("y")
        await until_shown(pilot, "No finished game of yours is kept on this machine.")


async def test_every_open_game_can_be_gone_back_to() -> None:
    """Continue is the newest one; a line below it leads to all others, and none of them has the name of another."""

    async def play(key: str) -> str:
        app = opera()
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, Placeholder))
            assert isinstance(app.screen, Placeholder)
            return app.screen.table_id

    first, second = await play("p"), await play("t")
    assert len({entry.name for entry in LastTables().all()}) == 2
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "o Other open games…        1 more")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Placeholder) and app.screen.table_id == second)
        await pilot.press("q", "enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.shell.session is None)
        await pilot.press("o")
        await until_shown(pilot, "round 1 of 9, your turn")
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Placeholder) and app.screen.table_id == first)
        await pilot.press("q", "enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_the_longest_menu_leaves_the_stage_in_sight() -> None:
    """With all its lines it has one row less below them, and ends above the edge of the stage."""
    for table in ("a", "b"):
        await LastTables().remember(msgspec.structs.replace(FENICE, table=table, name=table))
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "o Other open games")
        assert len(picture(app).splitlines()) == MENU_ROWS
        assert rows(app)[22] == "━" * 80


async def test_a_single_open_game_needs_no_list() -> None:
    await LastTables().remember(FENICE)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "c Continue")
        assert "Other open games" not in picture(app)
        await pilot.press("o")
        assert isinstance(app.screen, HomeScreen)


async def test_a_table_that_is_gone_leaves_the_list() -> None:
    for table in ("gone", "lost"):
        await LastTables().remember(msgspec.structs.replace(FENICE, table=table, name=table))
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("o")
        await until_shown(pilot, "enter continue lost")
        await pilot.press("enter")
        await until_shown(pilot, "There is no such table")
        await pilot.press("enter")
        await until_shown(pilot, "enter continue gone")
        assert "lost" not in picture(app)


async def test_bots_are_chosen_on_the_line_of_the_game() -> None:
    """Arrows change their number as far as the game goes, Space their level; elsewhere these keys do nothing."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down")
        keys = "↑↓ choose enter open ←→ bots space level d length g language ? help q quit"
        await until(pilot, lambda: footer(app) == keys)
        await pilot.press("left", "left")
        await until_shown(pilot, "p Play now     Opera, 1 bot, chorus, 9 rounds ")
        await pilot.press("right", "right", "right", "space", "space")
        await until_shown(pilot, "p Play now     Opera, 3 x virtuoso, 9 rounds ")
        await pilot.press("down", "down", "left", "space")
        await until(pilot, lambda: footer(app) == "↑↓ choose  enter open  g language  ? help  q quit")
        await until_shown(pilot, "t Turandot     3 bots, chorus  ")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, Placeholder))
        assert isinstance(app.screen, Placeholder)
        seats = app.screen.session.client.room(app.screen.table_id).view.public["table"]["seats"]
        assert [seat.get("level") for seat in seats] == [None, "virtuoso", "virtuoso", "virtuoso"]


async def test_levels_end_with_the_strongest_and_with_the_weakest() -> None:
    """One Space too many led from the diva to the weakest bots; Backspace goes back, and the foot says so."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down")
        await until_shown(pilot, "space: stronger bots, backspace: weaker ones")
        await pilot.press(*["space"] * 4)
        await until_shown(pilot, "diva: takes her time, the strongest")
        await until_shown(pilot, "for first games: chorus (backspace: weaker)")
        await pilot.press("backspace")
        await until_shown(pilot, "virtuoso: quick and sharp, very strong")
        await pilot.press(*["backspace"] * 4)
        await until_shown(pilot, "random: any legal move, the weakest")
        await until_shown(pilot, "for first games: chorus (space: stronger)")


async def test_the_short_game_is_chosen_on_the_line_of_the_game() -> None:
    """Where one plays alone, too; it is kept, and a game of one length has no such key."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "d")
        await until_shown(pilot, "p Play now     Opera, 2 bots, chorus, 7 rounds")
        await pilot.press("d", "space")
        await until_shown(pilot, "p Play now     Opera, 2 x soloist, 9 rounds")
        await pilot.press("d", "down", "d")
        await until_shown(pilot, "t Turandot     3 bots, chorus  ")
        assert "length" not in footer(app)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, Placeholder))
        assert isinstance(app.screen, Placeholder)
        public = app.screen.session.client.room(app.screen.table_id).view.public
        assert public["table"]["options"]["rounds"] == 7
        await until(pilot, lambda: chosen_bots() == {"opera": ChosenBots(None, "soloist", 7)})
    again = opera()
    async with again.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "p Play now     Opera, 2 x soloist, 7 rounds")


async def test_play_without_a_wish_continues_and_with_one_opens_another_game() -> None:
    async def start(intent: Play) -> tuple[str, str]:
        app = opera(intent)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: isinstance(app.screen, Placeholder))
            assert isinstance(app.screen, Placeholder)
            return app.screen.table_id, app.screen.game

    first = await start(Play())
    assert first[1] == "opera"
    assert await start(Play()) == first
    second = await start(Play(SoloGame("turandot")))
    assert second[1] == "turandot"
    assert [entry.table for entry in LastTables().all()] == [second[0], first[0]]


async def test_what_goes_wrong_on_the_way_is_told_and_leads_back_home() -> None:
    app = opera(Play(SoloGame(level="[b]none[/b]")))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "There is no bot of the level “[b]none[/b]”")
        await pilot.press("enter")
        assert isinstance(app.screen, HomeScreen)


async def test_waiting_can_be_given_up() -> None:
    app = opera(Play())
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Setting the table")
        assert "│ Setting the table …" in rows(app)[11]
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await asyncio.sleep(0)
        assert app.shell.session is None


async def test_a_key_of_the_players_own_is_shown_and_works() -> None:
    app = opera(keys={"home.settings": "x"})
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "x Settings")
        await pilot.press("x")
        await until_shown(pilot, "bell on your turn")


async def test_settings_are_changed_with_arrows_and_written_with_enter() -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("s")
        await until_shown(pilot, "bell on your turn")
        await pilot.press("enter")
        await until_shown(pilot, " name Ada")
        await pilot.press("backspace", "backspace", "backspace", *"Bob", "enter")
        await pilot.press("right", "enter")
        await until_shown(pilot, "Welcome, Bob")
        assert app.theme == "matinee-full"
    content = next(data_folder().parent.parent.glob("config/opera/settings.toml")).read_text(encoding="utf-8")
    assert 'name = "Bob"' in content
    assert 'theme = "matinee"' in content
    assert "# bell = true" in content


def hit_rows(app: OperaApp) -> list[str]:
    """The texts that are marked, the one that is looked at last."""
    panel = app.screen.query_one("#text", RowPanel)
    marked = [(span.role, span.text) for content in panel.shown for span in content]
    return [text for role in ("moved", "cursor") for roles, text in marked if role in roles.split()]


async def test_words_can_be_searched_for_in_the_rules() -> None:
    """`/` asks, Enter goes to the next place, n and N go on and back, and Esc ends the search before it leaves."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r")
        await until_shown(pilot, "Rules of Opera")
        await pilot.press("slash", *"palazzo", "enter")
        await until_shown(pilot, "palazzo: 1 of ")
        first = rows(app)
        assert hit_rows(app)[-1] == "Palazzo", "in capitals or not"
        assert footer(app).endswith("n N hits  c card  / search  esc end search")
        await pilot.press("n")
        await until_shown(pilot, "palazzo: 2 of ")
        await pilot.press("enter", "N", "N")
        await until_shown(pilot, "palazzo: 1 of ")
        await pilot.press("N", "n")
        await until(pilot, lambda: hit_rows(app)[-1] == "Palazzo" and "palazzo: 1 of " in rows(app)[-2])
        assert [row for row in rows(app) if "Palazzo" in row], "the place is in sight"
        assert rows(app)[0] == first[0]
        await pilot.press("escape")
        await until(pilot, lambda: hit_rows(app) == [])
        assert "n section  c card  / search  esc back" in footer(app)
        await pilot.press("slash", *"xyzzy", "enter")
        await until_shown(pilot, "not found: xyzzy")
        assert "hits" not in rows(app)[-1]
        await until_shown(pilot, "not found: xyzzy")
        await pilot.press("n", "escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_giving_the_search_up_changes_nothing() -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r")
        await until_shown(pilot, "Rules of Opera")
        before = rows(app)
        await pilot.press("slash", *"nn q")
        await until_shown(pilot, "Search for nn q")
        await pilot.press("escape")
        await until(pilot, lambda: rows(app) == before)


async def test_rules_of_both_games_can_be_read() -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r")
        await until_shown(pilot, "Rules of Opera")
        await pilot.press("n", "space", "tab")
        await until_shown(pilot, "Rules of Turandot")
        assert "…" not in "\n".join(rows(app))
        await pilot.press("escape", "question_mark")
        await until_shown(pilot, "Start")


@pytest.mark.parametrize("size", [SMALL, (79, 23), LARGE, (60, 20)])
async def test_the_menu_stands_on_the_stage_at_any_size(size: tuple[int, int]) -> None:
    """The curtain is there from the first picture on, and follows the terminal."""
    app = opera()
    async with app.run_test(size=size) as pilot:
        for cells, height in (size, (130, 40), SMALL, (60, 20), size):
            await pilot.resize_terminal(cells, height)
            await pilot.pause()
            drawn = stage(cells, height - 1, "velvet", "and Turandot")
            shown = rows(app)
            top = next(n for n, text in enumerate(shown) if "┏" in text)
            assert top == drawn.menu
            assert [text.rstrip() for text in shown[:top]] == [plain(content).rstrip() for content in drawn.rows[:top]]
            assert picture(app).count("\n") == (12 if height == 20 else 13)


async def test_a_dialog_stands_before_the_stage() -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("q")
        await until_shown(pilot, "Quit Opera?")
        assert rows(app)[3] == plain(stage(80, 23, "velvet", "and Turandot").rows[3])


async def test_the_curtain_opens_once_and_then_shows_the_menu() -> None:
    """At the start of the program; a screen that comes later has it open."""
    app = opera(motion=True)
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Play now")
        assert not app.screen.has_class("-opening")
        await app.switch_screen(HomeScreen())
        assert not app.screen.has_class("-opening")


async def test_a_key_ends_the_opening_and_does_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("opera_tui.home.home.FRAME_SECONDS", 1000.0)
    app = opera(motion=True)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.screen.has_class("-opening"))
        assert not [line for line in rows(app) if "Play now" in line]
        await pilot.press("down")
        await until_shown(pilot, "►p Play now")


@pytest.mark.parametrize("settings", [{"motion": False}, {"pace": 0}, {"colours": "none"}, {"ascii": "yes"}])
async def test_nothing_moves_where_motion_is_off_or_cannot_be_seen(settings: dict[str, Any]) -> None:
    app = opera(**{"motion": True, **settings})
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Play now")
        assert isinstance(app.screen, HomeScreen)
        assert not app.screen._curtain


async def test_without_colours_the_curtain_is_drawn_as_lines() -> None:
    app = opera(colours="none")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert rows(app)[:7] == [plain(content) for content in stage(80, 23, "lines", "and Turandot").rows[:7]]


async def test_the_curtain_follows_the_colours_that_are_set() -> None:
    """From all of them to none, while the program runs."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("s")
        await until_shown(pilot, "Settings")
        await pilot.press("down", "down", *["right"] * 4)
        await pilot.press("escape", "s")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await until_shown(pilot, plain(stage(80, 23, "lines", "and Turandot").rows[3]))


async def test_bots_that_were_chosen_outlive_a_change_of_the_settings() -> None:
    """Although the screen is another one then."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "right", "space")
        await until_shown(pilot, "Opera, 3 x soloist, 9 rounds")
        await pilot.press("s", "down", "right", "enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await until_shown(pilot, "Opera, 3 x soloist, 9 rounds")


async def test_r_opens_the_rules_of_the_game_under_the_cursor() -> None:
    """Once more the same, where the cursor is on the line of the rules by then."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "t Turandot")
        await pilot.press("down", "down", "r")
        await until_shown(pilot, "Rules of Turandot")
        await pilot.press("escape")
        await until_shown(pilot, "►r Rules")
        await pilot.press("r")
        await until_shown(pilot, "Rules of Turandot")
        await pilot.press("escape")
        await until_shown(pilot, "►r Rules")
        await pilot.press("home", "r")
        await until_shown(pilot, "Rules of Opera")


@pytest.mark.parametrize("has_game", [True, False])
async def test_the_help_speaks_of_open_games_only_where_there_is_one(has_game: bool) -> None:
    if has_game:
        await LastTables().remember(FENICE)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Learn by playing")
        await pilot.press("question_mark")
        await until_shown(pilot, "Learn by playing explains both")
        assert ("A game that is still going on comes first" in "\n".join(rows(app))) == has_game
