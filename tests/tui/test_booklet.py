"""The programme booklet: one file that is valid, safe and small, of every game; the way to it by key and by command."""

import re
from gettext import translation
from pathlib import Path

import pytest
from support.cli.commands import invoke
from support.server.players import Player, start_table
from support.tui.booklets import Booklet, booklet_of, booklet_of_recorded, recorded, text
from support.tui.line_player import Script, at_table, play
from support.tui.pseudo_locale import LANGUAGE, write_pseudo_catalog
from support.tui.shell_app import SMALL, footer, opera, until, until_shown
from typer.testing import CliRunner

from opera_protocol.wire.messages import TableSettings
from opera_tui.booklet.charts import WIDTH, Curve, Source, curves, stacked
from opera_tui.booklet.elements import element, written
from opera_tui.booklet.highlights import Best, Lead, best_round, leads
from opera_tui.booklet.pages import highlights
from opera_tui.booklet.players import Player as BookletPlayer
from opera_tui.config.machine import VisitedMachine
from opera_tui.config.settings import Settings
from opera_tui.line_mode.front import LineFront
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.run import follow
from opera_tui.line_mode.streams import Speaker
from opera_tui.local.folders import data_folder
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import choose, choose_language
from opera_tui.session.booklets import booklet_of_game
from opera_tui.session.finished_games import finished_games
from opera_tui.session.intents import Replay
from opera_tui.session.session import Place, open_session
from opera_tui.start.commands import app as commands
from opera_tui.table.game_over import GameOverScreen

MOST_BYTES = 300_000
HOSTILE = ["</svg><i>x", '"><script>', "&lt;{0}%s'"]


@pytest.mark.parametrize("name", ["opera-4-mixed", "turandot-5-shared-win"])
async def test_a_booklet_is_one_small_file_that_loads_nothing(name: str, tmp_path: Path) -> None:
    """Well-formed, no element closed that has no end, each id once; no script, no foreign address, less than 300 kB."""
    booklet = await booklet_of_recorded(name, tmp_path)
    assert len(booklet.content) < MOST_BYTES
    assert booklet.content.startswith(b"<!DOCTYPE html>\n<html lang=")
    names = [found.get("id") for found in booklet.root.iter() if found.get("id")]
    assert len(names) == len(set(names))
    links = [found.get("href") for found in booklet.root.iter("a")]
    assert {f"#{found}" for found in names} >= set(links)
    assert "script" not in booklet.tags()
    written_out = booklet.content.decode("utf-8")
    assert "/>" not in written_out
    assert not re.search(r"\bsrc=|url\(|@import|https?:|\bon\w+=", written_out)
    assert "prefers-color-scheme:dark" in written_out
    assert "size: A4" in written_out


@pytest.mark.parametrize("name", ["opera-2-rounds-7-random", "turandot-3-random"])
async def test_hostile_names_are_text(name: str, tmp_path: Path) -> None:
    """Names of players and of the table are shown as they are, and change nothing of the file's structure."""
    lines = recorded(name)
    names = HOSTILE[: len(lines[0]["players"])]
    lines[0]["players"] = names
    hostile = Booklet(await booklet_of(lines, tmp_path, "<script>alert(1)<"))
    assert hostile.tags() == (await booklet_of_recorded(name, tmp_path)).tags()
    cover = text(next(hostile.root.iter("header")))
    assert all(player in cover for player in [*names, "<script>alert(1)<"])


def test_an_element_escapes_texts_and_attributes_and_hides_what_is_not_printed() -> None:
    shown = written(element("p", "a<b>&c\x1b\u202e", [1, element("br")], title='"<&', class_="x"))
    assert shown == '<p title="&quot;&lt;&amp;" class="x">a&lt;b&gt;&amp;c\ufffd\ufffd1<br></p>'


