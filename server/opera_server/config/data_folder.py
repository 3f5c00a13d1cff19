"""The server's data folder, which belongs to one user and is locked by one server at a time."""

import contextlib
import fcntl
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from opera_protocol.local.identity import Identity, load_or_create_identity
from opera_protocol.local.lock_file import LOCK_FILE
from opera_protocol.local.ready import LONGEST_LINE, Ready, ReadyLine, Starting, read_ready, write_ready
from opera_protocol.local.storage import code_of
from opera_protocol.local.user_folders import user_data_folder
from opera_server.faults import ServerFault

IDENTITY_FILE: Final = "server-key.toml"
ADMIN_SOCKET: Final = "admin.sock"
JOURNAL_FILE: Final = "journal.sqlite3"

_PATIENCE: Final = 0.3
"""Seconds to retry: a process that only looks at the lock holds it for an instant."""
_PAUSE: Final = 0.01
_OTHERS: Final = 0o077


def default_folder() -> Path:
    """Return where `opera-server` keeps its data; solo play and `opera host` have other folders."""
    return user_data_folder() / "server"


class DataFolder:
    """A data folder that this process has locked until `release`."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock = lock

    @classmethod
    def hold(cls, path: Path, sleep: Callable[[float], None] = time.sleep) -> "DataFolder":
        """Make the folder if need be and lock it; a fault says why not, or which server holds it."""
        lock = _open_lock(path)
        try:
            _lock(lock, path, sleep)
            folder = cls(path, lock)
            folder.announce(Starting(pid=os.getpid()))
        except BaseException:
            os.close(lock)
            raise
        return folder

    @property
    def journal(self) -> Path:
        return self.path / JOURNAL_FILE

    @property
    def admin_socket(self) -> Path:
        return self.path / ADMIN_SOCKET

    def identity(self) -> Identity:
        """Load the server's key pair, which is made at the first start."""
        return load_or_create_identity(self.path, IDENTITY_FILE)

    def announce(self, line: ReadyLine) -> None:
        """Write the state of this server into the lock file."""
        content = write_ready(line)
        assert len(content) <= LONGEST_LINE
        try:
            # A reader in between sees no complete line and takes us for starting.
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, content, 0)
        except OSError as error:
            raise _unusable(self.path, error) from error

    def release(self) -> None:
        """Let another server have the folder; the file stays, since removing it would remove the next server's lock."""
        if self._lock >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(self._lock, 0)
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def _open_lock(path: Path) -> int:
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_private(path)
        return os.open(path / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise _unusable(path, error) from error


def _make_private(path: Path) -> None:
    """Keep others out: the journal holds code words and the secrets of shuffles; refuse a folder where we cannot."""
    status = path.stat()
    if status.st_mode & _OTHERS and status.st_uid == os.geteuid() and _is_for_data(path):
        with contextlib.suppress(PermissionError):
            path.chmod(0o700)
        status = path.stat()
    if status.st_mode & _OTHERS:
        raise ServerFault("folder_exposed", path=str(path), mode=f"{stat.S_IMODE(status.st_mode):04o}")


def _is_for_data(path: Path) -> bool:
    """Say whether a folder is empty or was a server's before; a home folder or /tmp must stay open to others."""
    names = {entry.name for entry in path.iterdir()}
    return not names or not names.isdisjoint((LOCK_FILE, JOURNAL_FILE, IDENTITY_FILE))


def _lock(lock: int, path: Path, sleep: Callable[[float], None]) -> None:
    tries = round(_PATIENCE / _PAUSE)
    for _ in range(tries):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sleep(_PAUSE)
        except OSError as error:
            raise _unusable(path, error) from error
        else:
            return
    raise _held(path, read_ready(os.pread(lock, LONGEST_LINE, 0)))


def _held(path: Path, line: ReadyLine | None) -> ServerFault:
    if isinstance(line, Ready):
        return ServerFault("folder_locked", path=str(path), pid=line.pid, port=line.ports[0])
    return ServerFault("folder_starting", path=str(path), pid=line.pid if isinstance(line, Starting) else 0)


def _unusable(path: Path, error: OSError) -> ServerFault:
    return ServerFault("folder_unusable", path=str(path), problem=code_of(error))
