"""Looking at a transcript: from its beginning, move by move and round by round, from every seat."""

import re
from pathlib import Path

import pytest
from support.cli.commands import invoke
from support.server.players import Player, start_table
from support.tui.shell_app import SMALL, free_port, in_one_line, opera, rows, until, until_shown

from opera_protocol.local.ready import holder
from opera_protocol.wire.messages import TableSettings
from opera_tui.home.game_lists import ReplaysScreen
from opera_tui.home.home import HomeScreen
from opera_tui.local.folders import data_folder, host_folder
from opera_tui.local.own_servers import LocalServer, OwnServers
from opera_tui.local.transcripts import write_transcript
from opera_tui.session.finished_games import finished_games
from opera_tui.session.intents import Replay
from opera_tui.session.session import Place, open_session
from opera_tui.session.transcript import transcript
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen

SERIES = ("simulate", "opera", "--players", "2", "--rounds", "7", "--bots", "random", "--seed", "replay", "--out")


async def test_a_transcript_begins_at_its_first_move_and_shows_every_seat(tmp_path: Path) -> None:
    """The end is not told before anybody wants to know it, nor by the log."""
    invoke(*SERIES, tmp_path / "games")
    app = opera(Replay(tmp_path / "games" / "000001.jsonl"))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Move 0 of")
        assert "[1]2 3 " in rows(app)[0]
        assert "Behind your screen" not in "\n".join(rows(app))
        await pilot.press("pagedown")
        await until_shown(pilot, " 1[2]3 ")
        await pilot.press("home", "g")
        await until_shown(pilot, "── round 1 ──")
        assert "── round 7" not in "\n".join(rows(app))
        await pilot.press("b", "right", "2")
        await until_shown(pilot, "Move 1 of")
        await until_shown(pilot, "seen by random 2")
        await until_shown(pilot, "Behind your screen")
        whole = "\n".join(rows(app))
        assert "Last moves" in whole, "nobody waits in a game that is over"
        assert "live" not in rows(app)[0]
        await pilot.press("pagedown")
        await until_shown(pilot, " 1[2]3 ")
        assert [row for row in rows(app)[13:] if "◆R" in row and ": " in row], "a seat's box tells the moves too"
        await pilot.press("0")
        await until(pilot, lambda: "Behind your screen" not in "\n".join(rows(app)))
        await pilot.press("g")
        await until_shown(pilot, "── round 2 ──")
        assert "── round 3" not in "\n".join(rows(app))
        await pilot.press("end", "v")
        await until(pilot, lambda: isinstance(app.screen, GameOverScreen))
        await until_shown(pilot, "q leave")
        assert "a again" not in rows(app)[-1], "nobody played it here"
        ducats = re.compile(r"ducats left, which bring no points:(  \S\w \d+){2} *\S?$", re.MULTILINE)
        # The result is there at once, what lay behind the screens as soon as the server has told it.
        await until(pilot, lambda: ducats.search("\n".join(rows(app))))
        await pilot.press("a", "e")
        await until(pilot, lambda: list((data_folder() / "transcripts").glob("*.jsonl")))
        assert isinstance(app.screen, GameOverScreen), "exporting leaves the result in front"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_escape_leads_out_of_a_replay(tmp_path: Path) -> None:
    """As everywhere else; the footer says so."""
    invoke(*SERIES, tmp_path / "games")
    app = opera(Replay(tmp_path / "games" / "000001.jsonl"))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Move 0 of")
        assert "esc leave" in rows(app)[-1]
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


@pytest.mark.parametrize("panel", ["", "o", "g"])
async def test_page_down_leads_to_the_second_round_from_the_first_move(panel: str, tmp_path: Path) -> None:
    """Whatever panel is in front: a log that has no further page leaves the key to the replay."""
    invoke(*SERIES, tmp_path / "games")
    app = opera(Replay(tmp_path / "games" / "000001.jsonl"))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Move 0 of")
        await pilot.press(*panel, "pagedown")
        await until_shown(pilot, " 1[2]3 ")