def test_names_beside_charts_keep_within_the_drawing() -> None:
    """As long as they are at tables they stand as they are; of a transcript's longer ones the beginning is pressed."""
    usual, long = BookletPlayer(0, "◆M", "Massimiliano"), BookletPlayer(1, "▲X", "x" * 40)
    drawn = curves([Curve(usual, [0, 1]), Curve(long, [0, 2])], ["0", "1"], "Points")
    bars = stacked([usual, long], [Source("b", "building")], [[3], [-4]], "Accounts")
    for drawing in (drawn, bars):
        names = {text(name): name for name in Booklet(written(drawing).encode()).root.iter("text")}
        assert names["◆M Massimiliano"].get("textLength") is None
        pressed = names[f"▲X {'x' * 14}…"]
        assert float(pressed.get("x", "")) + float(pressed.get("textLength", "")) <= WIDTH
    parts = [float(part.get("x", "")) for part in Booklet(written(bars).encode()).root.iter("rect")]
    assert min(parts) >= float(pressed.get("textLength", ""))


async def test_a_booklet_is_in_the_readers_language(tmp_path: Path) -> None:
    """With a catalog that changes every text, nothing that a player reads is left in English."""
    write_pseudo_catalog(tmp_path / "locale")
    choose(translation("opera", tmp_path / "locale", [LANGUAGE]))
    try:
        booklet = Booklet(await booklet_of(recorded("opera-2-rounds-7-random"), tmp_path))
    finally:
        choose_language("en")
    heads = [text(found) for tag in ("h2", "h3", "dt") for found in booklet.root.iter(tag)]
    cities = {"Venezia", "Wien", "Berlin", "London", "Paris", "Milano"}
    english = [head for head in heads if head.isascii() and head not in cities]
    assert not english


async def test_a_game_without_a_result_has_no_booklet(tmp_path: Path) -> None:
    lines = recorded("turandot-2-random")[:9]
    end = {"type": "end", "abandoned": True, "shuffle": recorded("turandot-2-random")[-1]["shuffle"]}
    with pytest.raises(Exception, match="not_finished"):
        await booklet_of([*lines, end], tmp_path)


def test_the_best_round_is_that_of_the_largest_gain() -> None:
    """Each of them, if several brought as much."""
    points = [[3, 0], [5, 9], [8, 12]]
    assert best_round(points, 0) == Best(3, (1, 3))
    assert best_round(points, 1) == Best(9, (2,))


def test_the_lead_changes_when_others_have_the_most_points() -> None:
    """Equal players lead together, and nobody is ahead then."""
    points = [[3, 0, 1], [4, 4, 1], [5, 6, 1], [7, 9, 1]]
    assert leads(points) == [Lead(1, (0,), 3, 2), Lead(2, (0, 1), 4, 0), Lead(3, (1,), 6, 1)]


def test_every_change_of_the_lead_stands_beside_a_player_too() -> None:
    """Also where one of two who were equal goes on alone, or where one of three falls behind."""
    players = [BookletPlayer(seat, letter, letter) for seat, letter in enumerate("ABC")]
    points = [[3, 0, 1], [4, 4, 1], [5, 6, 1], [7, 7, 7], [9, 9, 8], [9, 12, 12]]
    page = Booklet(written(element("div", highlights(players, points, "round", "after round"))).encode())
    assert [row[-1] for row in page.rows("best")] == ["1, 4 =, 5 =", "2 =, 3, 5 =", "4 =, 6 ="]
    assert [row[0] for row in page.rows("leads")] == ["1", "2", "3", "4", "5", "6"]
    assert text(page.root).count("= means: equal with others.") == 1


