"""List games that are over, and find the one table that an operator means."""

from collections.abc import Collection, Sequence

from opera_protocol.local.settings import nearest
from opera_rules.api import Map
from opera_server.faults import ServerFault
from opera_server.journal.entries import Key, TableRow
from opera_server.journal.journal import Journal
from opera_server.journal.reader import JournalReader


async def finished_tables(journal: Journal, key: Key | None, before: int | None, count: int) -> Map:
    """List finished tables, the newest first, all or those of one person."""
    rows = await journal.finished(before, count, key)
    return {
        "tables": [
            {
                "id": row.id,
                "number": row.number,
                "name": row.name,
                "game": row.game,
                "ended": row.ended_ms,
                **row.summary,
            }
            for row in rows
        ]
    }


def find_one(reader: JournalReader, name_or_id: str) -> TableRow:
    """Find the one table of this id or name."""
    found = {row.id: row for row in reader.find(name_or_id)}
    return found[only_one(name_or_id, list(found), found or reader.names())]


def only_one(wanted: str, found: Sequence[str], known: Collection[str]) -> str:
    """Return the id of the one table that was found; else raise what to type, from all ids and names there are."""
    if len(found) > 1:
        raise ServerFault("table_ambiguous", table=wanted, ids=", ".join(found))
    if not found and not known:
        raise ServerFault("tables_none")
    if not found:
        raise ServerFault("table_unknown", table=wanted, nearest=nearest(wanted, known))
    return found[0]
