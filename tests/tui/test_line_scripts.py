"""`opera act` and `opera state`, an outside bot that plays with them, and the ways to a table in lines."""

import asyncio
import json
import os
import runpy
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.cli.commands import invoke
from support.server.running import ServerProcess, free_ports
from support.tui.line_player import Player, Script, play
from typer.testing import CliRunner

from opera_games.catalog import GAMES
from opera_games.errors import Coded
from opera_protocol.client import ServerAt, ServerNotTrusted, Unreadable
from opera_protocol.local.address import parse_address
from opera_protocol.local.command_errors import CommandError
from opera_protocol.local.known_servers import KnownServers
from opera_protocol.wire.messages import Clock, TableSettings
from opera_tui.config.machine import Machine, VisitedMachine
from opera_tui.config.settings import Settings, settings_path
from opera_tui.games.speech import Unclear
from opera_tui.line_mode.front import LineFront
from opera_tui.line_mode.new_table import new_table, options_told
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.run import follow
from opera_tui.line_mode.streams import InputLines, Speaker
from opera_tui.lobby.model import Others
from opera_tui.lobby.table_form import after_change, defaults, fields_of
from opera_tui.local.folders import data_folder
from opera_tui.look.i18n import choose_language
from opera_tui.look.levels import LEVELS
from opera_tui.session.intents import GoHome, Host, Intent, Join, Play, ReadRules, Replay
from opera_tui.session.own_results import own_finished
from opera_tui.session.session import Place, Session, open_session
from opera_tui.session.solo import SoloGame
from opera_tui.start import launch
from opera_tui.start.commands import app

SHORT = {"rounds": 7, "open_screens": False}
BOT = Path(__file__).parents[1] / "examples" / "outside_bot.py"


async def trust(_question: object) -> bool:
    return True


@asynccontextmanager
async def at_server(folder: Path) -> AsyncIterator[tuple[Session, str]]:
    """A player's session at a server that is a process of its own, and its address."""
    server = ServerProcess(folder / "server")
    await server.start()
    try:
        address = parse_address(f"127.0.0.1:{server.port}")
        target = ServerAt(address, KnownServers(data_folder()), decide=trust)
        session = await open_session(target, Place("away", address=address.short), "Ada")
        try:
            yield session, address.short
        finally:
            await session.leave()
    finally:
        await server.stop()


async def a_table(session: Session, game: str = "turandot", **chosen: Any) -> str:
    settings = {"game": game, "name": "Fenice", "seats": 2, "bots": ("random",), "absence": 86_400, **chosen}
    table_id = await session.create(TableSettings(**settings))
    if settings["bots"]:
        await session.start_alone(table_id)
    return table_id


def run(*words: str) -> Any:
    """Run a command in a thread of its own loop, as a shell would."""
    return CliRunner().invoke(app, list(words))


async def commanded(*words: str) -> Any:
    """The same while this loop goes on."""
    return await asyncio.to_thread(run, *words)


async def test_a_line_from_outside_is_played(tmp_path: Path) -> None:
    async with at_server(tmp_path) as (session, address):
        table_id = await a_table(session, "opera")
        told = await commanded("state", "Fenice")
        assert told.exit_code == 0
        assert "Bid for budget: all at once, in secret. 11 choices:" in told.stdout
        done = await commanded("act", table_id, "bid 3", "--at", address)
        assert done.exit_code == 0, done.stderr
        assert "Ada has bid.\n" in done.stdout
        state = json.loads((await commanded("state", "Fenice", "--json")).stdout)
        assert (state["game"], state["state"], state["seat"]) == ("opera", "running", 0)
        assert state["waiting"] == [0]
        assert state["decision"] is not None
        assert state["choices"][0]["number"] == 1
        assert state["public"]["game"]["round"] == 1


