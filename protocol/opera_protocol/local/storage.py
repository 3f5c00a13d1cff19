"""Read small files of the user with a size limit, write them atomically, and let one process write at a time."""

import contextlib
import errno
import fcntl
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from opera_protocol.wire.errors import StorageError

MAX_BYTES: Final = 1024 * 1024
IDENTITY_FILE: Final = "identity.toml"
"""The name of a player's key file, here for programs that need it before they have loaded anything large."""
_LOCK_SECONDS: Final = 5.0
_LOCK_PAUSE: Final = 0.01


@contextlib.contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn an OSError about a path into `storage_failed`."""
    try:
        yield
    except OSError as error:
        raise StorageError("storage_failed", path=str(path), problem=code_of(error)) from error


def code_of(error: OSError) -> str:
    """Return the system's name of an error, such as ENOSPC; the vocabulary of problems has words for the usual ones."""
    return errno.errorcode.get(error.errno or 0, "unknown")


def read_file(path: Path, most: int = MAX_BYTES) -> tuple[bytes, int]:
    """Return the content and the permission bits of a regular file, both of the very file that was opened."""
    with _regular_file(path) as (file, status):
        if status.st_size > most:
            raise OSError(errno.EINVAL, "not a small file", str(path))
        return file.read(most), stat.S_IMODE(status.st_mode)


def read_first_line(path: Path, most: int) -> bytes:
    """Return the first line of a regular file, at most so many bytes of it."""
    with _regular_file(path) as (file, _status):
        return file.readline(most)


@contextlib.contextmanager
def _regular_file(path: Path) -> Iterator[tuple[BinaryIO, os.stat_result]]:
    """Open a file to read; a pipe in its place is an OSError, since it might never end."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        yield file, status


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file atomically, readable by the owner only; a crash leaves the old or the new one."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            _write_through(file.fileno(), content)
        temporary.replace(path)
    except BaseException:
        temporary.unlink()
        raise
    _sync_folder(path.parent)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that does not exist yet, readable by the owner only; raises FileExistsError.

    It needs no link or rename: some file systems of memory sticks have neither.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        _write_through(descriptor, content)
    except BaseException:
        path.unlink()
        raise
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Lock a file against other processes that want to write it; its folder is made if missing."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _wait_for_lock(lock)
        yield
    finally:
        os.close(lock)


def _wait_for_lock(lock: int) -> None:
    """Lock or give up after a while: a stopped process must not stop this one."""
    give_up_at = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > give_up_at:
                raise
            time.sleep(_LOCK_PAUSE)
        else:
            return


def _write_through(descriptor: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.fsync(descriptor)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
