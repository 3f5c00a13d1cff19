"""The whole log of a table, also from before this client entered."""

from typing import Final

from opera_games.api import Map
from opera_protocol.client import Client, Unreadable
from opera_protocol.wire.messages import MOST_HISTORY
from opera_tui.games.reading import read_events
from opera_tui.games.view import AnyGameView, AnyLine

NEWEST: Final = 2**53
"""A number greater than that of any line of a log."""
MOST_LOG_LINES: Final = 20_000
"""Far more than any game has."""


async def whole_log(client: Client, table_id: str, kind: type[AnyGameView]) -> list[AnyLine]:
    """Fetch every line of a table's log, also those from before this client entered.

    Raises `Unreadable` if they are far too many.
    """
    lines: list[Map] = []
    start = NEWEST
    while start > 0:
        earlier = await client.history(table_id, "log", start, MOST_HISTORY)
        if earlier.start >= start or not earlier.lines:
            break
        lines[:0] = earlier.lines
        start = earlier.start
        if len(lines) > MOST_LOG_LINES:
            raise Unreadable
    return read_events(kind, lines)