@pytest.mark.parametrize(
    ("line", "why"), [("bid 99", "You can bid at most"), ("dance", "means nothing"), ("", "not all that has to be")]
)
async def test_a_line_that_is_refused_ends_with_1(tmp_path: Path, line: str, why: str) -> None:
    async with at_server(tmp_path) as (session, _address):
        await a_table(session, "opera")
        done = await commanded("act", "Fenice", line)
        assert (done.exit_code, why in done.stderr) == (1, True), done.stderr
        assert (await commanded("state", "Nowhere")).exit_code == 1


async def test_what_cannot_be_reached_ends_with_2(tmp_path: Path) -> None:
    async with at_server(tmp_path) as (session, _address):
        await a_table(session, "opera")
    for words in (("state", "Fenice"), ("act", "Fenice", "bid 3"), ("state", "Fenice", "--at", "127.0.0.1:9")):
        done = await commanded(*words)
        assert done.exit_code == 2
        assert done.stderr.startswith("opera: ")


async def test_an_outside_bot_plays_a_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands run in this process: starting each would take half a second."""

    def run_here(words: list[str], **_how: object) -> subprocess.CompletedProcess[str]:
        done = run(*words[1:])
        return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)

    async with at_server(tmp_path) as (session, _address):
        table_id = await a_table(session)
        monkeypatch.setattr(subprocess, "run", run_here)
        monkeypatch.setattr(sys, "argv", ["outside_bot.py", "Fenice", "--at", _address])
        await asyncio.to_thread(runpy.run_path, str(BOT))
        assert session.client.room(table_id).view.head.state == "finished"
    assert len(BOT.read_text().splitlines()) <= 25


async def in_lines(intent: Intent, *lines: str, machine: Machine | None = None, player: Any = None) -> list[str]:
    """What is said on the way of an intent, if these lines are typed, or what a player types."""
    player = player or Script(*lines)
    front = LineFront("Wolf", Speaker(player.hear), player, machine)
    try:
        await follow(intent, front, Preferences(Settings(), front.machine))
    finally:
        await front.close()
    heard: list[str] = player.heard
    return heard


async def test_a_table_is_chosen_by_its_number_or_its_name(tmp_path: Path) -> None:
    async with at_server(tmp_path) as (session, address):
        table_id = await a_table(session, "opera", bots=())
        for line in ("1", "Fenice"):
            said = await in_lines(Join(address, is_watching=True), "Scala", "", line, "w")
            assert "1, Fenice, where you sit: Opera, open, 1 of 2 seats taken: Ada." in said
            assert "The game has not begun." in said
        said = await in_lines(Join(address, table="Fenice", code="x"), "?")
        assert said[0].startswith("Opera at Fenice, not begun: Ada")
        assert session.client.room(table_id).view.head.state == "open"


async def test_a_table_is_opened_filled_with_bots_started_and_left_for_another(tmp_path: Path) -> None:
    async with at_server(tmp_path) as (_session, address):
        said = await in_lines(
            Join(address),
            *(
                "?",
                "open",
                "open turandot 9",
                "open dominoes",
                "op tu 3",
                "bots nobody",
                "bots random",
                "bots",
                "start",
                "bots",
            ),
            "w",
        )
        again = await in_lines(Join(address), "fen", "w", "tables", "watch fen", "tables", "q")
    assert "settings lists settings, Enter tells the tables again, q leaves." in said
    assert "Which game? Type one of these: open opera, open turandot." in said
    assert "Turandot has 2 to 5 seats, such as: open turandot 5." in said
    at = said.index("“open dominoes” is no table here. Type a table's number or name, or open opera; ? says what else.")
    assert said[at + 1].startswith("Turandot at Fenice, not begun")
    assert "Turandot at Fenice, not begun: Wolf, not ready; a free seat; a free seat." in said
    assert any(sentence.startswith("There are no bots of that level; there are: random, chorus") for sentence in said)
    bots = "Rossini, a bot of the level random; Bellini, a bot of the level random"
    filled = said.index(f"Turandot at Fenice, not begun: Wolf, not ready; {bots}.")
    assert said[filled + 1].startswith(
        "You are the host: type start to begin; seats says how single seats are changed."
    )
    assert "The game has begun; this is possible only before that." in said
    assert said[-1] == "You leave; your seat is kept."
    assert (
        again[-1]
        == "1, Fenice, where you sit: Turandot, under way, 3 of 3 seats taken: Wolf, 2 bots of the level random."
    )
    assert [one for one, other in pairwise([*said, *again]) if one == other] == []


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("open opera", {}),
        ("open opera 4, 7 rounds", {"seats": 4, "options": SHORT}),
        ("play opera 7 rounds 2 bots chorus", {"bots": ("chorus",) * 2, "options": SHORT}),
        ("open turandot, 3 bots, 4 seats, virtuoso", {"game": "turandot", "bots": ("virtuoso",) * 3, "options": {}}),
        ("open opera, diva", {"bots": ("diva",) * 2}),
        ("open opera, clock 60", {"clock": Clock(mode="decision", seconds=60)}),
        ("open opera, 40 min", {"clock": Clock(mode="bank", seconds=2400)}),
        ("open opera, name of the table La Perla, no spectators", {"name": "La Perla", "spectators": False}),
        ("open opera, code Aria e basta, hints no", {"code": "Aria e basta", "hints": False}),
        ("open opera, open screens", {"options": {"rounds": 9, "open_screens": True}}),
        ("öffne opera, 7 Runden, Kennwort aria", {"code": "aria", "options": SHORT}),
        ("öffne opera, 2 Bots, Chor", {"bots": ("chorus",) * 2}),
    ],
)
def test_all_that_the_form_of_a_new_table_has_can_be_typed(line: str, chosen: dict[str, Any]) -> None:
    """Behind the game, in English and in the reader's language."""
    choose_language("de")
    usual = {"game": "opera", "name": "Fenice", "options": {"rounds": 9, "open_screens": False}}
    opened = new_table(line, LEVELS, [])
    assert opened is not None
    assert opened.settings == TableSettings(**{"seats": 4 if "turandot" in line else 3, **usual, **chosen})


