"""A server as a child process: how it is set up and started.

It needs nothing else of the client, so that the server can start while the rest is loaded.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from opera_protocol.local.lock_file import is_held
from opera_tui.local.folders import host_folder, solo_folder

LOOPBACK: Final = "127.0.0.1"
LOG_FILE: Final = "server.log"
PROGRAM: Final = "from opera_server.operate.serving import serve_as_child; serve_as_child()"
PREFIX: Final = "OPERA_"
FOR_THIS_MACHINE: Final = {"host": LOOPBACK, "port": "0", "announce": "false"}
NO_LIMITS: Final = {"abandon_days": "0", "limits_tables_per_key": "100000", "limits_seats_per_key": "100000"}
"""Solo games may stay open side by side for as long as the player likes; they disturb nobody."""
_LARGEST_LOG: Final = 1_000_000


@dataclass(frozen=True)
class Recipe:
    """A data folder and the settings of its server, by their names in the environment."""

    folder: Path
    settings: Mapping[str, str]

    @property
    def log(self) -> Path:
        return self.folder / LOG_FILE


def solo_recipe() -> Recipe:
    """Set up the server for solo games: for this machine only, on free ports."""
    return Recipe(solo_folder(), {**FOR_THIS_MACHINE, "allow_seed": "true", **NO_LIMITS})


def host_recipe(port: int) -> Recipe:
    """Set up the server for others: for everybody on the network of this machine."""
    return Recipe(host_folder(), {"host": "*", "port": str(port)})


def archive_recipe() -> Recipe:
    """Set up the server for others to be asked about finished games while nobody plays there."""
    return Recipe(host_folder(), FOR_THIS_MACHINE)


def replay_recipe(folder: Path, file: Path) -> Recipe:
    """Set up a server for looking at one transcript, which the server checks."""
    return Recipe(folder, {**FOR_THIS_MACHINE, "replay": str(file)})


@dataclass(frozen=True)
class ChildProcess:
    """A server that was started, and the socket to it: there it sends its ready line, and ends once it closes."""

    process: "subprocess.Popen[bytes]"
    connection: socket.socket


def start(recipe: Recipe) -> ChildProcess:
    """Start a server; raises OSError."""
    connection, theirs = socket.socketpair()
    connection.setblocking(False)
    try:
        with theirs, _open_log(recipe) as log:
            # Without -P a file in the current folder could stand in for a module of ours.
            process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", "-c", PROGRAM],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=_environment(recipe, theirs.fileno()),
                # Ctrl+C in the terminal is for the client alone.
                start_new_session=True,
            )
    except BaseException:
        connection.close()
        raise
    return ChildProcess(process, connection)


def start_early(recipe: Recipe) -> ChildProcess | None:
    """Start a server that will be needed soon, unless one runs; an error is left to the start when it is needed."""
    try:
        return None if is_held(recipe.folder) else start(recipe)
    except OSError:
        return None


def _environment(recipe: Recipe, descriptor: int) -> dict[str, str]:
    """Return our environment, without settings that are meant for another server of this user."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    own = {"data": str(recipe.folder), "log_file": str(recipe.log), "ready_fd": str(descriptor)}
    return kept | {f"{PREFIX}{name.upper()}": value for name, value in (own | dict(recipe.settings)).items()}


def _open_log(recipe: Recipe) -> BinaryIO:
    """Open the server's log; empty it when it has grown long."""
    recipe.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_long = recipe.log.exists() and recipe.log.stat().st_size > _LARGEST_LOG
    return recipe.log.open("wb" if is_long else "ab")
