"""A table's row in the directory: what lists show of it without replaying its journal."""

from typing import Any

from opera_rules.api import Map, Step
from opera_server.entries import Abandoned, Acted, Created, Entry, HandedOver, Seated, Started
from opera_server.journal_records import DirectoryRow, StoredTable
from opera_server.table import State, Table


def row_after(table: Table, entry: Entry, step: Step[Any] | None) -> DirectoryRow | None:
    """The row once this entry is written; None if nothing in it changes."""
    if isinstance(entry, Started):
        return row(table, "running")
    if isinstance(entry, HandedOver):
        return row(table, "running", heir=entry)
    if isinstance(entry, Abandoned):
        return row(table, "abandoned", entry.at)
    if isinstance(entry, Acted) and step is not None:
        outcome = table.rules.outcome(step.game)
        return row(table, "finished", entry.at, outcome) if outcome is not None else None
    return None


def row(
    table: Table, state: State, ended: int = 0, outcome: Map | None = None, heir: HandedOver | None = None
) -> DirectoryRow:
    keys = [chair.key for chair in table.chairs]
    names = [chair.name for chair in table.chairs]
    if heir:
        keys[heir.seat], names[heir.seat] = heir.key, heir.name
    return DirectoryRow(
        name=table.settings.name,
        game=table.settings.game,
        state=state,
        created_ms=table.created.at,
        ended_ms=ended,
        keys=tuple(key for key in keys if key),
        summary={"players": names, "outcome": outcome},
    )


def abandoned_row(record: StoredTable, ended: int) -> DirectoryRow:
    """The row of a table that cannot be rebuilt, as far as its entries tell."""
    created = next((entry for entry in record.entries if isinstance(entry, Created)), None)
    seated = [entry for entry in record.entries if isinstance(entry, Seated)]
    return DirectoryRow(
        name=created.settings.name if created else record.id,
        game=created.settings.game if created else "opera",
        state="abandoned",
        created_ms=created.at if created else 0,
        ended_ms=ended,
        keys=tuple(entry.key for entry in seated),
        summary={"players": [entry.name for entry in seated], "outcome": None},
    )