async def test_b_after_the_end_writes_the_booklet_of_a_transcript(tmp_path: Path) -> None:
    """The result says where it is, and stays in front."""
    invoke("simulate", "turandot", "--players", "2", "--bots", "random", "--seed", "b", "--out", tmp_path / "games")
    app = opera(Replay(tmp_path / "games" / "000001.jsonl"))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Move 0 of")
        await pilot.press("end", "v")
        await until(pilot, lambda: isinstance(app.screen, GameOverScreen))
        await until_shown(pilot, "b booklet")
        await pilot.press("b")
        await until(pilot, lambda: list((data_folder() / "booklets").glob("*.html")))
        assert isinstance(app.screen, GameOverScreen)
    (file,) = (data_folder() / "booklets").glob("*.html")
    assert "Turandot" in text(next(Booklet(file.read_bytes()).root.iter("h1")))


async def test_where_no_booklet_can_be_had_none_is_offered() -> None:
    """A visitor has neither files nor servers to make one."""
    assert not VisitedMachine.makes_booklets
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.push_screen(GameOverScreen("Ada wins", lambda _room: [], [], lambda: None))
        await until_shown(pilot, "e export")
        assert "booklet" not in footer(app)
        await pilot.press("b")
        assert isinstance(app.screen, GameOverScreen)


async def test_booklet_writes_it_in_lines(tmp_path: Path) -> None:
    """After the last move of a replay, and wherever else the reader has files."""
    invoke("simulate", "turandot", "--players", "2", "--bots", "random", "--seed", "b", "--out", tmp_path / "games")
    script = Script("all", "", "booklet", "q")
    front = LineFront("Ada", Speaker(script.hear), script)
    try:
        await follow(Replay(tmp_path / "games" / "000001.jsonl"), front, Preferences(Settings(), front.machine))
    finally:
        await front.close()
    (file,) = (data_folder() / "booklets").glob("*.html")
    assert "booklet writes the programme of this game into a file, to print and to keep." in script.heard
    assert any(str(file) in sentence for sentence in script.heard)
    assert "Turandot" in text(next(Booklet(file.read_bytes()).root.iter("h1")))


async def test_who_has_no_files_is_told_so_in_lines(tmp_path: Path) -> None:
    script = Script("booklet")
    async with at_table(tmp_path, "turandot", 2) as (_here, session, table_id):
        await play(session, table_id, script)
    assert [sentence for sentence in script.heard if sentence.startswith("There are no booklets here")]


async def test_the_booklet_of_a_game_against_bots_names_their_level_and_what_the_shuffle_proves() -> None:
    """A transcript tells neither; the server where the game was played does."""
    servers = OwnServers()
    session = await open_session(servers.solo, Place("solo"), "Ada")
    settings = TableSettings(game="turandot", name="Fenice", seats=2, bots=("random",))
    table = await start_table([session.client], settings, ["Ada"])
    await Player(session.client, table, b"booklet").play()
    (game,) = (await finished_games(servers, session)).games
    cover = text(next(Booklet(await booklet_of_game(servers, session, game)).root.iter("header")))
    await session.leave()
    await servers.close()
    for told in ("Fenice", "Ada", "bot: random", "The shuffle is proved fair", re.compile(r"20\d\d-\d\d-\d\d")):
        assert re.search(told, cover), cover


def test_the_command_writes_a_booklet_and_never_over_a_file(tmp_path: Path) -> None:
    """`opera booklet FILE -o FILE`; a game that there is not, and a file that there is, are said in a sentence."""
    invoke("simulate", "turandot", "--players", "2", "--bots", "random", "--seed", "b", "--out", tmp_path / "games")
    target = tmp_path / "programme.html"
    arguments = ["booklet", str(tmp_path / "games" / "000001.jsonl"), "-o", str(target)]
    done = CliRunner().invoke(commands, arguments)
    assert done.exit_code == 0, done.output
    assert str(target) in done.output
    assert Booklet(target.read_bytes()).part("sources") is not None
    before = target.read_bytes()
    assert CliRunner().invoke(commands, arguments).exit_code == 2
    assert target.read_bytes() == before
    assert CliRunner().invoke(commands, ["booklet", "Nowhere"]).exit_code == 2
