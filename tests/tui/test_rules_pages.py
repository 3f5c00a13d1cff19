"""The rules pages speak of one table: its players, its length and its edition."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.tui.gallery import LOOKS, Hall, application
from support.tui.opera_scenes import bidding, show
from support.tui.opera_views import view_of
from support.tui.shell_app import SMALL, footer, opera, rows, until, until_shown

from opera_games.catalog import about, edition_text
from opera_rules import opera as opera_rules
from opera_rules.editions import built_in, load
from opera_tui.games import help_of
from opera_tui.help.pages import Rules, as_text, card_page, rules_at, usual_rules
from opera_tui.home.home import HomeScreen
from opera_tui.look.glyphs import ASCII, UNICODE
from opera_tui.look.rows import plain
from opera_tui.session.intents import ReadRules

THREE_WINGS = Path(__file__).parents[1] / "fixtures" / "games" / "three-wings.toml"


def text_of(rules: Rules) -> str:
    """The rules in one line."""
    return " ".join(as_text(rules.sections(), 400, UNICODE).split())


def rules_of(players: int, **options: Any) -> str:
    return text_of(usual_rules("opera", players, options))


def turandot_of(players: int) -> str:
    return text_of(usual_rules("turandot", players))


@pytest.mark.parametrize(
    "fact",
    [
        "Levels that are not spent stay from round to round.",
        "The start player is drawn by lot",
        "those after the start player 1 and 2 more, in this order",
        "The three pawns begin beside the board, in no city.",
        "So neighbours rise together.",
        "Mozart and Verdi rise: Mozart, Verdi, Wagner, Händel, Beethoven, Monteverdi.",
        "What nobody bought is discarded when the round ends",
        "those set aside are shuffled back into the supply",
        "Only when a piece must be drawn and the supply is empty, the discard pile is shuffled",
        "These three pieces are out of the game.",
        "Others may stage the same composer in the same city.",
        "its fame is 0: it scores nothing, is never sold, given away or discarded",
        "Whoever has hired 3 roles is closed",
        "The century does not matter to him.",
        "Nobody joins in with Maestro, Critico and Esperto",
        "Every house with a piece on its stage brings ducats",
        "The bank never runs out of ducats.",
        "becomes the supply, without the pieces that are set aside",
        "against bots alone the last action can be taken back",
        "Whoever can pay but may hire nothing is asked all the same.",
        "Your level must cover the cost.",
        "being asked tells nobody anything about ducats or stocks",
        "The hirer may also build nothing.",
        "In a city without pieces of the hirer nothing is scored or given away, but the others are asked.",
        "Nobody knows the order of the supply.",
        "Hans van Tol",
        "The Game Master",
        "an unofficial implementation",
    ],
)
def test_the_rules_of_opera_say(fact: str) -> None:
    """Each of these was missing or wrong."""
    assert fact in rules_of(3)


@pytest.mark.parametrize(
    ("point", "here"),
    [
        ("Surplus pieces of a composer", "Here they go back and are shuffled in."),
        ("With two players, after a round", "Here it is the discard pile."),
        ("Gaps on a level of the budget table", "Here at once."),
        ("Start player", "Here by lot."),
        ("Players who have closed", "Here they may still answer the Esperto."),
        ("Hiring the Impresario only to rearrange", "Here it is allowed."),
        ("The same wing twice in a house", "So here."),
        ("The Esperto's hirer is last together with others", "the piece is discarded."),
        ("The house piece at the Palazzo", "nor here."),
        ("After the last round", "Here only what can still matter"),
        ("The Signora without a possible sale", "Here neither is possible."),
        ("pawns in cities not yet open", "Here neither is possible."),
    ],
)
def test_every_point_where_the_books_differ_says_how_it_is_played_here(point: str, here: str) -> None:
    """The reading stands in the paragraph of its point."""
    paragraphs = as_text(usual_rules("opera", 3, {}).sections(), 4000, UNICODE).partition("Where the books differ")[2]
    assert [text for text in paragraphs.split("\n\n") if point in text and here in text]


@pytest.mark.parametrize("wrong", ["serve only who hired them", "for their hirer alone", "Full houses bring"])
def test_nothing_says_any_more(wrong: str) -> None:
    """The characters act for all, and every house with a piece brings ducats."""
    pages = [*help_of("opera").TOPICS.values()]
    said = " ".join([rules_of(2), rules_of(3), *(text for page in pages for text in page.paragraphs)])
    assert wrong not in said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_extra_ducats_are_those_of_the_rules(players: int) -> None:
    """The players after the first one get 1, 2 and 3 more."""
    game = opera_rules.new_game(players, {}, built_in("opera"), bytes(32)).game
    assert sorted(player.ducats - 20 for player in game.players) == list(range(players))
    told = {2: "the one who is not start player 1 more", 3: "player 1 and 2 more", 4: "player 1, 2 and 3 more"}
    assert told[players] in rules_of(players)


def test_a_character_without_a_city_is_told_of_only_where_the_edition_has_too_few_places() -> None:
    """With the built-in places there is always one."""
    told = "A character whose pawn finds no such city cannot be hired."
    source = tomllib.loads(edition_text("opera"))
    source["cities"]["berlin"]["pawn_places"] = 1
    game = opera_rules.new_game(3, {}, opera_rules.read_edition(source), bytes(32)).game
    assert told in text_of(rules_at(view_of(game, 0)))
    assert told not in rules_of(3)


def test_a_table_for_two_has_its_own_rules() -> None:
    """Four roles, the first thing free, two of a composer, and surplus pieces discarded after a round only."""
    told = rules_of(2)
    for fact in (
        "Whoever has hired 4 roles",
        "the first thing bought, built or sold is free, and the second costs 1 level",
        "5 pieces are drawn from the supply one by one, at most 2 of a composer",
        "At the start those set aside are shuffled back into the supply; after a round they are discarded",
    ):
        assert fact in told
        assert fact not in rules_of(3)


def test_a_short_game_has_its_countings() -> None:
    """Also in the table of buildings."""
    told = rules_of(3, rounds=7)
    assert "countings after rounds 3, 5 and 7" in told
    assert "Milano after 5" in told
    assert "Milano after 6" in rules_of(3)


def test_open_screens_are_told() -> None:
    """Nothing is said to be hidden that is not."""
    assert "everybody sees all ducats" in rules_of(3, open_screens=True)
    assert "behind the screens" in rules_of(3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_buildings_are_those_of_the_edition(players: int) -> None:
    """Halls, prices, copies and pawn places of every part."""
    cities = tomllib.loads(edition_text("opera"))["cities"]
    for city, plan in cities.items():
        parts = " ".join(
            f"{part['halls']}h {2 * part['halls']}d ×{part['copies'][players - 2]}" for part in plan["parts"].values()
        )
        assert f"{plan['pawn_places']} {parts}" in rules_of(players), city


def test_a_table_shows_its_own_edition() -> None:
    """Not the built-in one: a fourth column of parts, other copies."""
    edition = load(THREE_WINGS).edition
    game = opera_rules.new_game(4, {"rounds": 7}, edition, bytes(32)).game
    told = text_of(rules_at(view_of(game, 0)))
    assert "wing c" in told
    assert f"Edition of the buildings: {edition.source['name']}." in told
    assert "countings after rounds 3, 5 and 7" in told
    assert "wing c" not in rules_of(4)


@pytest.mark.parametrize(
    "fact",
    [
        "stays where he is after turn 7",
        "Money alone is open to everybody in every turn.",
        "None comes to the holder of Puccini, and none in turn 4.",
        "goes to the left: to the next seat, from the last one to the first",
        "against bots alone the last action can be taken back",
        "Whoever offered a number and gets no card takes it back.",
        "casts are shown as of now",
        "Turandot f, Calaf m, Liù f, Ping m, Pong m, Pang m",
        "Fiammetta Corelli 3 f prefers Turandot",
        "20 m, 12 f and 4 x",
        "Stefano Castelli",
        "daVinci",
        "an unofficial implementation",
    ],
)
def test_the_rules_of_turandot_say(fact: str) -> None:
    """With the singers and their preferred parts."""
    assert fact in turandot_of(4)


def test_the_silent_hand_is_told_of_only_where_there_is_one() -> None:
    """With two players."""
    assert "Whoever holds Puccini in turn 7 loses 1 point" in turandot_of(2)
    assert "silent hand" not in turandot_of(3)
    assert "first the costumier, then the carpenter" in turandot_of(4)
    assert "carpenter" not in turandot_of(3)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_the_card_fits_a_small_screen(game: str, glyphs: Any) -> None:
    """20 rows of 76 cells, nothing cut, whatever the number of players."""
    for players in about(game).seats:
        shown = [plain(row) for row in card_page(usual_rules(game, players), 76, glyphs).rows]
        assert len(shown) <= 20
        assert not [row for row in shown if "…" in row]


async def test_at_a_table_r_shows_its_rules_and_c_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """And `c` again the rules."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await show(hall, bidding(), 0, "r")
        shown = "\n".join(rows(app))
        assert "For 4 players: 9 rounds" in shown
        assert "How to begin" not in shown
        await hall.press("c")
        shown = "\n".join(rows(app))
        assert "Opera with 4 players, 9 rounds" in rows(app)[0]
        for words in ("Fees: Impresario 3", "ducats of income", "End of a round", "Milano   after 6"):
            assert words in shown
        await hall.press("c")
        assert "Rules of Opera" in rows(app)[0]


