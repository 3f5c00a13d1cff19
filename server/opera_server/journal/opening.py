"""Open the journal to write: keep others out, refuse a file that is lost, mend one that is damaged, try the disk."""

import contextlib
import os
import sqlite3
from pathlib import Path

from opera_server.config.logs import get_logger
from opera_server.faults import ServerFault
from opera_server.journal.mending import finding_in, mend
from opera_server.journal.schema import connect, faults, migrate

_log = get_logger(__name__)


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open a journal to write, by a single thread; it is created, checked, mended and migrated as need be."""
    with faults(path):
        _refuse_lost(path)
        _make_private(path)
        _mend_damaged(path)
        connection = connect(path, "rw")
    try:
        with faults(path):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            migrate(connection, path)
            # SQLite opens a file that it cannot write without a word, and would refuse the first entry.
            try_to_write(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def try_to_write(connection: sqlite3.Connection) -> None:
    """Write something without meaning, to raise the error if the disk cannot be written."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('tried_to_write', strftime('%Y-%m-%d %H:%M:%f'))")


def _refuse_lost(path: Path) -> None:
    """Refuse a file that is gone or empty while its write-ahead log is not: SQLite would throw the log away."""
    log = path.with_name(f"{path.name}-wal")
    if _size(log) and not _size(path):
        raise ServerFault("journal_lost", path=str(path), log=log.name)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _make_private(path: Path) -> None:
    """Create the file for its owner alone; take a journal of an earlier version, with its logs, away from others."""
    if not path.exists():
        _log.info("journal_created", path=path)
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
    for ending in ("", "-wal", "-shm"):
        file = path.with_name(f"{path.name}{ending}")
        with contextlib.suppress(FileNotFoundError, PermissionError):
            if file.stat().st_uid == os.geteuid():
                file.chmod(0o600)


def _mend_damaged(path: Path) -> None:
    """Check the whole file before anything is written to it, and save what can be saved."""
    with contextlib.closing(connect(path, "rw")) as connection:
        finding = finding_in(connection)
    if finding:
        mend(path, finding)
