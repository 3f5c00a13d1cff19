"""The lock of a server's data folder: a file that the server holds for as long as it runs.

Looking at it needs nothing but the standard library, so that a program can look before it has loaded anything else.
"""

import errno
import fcntl
import os
from pathlib import Path
from typing import Final

LOCK_FILE: Final = "server.lock"


def held_content(folder: Path, most: int) -> bytes | None:
    """What the holder of a data folder has written into its lock file; None if nobody holds it."""
    try:
        descriptor = os.open(folder / LOCK_FILE, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return None if _is_free(descriptor) else os.pread(descriptor, most, 0)
    finally:
        os.close(descriptor)


def is_held(folder: Path) -> bool:
    """Whether a server runs with this data folder, or is just starting."""
    return held_content(folder, 0) is not None


def _is_free(descriptor: int) -> bool:
    """Whether nobody holds the lock. Servers try again for a moment, so that a look never keeps one out."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN)
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return True
