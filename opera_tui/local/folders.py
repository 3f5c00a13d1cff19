"""The folders and the log of this user's client."""

import traceback
from pathlib import Path

from opera_protocol.local.user_folders import user_config_folder, user_data_folder

LARGEST_LOG = 1024 * 1024
"""Bytes of the client's log after which it begins again."""


def data_folder() -> Path:
    """Return the folder of the identity, known servers, last tables, and data of servers that the client starts."""
    return user_data_folder()


def config_folder() -> Path:
    """Return the folder of the settings."""
    return user_config_folder()


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


def log_error(error: BaseException | None = None) -> str:
    """Append an exception, else the one that is being handled, to the client's log and return the file; `?` if not."""
    text = traceback.format_exc() if error is None else "".join(traceback.format_exception(error))
    try:
        data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        is_full = client_log().exists() and client_log().stat().st_size > LARGEST_LOG
        with client_log().open("w" if is_full else "a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(text)
    except OSError:
        return "?"
    return str(client_log())
