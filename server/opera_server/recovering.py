"""Tables that had to stop because the journal could not be written: they go on by themselves once it can."""

import logging
from collections.abc import Iterable

from opera_server.aside import aside
from opera_server.faults import ServerFault
from opera_server.journal_records import StoredTable
from opera_server.playing import look_around
from opera_server.table import DamagedTableError, Table, rebuild
from opera_server.table_room import TableRoom

_log = logging.getLogger(__name__)


async def recover_all(rooms: Iterable[TableRoom]) -> None:
    """Let every table go on that stopped, if the disk takes something again; it is tried with one small entry."""
    stopped = [room for room in rooms if room.is_failed]
    if not stopped:
        return
    try:
        await stopped[0].services.journal.try_to_write()
        for room in stopped:
            await _recover(room)
    except ServerFault as fault:
        # Told once, when the tables stopped: it may take hours until somebody makes room.
        _log.debug("recovery_failed code=%s", fault.code)


async def _recover(room: TableRoom) -> None:
    """Go on with what is on disk, which nobody has heard more than; whatever was refused may be asked again."""
    async with room.lock:
        try:
            table = await aside(rebuilt, await room.services.journal.entries(room.id))
        except DamagedTableError as damage:
            _log.error("table_damaged table=%s entry=%s", room.id, damage.entry)
            return
        room.go_on_with(table)
    _log.warning("table_recovered table=%s", room.id)
    look_around(room)


def rebuilt(record: StoredTable) -> Table:
    """A table as its journal tells it, every state compared; raises `DamagedTableError` where one is another."""
    if record.damaged_at is not None or record.first != 0:
        raise DamagedTableError(record.id, record.damaged_at or 0)
    return rebuild(record.id, record.entries)
