"""The journal: every table's entries and an index of tables, durable before anyone hears of them.

The event loop never waits for the disk: one thread writes, another one reads.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from opera_rules.api import Map
from opera_server.faults import ServerFault
from opera_server.journal.entries import (
    Access,
    Acted,
    Asked,
    Entry,
    IndexedTable,
    Key,
    ListedTable,
    StoredTable,
    TableRow,
    Writing,
    write_entry,
)
from opera_server.journal.opening import open_for_writing, try_to_write
from opera_server.journal.reader import JournalReader
from opera_server.journal.writer import Append, Job, JournalWriter, Values, WriterFigures, put, put_listed

_PRUNED_AT_ONCE: Final = 20
"""Tables removed in one transaction, so that no action waits long for it."""

P = ParamSpec("P")
T = TypeVar("T")


class Journal:
    """The journal as the rest of the server uses it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.actions = 0
        """How many actions were appended."""
        self._reader = JournalReader(path)
        self._writer = JournalWriter(connection)
        self._reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal-reader")

    @classmethod
    def open(cls, path: Path) -> "Journal":
        """Create, check or migrate the file; whatever is wrong with it is a `ServerFault`."""
        return cls(path, open_for_writing(path))

    @property
    def figures(self) -> WriterFigures:
        return self._writer.figures

    @property
    def waiting(self) -> int:
        """How many entries and other changes wait to be written."""
        return self._writer.waiting

    def append(
        self,
        table: str,
        n: int,
        entry: Entry,
        *,
        asked: Asked | None = None,
        row: TableRow | None = None,
    ) -> asyncio.Future[None]:
        """Queue an entry; the future is done when it is durable, or raises why it is not.

        Entries become durable in the order of the calls. The first one of a table needs its row in the index.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        key, request = asked or (None, None)
        self.actions += isinstance(entry, Acted)
        self._writer.submit(Append(table, n, write_entry(entry), key, request, row, done))
        return done

    async def append_all(self, writings: Sequence[Writing], listed: Mapping[str, ListedTable] | None = None) -> None:
        """Write entries of any tables together, and how these are listed: after a crash all of it is there, or none."""
        rows = {writing.table: writing.row for writing in writings if writing.row is not None}
        entries = [_values(writing) for writing in writings]

        def write(connection: sqlite3.Connection) -> None:
            put(connection, rows, entries)
            put_listed(connection, listed or {})
            self.figures.appended += len(writings)

        await self._change(write)

    async def list_tables(self, listed: Mapping[str, ListedTable]) -> None:
        """Write what is known of tables that have not ended, so that a start need not replay them."""
        await self._change(lambda connection: put_listed(connection, listed))

    async def open_tables(self) -> list[IndexedTable]:
        """Return every table whose game may go on, the oldest first."""
        return await self._read(JournalReader.open_tables)

    async def entries(self, table: str) -> StoredTable:
        return await self._read(JournalReader.entries, table)

    async def finished(self, before: int | None = None, count: int = 50, key: Key | None = None) -> list[TableRow]:
        """List finished tables, the newest first; `before` is the `number` of the last row of the page before."""
        return await self._read(JournalReader.finished, before, count, key)

    async def answer(self, asked: Asked) -> Map | None:
        """Return the answer to a request that was carried out, also before a restart; None if it was not."""
        return await self._read(JournalReader.answer, asked)

    async def access_list(self) -> dict[str, Access]:
        """Return the fingerprints that are banned or allowed."""
        return await self._read(JournalReader.access_list)

    async def set_access(self, fingerprint: str, access: Access | None) -> None:
        await self._change(lambda connection: _set_access(connection, fingerprint, access))

    async def prune(self, older_than_ms: int) -> int:
        """Remove the tables that ended before this moment, and say how many."""
        pruned = 0
        while removed := await self._change(lambda connection: _prune(connection, older_than_ms)):
            pruned += removed
        return pruned

    async def try_to_write(self) -> None:
        """Write something without meaning, to raise the fault if the disk cannot be written."""
        await self._change(try_to_write)

    async def backup(self, target: Path) -> None:
        """Make a consistent copy while the server goes on writing."""
        await asyncio.to_thread(backup, self.path, target)

    async def close(self) -> None:
        """Write what was appended, then close; later appends are refused."""
        await asyncio.to_thread(self._stop)

    def _stop(self) -> None:
        self._reading.shutdown()
        self._reader.close()
        # The last connection to close checkpoints the write-ahead log, which a read-only one cannot.
        self._writer.stop()

    async def _read(self, question: Callable[Concatenate[JournalReader, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        try:
            reading = loop.run_in_executor(self._reading, lambda: question(self._reader, *args, **kwargs))
        except RuntimeError as error:
            raise ServerFault("journal_closed") from error
        return await reading

    async def _change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._writer.submit(Job(work, done))
        result: T = await done
        return result


def backup(journal: Path, target: Path) -> None:
    """Copy a journal into a new file, whether or not a server is writing it."""
    reader = JournalReader(journal)
    try:
        reader.backup(target)
    finally:
        reader.close()


def _values(writing: Writing) -> Values:
    key, request = writing.asked or (None, None)
    return writing.table, writing.n, write_entry(writing.entry), key, request


def _set_access(connection: sqlite3.Connection, fingerprint: str, access: Access | None) -> None:
    if access is None:
        connection.execute("DELETE FROM access WHERE fingerprint = ?", (fingerprint,))
    else:
        connection.execute("INSERT OR REPLACE INTO access VALUES (?, ?)", (fingerprint, access))


def _prune(connection: sqlite3.Connection, older_than_ms: int) -> int:
    """Remove some of the tables that ended first; their entries and holders go with them."""
    # By number, which has an index: this runs every few seconds in the thread that has actions to write.
    first = "SELECT id, ended_ms FROM tables WHERE number IS NOT NULL ORDER BY number LIMIT ?"
    statement = f"DELETE FROM tables WHERE id IN (SELECT id FROM ({first}) WHERE ended_ms < ?)"  # noqa: S608 - a constant
    return connection.execute(statement, (_PRUNED_AT_ONCE, older_than_ms)).rowcount
