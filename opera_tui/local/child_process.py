"""A server as a child process: how it is set up and started.

It needs nothing else of the client, so that the server can start while the rest is loaded.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from opera_protocol.local.lock_file import is_held
from opera_protocol.local.storage import IDENTITY_FILE
from opera_tui.local.folders import data_folder, host_folder, solo_folder

LOOPBACK: Final = "127.0.0.1"
LOG_FILE: Final = "server.log"
PROGRAM: Final = "import gc; gc.disable(); from opera_server.operate.serving import serve_as_child; serve_as_child()"
"""It looks for garbage once it is ready: before, that took a tenth of the time, and found next to nothing."""
PREFIX: Final = "OPERA_"
FOR_THIS_MACHINE: Final = {"host": LOOPBACK, "port": "0", "announce": "false"}
DOOR_USER: Final = "OPERA_DOOR_USER"
LINGERS: Final = 600
"""Seconds that a server for others waits for somebody to be connected after its client was lost."""
NO_LIMITS: Final = {"abandon_days": "0", "limits_tables_per_key": "100000", "limits_seats_per_key": "100000"}
"""Solo games may stay open side by side for as long as the player likes; they disturb nobody."""
_LARGEST_LOG: Final = 1_000_000


class Recipe(NamedTuple):
    """A data folder and the settings of its server, by their names in the environment."""

    folder: Path
    settings: Mapping[str, str]

    @property
    def log(self) -> Path:
        return self.folder / LOG_FILE

    @property
    def is_for_one(self) -> bool:
        """Whether it lets in nobody but this player."""
        return "owner" in self.settings


def solo_recipe() -> Recipe:
    """Set up the server for solo games: for this player only, on free ports."""
    return Recipe(solo_folder(), {**_for_this_player(), "allow_seed": "true", **NO_LIMITS})


class Doors(NamedTuple):
    """The ports where people come in who have no client, and the address for browsers; None where nothing is asked."""

    ssh: int | None = None
    web: int | None = None
    web_host: str | None = None

    @property
    def settings(self) -> dict[str, str]:
        """As a server is told of them."""
        asked = {name: str(value) for name, value in self._asdict().items() if value is not None}
        if asked and os.environ.get(DOOR_USER):
            # Only root needs it, and could not set it otherwise.
            asked["door_user"] = os.environ[DOOR_USER]
        return asked


NO_DOORS: Final = Doors()


def host_recipe(port: int, doors: Doors = NO_DOORS) -> Recipe:
    """Set up the server for others: for everybody on the network of this machine, with doors for visitors if wanted."""
    return Recipe(host_folder(), {"host": "*", "port": str(port), "linger": str(LINGERS), **doors.settings})


def archive_recipe() -> Recipe:
    """Set up the server for others to be asked about finished games while nobody plays there."""
    return Recipe(host_folder(), _for_this_player())


def replay_recipe(folder: Path, file: Path) -> Recipe:
    """Set up a server for looking at one transcript, which the server checks."""
    return Recipe(folder, {**_for_this_player(), "replay": str(file)})


def _for_this_player() -> dict[str, str]:
    """Return the settings of a server that lets nobody in but this player: others may use this machine, too."""
    return {**FOR_THIS_MACHINE, "owner": str(data_folder() / IDENTITY_FILE)}


class ChildProcess(NamedTuple):
    """A server that was started, and the socket to it: there it sends its ready line and hears when to end."""

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
    for folder in (recipe.folder.parent, recipe.folder):
        # A mode is only for the last folder of a path, not for those above it.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_long = recipe.log.exists() and recipe.log.stat().st_size > _LARGEST_LOG
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (os.O_TRUNC if is_long else os.O_APPEND)
    return os.fdopen(os.open(recipe.log, flags, 0o600), "wb")
