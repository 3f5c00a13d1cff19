"""The front page keeps its word: its commands and options exist, its settings have those defaults, its examples run."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from opera_games.catalog import GAMES
from opera_protocol.local.settings import option_types
from opera_server.cli.main import app
from opera_server.config.settings import Limits, Settings, load_settings
from opera_tui.config import settings as client_settings
from opera_tui.local.folders import config_folder, data_folder
from opera_tui.start.commands import app as client_app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(mark: str) -> list[str]:
    """The code blocks of a language; all are read, lest the end of one is taken for the beginning of another."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [block for language, block in fenced if language == mark]


PROGRAMS = {"opera": client_app, "opera-server": app}


def lines_of_shells() -> list[list[str]]:
    """Every line of a shell block that calls a program of ours, as words."""
    lines = [shlex.split(line, comments=True) for block in blocks("sh") for line in block.splitlines()]
    return [words for words in lines if words and words[0] in PROGRAMS]


def commands(program: str = "opera-server") -> list[list[str]]:
    """The words after the program's name."""
    return [words[1:] for words in lines_of_shells() if words[0] == program]


def opened(command: Any, words: list[str]) -> tuple[Any, list[str]]:
    """The command that these words name, and the words that are left for it."""
    while words and words[0] in inner(command):
        command, words = inner(command)[words[0]], words[1:]
    return command, words


def inner(command: Any) -> dict[str, Any]:
    """A group's commands by name; typer has classes of its own for them."""
    commands: dict[str, Any] = getattr(command, "commands", {})
    return commands


def options_of(command: Any) -> set[str]:
    return {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}


@pytest.mark.parametrize("line", lines_of_shells(), ids=" ".join)
def test_every_command_and_option_exists(line: list[str]) -> None:
    command, rest = opened(typer.main.get_command(PROGRAMS[line[0]]), line[1:])
    assert not inner(command) or not rest or rest[0].startswith("--"), "no such command"
    assert {word for word in rest if word.startswith("--")} <= options_of(command)
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    assert sum(argument.required for argument in arguments) <= len(rest)


def test_every_command_is_shown() -> None:
    shown = {words[0] for words in commands() if words}
    assert set(inner(typer.main.get_command(app))) <= shown
    of_players = {word for words in commands("opera") for word in words[:2]}
    for name, command in inner(typer.main.get_command(client_app)).items():
        assert {name, *inner(command)} <= of_players
    assert "edition show" in README
    assert "edition check" in README


QUICK = ("--games", "1", "--bots", "random")


