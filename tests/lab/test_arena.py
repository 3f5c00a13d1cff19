"""`opera-server arena`: tournaments between levels of bots, and what is said about them."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from signal import SIGKILL
from typing import Any

import pytest
from support.cli.commands import COMMAND, complaint, invoke, run
from support.soaking import some
from support.tui.pty import Terminal, children, environment

from opera_lab.arena import Played, Tournament, level_results, mean, wilson, winning_totals
from opera_lab.games import Observation, Rung, turandot
from opera_lab.self_play import GameSetup

CTRL_C = "\x03"
TURANDOT = ("arena", "turandot", "--players", "3", "--bots", "chorus,random", "--seed", "à la carte")
OPERA = ("arena", "opera", "--players", "2", "--bots", "random,chorus", "--seed", "à la carte")


def report(*arguments: str) -> dict[str, Any]:
    """The JSON of a tournament played in this process."""
    done = invoke(*arguments, "--json", "--jobs", "1")
    assert done.exit_code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def a_result(deal: int, levels: str, points: tuple[int, ...], winners: tuple[int, ...]) -> Played:
    return Played(deal, tuple(levels.split()), points, winners, Observation((), {}))


@pytest.mark.parametrize("command", some([OPERA, TURANDOT], 2))
def test_the_result_is_the_same_whatever_the_processes_and_the_hash_seed(command: tuple[str, ...]) -> None:
    here = invoke(*command, "--games", "4", "--json", "--jobs", "1")
    elsewhere = run(*command, "--games", "4", "--json", "--jobs", "2", env={"PYTHONHASHSEED": "7"})
    assert (elsewhere.returncode, elsewhere.stderr) == (0, "")
    assert elsewhere.stdout == here.stdout


def test_the_line_up_plays_every_deal_from_all_its_places() -> None:
    setup = GameSetup("turandot", ("chorus", "random", "random"), {})
    matches = Tournament(setup, "a", 4).matches()
    assert [(match.deal, match.setup.levels.index("chorus")) for match in matches] == [(1, 0), (1, 1), (1, 2), (2, 0)]


def test_a_line_up_that_looks_the_same_gets_a_new_deal() -> None:
    """Else the very same game would be counted several times."""
    for levels, deals in (
        (("chorus",) * 3, [1, 2, 3, 4]),
        (("chorus", "random") * 2, [1, 1, 2, 2]),
        (("chorus", "chorus", "random", "random"), [1, 1, 1, 1]),
    ):
        matches = Tournament(GameSetup("turandot", levels, {}), "a", 4).matches()
        assert [match.deal for match in matches] == deals


def test_the_first_game_of_a_deal_is_the_one_that_simulate_plays(tmp_path: Path) -> None:
    """So any game of a tournament can be had as a transcript."""
    told = report(*TURANDOT, "--games", "4")
    bots = ("--bots", "chorus,random,random", "--seed", "à la carte")
    invoke("simulate", "turandot", "--games", "2", *bots, "--out", tmp_path)
    for number, game in ((1, told["games"][0]), (2, told["games"][3])):
        end = json.loads((tmp_path / f"{number:06}.jsonl").read_bytes().splitlines()[-1])
        assert dict(end["ranking"]) == dict(enumerate(game["points"]))
        assert end["winners"] == game["winners"]


def test_the_last_level_takes_the_seats_that_are_left() -> None:
    assert report(*TURANDOT, "--games", "1")["bots"] == ["chorus", "random", "random"]
    told = complaint(invoke("arena", "turandot", "--players", "2", "--bots", "chorus,random,random"))
    assert "at most one level for each seat" in told


def test_shared_wins_count_a_part_and_equal_levels_are_taken_together() -> None:
    """Two seats of a level can share a win; nobody wins when the silent hand has more than both."""
    played = [
        a_result(1, "a b b", (9, 9, 3), (0, 1)),
        a_result(1, "b a b", (8, 2, 8), (0, 2)),
        a_result(2, "a b b", (5, 4, 4), (0,)),
        a_result(2, "b a b", (5, 6, 7), ()),
    ]
    first, second = level_results(played)
    assert (first.level, first.seats, first.games, first.wins) == ("a", 1, 4, 1.5)
    assert (second.level, second.seats, second.games, second.wins) == ("b", 2, 4, 1.5)
    assert (second.win_rate.value, second.win_rate_per_seat.value) == (1.5 / 4, 1.5 / 8)
    assert (first.points.value, first.margin.value) == (22 / 4, (0 - 6 + 1 - 1) / 4)
    assert winning_totals(played) == {5: 1, 8: 1, 9: 1}


def test_the_interval_of_a_share_is_wilson_s() -> None:
    """Figures as in the textbooks: 5 of 10, and 0 of 10, where the plain formula would claim certainty."""
    assert wilson(5, 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-4)


def test_games_with_the_same_deal_count_as_one_for_the_interval_of_a_mean() -> None:
    """Each value told three times is no more certain than told once."""
    once = mean([(deal, float(value)) for deal, value in enumerate((3, 5, 4, 9, 7, 8))])
    thrice = mean([(deal, float(value)) for deal, value in enumerate((3, 5, 4, 9, 7, 8)) for _ in range(3)])
    assert once == pytest.approx(thrice)
    # The sample's deviation is 2.366, Student's quantile for 5 degrees of freedom 2.571.
    assert once == pytest.approx((6.0, 6 - 2.571 * 2.366 / 6**0.5, 6 + 2.571 * 2.366 / 6**0.5), abs=0.05)


def test_a_few_deals_say_nothing_about_the_spread_of_a_mean() -> None:
    done = invoke(*TURANDOT, "--games", "3", "--jobs", "1")
    assert "± ?" in done.stdout
    assert report(*TURANDOT, "--games", "3")["levels"][0]["points"]["low"] is None


def test_the_report_agrees_with_the_games() -> None:
    told = report(*OPERA, "--games", "8")
    lines = invoke(*OPERA, "--games", "8", "--jobs", "1").stdout.splitlines()
    assert lines[0] == "Opera, players: 2, games: 8, seed “à la carte”"
    for level, line in zip(("random", "chorus"), lines[2:4], strict=True):
        seats = [(game, game["levels"].index(level)) for game in told["games"]]
        wins = sum(seat in game["winners"] for game, seat in seats)
        points = sum(game["points"][seat] for game, seat in seats) / 8
        assert line.split()[:4] == [level, "1", f"{wins:.1f}", f"{100 * wins / 8:.1f}"]
        assert f" {points:.1f} ± " in line


def test_what_is_counted_in_opera_is_what_happened(tmp_path: Path) -> None:
    """Roles, parts and points by round, against the events and the last state of the transcript."""
    seen = report(*OPERA, "--games", "1")["games"][0]["seen"]
    invoke("simulate", "opera", "--bots", "random,chorus", "--seed", "à la carte", "--out", tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "000001.jsonl").read_bytes().splitlines()]
    events = [event for line in lines for event in line.get("events", ())]
    hired = Counter((event["seat"], event["role"]) for event in events if event["event"] == "hired")
    built = {event["part"] for event in events if event["event"] == "built"}
    for seat, figures in enumerate(seen["seats"]):
        assert figures["hired"] == {role: hired[seat, role] for role in figures["hired"]}
        assert sum(figures["points_by_round"].values()) == dict(lines[-1]["ranking"])[seat]
        assert list(figures["points_by_round"]) == [str(number) for number in range(1, 10)]
    assert sum(hired.values()) == sum(sum(figures["hired"].values()) for figures in seen["seats"]) > 0
    assert {part for part, never in seen["table"]["parts_never_built"].items() if not never} == built
    assert "venezia.main" not in seen["table"]["parts_left"], "everybody begins with it"


def test_what_is_counted_in_turandot_is_what_happened(tmp_path: Path) -> None:
    seen = report(*TURANDOT, "--games", "1")["games"][0]["seen"]
    bots = ("--bots", "chorus,random,random", "--seed", "à la carte")
    invoke("simulate", "turandot", *bots, "--out", tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "000001.jsonl").read_bytes().splitlines()]
    for hand, figures in zip(lines[-1]["hands"], seen["seats"], strict=True):
        assert sum(figures["points_by_turn"].values()) == hand["total"]
        assert figures["at_the_end"]["stars"] == hand["stars"]
        assert figures["at_the_end"]["scenery"] == hand["scenery"]
        assert sum(figures["directors"].values()) == 1


@pytest.mark.parametrize(
    ("command", "headings"),
    [
        (OPERA, ("Roles hired in a game", "Building parts at the end of a game", "Points gained in each round")),
        (TURANDOT, ("Directors in play with anybody, in % of games", "Points gained in each turn")),
    ],
)
def test_details_are_shown_when_asked_for(command: tuple[str, ...], headings: tuple[str, ...]) -> None:
    plain, told = (invoke(*command, "--games", "2", "--jobs", "1", *more).stdout for more in ((), ("--details",)))
    assert told.startswith(plain.rstrip())
    for heading in headings:
        assert heading in told
        assert heading not in plain


def test_a_bar_counts_games_in_a_terminal_and_ctrl_c_ends_with_what_was_played(tmp_path: Path) -> None:
    games = ("--games", "20000", "--jobs", "2")
    with Terminal([str(COMMAND), *TURANDOT, *games], environment(tmp_path), (120, 24)) as terminal:
        terminal.until(lambda screen: re.search(r" [1-9]\d*/20000", screen.text))
        terminal.type(CTRL_C)
        assert terminal.until_ended() == 130
        (played,) = re.findall(r"games: (\d+), seed", terminal.screen.text)
        assert 0 < int(played) < 20000
        assert "Traceback" not in terminal.text


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_a_process_that_dies_ends_the_tournament_with_what_was_played(tmp_path: Path) -> None:
    games = ("--games", "20000", "--jobs", "2")
    with Terminal([str(COMMAND), *TURANDOT, *games], environment(tmp_path), (120, 24)) as terminal:
        terminal.until(lambda screen: re.search(r" [1-9]\d*/20000", screen.text))
        workers = [pid for pid in children(terminal.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        os.kill(workers[0], SIGKILL)
        assert terminal.until_ended() == 2
        assert re.search(r"games: \d+, seed", terminal.screen.text)
        assert "came to a sudden end." in terminal.screen.text
        assert "Traceback" not in terminal.text


def test_without_the_extra_a_cluster_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "the extra `arena`" in complaint(invoke(*TURANDOT, "--scheduler", "127.0.0.1:8786"))


def test_help_and_tournaments_at_home_do_not_load_the_cluster_s_library() -> None:
    loading = (
        "import sys; from typer.testing import CliRunner; from opera_server.cli.main import app;"
        f"done = CliRunner().invoke(app, {[*TURANDOT, '--games', '1', '--jobs', '1']!r});"
        "sys.exit(done.exit_code or 'distributed' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", loading], check=False, timeout=120).returncode == 0


def test_the_ladder_is_a_table_of_all_line_ups(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the form of README's, a row for each, with the figures of the level named first."""
    monkeypatch.setattr(turandot, "LADDER", (Rung(2, "chorus,random", 4), Rung(4, "chorus,random", 8)))
    done = invoke("arena", "turandot", "--ladder", "--jobs", "1")
    assert done.exit_code == 0, done.output
    heading, rule, two, four = done.stdout.splitlines()
    assert {line.count("|") for line in (heading, rule, two, four)} == {7}
    assert two.startswith("| Turandot, 2 | `chorus` against `random` | ")
    assert four.startswith("| Turandot, 4 | `chorus` against 3 `random` | ")
    assert two.endswith(" | 4 |")
