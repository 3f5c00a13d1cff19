"""Read the journal over a separate connection, which never waits for the writer nor makes it wait."""

import contextlib
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from opera_protocol.local.settings import nearest
from opera_protocol.local.storage import code_of
from opera_rules.api import Map
from opera_server.faults import ServerFault
from opera_server.journal.entries import (
    Access,
    Acted,
    Asked,
    Created,
    Entry,
    IndexedTable,
    StoredTable,
    TableRow,
    answer_to,
    is_of_gallery,
    is_private,
    read_entry,
    read_listed,
)
from opera_server.journal.schema import fault_of, open_for_reading, problem_of

_ROW: Final = "id, name, game, state, created_ms, ended_ms, summary, number"
MOST_FOUND: Final = 20
_FAR_BEHIND: Final = 1 << 40
"""The number after the last entry of a table in which nothing can be read."""


class JournalReader:
    """Reads tables, entries and lists; for one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = open_for_reading(path)

    def close(self) -> None:
        self._connection.close()

    def open_tables(self) -> list[IndexedTable]:
        """Find every table whose game may go on, the oldest first; what is damaged does not keep the others back."""
        ids = self._ask("SELECT id FROM tables WHERE state IN ('open', 'running') ORDER BY created_ms, id")
        return [self._indexed(table) for (table,) in ids]

    def _indexed(self, table: str) -> IndexedTable:
        try:
            bodies = self._ask("SELECT body FROM listed WHERE table_id = ?", table)
            [(last,)] = self._ask("SELECT MAX(n) FROM entries WHERE table_id = ?", table)
        except ServerFault as fault:
            if not _is_damage(fault.__cause__):
                raise
            return IndexedTable(table, None, is_current=False)
        listed = read_listed(bodies[0][0]) if bodies else None
        return IndexedTable(table, listed, is_current=listed is not None and last == listed.entries - 1)

    def entries(self, table: str) -> StoredTable:
        """Read the entries of a table, none if it is not known."""
        try:
            rows = self._ask("SELECT n, body, key FROM entries WHERE table_id = ? ORDER BY n", table)
        except ServerFault as fault:
            if not _is_damage(fault.__cause__):
                raise
            return StoredTable(id=table, first=0, entries=(), next=_FAR_BEHIND, damaged_at=0)
        # A damaged number may be anything.
        numbers = [n for n, *_ in rows if isinstance(n, int)]
        first = min(numbers, default=0)
        sound, damaged_at = _sound(rows, first)
        asked = (key for (_, _, key), entry in zip(rows, sound, strict=False) if not isinstance(entry, Acted))
        return StoredTable(
            id=table,
            first=first,
            entries=sound,
            next=max(numbers, default=-1) + 1,
            damaged_at=damaged_at,
            changes=Counter(key for key in asked if isinstance(key, bytes)),
        )

    def finished(self, before: int | None = None, count: int = 50, key: bytes | None = None) -> list[TableRow]:
        """List finished tables, the newest first, from below a `number` on; all, or those where a key held a seat."""
        mine = "AND id IN (SELECT table_id FROM holders WHERE key = :key)" if key is not None else ""
        statement = f"""
            SELECT {_ROW} FROM tables
            WHERE state = 'finished' AND number < :before {mine} ORDER BY number DESC LIMIT :count
        """  # noqa: S608 - constants of this module
        return self._rows(statement, {"before": 2**62 if before is None else before, "key": key, "count": count})

    def find(self, name_or_id: str) -> list[TableRow]:
        """Find the table with this id, or else those with this name, the newest first."""
        by_id = self._rows(f"SELECT {_ROW} FROM tables WHERE id = ?", (name_or_id,))  # noqa: S608 - as above
        if by_id:
            return by_id
        statement = f"SELECT {_ROW} FROM tables WHERE name = ? ORDER BY created_ms DESC LIMIT ?"  # noqa: S608 - as above
        return self._rows(statement, (name_or_id, MOST_FOUND))

    def find_one(self, name_or_id: str) -> TableRow:
        """Find the one table of this id or name; suggest another name if there is none."""
        found = {row.id: row for row in self.find(name_or_id)}
        known = found or [word for row in self._ask("SELECT id, name FROM tables") for word in row]
        return found[only_one(name_or_id, list(found), known)]

    def answer(self, asked: Asked) -> Map | None:
        """Return the answer to a request that was carried out; None if it was not."""
        rows = self._ask("SELECT table_id, n, body FROM entries WHERE key = ? AND request = ?", *asked)
        for table, n, body in rows:
            entry = _entry(body)
            return None if entry is None else answer_to(table, self._number_without_gallery(table, n), entry)
        return None

    def _number_without_gallery(self, table: str, n: int) -> int:
        earlier = self._ask("SELECT body FROM entries WHERE table_id = ? AND n < ?", table, n)
        entries = (_entry(body) for (body,) in earlier)
        return n - sum(entry is not None and is_of_gallery(entry) for entry in entries)

    def access_list(self) -> dict[str, Access]:
        """Return the fingerprints that are banned or allowed."""
        return dict(self._ask("SELECT fingerprint, standing FROM access"))

    def backup(self, target: Path) -> None:
        """Copy the journal as it is at this moment into a new file that only its owner can read."""
        with _whole_file(target) as unfinished, contextlib.closing(sqlite3.connect(unfinished)) as copy:
            self._connection.backup(copy)
            # The copy is a single file: without this it would need a write-ahead log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")

    def _ask(self, statement: str, *values: Any) -> list[Any]:
        with self._faults():
            return self._connection.execute(statement, values).fetchall()

    def _rows(self, statement: str, values: Any) -> list[TableRow]:
        with self._faults():
            found = self._connection.execute(statement, values).fetchall()
        return [self._row(row) for row in found]

    def _row(self, row: tuple[Any, ...]) -> TableRow:
        table, name, game, state, created_ms, ended_ms, summary, number = row
        return TableRow(
            id=table,
            name=name,
            game=game,
            state=state,
            created_ms=created_ms,
            ended_ms=ended_ms,
            keys=self._keys(table),
            summary=_summary(summary),
            number=number,
            is_private=self._is_private(table),
        )

    def _is_private(self, table: str) -> bool:
        first = self._ask("SELECT body FROM entries WHERE table_id = ? AND n = 0", table)
        created = _entry(first[0][0]) if first else None
        return not isinstance(created, Created) or is_private(created.settings)

    def _keys(self, table: str) -> tuple[bytes, ...]:
        return tuple(key for (key,) in self._ask("SELECT key FROM holders WHERE table_id = ? ORDER BY place", table))

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise fault_of(error, self._path) from error


def only_one(wanted: str, found: Sequence[str], known: Collection[str]) -> str:
    """Return the id of the one table that was found; else raise a fault that suggests one of the known words."""
    if len(found) > 1:
        raise ServerFault("table_ambiguous", table=wanted, ids=", ".join(found))
    if not found and not known:
        raise ServerFault("tables_none")
    if not found:
        raise ServerFault("table_unknown", table=wanted, nearest=nearest(wanted, known))
    return found[0]


def _is_damage(cause: BaseException | None) -> bool:
    """Say whether SQLite could open the file, but not read it."""
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(cause, sqlite3.OperationalError)


def _sound(rows: Iterable[tuple[int, bytes, bytes | None]], first: int) -> tuple[tuple[Entry, ...], int | None]:
    """Return the entries up to the first that is missing or unreadable, and its number; entry 0 creates the table."""
    entries: list[Entry] = []
    for expected, (n, body, _key) in enumerate(rows, start=first):
        entry = _entry(body)
        if n != expected or entry is None or isinstance(entry, Created) != (not entries):
            return tuple(entries), expected
        entries.append(entry)
    return tuple(entries), None if entries else first


def _summary(text: str) -> Map:
    """Read what lists show of a table; damaged, it must not keep the other tables from being listed."""
    try:
        summary = json.loads(text)
    except ValueError:
        summary = None
    return summary if isinstance(summary, dict) else {"players": [], "outcome": None}


def _entry(body: bytes) -> Entry | None:
    try:
        entry: Entry = read_entry(body)
    except (msgspec.DecodeError, TypeError, ValueError):
        return None
    return entry


@contextlib.contextmanager
def _whole_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file that becomes the target when all went well."""
    if target.exists():
        raise ServerFault("file_exists", path=str(target))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield unfinished
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.rename(target)
    except OSError as error:
        raise ServerFault("file_unwritable", path=str(target), problem=code_of(error)) from error
    except sqlite3.Error as error:
        raise ServerFault("file_unwritable", path=str(target), problem=problem_of(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)
