"""The real program: it ends in every way with the terminal as it was and no server left."""

import signal
from collections.abc import Sequence
from pathlib import Path

from support.tui.shell_app import running, wait_until_gone
from support.tui.shell_program import Program

LEAVE_SCREEN = b"\x1b[?1049l"
DEAF_LEADER = ("sh", "-c", 'trap : HUP; "$@"; exit', "sh")


def solo(folder: Path) -> int:
    """The process of the solo server."""
    return running(folder / "data" / "opera" / "solo").pid


def playing(folder: Path, leader: Sequence[str] = ()) -> Program:
    program = Program("play", folder=folder, leader=leader)
    program.wait_for("if nobody else bids")
    return program


def test_a_killed_client_leaves_no_server(tmp_path: Path) -> None:
    with playing(tmp_path) as program:
        server = solo(tmp_path)
        program.process.kill()
        program.process.wait()
        wait_until_gone(server)


def test_a_closed_window_ends_the_client_and_its_server(tmp_path: Path) -> None:
    with playing(tmp_path) as program:
        server = solo(tmp_path)
        program.hang_up()
        program.process.wait(20)
        wait_until_gone(server)


def test_a_closed_window_ends_the_client_also_where_no_signal_comes(tmp_path: Path) -> None:
    """The system signals only the leader of the session; under `make play` that is make, which keeps it to itself."""
    with playing(tmp_path, DEAF_LEADER) as program:
        server = solo(tmp_path)
        program.hang_up()
        program.process.wait(20)
        wait_until_gone(server)


def test_a_polite_signal_restores_the_terminal(tmp_path: Path) -> None:
    with playing(tmp_path) as program:
        server = solo(tmp_path)
        program.process.send_signal(signal.SIGTERM)
        program.wait_end()
        assert LEAVE_SCREEN in program.output
        assert program.is_terminal_restored()
        wait_until_gone(server)


def test_control_c_twice_ends_the_program_and_the_game_is_kept(tmp_path: Path) -> None:
    with playing(tmp_path) as program:
        program.press("\x03")
        program.wait_for("Quit Opera?")
        program.press("\x03")
        assert program.wait_end() == 0
        assert program.is_terminal_restored()
    with Program(folder=tmp_path) as again:
        again.wait_for("your turn")


def test_without_colour_no_colour_is_sent(tmp_path: Path) -> None:
    with Program(folder=tmp_path, environment={"NO_COLOR": "1"}) as program:
        program.wait_for("and Turandot")
        program.press("q")
        program.wait_for("Quit Opera?")
        program.press("\r")
        assert program.wait_end() == 0
        codes = {
            code for part in program.everything.split(b"\x1b[")[1:] for code in part.partition(b"m")[0].split(b";")
        }
        assert not codes & {b"%d" % code for code in (*range(30, 39), *range(40, 49), *range(90, 98))}


def test_a_dumb_terminal_gets_lines(tmp_path: Path) -> None:
    with Program(folder=tmp_path, environment={"TERM": "dumb"}) as program:
        program.wait_for("Where to?")
        program.press("nothing\nq\n")
        assert program.wait_end() == 0
        assert b"\x1b" not in program.everything