async def test_from_an_explanation_tab_leads_to_the_rules_of_the_own_game_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await show(hall, bidding(), 0, "question_mark", "tab")
        assert "Rules of Opera" in rows(app)[0]
        await hall.press("tab")
        assert "Rules of Turandot" in rows(app)[0]


async def test_tab_leads_from_a_card_to_the_card_of_the_other_game() -> None:
    """And `c` from there to the rules of that game."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        app.shell.follow(ReadRules())
        await until_shown(pilot, "Rules of Opera")
        await pilot.press("c")
        await until_shown(pilot, "Opera with 3 players")
        await pilot.press("tab")
        await until_shown(pilot, "Turandot with")
        await pilot.press("c")
        await until_shown(pilot, "Rules of Turandot")


async def test_esc_leads_from_the_card_back_to_the_rules() -> None:
    """To the place that was read; from there to the home screen."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "r Rules")
        await pilot.press("r", "n")
        await until_shown(pilot, "Opera in short")
        place = rows(app)
        await pilot.press("c")
        await until_shown(pilot, "Opera with 3 players")
        await pilot.press("escape")
        await until(pilot, lambda: rows(app) == place)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_rules_speak_of_no_table_where_there_is_none(game: str) -> None:
    """They say for how many players they are."""
    text = text_of(usual_rules(game))
    assert "his table" not in text
    assert f"For {about(game).usual_seats} players: " in text


