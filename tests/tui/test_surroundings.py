"""The program in odd surroundings: locales without UTF-8, users without a home, settings that nobody knows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.tui.pty import OPERA, Terminal, environment, write_settings

from opera_tui.config.appearance import looks_of, shows_utf8, this_terminal
from opera_tui.config.settings import Settings
from opera_tui.look.glyphs import ASCII, UNICODE
from opera_tui.look.palette import Palette


@pytest.mark.parametrize(
    ("environment", "encoding", "is_for_utf8"),
    [
        ({}, "UTF-8", True),
        ({}, "ANSI_X3.4-1968", False),
        ({"LANG": "de_DE.UTF-8"}, "UTF-8", True),
        ({"LANG": "de_DE.utf8"}, "UTF-8", True),
        ({"LANG": "de_DE.ISO-8859-1"}, "ISO-8859-1", False),
        ({"LANG": "de_DE.ISO-8859-15@euro", "LC_CTYPE": "C.UTF-8"}, "UTF-8", False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "ANSI_X3.4-1968", False),
        ({"LANG": "de_DE.ISO-8859-1", "LC_ALL": "en_GB.UTF-8"}, "UTF-8", True),
        ({"LANG": "C", "LC_CTYPE": "en_GB.UTF-8"}, "UTF-8", True),
    ],
)
def test_the_locale_says_whether_the_terminal_has_all_signs(
    environment: dict[str, str], encoding: str, is_for_utf8: bool
) -> None:
    """Python's own change of LC_CTYPE where a locale is missing says nothing about the terminal."""
    assert shows_utf8(environment, encoding) is is_for_utf8


@pytest.mark.parametrize(
    ("environment", "mode"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "full"),
        ({"TERM": "xterm-direct"}, "full"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "screen-256color", "COLORTERM": "24bit"}, "full"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
    ],
)
def test_the_environment_says_how_many_colours_there_are(environment: dict[str, str], mode: str) -> None:
    assert this_terminal(environment).mode == mode


def test_the_linux_console_gets_plain_signs_unless_told_otherwise() -> None:
    """Its fonts lack shapes and notes, whatever the locale says."""
    console = this_terminal({"TERM": "linux", "LANG": "en_GB.UTF-8"})
    assert console.is_plain
    palette = Palette("gala", console.mode)
    assert looks_of(Settings(), console, palette).glyphs is ASCII
    assert looks_of(Settings(ascii="no"), console, palette).glyphs is UNICODE


CLIENT, SERVER = "opera_tui.start.cli", "opera_server.cli.main"


@pytest.mark.parametrize("command", [(CLIENT, "identity", "show"), (SERVER, "admin", "tables"), (SERVER,)])
def test_a_user_without_a_home_is_told_what_to_set(tmp_path: Path, command: tuple[str, ...]) -> None:
    """One sentence, no traceback, and no folder called `~` in the current one."""
    kept = {name: value for name, value in os.environ.items() if name != "HOME" and not name.startswith("XDG_")}
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_PASSWD, *command],
        cwd=tmp_path,
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "set HOME to a folder" in result.stderr
    assert list(tmp_path.iterdir()) == []


WITHOUT_PASSWD = """
import importlib, pwd, sys

def unknown(_):
    raise KeyError("no such user")

pwd.getpwuid = unknown
importlib.import_module(sys.argv.pop(1)).main()
"""


def test_a_terminal_without_utf8_gets_ascii_alone(tmp_path: Path) -> None:
    """Without `--ascii`; what other people have written with other characters has question marks."""
    write_settings(tmp_path)
    with Terminal(OPERA, environment(tmp_path, LC_ALL="C", PYTHONUTF8="0")) as terminal:
        terminal.until_shown("Play now")
        assert terminal.written.isascii()
        terminal.type("q")
        terminal.until_shown("Quit Opera?")
        assert terminal.written.isascii()


def test_a_setting_that_nobody_knows_keeps_nobody_from_playing(tmp_path: Path) -> None:
    """It is told at the start, and once more after the end, when there is time to read it."""
    write_settings(tmp_path, 'novelty = 3\nname = "Anna"\n')
    with Terminal(OPERA, environment(tmp_path)) as terminal:
        terminal.until_shown("Play now", "novelty")
        terminal.type("\x11")
        terminal.until_shown("Quit Opera?")
        terminal.type("\x11")
        assert terminal.until_ended() == 0
        assert "settings.toml: there is no setting “novelty”" in terminal.text
