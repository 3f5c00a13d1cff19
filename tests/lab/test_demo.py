"""`opera-server demo`: a whole game is told."""

import os
import subprocess
from signal import SIGINT

import pytest
from support.cli.commands import COMMAND, invoke, run


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


def test_in_a_terminal_it_is_coloured_and_an_interrupt_ends_it_quietly() -> None:
    ours, theirs = os.openpty()
    arguments = [str(COMMAND), "demo", "opera", "--bots", "random", "--seed", "a", "--pace", "0.05"]
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm-256color"}
    with subprocess.Popen(arguments, stdout=theirs, stderr=theirs, env=env) as command:
        os.close(theirs)
        shown = b""
        while b"Round 1" not in shown:
            shown += os.read(ours, 1024)
        command.send_signal(SIGINT)
        shown += _rest(ours)
    assert command.returncode == 130
    assert b"\x1b[94mRossini\x1b[0m" in shown
    assert b"Traceback" not in shown
    assert b"Aborted" not in shown


def _rest(terminal: int) -> bytes:
    """What a terminal still shows; Linux ends it with an error."""
    shown = b""
    try:
        while content := os.read(terminal, 1024):
            shown += content
    except OSError:
        pass
    finally:
        os.close(terminal)
    return shown
