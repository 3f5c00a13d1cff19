"""Rebuild a table: every entry is applied again, and every state compared."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from opera_rules.refusals import Refused
from opera_server.journal.entries import Acted, Created, Entry, StoredTable, TakenBack
from opera_server.tables.table import Table, state_hash


class DamagedTableError(Exception):
    """A journal that does not lead to the states it names."""

    def __init__(self, table_id: str, entry: int) -> None:
        super().__init__(f"table {table_id}: entry {entry} does not lead to the state it names")
        self.entry = entry


def rebuild_stored(record: StoredTable) -> Table:
    """Rebuild a table from its record; raise `DamagedTableError` if entries are missing or lead elsewhere."""
    if record.damaged_at is not None or record.first != 0:
        raise DamagedTableError(record.id, record.damaged_at or 0)
    table = rebuild(record.id, record.entries)
    table.changes = Counter(record.changes)
    return table


def rebuild(table_id: str, entries: Sequence[Entry]) -> Table:
    """Apply all entries; raise `DamagedTableError` where one cannot be applied or leads to another state."""
    created = entries[0]
    if not isinstance(created, Created):
        raise DamagedTableError(table_id, 0)
    with _damaged_at(table_id, 0):
        table = Table.create(table_id, created)
    for n, entry in enumerate(entries[1:], 1):
        with _damaged_at(table_id, n):
            table.absorb(entry)
        if isinstance(entry, Acted | TakenBack) and state_hash(table.game) != entry.state:
            raise DamagedTableError(table_id, n)
    return table


@contextmanager
def _damaged_at(table_id: str, n: int) -> Iterator[None]:
    """Raise errors in here as `DamagedTableError` of this entry."""
    try:
        yield
    except (Refused, LookupError, TypeError, ValueError) as error:
        raise DamagedTableError(table_id, n) from error
