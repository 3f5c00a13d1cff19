"""The command `opera`: quick help, sentences instead of tracebacks, and the player's key."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from opera_protocol.local.command_errors import CommandError
from opera_protocol.wire.keys import parse_fingerprint
from opera_tui.config.settings import settings_path
from opera_tui.local.folders import data_folder
from opera_tui.session.intents import GoHome, Host, Intent, Join, Play, ReadRules, Replay
from opera_tui.session.solo import SoloGame
from opera_tui.start import launch
from opera_tui.start.cli import plain_intent
from opera_tui.start.commands import app

LAZY = """
import sys
from opera_tui.start.commands import app
for command in (["--version"], ["--help"], ["play", "--help"]):
    try:
        app(command, standalone_mode=False)
    except SystemExit:
        pass
heavy = [name for name in sys.modules if name.partition(".")[0] in ("textual", "zmq", "zeroconf", "msgspec")]
assert not heavy, heavy
"""

AT_ONCE = """
import sys
from opera_tui.start import cli, launch

def start_early(recipe):
    heavy = {name.partition(".")[0] for name in sys.modules} & {"typer", "textual", "zmq", "msgspec", "asyncio"}
    sys.exit(f"loaded: {heavy}" if heavy else 0)

launch.check_terminal = lambda: None
launch.start_early = start_early
sys.argv = ["opera", "play"]
cli.main()
sys.exit("no server was started")
"""

FIRST_PICTURE = """
import asyncio, sys
from opera_tui.config.appearance import Terminal
from opera_tui.config.settings import Settings
from opera_tui.session.intents import GoHome
from opera_tui.shell.app import OperaApp

LATER = {"zmq", "ifaddr", "opera_protocol.client", "opera_tui.games.face", "opera_tui.lobby", "opera_tui.shell.shell"}
load = OperaApp._load_shell

async def look_first(app):
    assert "menu" in {widget.id for widget in app.screen.query("*")}
    assert not LATER & sys.modules.keys(), LATER & sys.modules.keys()
    await load(app)
    app.exit("loaded" if LATER - {"ifaddr"} <= sys.modules.keys() else "not loaded")

OperaApp._load_shell = look_first
sys.exit(OperaApp(Settings(), GoHome(), Terminal(), looks_around=False).run(headless=True) != "loaded")
"""
GARBAGE = """
import gc, time
from opera_tui.start import launch

launch.STARTING_SECONDS = 0.2
launch.put_off_garbage()
assert not gc.isenabled()
while not gc.isenabled():
    time.sleep(0.01)
assert gc.get_freeze_count()
"""


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Intent, bool, bool]]:
    """The intents with which the application would be run."""
    intents: list[tuple[Intent, bool, bool]] = []

    def take(intent: Intent, *, ascii_signs: bool, mouse: bool, lines: bool) -> int:
        assert not lines
        intents.append((intent, ascii_signs, mouse))
        return 0

    monkeypatch.setattr(launch, "run", take)
    monkeypatch.setattr(launch, "writes_to_terminal", lambda: True)
    return intents


def test_help_and_version_do_not_load_the_interface() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("opera ")
    assert "opera watch 192.168.1.20 --table Fenice look on" in done.stdout


def test_the_home_screen_is_shown_before_what_its_keys_lead_to_is_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PICTURE], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_garbage_is_looked_for_once_the_program_has_started() -> None:
    done = subprocess.run([sys.executable, "-c", GARBAGE], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["join", "act", "booklet", "replay", "rules", "puzzle", "identity export"])
def test_help_names_arguments_and_no_types_of_python(command: str) -> None:
    """Nobody but a programmer knows what <str> is."""
    told = CliRunner().invoke(app, [*command.split(), "--help"]).stdout
    assert "Arguments:" in told
    assert not re.search("<[a-z]+>", told), told


def test_a_plain_start_does_not_wait_for_the_command_line_to_be_read() -> None:
    """Nor does the server: nothing heavy is loaded before it is started."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "intent"),
    [("", GoHome()), ("play", Play()), ("play --new", None), ("--help", None), ("host", None), ("paly", None)],
)
def test_only_a_start_without_wishes_is_plain(arguments: str, intent: Intent | None) -> None:
    assert plain_intent(arguments.split()) == intent


def test_a_shell_that_completes_is_answered_and_nothing_is_opened() -> None:
    asking = {**os.environ, "_OPERA_COMPLETE": "complete_bash", "COMP_WORDS": "opera w", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "opera_tui.start.cli"],
        env=asking,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout.split()) == (0, ["watch"]), done.stderr


