"""Free what nobody needs any more (seats, tables, rooms, old games), and let tables go on when the disk works again.

The server calls `tidy` every few seconds.
"""

from heapq import heappop, heappush

from opera_rules.refusals import Refused
from opera_server.config.logs import get_logger
from opera_server.config.settings import Settings
from opera_server.faults import ServerFault
from opera_server.journal.entries import Abandoned
from opera_server.lobby.lobby import Lobby
from opera_server.tables.background_tasks import in_thread
from opera_server.tables.rebuilding import DamagedTableError, rebuild_stored
from opera_server.tables.seating import free_absent_seats
from opera_server.tables.table_room import TableRoom

_log = get_logger(__name__)

DESERTED_MS = 3_600_000
"""Nothing is closed sooner than this after it was opened or the server started: people have time to come back."""
DAY_MS = 86_400_000


class Housekeeper:
    """Looks after tables when something is due there, and at no other time."""

    def __init__(self, lobby: Lobby, settings: Settings) -> None:
        self._lobby = lobby
        self._settings = settings
        self._due: list[tuple[int, str]] = []
        """When tables are to be looked after, as a heap; only the moment counts that `_due_at` has, too."""
        self._due_at: dict[str, int] = {}
        if settings.abandon_days:
            began, patience = lobby.services.now(), settings.abandon_days * DAY_MS
            for table, listed in lobby.listing:
                self._set(table, max(began + DESERTED_MS, listed.last + patience + 1))

    async def tidy(self) -> None:
        """Let stopped tables go on, free seats of people who stay away, close deserted tables, prune old games."""
        lobby = self._lobby
        for room in lobby.take_changed_rooms():
            self._schedule(room)
        await self._recover_stopped()
        for table in self._take_due():
            await self._look_after(table)
        await lobby.save_listing()
        if self._settings.keep_days:
            await lobby.services.journal.prune(lobby.services.now() - self._settings.keep_days * DAY_MS)

    def _set(self, table: str, at: int | None) -> None:
        if at is None:
            self._due_at.pop(table, None)
        elif self._due_at.get(table) != at:
            self._due_at[table] = at
            heappush(self._due, (at, table))

    def _take_due(self) -> list[str]:
        now, tables = self._lobby.services.now(), []
        while self._due and self._due[0][0] <= now:
            at, table = heappop(self._due)
            if self._due_at.get(table) == at:
                del self._due_at[table]
                tables.append(table)
        return tables

    def _schedule(self, room: TableRoom) -> None:
        self._set(room.id, _due_at(room, self._settings.abandon_days))

    async def _look_after(self, table: str) -> None:
        lobby = self._lobby
        try:
            room = await lobby.room(table)
        except Refused:
            return
        if _is_over_and_empty(room):
            lobby.forget(room)
            await room.tasks.close()
            return
        if not room.is_failed:
            if room.table.state == "open":
                await free_absent_seats(room)
            if _is_deserted(room, self._settings.abandon_days):
                _log.info("table_deserted", table=room.id, state=room.table.state)
                await lobby.close_table(room.id, "empty")
        self._schedule(room)

    async def _recover_stopped(self) -> None:
        """Let tables go on that stopped because the journal could not be written, once it can be."""
        stopped = [self._lobby.tables[table] for table in sorted(self._lobby.stopped)]
        if not stopped:
            return
        try:
            await self._lobby.services.journal.try_to_write()
        except ServerFault as fault:
            # Warned about once, when the tables stopped: it may take hours until somebody frees space.
            _log.debug("recovery_failed", code=fault.code)
            return
        for room in stopped:
            try:
                await _recover(room)
            except (ServerFault, Refused) as error:
                _log.debug("recovery_failed", table=room.id, code=error.code)


def _due_at(room: TableRoom, days: int) -> int | None:
    """Return when the room is to be looked after, None if nothing is due as long as nothing changes there."""
    presence, table = room.presence, room.table
    if table.state in ("finished", "abandoned"):
        return None if room.members else room.now()
    if table.state == "open":
        absence = 1000 * table.settings.absence
        absent = [seat for seat in table.people if not presence.is_present(seat)]
        leaving = [presence.gone_since(seat) + absence for seat in absent]
        if leaving:
            return min(leaving)
        return None if room.members else presence.began + DESERTED_MS
    left = presence.last_player_seen()
    if left is None or not days:
        return None
    return max(presence.began + DESERTED_MS, max(table.last, left) + days * DAY_MS + 1)


def _is_over_and_empty(room: TableRoom) -> bool:
    """Say whether nobody needs the room any more; while it is locked, somebody may be asking for a rematch."""
    return room.table.state in ("finished", "abandoned") and not room.members and not room.lock.locked()


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
