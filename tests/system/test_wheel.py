"""The built wheel, installed into an environment of its own outside the checkout."""

import subprocess
import sys
import venv
from importlib.metadata import Distribution, distribution
from os import environ
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from opera_doors.web.pages import FILES

CHECKOUT = Path(__file__).resolve().parents[2]
DATA_FILES = (
    "opera_games/opera/edition.toml",
    "opera_games/turandot/edition.toml",
    "opera_bots/opera/evaluation.json",
    "opera_bots/turandot/evaluation.json",
    "opera_protocol/py.typed",
    *(f"opera_doors/web/page/{name}" for name in ("play.html", "rules.html", *FILES)),
)
LOCALE = CHECKOUT / "protocol/opera_protocol/texts/locale"
CATALOGS = [
    str(catalog.with_suffix(".mo").relative_to(CHECKOUT / "protocol")) for catalog in LOCALE.glob("*/*/opera.po")
]
PACKAGES = {
    "opera_tui",
    "opera_games",
    "opera_rules",
    "opera_bots",
    "opera_doors",
    "opera_lab",
    "opera_server",
    "opera_protocol",
}
MODULES_LOADED = """
import sys
from opera_server.cli.main import app
app(["simulate", "turandot", "--players", "2", "--bots", "soloist"], standalone_mode=False)
assert not [name for name in sys.modules if name.partition(".")[0] in ("server", "protocol")]
"""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that must succeed, run where nothing of the checkout can be found."""
    clean = {name: value for name, value in environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**clean, "PIP_CONSTRAINT": str(CHECKOUT / "constraints.txt")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def link_dependencies(wheel: Path, site_packages: Path) -> None:
    """Make what the wheel asks for importable, and nothing else that is installed for development."""
    (metadata,) = (name for name in ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA"))
    lines = ZipFile(wheel).read(metadata).decode().splitlines()
    asked = [line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")]
    seen: set[str] = set()
    while asked:
        requirement = Requirement(asked.pop())
        if requirement.name in seen or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        seen.add(requirement.name)
        found = distribution(requirement.name)
        asked += found.requires or []
        link(found, site_packages)


def link(found: Distribution, site_packages: Path) -> None:
    for name in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
        (site_packages / name).symlink_to(str(found.locate_file(name)))


def test_the_wheel_has_everything(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert {*DATA_FILES, *CATALOGS} <= set(names)
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == PACKAGES


def test_the_wheel_s_commands_run_with_nothing_but_what_it_asks_for(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env")
    (site_packages,) = (tmp_path / "env/lib").glob("python3*/site-packages")
    link_dependencies(wheel, site_packages)
    pip = (sys.executable, "-m", "pip", "--python", tmp_path / "env/bin/python", "install", "--quiet")
    run(*pip, "--no-index", "--no-deps", wheel, cwd=tmp_path)
    check_commands(wheel, tmp_path)


@pytest.mark.soak
def test_the_wheel_is_installed_with_its_dependencies(wheel: Path, tmp_path: Path) -> None:
    """Into an empty environment, as a player does it."""
    venv.create(tmp_path / "env", with_pip=True)
    run(tmp_path / "env/bin/python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    check_commands(wheel, tmp_path)


def check_commands(wheel: Path, folder: Path) -> None:
    command = folder / "env/bin/opera-server"
    version = wheel.name.split("-")[1]
    assert run(command, "--version", cwd=folder) == f"opera-server {version}\n"
    assert run(folder / "env/bin/opera", "--version", cwd=folder) == f"opera {version}\n"
    assert 'game = "opera"' in run(command, "edition", "show", "opera", cwd=folder)
    simulate = ("simulate", "opera", "--players", "2", "--games", "2", "--seed", "a", "--bots", "random", "--jobs", "2")
    assert "games per second" in run(command, *simulate, "--out", folder / "games", cwd=folder)
    assert "Every line follows" in run(command, "replay", folder / "games/000002.jsonl", cwd=folder)
    run(folder / "env/bin/python", "-c", MODULES_LOADED, cwd=folder)