def test_every_row_of_that_form_is_told_with_its_values() -> None:
    told = " ".join(options_told(LEVELS))
    for game in GAMES:
        values = after_change({**defaults(LEVELS, ()), "game": game}, "game")
        for field in fields_of(values, LEVELS):
            assert field.id == "game" or field.label in told
    assert "Opera: length: 9 rounds, 7 rounds; 9 rounds if you say nothing" in told
    assert new_table(options_told(LEVELS)[-1].rpartition(": ")[2], LEVELS, [])


@pytest.mark.parametrize("line", ["open opera, dance", "open opera, clock", "open opera, name " + "x" * 50])
def test_a_table_with_something_unknown_is_not_opened(line: str) -> None:
    with pytest.raises((Unclear, Coded)):
        new_table(line, LEVELS, [])


async def test_single_seats_are_changed_by_the_host(tmp_path: Path) -> None:
    """A bot on one seat, another in its place, and nobody again; what was opened is told."""
    changes = ("seat 2 chorus", "seat 2 random", "seat 2 free", "seat 3 diva")
    async with at_server(tmp_path) as (_session, address):
        lines = ("options", "open opera, 7 rounds", "seats", *changes, "bots random", "start", "seat 2 free", "?")
        said = await in_lines(Join(address), *lines)
    assert "Opened with length 7 rounds." in said
    assert "seat 2 free takes the bot away that is there, or sends the person away." in said
    sat = [sentence.partition(": ")[2] for sentence in said if sentence.startswith("Opera at Fenice, not begun: ")]
    levels = [" ".join(chair.rpartition(" ")[2] for chair in one.rstrip(".").split("; ")[1:]) for one in sat]
    assert levels == ["seat seat", "chorus seat", "random seat", "seat seat", "seat diva", "random random"]
    assert any(sentence.startswith("Opera at Fenice, round 1 of 7") for sentence in said)
    assert "The game has begun; this is possible only before that." in said


