"""The built wheel, installed into an empty environment outside the checkout."""

import subprocess
import sys
import venv
from os import environ
from pathlib import Path
from zipfile import ZipFile

CHECKOUT = Path(__file__).resolve().parents[2]
DATA_FILES = (
    "opera_rules/data/opera.toml",
    "opera_rules/data/turandot.toml",
    "opera_bots/data/evaluation_opera.json",
    "opera_bots/data/evaluation_turandot.json",
    "opera_protocol/py.typed",
)
PACKAGES = {"opera_tui", "opera_rules", "opera_bots", "opera_server", "opera_protocol"}
MODULES_LOADED = """
import sys
from opera_server.cli import app
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


def built_wheel(folder: Path) -> Path:
    """The wheel of this checkout, built beside it so that nothing is left behind."""
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist", CHECKOUT)
    run(*build, cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


def check_content(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert set(DATA_FILES) <= set(names)
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == PACKAGES


def test_the_wheel_has_everything_and_its_commands_run(tmp_path: Path) -> None:
    wheel = built_wheel(tmp_path)
    check_content(wheel)
    venv.create(tmp_path / "env", with_pip=True)
    python, command = tmp_path / "env/bin/python", tmp_path / "env/bin/opera-server"
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    version = wheel.name.split("-")[1]
    assert run(command, "--version", cwd=tmp_path) == f"opera-server {version}\n"
    assert run(tmp_path / "env/bin/opera", "--version", cwd=tmp_path) == f"opera {version}\n"
    assert 'game = "opera"' in run(command, "edition", "show", "opera", cwd=tmp_path)
    simulate = ("simulate", "opera", "--players", "2", "--games", "2", "--seed", "a", "--bots", "random", "--jobs", "2")
    assert "games per second" in run(command, *simulate, "--out", tmp_path / "games", cwd=tmp_path)
    assert "Every line follows" in run(command, "replay", tmp_path / "games/000002.jsonl", cwd=tmp_path)
    run(python, "-c", MODULES_LOADED, cwd=tmp_path)
