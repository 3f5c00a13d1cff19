"""The real program in a terminal: what it sends, how little, and how it leaves the terminal behind."""

import signal
from pathlib import Path
from statistics import median

from support.tui.pty import OPERA, Terminal, environment, write_settings
from support.tui.shell_app import running, wait_until_gone
from support.tui.terminal_screen import TerminalScreen, colours

PLAY = (*OPERA, "play", "--players", "3", "--level", "random", "--seed", "terminal")
BUDGET = 5000
"""Bytes that a move may take at 80x24: the largest box takes the place of the whole screen."""
IDLE_LOOKS = 75
CTRL_C = "\x03"
CTRL_L = "\x0c"
CRASHING = """
import sys
from opera_tui.shell.app import OperaApp
from opera_tui.start.cli import main

def crash(self):
    raise RuntimeError("a mistake of the program")

OperaApp.action_ask_quit = crash
sys.argv = ["opera"]
main()
"""


def a_game(folder: Path, **variables: str) -> Terminal:
    """A game in a terminal, when the first decision is on the screen."""
    write_settings(folder)
    terminal = Terminal(PLAY, environment(folder, **variables))
    terminal.until_shown("YOUR DECISION", "Bid for budget")
    terminal.until_quiet()
    return terminal


def assert_restored(terminal: Terminal) -> None:
    """The terminal is as it was before the program."""
    assert terminal.modes == terminal.modes_before
    assert not terminal.screen.is_alternate
    assert terminal.screen.is_cursor_shown
    assert not terminal.screen.has_mouse
    assert not terminal.screen.modes & {"1004", "2004", "2026"}


def pressed(terminal: Terminal, keys: str) -> int:
    """How many bytes come after these keys until nothing more happens."""
    terminal.type(keys)
    return terminal.until_quiet()


def is_wide(screen: TerminalScreen) -> bool:
    return "─ Houses ─" in screen.text and "─ Log and talk ─" in screen.text and "help" in screen.rows[-1]


def next_key(shown: str) -> str:
    """What a player would press who bids little and takes no part."""
    if "your secret bid" in shown:
        return "\r" if "enter bid 1" in shown else "1"
    if "x Close" in shown:
        return "\r" if "►x" in shown else "x"
    return "0" if "join in?" in shown and "an intermezzo ━" not in shown else "\r"


def way_to_the_impresario(shown: str) -> str:
    """The letter of the line that opens his box; empty if he cannot be had now."""
    if "━ Impresario: join in? ━" in shown:
        return "a"
    return "i" if "Hire a role" in shown and " i Impresario" in shown else ""


def test_a_move_takes_few_bytes_and_waiting_none(tmp_path: Path) -> None:
    """Whatever is shown after a key, one's own move or another's; then nothing, since no clock runs."""
    with a_game(tmp_path) as terminal:
        start = len(terminal.written)
        presses = [pressed(terminal, next_key(terminal.screen.text)) for _press in range(16)]
        frames = terminal.frames(start)
        assert "[1]" not in terminal.screen.rows[0], terminal.screen.text
        assert max(frames) <= BUDGET
        assert median(presses) <= BUDGET
        assert terminal.until_quiet(IDLE_LOOKS) == 0
        assert terminal.screen.unknown == []


def test_the_largest_box_opens_and_closes_with_few_bytes(tmp_path: Path) -> None:
    """The Impresario's box covers all panels."""
    with a_game(tmp_path) as terminal:
        pressed(terminal, "4\r")
        while not (letter := way_to_the_impresario(terminal.screen.text)):
            pressed(terminal, next_key(terminal.screen.text))
        pressed(terminal, letter)
        start = len(terminal.written)
        assert pressed(terminal, "\r") > 0
        assert "place freely ━" in terminal.screen.rows[2]
        pressed(terminal, "\x1b")
        assert "[b Board]" in terminal.screen.rows[2]
        assert max(terminal.frames(start)) <= BUDGET


