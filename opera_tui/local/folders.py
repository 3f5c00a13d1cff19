"""The folders and the log of this user's client."""

import traceback
from pathlib import Path

import platformdirs

_NAME = "opera"


def data_folder() -> Path:
    """Return the folder of the identity, known servers, last tables, and data of servers that the client starts."""
    return platformdirs.user_data_path(_NAME, appauthor=False)


def config_folder() -> Path:
    """Return the folder of the settings."""
    return platformdirs.user_config_path(_NAME, appauthor=False)


def solo_folder() -> Path:
    return data_folder() / "solo"


def host_folder() -> Path:
    return data_folder() / "host"


def shuffles_folder() -> Path:
    """Return the folder of what was seen of shuffles, the proof against a server that cheats."""
    return data_folder() / "shuffles"


def client_log() -> Path:
    """Return the file into which unexpected errors of the client are written."""
    return data_folder() / "client.log"


def log_error() -> str:
    """Append the exception that is being handled to the client's log and return the file; `?` if that fails."""
    try:
        data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        with client_log().open("a", encoding="utf-8") as log:
            log.write(traceback.format_exc())
    except OSError:
        return "?"
    return str(client_log())
