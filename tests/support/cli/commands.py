"""Running `opera-server` in tests: in this process for most, as a real command where that matters."""

import subprocess
import sys
from collections.abc import Mapping
from os import environ
from pathlib import Path

from typer.testing import CliRunner, Result

from opera_server.cli.main import app

COMMAND = Path(sys.executable).with_name("opera-server")


def invoke(*arguments: str | Path) -> Result:
    """The command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def run(*arguments: str | Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """The command as users run it."""
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        env={**environ, "NO_COLOR": "1", **(env or {})},
        check=False,
    )


def complaint(result: Result, exit_code: int = 2) -> str:
    """The one sentence on stderr with which a command ended."""
    assert result.exit_code == exit_code, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("opera-server: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("opera-server: ").strip()