async def test_page_up_leads_to_the_start_of_this_round_and_then_of_the_one_before(tmp_path: Path) -> None:
    """The starts are where page down leads to."""
    invoke(*SERIES, tmp_path / "games")
    app = opera(Replay(tmp_path / "games" / "000001.jsonl"))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Move 0 of")
        starts = []
        for number in (2, 3):
            await pilot.press("pagedown")
            await until_shown(pilot, f"[{number}]")
            starts += re.findall(r"Move \d+ of", in_one_line(app))
        await pilot.press("right", "right")
        await until(pilot, lambda: starts[1] not in in_one_line(app))
        for start in (starts[1], starts[0], "Move 0 of"):
            await pilot.press("pageup")
            await until_shown(pilot, start)


async def test_a_digit_of_no_seat_changes_nothing(tmp_path: Path) -> None:
    """Neither one that no table has nor one that only larger tables have, and the arrows go on working."""
    invoke(*SERIES, tmp_path / "games")
    app = opera(Replay(tmp_path / "games" / "000001.jsonl"))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Move 0 of")
        await pilot.press("2")
        await until_shown(pilot, "seen by random 2")
        await pilot.press("5", "7", "right")
        await until_shown(pilot, "Move 1 of")
        await until_shown(pilot, "seen by random 2")


async def play_a_game(server: LocalServer, name: str) -> None:
    """A whole game of Ada's against a bot at a server of this machine."""
    session = await open_session(server, Place("solo"), "Ada")
    settings = TableSettings(game="turandot", name=name, seats=2, bots=("random",))
    table = await start_table([session.client], settings, ["Ada"])
    await Player(session.client, table, b"replays").play()
    await session.leave()


async def test_every_finished_game_of_this_machine_is_listed_and_opened(tmp_path: Path) -> None:
    """Against bots, at a table that was hosted, and exported: each can be looked at, and leads back to the list."""
    invoke(*SERIES, data_folder() / "transcripts")
    servers = OwnServers()
    await play_a_game(servers.solo, "Fenice")
    await play_a_game(servers.host(free_port()), "Regio")
    await servers.close()
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("y")
        await until_shown(pilot, "enter look at")
        shown = in_one_line(app)
        for told in ("Regio Turandot hosted ", "Fenice Turandot bots ", "file random "):
            assert re.search(rf"{told}.*?\d", shown), shown
        assert holder(host_folder()) is None, "it was asked for its list, and no open game goes on there"
        for _game in range(3):
            await pilot.press("enter")
            await until_shown(pilot, "Move 0 of")
            assert isinstance(app.screen, TableScreen)
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, ReplaysScreen))
            await pilot.press("down")
        assert holder(host_folder()) is None
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_an_exported_game_is_listed_once() -> None:
    """The server has it, so its transcript is not listed beside it; one's own points come first."""
    servers = OwnServers()
    await play_a_game(servers.solo, "Fenice")
    session = await open_session(servers.solo, Place("solo"), "Ada")
    (table,) = await session.finished()
    await session.enter(table.id)
    write_transcript(*await transcript(session, table.id))
    found = await finished_games(servers, session)
    await session.leave()
    await servers.close()
    assert [(game.where, game.name, game.players[game.me or 0]) for game in found.games] == [("solo", "Fenice", "Ada")]
    assert list((data_folder() / "transcripts").glob("Fenice-*.jsonl"))


async def test_a_file_that_is_no_transcript_is_not_listed_and_an_empty_list_says_what_it_would_show() -> None:
    folder = data_folder() / "transcripts"
    folder.mkdir(parents=True)
    (folder / "broken.jsonl").write_bytes(b'{"game": 7}\n\xff')
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("y")
        await until_shown(pilot, "No finished game of yours is kept on this machine.")
        assert "broken" not in "\n".join(rows(app))
        assert not host_folder().exists()
