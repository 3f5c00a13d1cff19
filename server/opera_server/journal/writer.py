"""Write the journal in one thread: what was queued during the last flush goes to disk in one transaction."""

import asyncio
import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple, TypeVar

from opera_server.config.logs import get_logger
from opera_server.faults import ServerFault
from opera_server.journal.entries import ListedTable, TableRow, write_listed
from opera_server.journal.schema import problem_of

LARGEST_GROUP: Final = 128
"""Entries of one statement; five variables each, below the 999 of older SQLite libraries."""
Values = tuple[str, int, bytes, bytes | None, bytes | None]
"""An entry as it is stored: table, number, body, and key and request that it answers."""

REQUEST_REPEATED: Final = "journal_request_repeated"

PUT_ROW: Final = """
    INSERT INTO tables (id, name, game, state, created_ms, ended_ms, summary, number)
    VALUES (:id, :name, :game, :state, :created_ms, :ended_ms, :summary,
        CASE WHEN :state IN ('finished', 'abandoned') THEN (SELECT COALESCE(MAX(number), 0) + 1 FROM tables) END)
    ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, game = excluded.game, state = excluded.state, created_ms = excluded.created_ms,
        ended_ms = excluded.ended_ms, summary = excluded.summary, number = COALESCE(tables.number, excluded.number)
"""

T = TypeVar("T")
_log = get_logger(__name__)


class Append(NamedTuple):
    """An entry on its way to the disk, and the future that waits for it."""

    table: str
    n: int
    body: bytes
    key: bytes | None
    request: bytes | None
    row: TableRow | None
    done: asyncio.Future[None]


class Job(NamedTuple):
    """Any other change, in a separate transaction."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]


class WriterFigures:
    """What the writer has done so far, for metrics."""

    __slots__ = ("appended", "commits", "failures", "flush_seconds", "largest_group")

    def __init__(self) -> None:
        self.appended = 0
        self.commits = 0
        self.failures = 0
        self.largest_group = 0
        self.flush_seconds = 0.0
        """All flushes together."""


class JournalWriter:
    """Takes entries from the event loop without making it wait and tells it when they are durable."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.figures = WriterFigures()
        self._connection = connection
        # The queue is all that both threads share; putting into it costs the loop less than a condition.
        self._queue: SimpleQueue[Append | Job | None] = SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def submit(self, item: Append | Job) -> None:
        if self._closed:
            raise ServerFault("journal_closed")
        self._queue.put(item)

    @property
    def waiting(self) -> int:
        """How many entries and other changes wait to be written."""
        return self._queue.qsize()

    def stop(self) -> None:
        """Write what was submitted, then end the thread and close the file; may wait, so not on the event loop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            items = self._take()
            try:
                self._carry_out_all(items)
            except Exception as error:  # noqa: BLE001 - if this thread ended, everybody would wait for it for ever
                self.figures.failures += 1
                _log.exception("journal_failed")
                _settle([(item.done, _write_fault(error)) for item in items if item is not None])
            is_open = items[-1] is not None
        self._connection.close()

    def _carry_out_all(self, items: Sequence[Append | Job | None]) -> None:
        appends = [item for item in items if isinstance(item, Append)]
        if appends:
            faults = self._write(appends)
            _settle([(append.done, fault) for append, fault in zip(appends, faults, strict=True)])
        for item in items:
            if isinstance(item, Job):
                _settle([(item.done, self._carry_out(item))])

    def _take(self) -> list[Append | Job | None]:
        """Wait for something to do and take all there is; None ends the thread."""
        items = [self._queue.get()]
        with contextlib.suppress(Empty):
            while len(items) < LARGEST_GROUP and items[-1] is not None:
                items.append(self._queue.get_nowait())
        return items

    def _write(self, group: Sequence[Append]) -> list[ServerFault | None]:
        """Make a group durable; return what was wrong with each entry, None if nothing."""
        try:
            self._with_sound_indexes(lambda: self._commit(group))
        except (sqlite3.Error, ValueError, TypeError, OverflowError) as error:
            self.figures.failures += 1
            # A full disk fails all entries alike; an invalid entry fails alone.
            if len(group) == 1 or isinstance(error, sqlite3.OperationalError):
                return [_fault(append, error) for append in group]
            return [fault for append in group for fault in self._write([append])]
        return [None] * len(group)

    def _commit(self, group: Sequence[Append]) -> None:
        began = time.perf_counter()
        rows = {append.table: append.row for append in group if append.row is not None}
        entries = [append[:5] for append in group]
        if rows:
            self._transact(lambda connection: put(connection, rows, entries))
        else:
            # A single statement needs no BEGIN and COMMIT, each of which would release the interpreter's lock.
            insert(self._connection, entries)
        figures = self.figures
        figures.commits += 1
        figures.appended += len(group)
        figures.largest_group = max(figures.largest_group, len(group))
        figures.flush_seconds += time.perf_counter() - began

    def _transact(self, work: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = work(connection)
            connection.execute("COMMIT")
        except BaseException:
            # After some errors SQLite has rolled back by itself.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return result

    def _with_sound_indexes(self, work: Callable[[], T]) -> T:
        """Write something; if an index is damaged, make all indexes again from their tables and retry."""
        try:
            return work()
        except sqlite3.DatabaseError as error:
            if not str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_CORRUPT"):
                raise
            _log.exception("journal_reindexed")
        self._connection.execute("REINDEX")
        return work()

    def _carry_out(self, job: Job) -> Any:
        """Return the result of the work, or the fault."""
        try:
            result = self._with_sound_indexes(lambda: self._transact(job.work))
        except (sqlite3.Error, ValueError, TypeError, OverflowError) as error:
            self.figures.failures += 1
            return _write_fault(error)
        self.figures.commits += 1
        return result


def insert(connection: sqlite3.Connection, entries: Sequence[Values]) -> None:
    """Write a group of entries with one statement."""
    connection.execute(_insert_statement(len(entries)), [value for entry in entries for value in entry])


@cache
def _insert_statement(count: int) -> str:
    rows = ", ".join(["(?, ?, ?, ?, ?)"] * count)
    return f"INSERT INTO entries (table_id, n, body, key, request) VALUES {rows}"  # noqa: S608 - only placeholders


def put_row(connection: sqlite3.Connection, table: str, row: TableRow) -> None:
    """Write a table's row in the index, and the keys that hold its seats."""
    values = {
        "id": table,
        "name": row.name,
        "game": row.game,
        "state": row.state,
        "created_ms": row.created_ms,
        "ended_ms": row.ended_ms,
        "summary": json.dumps(row.summary, ensure_ascii=False, separators=(",", ":")),
    }
    connection.execute(PUT_ROW, values)
    if row.state in ("finished", "abandoned"):
        connection.execute("DELETE FROM listed WHERE table_id = ?", (table,))
    connection.execute("DELETE FROM holders WHERE table_id = ?", (table,))
    holders = [(table, place, key) for place, key in enumerate(row.keys)]
    connection.executemany("INSERT INTO holders (table_id, place, key) VALUES (?, ?, ?)", holders)


