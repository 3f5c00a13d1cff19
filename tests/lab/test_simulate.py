"""`opera-server simulate`: games between bots that anybody can repeat."""

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from support.cli.commands import complaint, invoke, run
from support.soaking import some

from opera_games.catalog import edition_text
from opera_rules.transcript import replay

TURANDOT = ("simulate", "turandot", "--players", "3", "--bots", "random")
OPERA = ("simulate", "opera", "--players", "2", "--bots", "random")


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("command", some([TURANDOT, OPERA], 2))
def test_the_same_seed_gives_the_same_bytes_whatever_the_processes_and_the_hash_seed(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    five = (*command, "--games", "5", "--seed", "à la carte")
    assert invoke(*five, "--out", tmp_path / "here").exit_code == 0
    elsewhere = run(*five, "--out", tmp_path / "elsewhere", "--jobs", "2", env={"PYTHONHASHSEED": "7"})
    assert (elsewhere.returncode, elsewhere.stderr) == (0, "")
    files = files_in(tmp_path / "here")
    assert sorted(files) == [f"{number:06}.jsonl" for number in range(1, 6)]
    assert files == files_in(tmp_path / "elsewhere")


def test_the_seed_of_a_game_follows_from_the_text_and_its_number(tmp_path: Path) -> None:
    invoke(*TURANDOT, "--games", "2", "--seed", "à la carte", "--out", tmp_path)
    for number in (1, 2):
        end = json.loads((tmp_path / f"{number:06}.jsonl").read_bytes().splitlines()[-1])
        seed = sha256("à la carte".encode() + number.to_bytes(8, "big"))
        assert end["shuffle"] == {"seed": seed.hexdigest()}


def test_more_games_of_a_seed_begin_with_the_same_ones(tmp_path: Path) -> None:
    invoke(*TURANDOT, "--games", "1", "--seed", "a", "--out", tmp_path / "one")
    invoke(*TURANDOT, "--games", "2", "--seed", "a", "--out", tmp_path / "two")
    assert files_in(tmp_path / "one").items() <= files_in(tmp_path / "two").items()


def test_transcripts_hold(tmp_path: Path) -> None:
    invoke(*OPERA, "--seed", "a", "--rounds", "7", "--open-screens", "--out", tmp_path)
    lines = (tmp_path / "000001.jsonl").read_bytes().splitlines()
    assert json.loads(lines[0])["options"] == {"rounds": 7, "open_screens": True}
    assert replay(lines).names == ("random 1", "random 2")


def test_the_report_has_wins_and_mean_points_by_seat_and_level(tmp_path: Path) -> None:
    result = invoke(*TURANDOT, "--games", "6", "--seed", "a", "--out", tmp_path)
    outcomes = [json.loads(content.splitlines()[-1]) for content in files_in(tmp_path).values()]
    lines = result.stdout.splitlines()
    assert lines[0] == "Turandot, players: 3, games: 6, seed “a”"
    for seat, line in enumerate(lines[2:5]):
        wins = sum(seat in outcome["winners"] for outcome in outcomes)
        mean = sum(dict(outcome["ranking"])[seat] for outcome in outcomes) / 6
        assert line.split() == [str(seat + 1), "random", str(wins), f"{100 * wins / 6:.1f}", f"{mean:.1f}"]
    assert lines[-1].endswith("games per second")


def test_another_edition_is_played_and_kept(tmp_path: Path) -> None:
    edition = tmp_path / "mine.toml"
    edition.write_text(edition_text("opera").replace('name = "built-in"', 'name = "mine"'), "utf-8")
    assert invoke(*OPERA, "--seed", "a", "--edition", edition, "--out", tmp_path / "out").exit_code == 0
    lines = (tmp_path / "out" / "000001.jsonl").read_bytes().splitlines()
    assert json.loads(lines[0])["edition"]["name"] == "mine"
    replay(lines)


def test_without_a_seed_a_new_one_is_shown() -> None:
    first, second = (invoke(*TURANDOT).stdout.splitlines()[0] for _ in range(2))
    assert first != second


def test_bad_input_ends_with_a_sentence(tmp_path: Path) -> None:
    a_file = tmp_path / "file"
    a_file.touch()
    other = tmp_path / "other.toml"
    other.write_text(edition_text("turandot"), "utf-8")
    assert "no level “tenor”" in complaint(invoke("simulate", "opera", "--bots", "tenor"))
    assert "one for each seat" in complaint(invoke("simulate", "opera", "--players", "3", "--bots", "random,random"))
    assert "2 to 4 players" in complaint(invoke("simulate", "opera", "--players", "5", "--bots", "random"))
    assert "2 to 4 players" in complaint(invoke("simulate", "opera", "--players", "1000000000", "--bots", "random"))
    assert "no option “rounds”" in complaint(invoke(*TURANDOT, "--rounds", "7"))
    assert "9 or 7" in complaint(invoke(*OPERA, "--rounds", "8"))
    assert "an edition of Turandot, not of Opera" in complaint(invoke(*OPERA, "--edition", other))
    assert "cannot be read" in complaint(invoke(*OPERA, "--edition", tmp_path / "none.toml"))
    assert "cannot be written" in complaint(invoke(*OPERA, "--out", a_file))
    assert "cannot be written" in complaint(invoke(*OPERA, "--out", a_file / "deeper"))


@pytest.mark.parametrize("arguments", [("simulate", "chess"), ("simulate", "opera", "--games", "0"), ("sing",)])
def test_what_is_no_command_shows_how_it_is_used(arguments: tuple[str, ...]) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: ")


def test_help_and_version_load_no_game() -> None:
    assert run("--version").stdout.startswith("opera-server 0.")
    loading = "import sys; import opera_server.cli.main; sys.exit('opera_rules' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loading], check=False).returncode == 0
