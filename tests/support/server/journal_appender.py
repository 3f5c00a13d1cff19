"""A process of its own that appends to a journal as fast as it can and prints each number once it is durable.

Run as `python journal_appender.py PATH`; it goes on where the journal ends, until it is killed.
"""

import asyncio
import sys
from pathlib import Path

from opera_protocol.wire.messages import TableSettings
from opera_server.journal.entries import Created, Spoken, TableRow
from opera_server.journal.journal import Journal

TABLES = ("one", "two", "three")


async def append_forever(journal: Journal, table: str) -> None:
    n = (await journal.entries(table)).next
    if n == 0:
        settings = TableSettings(game="opera", name=table, seats=2)
        row = TableRow(name=table, game="opera", state="open", created_ms=1)
        await journal.append(table, 0, Created(at=1, settings=settings, rules=2, key=b"k" * 32), row=row)
        n = 1
    while True:
        await journal.append(table, n, Spoken(at=n, channel="talk", name="Ada", seat=0, text=f"{table} {n}"))
        sys.stdout.write(f"{table} {n}\n")
        sys.stdout.flush()
        n += 1


async def main() -> None:
    journal = Journal.open(Path(sys.argv[1]))
    await asyncio.gather(*(append_forever(journal, table) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main())