async def test_from_the_home_screen_the_rules_begin_with_how_to_begin() -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "r Rules")
        await pilot.press("r")
        await until_shown(pilot, "How to begin")
        await until_shown(pilot, "Learn by playing shows them")
        assert "c card" in footer(app)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("rules opera", "Where the books differ"),
        ("rules turandot --players 2", "The silent hand"),
        ("rules opera --rounds 7", "countings after rounds 3, 5 and 7"),
        ("rules opera --card --players 4", "Opera with 4 players, 9 rounds"),
    ],
)
def test_the_rules_are_printed_into_a_pipe(words: str, told: str) -> None:
    """Without a terminal, and without an escape sequence."""
    command = [sys.executable, "-m", "opera_tui.start.cli", *words.split()]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, env=_environment())
    assert told in done.stdout
    assert done.stdout.isprintable() or "\x1b" not in done.stdout


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "dumb"}


def test_where_the_output_has_no_such_signs_plain_ones_are_printed() -> None:
    """In a pipe of ASCII nothing ends with a traceback."""
    environment = {**_environment(), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "opera_tui.start.cli", "rules", "opera"]
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert b"Handel" in done.stdout


@pytest.mark.parametrize("words", ["rules opera --players 5", "rules turandot --rounds 7", "rules opera --rounds 8"])
def test_a_table_that_there_is_not_is_refused(words: str) -> None:
    """With a sentence."""
    command = [sys.executable, "-m", "opera_tui.start.cli", *words.split()]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=_environment())
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