def put_listed(connection: sqlite3.Connection, listed: Mapping[str, ListedTable]) -> None:
    """Write what is known of tables that have not ended."""
    rows = [(write_listed(each), table) for table, each in listed.items()]
    statement = """
        INSERT OR REPLACE INTO listed (table_id, body)
        SELECT id, ? FROM tables WHERE id = ? AND state IN ('open', 'running')
    """
    connection.executemany(statement, rows)


def put(connection: sqlite3.Connection, rows: Mapping[str, TableRow], entries: Sequence[Values]) -> None:
    """Write rows, then entries, which must belong to a table that is known; of any number, so in groups."""
    for table, row in rows.items():
        put_row(connection, table, row)
    for start in range(0, len(entries), LARGEST_GROUP):
        insert(connection, entries[start : start + LARGEST_GROUP])


def _fault(append: Append, error: Exception) -> ServerFault:
    if getattr(error, "sqlite_errorname", None) == "SQLITE_CONSTRAINT_PRIMARYKEY":
        return ServerFault("journal_entry_exists", table=append.table, n=append.n)
    return _write_fault(error)


def _write_fault(error: Exception) -> ServerFault:
    if getattr(error, "sqlite_errorname", None) == "SQLITE_CONSTRAINT_UNIQUE":
        return ServerFault(REQUEST_REPEATED)
    return ServerFault("journal_write_failed", problem=_problem(error))


def _problem(error: Exception) -> str:
    return problem_of(error) if isinstance(error, sqlite3.Error) else repr(error)


def _settle(outcomes: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    """Pass results and faults to the event loop; if it is closed by now, nobody waits for them."""
    if outcomes:
        with contextlib.suppress(RuntimeError):
            outcomes[0][0].get_loop().call_soon_threadsafe(_set_all, outcomes)


def _set_all(outcomes: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for done, outcome in outcomes:
        if done.done():
            continue
        if isinstance(outcome, ServerFault):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)
