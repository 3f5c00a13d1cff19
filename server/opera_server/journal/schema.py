"""The layout of the journal's file: bring it to the one that this program knows, and open it to read."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from opera_protocol.local.storage import code_of
from opera_server.faults import ServerFault

MIGRATIONS: Final[list[str]] = [
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        game TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('open', 'running', 'finished', 'abandoned')),
        created_ms INTEGER NOT NULL,
        ended_ms INTEGER NOT NULL,
        number INTEGER UNIQUE,
        summary TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_name ON tables (name);
    CREATE INDEX tables_by_state ON tables (state, number);

    CREATE TABLE holders (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        key BLOB NOT NULL,
        PRIMARY KEY (table_id, place)
    ) WITHOUT ROWID;
    CREATE INDEX holders_by_key ON holders (key);

    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        body BLOB NOT NULL,
        key BLOB,
        request BLOB,
        PRIMARY KEY (table_id, n)
    ) WITHOUT ROWID;
    CREATE INDEX entries_by_request ON entries (key, request) WHERE request IS NOT NULL;

    CREATE TABLE access (
        fingerprint TEXT PRIMARY KEY,
        standing TEXT NOT NULL CHECK (standing IN ('banned', 'allowed'))
    ) WITHOUT ROWID;
    """,
    """
    UPDATE entries SET key = NULL, request = NULL WHERE request IS NOT NULL AND EXISTS (
        SELECT 1 FROM entries AS other
        WHERE other.key = entries.key AND other.request = entries.request
            AND (other.table_id, other.n) < (entries.table_id, entries.n)
    );
    DROP INDEX entries_by_request;
    CREATE UNIQUE INDEX entries_by_request ON entries (key, request) WHERE request IS NOT NULL;
    """,
    # Entries of new kinds (start_asked, taken_back): a program that does not know them must not take them for damage.
    "",
    """
    CREATE TABLE listed (
        table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
        body BLOB NOT NULL
    ) WITHOUT ROWID;
    """,
]
"""The step from each layout to the next one; an empty file has layout 0, so creating it is a migration too."""
READABLE_FROM: Final = 2
"""The first layout that has everything a reader needs; later steps only add to it."""

BUSY_SECONDS: Final = 5.0
_SYSTEM_CODES: Final = {"SQLITE_FULL": "ENOSPC", "SQLITE_READONLY": "EROFS"}
_STATEMENTS_KEPT: Final = 256
"""Prepared statements of a connection: the writer has one for every size of a group."""


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open the journal as it is, also while a server writes it; nothing in it can be changed this way."""
    if not path.exists():
        raise ServerFault("journal_missing", path=str(path))
    with faults(path):
        connection = connect(path, "ro")
    try:
        with faults(path):
            connection.execute("PRAGMA query_only = ON")
            _refuse_other(layout_of(connection, path), path)
    except BaseException:
        connection.close()
        raise
    return connection


def fault_of(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> ServerFault:
    """Return the fault for what SQLite says: the file is damaged, or cannot be used as things are.

    A statement of ours that SQLite does not understand is damage, too: the file's own description of its tables is.
    """
    is_misunderstood = getattr(error, "sqlite_errorname", None) == "SQLITE_ERROR"
    is_of_the_system = isinstance(error, sqlite3.OperationalError) and not is_misunderstood
    code = "journal_unusable" if is_of_the_system else "journal_corrupt"
    return ServerFault(code, path=str(path), problem=problem_of(error))


def problem_of(error: sqlite3.Error | UnicodeDecodeError) -> str:
    """Return what SQLite says, with its own name for it; the code of the system where that says the same.

    Of a layout that is no text any more SQLite says something that Python cannot read.
    """
    if isinstance(error, UnicodeDecodeError):
        return _text(error.object)
    name = getattr(error, "sqlite_errorname", None) or ""
    for beginning, code in _SYSTEM_CODES.items():
        if name.startswith(beginning):
            return code
    return f"{error} ({name})" if name else str(error)


def connect(path: Path, mode: Literal["ro", "rw", "rwc"]) -> sqlite3.Connection:
    """Open the file, for use by one thread at a time; text that damage has made unreadable counts as odd text."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=_STATEMENTS_KEPT,
    )
    connection.text_factory = _text
    return connection


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


@contextlib.contextmanager
def faults(path: Path) -> Iterator[None]:
    """Turn what SQLite or the system says about a file into a fault."""
    try:
        yield
    except OSError as error:
        raise ServerFault("journal_unusable", path=str(path), problem=code_of(error)) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise fault_of(error, path) from error


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Take every step that is missing in one transaction: a crash leaves the old layout or the new one."""
    schema = layout_of(connection, path)
    _refuse_newer(schema, path)
    if schema == len(MIGRATIONS):
        return
    script = "\n".join(MIGRATIONS[schema:])
    done = f"INSERT OR REPLACE INTO meta VALUES ('schema_version', '{len(MIGRATIONS)}');"  # noqa: S608 - a number
    try:
        connection.executescript(f"BEGIN IMMEDIATE; {script} {done} COMMIT;")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _refuse_other(schema: int, path: Path) -> None:
    """Refuse a layout that a reader, which cannot migrate, does not know."""
    _refuse_newer(schema, path)
    if not has_same_tables(schema):
        raise ServerFault("journal_older", path=str(path))


def has_same_tables(schema: int) -> bool:
    """Say whether a file of this layout can be read as it is: nothing of its tables has changed since."""
    return READABLE_FROM <= schema <= len(MIGRATIONS)


def _refuse_newer(schema: int, path: Path) -> None:
    if schema > len(MIGRATIONS):
        raise ServerFault("journal_newer", path=str(path), schema=schema, expected=len(MIGRATIONS))


def layout_of(connection: sqlite3.Connection, path: Path) -> int:
    """Return the number of the file's layout, 0 for an empty file."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not names:
        return 0
    row = None
    if "meta" in names:
        row = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchone()
    if row is None or not str(row[0]).isdecimal():
        raise ServerFault("journal_foreign", path=str(path))
    return int(row[0])