async def test_finished_games_are_found_again_in_the_list_of_tables(tmp_path: Path) -> None:
    """A number means the game that was told under it, until the tables are told again."""
    player = Player(Random("again"))
    async with at_server(tmp_path) as (session, address):
        none = await in_lines(Join(address), "results", "q")
        table_id = await a_table(session, name="Aida")
        await play(session, table_id, player)
        ((_id, _name, result),) = await own_finished(session, 2)
        said = await in_lines(Join(address), "results", "1", "transcript", "tables", "1", "q")
    assert none[-1] == "No game of yours has ended here yet."
    told = said.index("Your last games here; a number or a name leads to one:")
    assert result.startswith("Aida, Turandot: ")
    assert said[told + 1] == f"1, {result}."
    assert said[told + 2].startswith("Turandot at Aida, turn 7 of 7")
    assert any(sentence.startswith("That was the game") for sentence in said)
    assert said[-1].startswith("“1” is no table here.")


async def test_a_code_word_is_asked_for_in_the_list_of_tables(tmp_path: Path) -> None:
    async with at_server(tmp_path) as (session, address):
        await a_table(session, "opera", bots=(), code="turandot")
        async with another_player():
            said = await in_lines(Join(address), "yes", "1", "wrong", "turandot", "?")
    assert "This table has a code word; ask its host for it." in said
    assert "Code word for Fenice, or an empty line to go without:" in said
    assert "Opera at Fenice, not begun: Ada, not ready; Wolf, not ready." in said


@asynccontextmanager
async def another_player() -> AsyncIterator[None]:
    """Somebody else at this machine, with folders of their own."""
    before = os.environ["XDG_DATA_HOME"]
    os.environ["XDG_DATA_HOME"] = f"{before}-of-another"
    try:
        yield
    finally:
        os.environ["XDG_DATA_HOME"] = before


async def test_a_host_is_told_what_others_type_and_asked_about_the_server() -> None:
    said = await in_lines(Host(free_ports()), "open opera 2", "tables", "q")
    assert said[0].startswith("opera join ")
    assert said[0].endswith(" is what others type to come here.")
    assert not any("Others may sit here" in sentence for sentence in said)


async def test_a_host_with_others_there_is_asked_about_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("opera_tui.line_mode.hosting.others_at", lambda _session: Others(1))
    said = await in_lines(Host(free_ports()), "q", "stay", "q", "stop")
    question = "Others may sit here. Type stay, stop to end the server for all, or leave to let it run on."
    assert [sentence for sentence in said if sentence == question] == [question] * 2


async def test_a_visitor_has_one_server_and_no_others(tmp_path: Path) -> None:
    async with at_server(tmp_path) as (session, address):
        table_id = await a_table(session, "opera")
        assert (await in_lines(Join(address, is_visit=True), "w", machine=VisitedMachine()))[0].startswith("Opera at ")
        assert await in_lines(Join(is_visit=True, address=address, table=table_id), machine=VisitedMachine())
        with pytest.raises(Coded):
            await in_lines(Join(is_visit=True), "127.0.0.1", machine=VisitedMachine())


async def test_an_unknown_key_is_asked_about(tmp_path: Path) -> None:
    async with at_server(tmp_path) as (_session, address):
        for file in data_folder().glob("known*"):
            file.unlink()
        with pytest.raises(ServerNotTrusted):
            await in_lines(Join(address), "no")
        said = await in_lines(Join(address), "yes", "q")
        assert "its key has the fingerprint" in said[0]
        assert said[1:] == [
            "Go on if its host has told you the same. Trust it? Type yes or no.",
            "No table is open here.",
            "For one of your own: open opera, open turandot. Enter looks again, q leaves:",
        ]


