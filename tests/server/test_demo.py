"""`opera-server demo`: a whole game is told."""

import subprocess

import pytest
from support.cli_commands import COMMAND, invoke, run


@pytest.mark.parametrize(("game", "players", "heading"), [("opera", 3, "Round"), ("turandot", 2, "Turn")])
def test_a_game_is_told_from_the_first_round_to_the_ranking(game: str, players: int, heading: str) -> None:
    result = invoke("demo", game, "--bots", "random", "--players", str(players), "--seed", "a")
    assert result.exit_code == 0
    last = 9 if game == "opera" else 7
    for number in range(1, last + 1):
        assert f"── {heading} {number} of {last} ─" in result.stdout
    assert result.stdout.count("points") >= last
    assert "── Final ranking ─" in result.stdout
    assert "\x1b" not in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_the_same_seed_tells_the_same_game_and_another_one_does_not() -> None:
    arguments = ("demo", "turandot", "--bots", "random", "--seed")
    assert invoke(*arguments, "a").stdout == run(*arguments, "a").stdout
    assert invoke(*arguments, "a").stdout != invoke(*arguments, "b").stdout


def test_a_reader_who_leaves_is_no_error() -> None:
    arguments = [str(COMMAND), "demo", "opera", "--bots", "random", "--seed", "a"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.readline()
        command.stdout.close()
        assert command.stderr.read() == b""
