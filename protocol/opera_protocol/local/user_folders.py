"""The folders in which a user's programs of ours keep their data and settings."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import platformdirs

from opera_protocol.wire.errors import StorageError

_NAME: Final = "opera"


def user_data_folder() -> Path:
    """Return the folder for data; raises `home_missing` for a user without a home folder."""
    return _below_home(platformdirs.user_data_path)


def user_config_folder() -> Path:
    """Return the folder for settings; raises `home_missing` for a user without a home folder."""
    return _below_home(platformdirs.user_config_path)


def _below_home(find: Callable[..., Path]) -> Path:
    """Find a folder that does not depend on the current one: without HOME some systems' paths would."""
    try:
        path = find(_NAME, appauthor=False)
    except RuntimeError:
        raise StorageError("home_missing") from None
    if not path.is_absolute():
        raise StorageError("home_missing")
    return path