async def test_a_transcript_is_told_move_by_move(tmp_path: Path) -> None:
    series = ("simulate", "turandot", "--players", "2", "--bots", "random", "--seed", "replay", "--out")
    invoke(*series, tmp_path / "games")
    questions = ("b", "m", "h", "f", "c", "o", "l 3", "w", "r money", "?", "x")
    moves = ("", "back", "2", "random 1", "m", "dance", "all", "", "q")
    said = await in_lines(Replay(tmp_path / "games" / "000001.jsonl"), *questions, *moves)
    assert "turn 1 of 7, you watch" in said[0]
    assert said[1].startswith("Questions: ")
    assert "Turn 1 of 7; " in "\n".join(said)
    assert "You watch: you have nothing here." in said
    assert "Seen by random 1." in said
    assert any(sentence.startswith("You hold the numbers") for sentence in said)
    assert "Move 0 of" in "\n".join(said)
    assert "“dance” means nothing here; ? says where you are." in said
    over = next(place for place, sentence in enumerate(said) if sentence.startswith("The game is over"))
    assert " wins with " in said[over + 1]
    assert [one for one, other in pairwise(said) if one == other] == []


async def test_the_end_of_the_lines_leaves_in_order_and_the_seat_is_kept() -> None:
    said = await in_lines(Play(SoloGame(players=2, level="random")), "bid 3", "y")
    assert said[-1] == "You leave; your seat is kept."
    again = await in_lines(Play())
    assert said[0].partition(",")[0] == again[0].partition(",")[0]
    home = await in_lines(GoHome())
    assert home[1].startswith(f"1, go on at {said[0].partition(',')[0].removeprefix('Opera at ')}: Opera, round 1 of 9")


async def test_lines_are_read_to_their_end_whatever_comes() -> None:
    reading, writing = os.pipe()
    os.write(writing, "bid 3\n\nhändel\n\xff\n".encode("latin-1") + b"x" * 3000 + b"\nlast")
    os.close(writing)
    lines = InputLines(reading)
    read = [await lines.next() for _line in range(7)]
    os.close(reading)
    assert read[:2] == ["bid 3", ""]
    assert len(read[4] or "") == 1000
    assert read[5:] == ["last", None]
    assert await lines.next() is None


async def test_what_a_server_elsewhere_sends_ends_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> list[str]:
        raise KeyError("wien")

    async with at_server(tmp_path) as (session, address):
        await a_table(session, "opera")
        monkeypatch.setattr("opera_tui.line_mode.table.rules_about", fail)
        with pytest.raises(Unreadable):
            await in_lines(Join(address, table="Fenice"), "r")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How the program would be run: in lines or on screens."""
    started: list[str] = []
    monkeypatch.setattr(launch, "put_off_garbage", lambda: None)
    monkeypatch.setattr(launch, "_run_lines", partial(_note, started, "lines"))
    monkeypatch.setattr(launch, "run_in_terminal", partial(_note, started, "screens"))
    return started


def _note(started: list[str], how: str, *_: object, **_further: object) -> int:
    started.append(how)
    return 0


def set_lines(word: str) -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text(f'lines = "{word}"')


@pytest.mark.parametrize(
    ("word", "has_terminal", "how"),
    [("auto", True, "screens"), ("auto", False, "lines"), ("yes", True, "lines"), ("no", True, "screens")],
)
def test_lines_are_chosen_as_the_settings_and_the_terminal_say(
    monkeypatch: pytest.MonkeyPatch, started: list[str], word: str, has_terminal: bool, how: str
) -> None:
    set_lines(word)
    if has_terminal:
        monkeypatch.setattr(launch, "check_terminal", lambda: None)
    assert launch.run(GoHome()) == 0
    assert started == [how]


@pytest.mark.usefixtures("started")
def test_without_lines_there_has_to_be_a_terminal() -> None:
    set_lines("no")
    with pytest.raises(CommandError, match="This needs a terminal"):
        launch.run(GoHome())


def test_the_rules_are_printed_where_lines_are_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launch, "put_off_garbage", lambda: None)
    assert launch.run(ReadRules("turandot"), lines=True) == 0
    assert capsys.readouterr().out.count("\n") > 100
