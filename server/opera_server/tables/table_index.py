"""Write a table's row in the journal's index: what lists show of it without replaying its entries."""

from typing import Any

from opera_games.catalog import GAMES
from opera_rules.api import Map, Step
from opera_server.journal.entries import (
    Abandoned,
    Acted,
    Created,
    Entry,
    HandedOver,
    Seated,
    Started,
    StoredTable,
    TableRow,
    TableState,
)
from opera_server.tables.table import Table


def row_after(table: Table, entry: Entry, step: Step[Any] | None) -> TableRow | None:
    """Write the row as it is after this entry; None if nothing in it changes."""
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
    table: Table, state: TableState, ended: int = 0, outcome: Map | None = None, heir: HandedOver | None = None
) -> TableRow:
    keys = [chair.key for chair in table.chairs]
    names = [chair.name for chair in table.chairs]
    if heir:
        keys[heir.seat], names[heir.seat] = heir.key, heir.name
    return TableRow(
        name=table.settings.name,
        game=table.settings.game,
        state=state,
        created_ms=table.created.at,
        ended_ms=ended,
        keys=tuple(key for key in keys if key),
        summary={"players": names, "outcome": outcome},
    )


def abandoned_row(record: StoredTable, ended: int) -> TableRow:
    """Write the row of a table that cannot be rebuilt, as far as its entries tell."""
    created = next((entry for entry in record.entries if isinstance(entry, Created)), None)
    seated = [entry for entry in record.entries if isinstance(entry, Seated)]
    return TableRow(
        name=created.settings.name if created else record.id,
        game=created.settings.game if created else GAMES[0],
        state="abandoned",
        created_ms=created.at if created else 0,
        ended_ms=ended,
        keys=tuple(entry.key for entry in seated),
        summary={"players": [entry.name for entry in seated], "outcome": None},
    )
