"""Journals for tests: opened, used and closed, with tables of a few entries."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from opera_protocol.texts.sentences import sentence_of
from opera_protocol.wire.documents import TableState
from opera_protocol.wire.messages import TableSettings
from opera_server.faults import ServerFault
from opera_server.journal.entries import Created, Spoken, StoredTable, TableRow
from opera_server.journal.journal import Journal

ADA, BEN = b"a" * 32, b"b" * 32


@contextlib.asynccontextmanager
async def open_journal(path: Path) -> AsyncIterator[Journal]:
    """Open a journal and close it at the end."""
    journal = Journal.open(path)
    try:
        yield journal
    finally:
        await journal.close()


def created(name: str = "Scala") -> Created:
    return Created(at=1, settings=TableSettings(game="opera", name=name, seats=2), rules=2, key=ADA)


def spoken(text: str) -> Spoken:
    return Spoken(at=2, channel="talk", name="Ada", seat=0, text=text)


def row(state: TableState = "open", name: str = "Scala", ended_ms: int = 0, keys: tuple[bytes, ...] = ()) -> TableRow:
    summary = {"players": ["Ada", "Bén"]}
    return TableRow(name=name, game="opera", state=state, created_ms=1, ended_ms=ended_ms, keys=keys, summary=summary)


async def stored_tables(journal: Journal) -> list[StoredTable]:
    """The entries of all tables that have not ended."""
    return [await journal.entries(table.id) for table in await journal.open_tables()]


async def add_table(journal: Journal, table: str, lines: int = 0, ended: TableRow | None = None) -> None:
    await journal.append(table, 0, created(), row=row())
    for n in range(1, lines + 1):
        await journal.append(table, n, spoken(str(n)))
    if ended is not None:
        await journal.append(table, lines + 1, spoken("end"), row=ended)


def code_of(excinfo: pytest.ExceptionInfo[ServerFault]) -> str:
    assert sentence_of(excinfo.value), "every fault has a sentence"
    return excinfo.value.code
