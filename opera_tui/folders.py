"""Where this user's things are kept."""

from pathlib import Path

import platformdirs

_NAME = "opera"


def data_folder() -> Path:
    """The identity, known servers, the last tables, and the data of servers that the client starts."""
    return platformdirs.user_data_path(_NAME, appauthor=False)


def config_folder() -> Path:
    """The settings."""
    return platformdirs.user_config_path(_NAME, appauthor=False)


def solo_folder() -> Path:
    return data_folder() / "solo"


def host_folder() -> Path:
    return data_folder() / "host"


def shuffles_folder() -> Path:
    """What was seen of shuffles, the proof against a server that cheats."""
    return data_folder() / "shuffles"


def client_log() -> Path:
    """Where mistakes of the program are written down."""
    return data_folder() / "client.log"