def test_the_examples_without_a_server_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer games and quicker bots than on the page, else as they stand there; a ladder always has strong ones."""
    monkeypatch.chdir(tmp_path)
    for words in commands():
        if words[:1] == ["arena"] and not {"--scheduler", "--ladder"} & set(words):
            assert CliRunner().invoke(app, [*words, *QUICK, "--jobs", "1"]).exit_code == 0, words
        if words[:1] in (["simulate"], ["replay"], ["edition"]) or words[:2] == ["verify", "games/000001.jsonl"]:
            run = [*words, *(QUICK if words[0] == "simulate" else ())]
            run, target = (run[: run.index(">")], run[run.index(">") + 1]) if ">" in run else (run, None)
            done = CliRunner().invoke(app, run)
            assert done.exit_code == 0, (words, done.output)
            if target:
                Path(target).write_text(done.stdout, "utf-8")


def settings_rows() -> Iterator[list[str]]:
    table = README.partition("| setting | flag | default | meaning |\n")[2].partition("\n\n")[0]
    for line in table.splitlines()[1:]:
        yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def test_every_setting_is_shown_with_its_flag_and_default() -> None:
    shown = {name: (flag, default) for name, flag, default, _ in settings_rows()}
    assert list(shown) == list(option_types(Settings))
    flags = options_of(typer.main.get_command(app))
    for name, (flag, default) in shown.items():
        assert not flag or flag in flags, name
        if default and default not in ("see below", "the machine's name"):
            assert default == written(default_of(name)), name
    assert {flag for flag, _ in shown.values() if flag} | {"--config", "--version", "--help"} >= flags - {
        "--no-announce"
    }


def default_of(name: str) -> object:
    section, _, inner = name.rpartition(".")
    struct = Limits if section else Settings
    return next(field.default for field in msgspec.structs.fields(struct) if field.name == inner)


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_the_player_s_settings_file_on_the_page_is_one(tmp_path: Path) -> None:
    content = blocks("toml")[0]
    (tmp_path / "settings.toml").write_text(content, "utf-8")
    read = client_settings.load_settings(tmp_path / "settings.toml")
    assert set(tomllib.loads(content)) == {field.name for field in msgspec.structs.fields(client_settings.Settings)}
    assert (read.name, read.theme, dict(read.keys)) == ("Anna", "matinee", {"home.rules": "f3", "table.talk": "y"})


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of another system")
def test_folders_are_where_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for path in (config_folder() / client_settings.SETTINGS_FILE, data_folder()):
        assert f"`~/{path.relative_to(Path.home())}`" in README


def test_what_sshd_starts_exists() -> None:
    (line,) = re.findall(r"^ +ForceCommand (.*)$", README, re.MULTILINE)
    program, *words = shlex.split(line)
    assert program.endswith("/opera")
    assert words[0] in inner(typer.main.get_command(client_app))


def test_the_settings_file_on_the_page_is_one(tmp_path: Path) -> None:
    content = blocks("toml")[1]
    tomllib.loads(content)
    file = tmp_path / "opera.toml"
    file.write_text(content, "utf-8")
    assert load_settings(file, environment={}).keep_days == 90


def test_the_service_starts_the_server_with_options_it_has() -> None:
    (unit,) = blocks("ini")
    (line,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    program, *words = shlex.split(line)
    assert program.endswith("/opera-server")
    assert {word for word in words if word.startswith("--")} <= options_of(typer.main.get_command(app))


def test_every_target_of_make_is_shown() -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert targets - {"help"} <= set(re.findall(r"`make (\w+)`", README))


def test_every_event_of_the_log_is_explained() -> None:
    sources = "".join(file.read_text("utf-8") for file in (ROOT / "server" / "opera_server").rglob("*.py"))
    events = set(re.findall(r'_log\.\w+\(\s*"(\w+)["\s]', sources))
    assert len(events) > 15
    table = README.partition("| event | what happened |\n")[2].partition("\n\n")[0]
    told = {event for row in table.splitlines() for event in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert {event for event in events - told if not event.endswith("_failed")} == set()
    assert told <= events


def anchors(page: str) -> set[str]:
    """The anchors that a reader of the page can jump to, one for each heading."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", ["README.md", "protocol/README.md", "protocol/key-press.md", "CHANGELOG.md"])
def test_links_lead_to_files_and_headings(name: str) -> None:
    page = ROOT / name
    for file, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page.read_text("utf-8")):
        target = page.parent / file if file else page
        assert target.exists(), file
        assert not anchor or anchor in anchors(target.read_text("utf-8")), (file, anchor)


def test_the_map_shows_every_room() -> None:
    """Each folder of a package, and each folder of tests."""
    shown = {name for block in blocks("") if "opera_tui/\n" in block for name in re.findall(r"(\w+)/", block)}
    packages = (ROOT / "opera_tui", *(ROOT / "protocol").glob("opera_*"), *(ROOT / "server").glob("opera_*"))
    rooms = {room.name for package in packages for room in package.iterdir() if room.is_dir()}
    assert rooms - {*GAMES, "__pycache__"} <= shown
    packages_tested = {package.name.removeprefix("opera_") for package in packages}
    folders = {folder.name for folder in (ROOT / "tests").iterdir() if folder.is_dir()}
    assert folders - packages_tested - {"__pycache__"} <= shown


def test_the_page_about_helpers_of_tests_names_each() -> None:
    support = ROOT / "tests" / "support"
    page = (support / "README.md").read_text("utf-8")
    helpers = [file.relative_to(support).as_posix() for file in support.rglob("*.py")]
    assert [helper for helper in helpers if f"`{helper}`" not in page and not helper.startswith("third_game/")] == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="only where systemd's tools are")
def test_the_unit_for_systemd_is_hardened(tmp_path: Path) -> None:
    """Its exposure is below 3 of 10, as systemd counts it."""
    unit = tmp_path / "opera.service"
    unit.write_text(f"[Unit]\n{README.partition('[Unit]' + chr(10))[2].partition('```')[0]}")
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=29", str(unit)]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout[-200:]
