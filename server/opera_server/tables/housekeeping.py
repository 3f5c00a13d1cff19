"""Free what nobody needs any more (seats, tables, rooms, old games), and let tables go on when the disk works again.

The server calls `tidy` every few seconds.
"""

from collections.abc import Iterable

from opera_rules.refusals import Refused
from opera_server.config.logs import get_logger
from opera_server.config.settings import Settings
from opera_server.faults import ServerFault
from opera_server.journal.entries import Abandoned
from opera_server.tables.background_tasks import in_thread
from opera_server.tables.lobby import Lobby
from opera_server.tables.seating import free_absent_seats
from opera_server.tables.table import DamagedTableError, rebuild_stored
from opera_server.tables.table_room import TableRoom

_log = get_logger(__name__)

DESERTED_MS = 3_600_000
"""Nothing is closed sooner than this after it was opened or the server started: people have time to come back."""
DAY_MS = 86_400_000


async def tidy(lobby: Lobby, settings: Settings) -> None:
    """Let stopped tables go on, free seats of people who stay away, close deserted tables, prune old games."""
    unneeded = [room for room in lobby.tables.values() if _is_over_and_empty(room)]
    for room in unneeded:
        lobby.forget(room)
    for room in unneeded:
        await room.tasks.close()
    await _recover_all(list(lobby.tables.values()))
    for room in list(lobby.tables.values()):
        await _look_after(lobby, room, settings.abandon_days)
    if settings.keep_days:
        await lobby.services.journal.prune(lobby.services.now() - settings.keep_days * DAY_MS)


def _is_over_and_empty(room: TableRoom) -> bool:
    """Say whether nobody needs the room any more; while it is locked, somebody may be asking for a rematch."""
    return room.table.state in ("finished", "abandoned") and not room.members and not room.lock.locked()


async def _look_after(lobby: Lobby, room: TableRoom, days: int) -> None:
    if room.is_failed:
        return
    if room.table.state == "open":
        await free_absent_seats(room)
    if _is_deserted(room, days):
        _log.info("table_deserted", table=room.id, state=room.table.state)
        await lobby.close_table(room.id, "empty")


def _is_deserted(room: TableRoom, days: int) -> bool:
    """Say whether nobody is at a table that has not begun, or no player has come to a running one for `days`."""
    now = room.now()
    if room.presence.began + DESERTED_MS > now:
        return False
    if room.table.state == "open":
        return not room.members and not any(chair.key for chair in room.table.chairs)
    left = room.presence.last_player_seen()
    is_left_alone = left is not None and max(room.table.last, left) + days * DAY_MS < now
    return room.table.state == "running" and days > 0 and is_left_alone


async def _recover_all(rooms: Iterable[TableRoom]) -> None:
    """Let tables go on that stopped because the journal could not be written, once it can be."""
    stopped = [room for room in rooms if room.is_failed]
    if not stopped:
        return
    try:
        await stopped[0].services.journal.try_to_write()
    except ServerFault as fault:
        # Warned about once, when the tables stopped: it may take hours until somebody frees space.
        _log.debug("recovery_failed", code=fault.code)
        return
    for room in stopped:
        try:
            await _recover(room)
        except (ServerFault, Refused) as error:
            _log.debug("recovery_failed", table=room.id, code=error.code)


async def _recover(room: TableRoom) -> None:
    """Go on from the entries on disk: nobody was shown more, and refused requests may be repeated."""
    async with room.change():
        stored = await room.services.journal.entries(room.id)
        try:
            table = await in_thread(rebuild_stored, stored)
        except DamagedTableError as damage:
            _log.error("table_damaged", table=room.id, entry=damage.entry)
            room.write_after(stored.next)
            await room.commit(Abandoned(at=room.now(), cause="damaged"))
            return
        room.go_on_with(table)
    _log.warning("table_recovered", table=room.id)
