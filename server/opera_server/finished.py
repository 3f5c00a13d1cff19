"""Games that are over: their list and their transcripts."""

from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_server.aside import aside
from opera_server.entries import Key
from opera_server.lobby import Lobby
from opera_server.table import Table
from opera_server.transcripts import transcript_of

MOST_BYTES = 64 * 1024
"""How much of a transcript fits into one answer."""


async def finished_tables(lobby: Lobby, key: Key | None, before: int | None, count: int) -> Map:
    """Finished tables, the newest first, all or those of one person."""
    rows = await lobby.services.journal.finished(before, count, key)
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


async def transcript_lines(lobby: Lobby, table: Table, start: int) -> Map:
    """Lines of a finished game's transcript, as many as fit; `total` says how many there are."""
    if table.state not in ("finished", "abandoned") or not table.seed:
        raise Refused("not_finished")
    stored = await lobby.services.journal.entries(table.id)
    lines = await aside(transcript_of, table, stored.entries)
    chosen: list[str] = []
    room_left = MOST_BYTES
    for line in lines[start:]:
        room_left -= len(line)
        if chosen and room_left < 0:
            break
        chosen.append(line.decode("utf-8"))
    return {"start": start, "lines": chosen, "total": len(lines)}
