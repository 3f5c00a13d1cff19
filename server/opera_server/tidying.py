"""What a server does from time to time by itself, so that nothing that nobody needs any more takes a place."""

import logging

from opera_server.lobby import Lobby
from opera_server.recovering import recover_all
from opera_server.seating import free_absent_seats
from opera_server.settings import Settings
from opera_server.table_room import TableRoom

_log = logging.getLogger(__name__)

DESERTED_MS = 3_600_000
"""Nothing is closed sooner after its opening or the server's start: whoever was cut off has time to come back."""
DAY_MS = 86_400_000


async def tidy(lobby: Lobby, settings: Settings) -> None:
    """Go on where the disk failed, free seats of who stays away, close deserted tables, prune what is over."""
    for room in lobby.forget(_is_over_and_empty):
        await room.errands.close()
    await recover_all(list(lobby.tables.values()))
    for room in list(lobby.tables.values()):
        await _look_after(lobby, room, settings.abandon_days)
    if settings.keep_days:
        await lobby.services.journal.prune(lobby.services.now() - settings.keep_days * DAY_MS)


def _is_over_and_empty(room: TableRoom) -> bool:
    """Whether nobody needs the room any more; while it is locked, somebody may be asking for a rematch."""
    return room.table.state in ("finished", "abandoned") and not room.members and not room.lock.locked()


async def _look_after(lobby: Lobby, room: TableRoom, days: int) -> None:
    if room.is_failed:
        return
    if room.table.state == "open":
        await free_absent_seats(room)
    if _is_deserted(room, days):
        _log.info("table_deserted table=%s state=%s", room.id, room.table.state)
        await lobby.close_table(room.id, "empty")


def _is_deserted(room: TableRoom, days: int) -> bool:
    """Whether nobody is at a table that has not begun, or no player came to one that has for so many days."""
    now = room.services.now()
    if room.began + DESERTED_MS > now:
        return False
    if room.table.state == "open":
        return not room.members and not any(chair.key for chair in room.table.chairs)
    since = room.alone_since()
    return room.table.state == "running" and days > 0 and since is not None and since + days * DAY_MS < now
