"""Journals for tests: opened, used and closed, with tables of a few entries."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from opera_protocol.messages import TableSettings
from opera_server.entries import Created, Spoken
from opera_server.faults import ServerFault
from opera_server.journal import Journal
from opera_server.journal_records import DirectoryRow, TableState

ADA, BEN = b"a" * 32, b"b" * 32


def with_journal(path: Path, play: Callable[[Journal], Awaitable[None]]) -> None:
    """Open the journal, use it, close it."""

    async def run() -> None:
        journal = Journal.open(path)
        try:
            await play(journal)
        finally:
            await journal.close()

    asyncio.run(asyncio.wait_for(run(), 30))


def created(name: str = "Scala") -> Created:
    return Created(at=1, settings=TableSettings(game="opera", name=name, seats=2), rules=1, key=ADA)


def spoken(text: str) -> Spoken:
    return Spoken(at=2, channel="talk", name="Ada", seat=0, text=text)


def row(
    state: TableState = "open", name: str = "Scala", ended_ms: int = 0, keys: tuple[bytes, ...] = ()
) -> DirectoryRow:
    summary = {"players": ["Ada", "Bén"]}
    return DirectoryRow(
        name=name, game="opera", state=state, created_ms=1, ended_ms=ended_ms, keys=keys, summary=summary
    )


async def add_table(journal: Journal, table: str, lines: int = 0, ended: DirectoryRow | None = None) -> None:
    await journal.append(table, 0, created(), directory=row())
    for n in range(1, lines + 1):
        await journal.append(table, n, spoken(str(n)))
    if ended is not None:
        await journal.append(table, lines + 1, spoken("end"), directory=ended)


def code_of(excinfo: pytest.ExceptionInfo[ServerFault]) -> str:
    assert str(excinfo.value), "every fault has a sentence"
    return excinfo.value.code
