"""Look at the lock of a server's data folder: a file that the server locks for as long as it runs.

Only the standard library is needed, so that a program can look before it has loaded anything else.
"""

import errno
import fcntl
import os
from pathlib import Path
from typing import Final

LOCK_FILE: Final = "server.lock"


def held_content(folder: Path, most: int) -> bytes | None:
    """Read what a running server has written into its lock file; None if no server holds the folder."""
    try:
        descriptor = os.open(folder / LOCK_FILE, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return None if _is_free(descriptor) else os.pread(descriptor, most, 0)
    finally:
        os.close(descriptor)


def is_held(folder: Path) -> bool:
    """Say whether a server runs with this data folder, or is just starting."""
    return held_content(folder, 0) is not None


def _is_free(descriptor: int) -> bool:
    """Say whether no server holds the lock; servers retry for a moment, so this brief lock keeps none of them out."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN)
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return True
