"""The folders in which a user's programs of ours keep their data and settings."""

from pathlib import Path
from typing import Final

import platformdirs

from opera_protocol.wire.errors import StorageError

_NAME: Final = "opera"


def user_data_folder() -> Path:
    """Return the folder for data; raises `home_missing` for a user without a home folder."""
    try:
        return _absolute(platformdirs.user_data_path(_NAME, appauthor=False))
    except RuntimeError:
        raise StorageError("home_missing") from None


def user_config_folder() -> Path:
    """Return the folder for settings; raises `home_missing` for a user without a home folder."""
    try:
        return _absolute(platformdirs.user_config_path(_NAME, appauthor=False))
    except RuntimeError:
        raise StorageError("home_missing") from None


def _absolute(path: Path) -> Path:
    """Return a path that does not depend on the current folder: without HOME some systems' paths would."""
    if not path.is_absolute():
        raise StorageError("home_missing")
    return path
