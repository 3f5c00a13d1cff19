"""Mend a journal in which SQLite finds something wrong: copy what can be read into a new file that takes its place.

The damaged file stays beside it. A table that cannot be read to its end gets an entry that cannot be read either, so
that it is closed as damaged and does not go on from an earlier moment.
"""

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any, Final

from opera_server.config.logs import get_logger
from opera_server.faults import ServerFault
from opera_server.journal.schema import connect, has_same_tables, layout_of, migrate, problem_of

CHECKED_WHOLE: Final = 16 * 1024 * 1024
"""Bytes of a file that is checked with its indexes."""
_ALL_RIGHT: Final = "ok"
_UNREADABLE: Final = b""
_COPIED_WHOLE: Final = {"meta": 2, "access": 2}
"""Small tables of the file and their columns; without the list of access a banned key would be let in."""

_log = get_logger(__name__)


def finding_in(connection: sqlite3.Connection) -> str:
    """Return the first thing that is wrong in the file, empty if nothing is.

    Whether each index fits its table takes five times as long as all the rest, so in a large file the writer finds out.
    """
    try:
        [(pages,)], [(size,)] = (
            connection.execute(f"PRAGMA {what}").fetchall() for what in ("page_count", "page_size")
        )
        check = "integrity_check" if pages * size <= CHECKED_WHOLE else "quick_check"
        [(finding,)] = connection.execute(f"PRAGMA {check}(1)").fetchall()
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        finding = problem_of(error)
    return "" if finding == _ALL_RIGHT else " ".join(finding.split())


def mend(path: Path, problem: str) -> None:
    """Put a new journal with all that can be read in the place of a damaged one; refuse if too little can be."""
    fresh = path.with_name(f".{path.name}.mended")
    fresh.unlink(missing_ok=True)
    try:
        damaged = _copy_readable(path, fresh, problem)
        kept = _keep_aside(path)
        # A log that is left would be applied to the new file.
        with contextlib.closing(connect(path, "rw")) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        fresh.replace(path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise ServerFault("journal_corrupt", path=str(path), problem=problem) from error
    finally:
        fresh.unlink(missing_ok=True)
    _log.error("journal_mended", path=path, problem=problem, kept=kept.name, damaged=", ".join(damaged))


def _copy_readable(path: Path, fresh: Path, problem: str) -> list[str]:
    """Copy everything that can be read into a new file; return the tables that could not be read to their ends."""
    os.close(os.open(fresh, os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    with contextlib.closing(connect(path, "ro")) as source, contextlib.closing(connect(fresh, "rw")) as target:
        if not has_same_tables(layout_of(source, path)):
            raise ServerFault("journal_corrupt", path=str(path), problem=problem)
        migrate(target, fresh)
        target.execute("BEGIN")
        for name, columns in _COPIED_WHOLE.items():
            rows = source.execute(f"SELECT * FROM {name} NOT INDEXED").fetchall()  # noqa: S608 - a constant
            # Not the number of the layout, which the new file has already.
            target.executemany(_insert(name, columns, "OR IGNORE"), rows)
        tables = source.execute("SELECT * FROM tables NOT INDEXED").fetchall()
        damaged = [str(row[0]) for row in tables if not _copy_table(source, target, row)]
        target.execute("COMMIT")
        if finding_in(target):
            raise ServerFault("journal_corrupt", path=str(path), problem=problem)
    return damaged


def _copy_table(source: sqlite3.Connection, target: sqlite3.Connection, row: tuple[Any, ...]) -> bool:
    """Copy a table's row, holders and entries; return whether all of it could be read."""
    try:
        target.execute(_insert("tables", len(row)), row)
    except sqlite3.Error:
        return False
    copied = [_copy_rows(source, target, row[0], *each) for each in (("holders", 3, "place"), ("entries", 5, "n"))]
    last = copied[1][1]
    if not all(is_whole for is_whole, _ in copied):
        target.execute(_insert("entries", 5, "OR IGNORE"), (row[0], last + 1, _UNREADABLE, None, None))
        return False
    return True


def _copy_rows(
    source: sqlite3.Connection, target: sqlite3.Connection, table: str, name: str, columns: int, number: str
) -> tuple[bool, int]:
    """Copy the rows of a table until one cannot be read; return whether all could be, and the last row's number."""
    last = -1
    statement = f"SELECT * FROM {name} NOT INDEXED WHERE table_id = ? ORDER BY {number}"  # noqa: S608 - constants
    try:
        for row in source.execute(statement, (table,)):
            target.execute(_insert(name, columns), row)
            last = row[1] if isinstance(row[1], int) else last
    except sqlite3.Error:
        return False, last
    return True, last


def _insert(name: str, columns: int, otherwise: str = "") -> str:
    return f"INSERT {otherwise} INTO {name} VALUES ({', '.join('?' * columns)})"  # noqa: S608 - constants


def _keep_aside(path: Path) -> Path:
    """Copy the damaged file and its log beside the journal, under a name that nothing has yet."""
    number = next(n for n in range(1, 1_000_000) if not path.with_name(f"{path.name}.damaged-{n}").exists())
    kept = path.with_name(f"{path.name}.damaged-{number}")
    for ending in ("", "-wal"):
        file = path.with_name(f"{path.name}{ending}")
        if file.exists() and file.stat().st_size:
            copy = kept.with_name(f"{kept.name}{ending}")
            shutil.copyfile(file, copy)
            copy.chmod(0o600)
    return kept