def test_ctrl_l_paints_everything_anew(tmp_path: Path) -> None:
    """For terminals that something else has written to; without it only what changes is sent."""
    with a_game(tmp_path) as terminal:
        before = terminal.screen.text
        terminal.screen.resize(80, 24)
        assert terminal.screen.text.strip() == ""
        terminal.type(CTRL_L)
        terminal.until(lambda screen: screen.text == before)


def test_another_size_paints_the_other_layout_and_quitting_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with a_game(tmp_path) as terminal:
        server = running(tmp_path / "data" / "opera" / "solo").pid
        assert terminal.screen.is_alternate
        terminal.resize(120, 36)
        terminal.until(is_wide)
        terminal.resize(50, 15)
        terminal.until_shown("make this one larger")
        terminal.resize(80, 24)
        terminal.until_shown(" OPERA [1]2 3 ", "[b Board]", "YOUR DECISION  Bid", "━ Budget: your secret bid")
        terminal.until_quiet()
        assert len(terminal.screen.rows[-2]) == 80
        terminal.type("q")
        terminal.until_shown("Leave ")
        terminal.type("\r")
        terminal.until_shown("━ Welcome, Anna ━")
        terminal.type("\x11")
        terminal.until_shown("Quit Opera?")
        terminal.type("\r")
        assert terminal.until_ended() == 0
        assert_restored(terminal)
    wait_until_gone(server)


def test_without_colours_no_colour_is_sent_and_ctrl_c_twice_ends_it(tmp_path: Path) -> None:
    with a_game(tmp_path, NO_COLOR="1") as terminal:
        pressed(terminal, "5\r")
        pressed(terminal, " ")
        pressed(terminal, "?")
        pressed(terminal, "\x1b")
        terminal.type(CTRL_C)
        terminal.until_shown("Quit Opera?")
        terminal.type(CTRL_C)
        assert terminal.until_ended() == 0
        assert set(colours(terminal.text)) == set()
        assert "\x1b[7" in terminal.text or ";7" in terminal.text, "what must stand out is reversed"
        assert_restored(terminal)


def test_with_colours_colours_are_sent(tmp_path: Path) -> None:
    """Else the test without them would prove nothing."""
    with Terminal(OPERA, environment(tmp_path)) as terminal:
        terminal.until_shown("Play now")
        assert any(colours(terminal.text))


def test_sigterm_leaves_the_terminal_as_it_was_and_no_server(tmp_path: Path) -> None:
    with a_game(tmp_path) as terminal:
        server = running(tmp_path / "data" / "opera" / "solo").pid
        terminal.kill(signal.SIGTERM)
        terminal.until_ended()
        assert_restored(terminal)
    wait_until_gone(server)


def test_a_killed_client_leaves_no_server(tmp_path: Path) -> None:
    with a_game(tmp_path) as terminal:
        server = running(tmp_path / "data" / "opera" / "solo").pid
        terminal.kill(signal.SIGKILL)
        terminal.until_ended()
    wait_until_gone(server)


def test_a_crash_leaves_the_terminal_as_it_was_and_says_where_it_is_written_down(tmp_path: Path) -> None:
    with Terminal(("-c", CRASHING), environment(tmp_path)) as terminal:
        terminal.until_shown("Play now")
        terminal.type(CTRL_C)
        assert terminal.until_ended() == 2
        assert_restored(terminal)
        assert "The program made a mistake" in terminal.text
    assert "a mistake of the program" in (tmp_path / "data" / "opera" / "client.log").read_text("utf-8")


def test_what_is_underlined_is_known_whatever_its_colour() -> None:
    """A 4 among the parts of a colour underlines nothing."""
    screen = TerminalScreen(10, 4)
    screen.feed("\x1b[1;38;2;4;4;4ma\x1b[2;1H\x1b[38;5;4;4mb\x1b[3;1H\x1b[24mc\x1b[4;1H\x1b[4;48;2;1;2;3md\x1b[0m")
    assert screen.underlined == [False, True, False, True]
    screen.feed("\x1b[2;1Hb")
    assert screen.underlined == [False, False, False, True]