@pytest.mark.parametrize(
    ("command", "intent"),
    [
        ("", GoHome()),
        ("play", Play()),
        ("play --new", Play(SoloGame())),
        ("play --players 4", Play(SoloGame(players=4))),
        ("play turandot --level chorus --seed x", Play(SoloGame("turandot", None, "chorus", "x"))),
        ("host", Host()),
        ("host --port 2000", Host(2000)),
        ("join", Join()),
        ("join lan:99 --key K7QF --table A --code b", Join("lan:99", "K7QF", "A", "b")),
        ("watch lan --table A", Join("lan", None, "A", is_watching=True)),
        ("rules turandot", ReadRules("turandot")),
        ("rules opera --players 2 --rounds 7", ReadRules("opera", players=2, options={"rounds": 7})),
    ],
)
def test_every_command_has_its_intent(command: str, intent: Intent, opened: list[tuple[Intent, bool, bool]]) -> None:
    done = CliRunner().invoke(app, command.split())
    assert done.exit_code == 0, done.output
    assert opened == [(intent, False, True)]


@pytest.mark.parametrize("command", ["--ascii --no-mouse play", "play --ascii --no-mouse", "--ascii play --no-mouse"])
def test_options_of_the_screen_may_stand_anywhere(command: str, opened: list[tuple[Intent, bool, bool]]) -> None:
    CliRunner().invoke(app, command.split())
    assert opened == [(Play(), True, False)]


def test_a_transcript_must_be_there(tmp_path: Path, opened: list[tuple[Intent, bool, bool]]) -> None:
    done = CliRunner().invoke(app, ["replay", str(tmp_path / "none")])
    assert (done.exit_code, done.stderr) == (2, f"opera: There is no file {tmp_path / 'none'}.\n")
    (tmp_path / "game").touch()
    CliRunner().invoke(app, ["replay", str(tmp_path / "game")])
    assert opened == [(Replay(tmp_path / "game"), False, True)]


@pytest.mark.parametrize("command", ["--lines play", "play --lines", "join lan --lines", "--lines watch lan"])
def test_line_mode_may_be_asked_for_anywhere(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    asked: list[bool] = []

    def take(_intent: Intent, *, ascii_signs: bool, mouse: bool, lines: bool) -> int:
        asked.append(lines and mouse and not ascii_signs)
        return 0

    monkeypatch.setattr(launch, "run", take)
    assert CliRunner().invoke(app, command.split()).exit_code == 0
    assert asked == [True]


def test_rules_in_lines_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "writes_to_terminal", lambda: True)
    done = CliRunner().invoke(app, ["--lines", "rules", "turandot"])
    assert done.exit_code == 0
    assert done.stdout.count("\n") > 100


def never_in_lines() -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text('lines = "no"')


def test_without_lines_a_host_needs_a_terminal() -> None:
    never_in_lines()
    done = CliRunner().invoke(app, ["host"])
    assert done.exit_code == 2
    assert done.stderr == "opera: This needs a terminal: run it without pipes, over ssh with ssh -t.\n"


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_show_it_is_told(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    monkeypatch.setenv("TERM", term)
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    never_in_lines()
    with pytest.raises(CommandError, match="set TERM to what you use"):
        launch.run(Host(), ascii_signs=False, mouse=True)


def test_a_file_of_settings_that_is_none_is_told_before_anything_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "check_terminal", lambda: None)
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text("bell = ")
    done = CliRunner().invoke(app, [])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"opera: The settings {settings_path()} are no valid TOML")


def test_the_key_is_shown_exported_and_imported(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["identity", "show"]).stdout.split()
    assert parse_fingerprint(shown[0]) == shown[0]
    assert Path(shown[1]).parent == data_folder()
    file = str(tmp_path / "key.toml")
    assert CliRunner().invoke(app, ["identity", "export", file]).exit_code == 0
    again = CliRunner().invoke(app, ["identity", "export", file])
    assert again.exit_code == 2
    assert again.stderr.startswith(f"opera: There is a key file {file} already")
    assert CliRunner().invoke(app, ["identity", "import", file]).exit_code == 2
    imported = CliRunner().invoke(app, ["identity", "import", file, "--replace"])
    assert imported.stdout.strip() == shown[0]
    missing = CliRunner().invoke(app, ["identity", "import", str(tmp_path / "none")])
    assert "There is no key file" in missing.stderr
