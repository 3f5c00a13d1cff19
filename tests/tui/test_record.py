"""The player's own record: from the finished games of the own key, by command and on the home screen."""

import asyncio

from msgspec.structs import replace
from support.server.players import Player, start_table
from support.tui.shell_app import SMALL, in_one_line, opera, until, until_shown
from typer.testing import CliRunner

from opera_protocol.wire.answers import FinishedTable
from opera_protocol.wire.messages import TableSettings
from opera_tui.home.game_lists import ReplaysScreen
from opera_tui.home.home import record_text
from opera_tui.local.folders import data_folder, solo_folder
from opera_tui.local.own_servers import OwnServers
from opera_tui.local.record import Opponents, Record, Tally, record_of
from opera_tui.local.results import FILE, MIXED, PEOPLE, Result, forget_results, keep_results, kept_results
from opera_tui.session.own_results import note_results, results_in
from opera_tui.session.session import Place, open_session
from opera_tui.start.commands import app as commands


def a_result(ended: int, points: int, *, won: bool, game: str = "opera", against: str = "chorus") -> Result:
    return Result(
        table=f"table{ended:03}".translate(str.maketrans("0123456789", "abcdefghij")),
        where="solo",
        game=game,
        ended=ended,
        players=3,
        against=against,
        points=points,
        has_won=won,
    )


def test_a_record_has_games_wins_best_points_and_streaks() -> None:
    """By game, number of players and opponents; the streak of now is that up to the last game."""
    wins = [True, True, True, False, True, True]
    results = [a_result(number, 10 * number, won=won) for number, won in enumerate(wins)]
    results.append(a_result(9, 7, won=True, game="turandot", against=PEOPLE))
    tallies = {Opponents("opera", 3, "chorus"): Tally(6, 5, 50), Opponents("turandot", 3, PEOPLE): Tally(1, 1, 7)}
    assert record_of(results) == Record(games=7, won=6, streak=3, longest=3, tallies=tallies)
    assert record_of(()) == Record(0, 0, 0, 0, {})


def listed(seat: int | None, levels: tuple[str, ...], winners: tuple[int, ...] | None = None) -> FinishedTable:
    outcome = {"ranking": [[1, 20], [0, 15], [2, 9]], **({} if winners is None else {"winners": winners})}
    players = ("Ada", "Kate", "Tim")
    return FinishedTable(
        id="abcdefgh",
        number=1,
        name="Fenice",
        game="opera",
        ended=5,
        seat=seat,
        levels=levels,
        players=players,
        outcome=outcome,
    )


def test_a_result_is_that_of_the_seat_of_ones_key() -> None:
    """Not that of a name: others may have it. Only where the server does not know the seat, names tell."""
    (by_key,) = results_in([listed(1, ("", "", ""))], "solo", "", "Ada")
    (by_name,) = results_in([listed(None, ())], "solo", "", "Ada")
    assert (by_key.points, by_key.has_won, by_name.points, by_name.has_won) == (20, True, 15, False)
    assert results_in([listed(None, ())], "solo", "", "Eva") == []


def test_lessons_and_puzzles_do_not_count() -> None:
    """Also where the player went on to the end of the game."""
    game = listed(1, ("", "", ""))
    assert len(results_in([game], "solo", "", "Ada")) == 1
    assert results_in([replace(game, lesson="puzzle-7")], "solo", "", "Ada") == []


def test_all_winners_have_won_and_nobody_if_nobody_did() -> None:
    shared = results_in([listed(0, ("", "", ""), (0, 1)), listed(0, ("", "", ""), ())], "solo", "", "Ada")
    assert [result.has_won for result in shared] == [True, False]


def test_opponents_are_people_or_bots_of_a_level() -> None:
    levels = (("", "chorus", "chorus"), ("", "chorus", "random"), ("", "", "random"), ())
    found = [results_in([listed(0, each)], "solo", "", "Ada")[0].against for each in levels]
    assert found == ["chorus", MIXED, PEOPLE, ""]


async def test_results_are_kept_once_and_a_broken_file_costs_nothing_but_itself() -> None:
    await keep_results([a_result(2, 5, won=True), a_result(1, 9, won=False)])
    await keep_results([a_result(2, 6, won=True)])
    assert [(result.ended, result.points) for result in kept_results()] == [(1, 9), (2, 6)]
    (data_folder() / FILE).write_bytes(b"[{]")
    assert kept_results() == []
    await keep_results([a_result(3, 1, won=True)])
    assert len(kept_results()) == 1
    forget_results()
    assert kept_results() == []


def test_the_line_on_the_home_screen_has_room() -> None:
    """A streak is told if there is one; where the line is too long, it goes first."""
    assert record_text(record_of(())) == ""
    assert record_text(Record(1, 1, 1, 1, {})) == "1 game, 1 won"
    assert record_text(Record(12, 5, 3, 3, {})) == "12 games, 5 won, 3 in a row"
    assert record_text(Record(12345, 1234, 123, 123, {})) == "12345 games, 1234 won"


async def play(games: int) -> None:
    """Games of Ada's against a bot at the server for solo games."""
    servers = OwnServers()
    session = await open_session(servers.solo, Place("solo"), "Ada")
    settings = TableSettings(game="turandot", name="Fenice", seats=2, bots=("random",))
    for number in range(games):
        table = await start_table([session.client], settings, ["Ada"])
        await Player(session.client, table, b"%d" % number).play()
    await note_results(session)
    await session.leave()
    await servers.close()


async def test_a_game_counts_on_the_home_screen_once_it_is_over() -> None:
    """The whole record is one key away from the list of these games."""
    await play(1)
    record = record_of(kept_results())
    assert list(record.tallies) == [Opponents("turandot", 2, "random")]
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, f"1 game, {record.won} won")
        assert "Replays" in in_one_line(app)
        await pilot.press("y")
        await until_shown(pilot, "c record")
        await pilot.press("c")
        await until_shown(pilot, f"2 players, against random: 1 game, {record.won} won")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplaysScreen))


def test_the_command_asks_the_servers_of_this_machine() -> None:
    """What was not noted yet is told, too; without any server there is nothing to ask."""
    assert CliRunner().invoke(commands, ["record"]).output.startswith("No finished game")
    assert not solo_folder().exists()
    asyncio.run(play(1))
    forget_results()
    told = CliRunner().invoke(commands, ["record"]).output
    assert told.startswith("1 game, ")
    assert "2 players, against random: 1 game, " in told
