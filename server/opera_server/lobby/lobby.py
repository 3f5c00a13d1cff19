"""The lobby: open and close tables, and list them to everybody who is in it."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from opera_protocol.wire.messages import LOBBY, Enter, TableSettings
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_rules.api import Map, Seat, rules_of
from opera_rules.refusals import Refused
from opera_server.config.logs import get_logger
from opera_server.config.settings import Settings
from opera_server.faults import ServerFault
from opera_server.journal.entries import (
    Abandoned,
    Asked,
    Cause,
    Entry,
    IndexedTable,
    Key,
    ListedTable,
    Rematched,
    StoredTable,
    Writing,
    answer_to,
)
from opera_server.journal.writer import REQUEST_REPEATED
from opera_server.lobby.listing import Listing, State
from opera_server.lobby.new_tables import NewTables, new_table_id, writings_of
from opera_server.net.update_connections import UpdateConnection
from opera_server.tables.background_tasks import BackgroundTasks, in_thread
from opera_server.tables.branching import branch
from opera_server.tables.documents import abandoned_row, listed_table
from opera_server.tables.play.absences import reclaim_seat, return_to_seat
from opera_server.tables.play.bots import wake_bots
from opera_server.tables.rebuilding import DamagedTableError, rebuild, rebuild_stored
from opera_server.tables.room import Member, Room
from opera_server.tables.rules_version import is_of_these_rules, other_rules, version_of_rules
from opera_server.tables.table import Table
from opera_server.tables.table_room import Services, TableRoom

_log = get_logger(__name__)

ANNOUNCE_SECONDS = 0.2
"""Changes of tables are collected this long before they are shown in the lobby."""
MOST_ROOMS = 40
"""Rooms that one connection may be in: more than one person can have seats."""


class Lobby(Room):
    """All tables that have not ended, awake or asleep, and the room in which they are listed.

    A table is awake if it is in memory as a room. After a start those are asleep at which nothing is to happen: the
    journal's index says how they are listed, and they are rebuilt when somebody needs them.
    """

    def __init__(self, services: Services, settings: Settings) -> None:
        super().__init__(LOBBY, {})
        self.services = services
        self.tables: dict[str, TableRoom] = {}
        """The tables that are awake, and those that have ended and are looked at."""
        self._listing = Listing(services.address_of, settings.limits)
        self.tasks = BackgroundTasks("lobby")
        self._asleep: set[str] = set()
        self._waking: dict[str, asyncio.Lock] = {}
        """Locks of tables that are being woken: it is done once for all who wait for it."""
        self._new_tables = NewTables(settings)
        self._here: Counter[Key] = Counter()
        """How many connections of each key are in the lobby."""
        self._changed: set[str] = set()
        """The tables that may be listed in another way than they are."""
        self._unshown: set[Key] | None = None
        """The people whose own tables have changed since the lobby was shown last; None if nothing has changed."""
        self._unsaved: dict[str, ListedTable] = {}
        self._unvisited: set[str] = set()
        """The tables that have changed since `take_changed_rooms` was called last."""
        self.stopped: set[str] = set()
        """The tables that accept nothing because the journal could not be written."""
        self._is_announced_soon = False
        self._began = services.now()

    @property
    def listing(self) -> Listing:
        """The list of all tables that have not ended, as they are now."""
        self._bring_up_to_date()
        return self._listing

    @property
    def asleep(self) -> int:
        """How many tables are asleep."""
        return len(self._asleep)

    async def room(self, table_id: str) -> TableRoom:
        """Return the room of a table that has not ended or is being looked at; refuse others."""
        room = self.tables.get(table_id)
        if room is None and table_id not in self._asleep:
            raise Refused("no_such_table")
        return room or await self._wake(table_id)

    def room_of(self, table: Table) -> TableRoom:
        """Return the room of a table; open it again for a table that has ended, so that people can look at it."""
        return self.tables.get(table.id) or self._open_room(table)

    async def enter(self, connection: UpdateConnection, request: Enter) -> Map:
        """Let a connection into a room and return the room's present state."""
        if request.room == LOBBY:
            return self._come_in(connection)
        if len(connection.rooms) >= MOST_ROOMS and request.room not in connection.rooms:
            raise Refused("too_many_rooms", most=MOST_ROOMS)
        table = await self.stored_table(request.room)
        await self._take_seat_again(table, connection.key)
        # Seats may have changed hands and the connection may have ended during the awaits; from here on there are none.
        if connection.is_gone:
            raise Refused("attachment_unknown")
        seat = table.seat_of(connection.key)
        name = request.name
        if seat is None:
            self._check_spectator(table, connection.key, request.code)
            name = clean(name, PLAYER_NAME) if name else ""
        return self.room_of(table).come_in(connection, seat, name)

    async def _take_seat_again(self, table: Table, key: Key) -> None:
        """Dismiss the stand-in of a player who comes in, and give a seat back that was just handed on."""
        room = self.tables.get(table.id)
        if room is None or room.is_failed:
            return
        if table.reclaimable_seat_of(key) is not None:
            await reclaim_seat(room, key)
        if table.seat_of(key) is not None:
            await return_to_seat(room, key)

    def _check_spectator(self, table: Table, key: Key, word: str) -> None:
        """Refuse spectators where none are allowed, except before the start: they may want to sit down."""
        if not table.settings.spectators and table.state != "open":
            table.refuse_if_handed_on(key)
            raise Refused("no_spectators")
        self.services.require_code_word(table, key, word)

    def leave(self, room_id: str, connection: UpdateConnection) -> None:
        """Take a connection out of a room, if it is in it."""
        if room_id == LOBBY:
            self.dismiss(connection)
        elif room_id in self.tables:
            self.tables[room_id].go_out(connection)

    def leave_all(self, connection: UpdateConnection) -> None:
        for room_id in sorted(connection.rooms):
            self.leave(room_id, connection)

    async def stored_table(self, table_id: str) -> Table:
        """Return a table that has not ended, or one that has, from the journal."""
        if table_id in self.tables or table_id in self._asleep:
            return (await self.room(table_id)).table
        stored = await self.services.journal.entries(table_id)
        if not is_of_these_rules(stored):
            raise other_rules(stored)
        try:
            return await in_thread(rebuild_stored, stored)
        except DamagedTableError:
            raise Refused("no_such_table") from None

    async def restore(self, indexed: Sequence[IndexedTable]) -> None:
        """List every table that has not ended; wake those at which something is to happen, in the background.

        A table that was never listed is woken at once.
        """
        due: list[str] = []
        for table_id, listed, is_current in indexed:
            self._asleep.add(table_id)
            if listed is not None:
                self._listing.put(table_id, listed)
            if listed is None:
                await self._try_to_wake([table_id])
            elif not is_current or listed.is_due or listed.rules not in (None, rules_of(listed.row["game"]).VERSION):
                due.append(table_id)
        self.tasks.run(self._try_to_wake(due))

    async def _try_to_wake(self, tables: Iterable[str]) -> None:
        for table_id in tables:
            # Why a table cannot be woken is logged where it is closed for it.
            with contextlib.suppress(Refused, ServerFault):
                await self.room(table_id)

    async def _wake(self, table_id: str) -> TableRoom:
        """Open the room of a table that is asleep; one that cannot be rebuilt is closed, and stays exportable."""
        async with self._waking.setdefault(table_id, asyncio.Lock()):
            if table_id in self._asleep:
                await self._rebuild(table_id)
            self._waking.pop(table_id, None)
        if table_id not in self.tables:
            raise Refused("no_such_table")
        return self.tables[table_id]

    async def _rebuild(self, table_id: str) -> None:
        stored = await self.services.journal.entries(table_id)
        if not is_of_these_rules(stored):
            _log.warning("table_other_rules", table=table_id, rules=version_of_rules(stored.entries))
            await self._abandon_stored(stored, "rules")
            raise other_rules(stored)
        try:
            table = await in_thread(rebuild_stored, stored)
        except DamagedTableError as damage:
            _log.error("table_damaged", table=table_id, entry=damage.entry)
            await self._abandon_stored(stored, "damaged")
            raise Refused("no_such_table") from None
        self._asleep.discard(table_id)
        # People have been away since the start, whenever the table is woken.
        self._open_room(table).presence.began = self._began

    async def _abandon_stored(self, record: StoredTable, cause: Cause) -> None:
        """End a table that cannot be rebuilt; its first entries say what lists show of it."""
        entry = Abandoned(at=self.services.now(), cause=cause)
        await self.services.journal.append(record.id, record.next, entry, row=abandoned_row(record, entry.at))
        self._asleep.discard(record.id)
        self._note_change(record.id)

    def _open_room(self, table: Table) -> TableRoom:
        room = TableRoom(table, self.services, on_show=self._note_change, wake_bots=wake_bots)
        self.tables[table.id] = room
        self._note_change(table.id)
        room.wake_bots()
        return room

    async def create(self, asked: Asked, settings: TableSettings, name: str) -> Map:
        """Open a table; its host sits down first, bots take the last seats. A lesson that was left ends."""
        table, entries = await self._new_table(asked.key, settings, name, {})
        await self._open_table(table, writings_of(table, entries, asked))
        for before, lesson in self.listing.lessons_of(asked.key).items():
            if lesson == settings.lesson and before != table.id:
                await self.close_table(before)
        return answer_to(table.id, 0, entries[0])

    async def _make_room(self, key: Key, wanted: str = "") -> None:
        """End a lesson of a person who may have no more tables: the wanted one if it was left, else the oldest."""
        if not (self.listing.tables_held.limit_reached(key) or self.listing.seats_held.limit_reached(key)):
            return
        left = self.listing.lessons_of(key)
        for table in sorted(left, key=lambda table: left[table] != wanted)[:1]:
            await self.close_table(table)

    async def _new_table(
        self, key: Key, settings: TableSettings, name: str, wanted: dict[Key, Seat]
    ) -> tuple[Table, list[Entry]]:
        """Make a table for a person who may open one, if need be in place of a lesson; it is not written yet."""
        settings = self._new_tables.checked(settings)
        made = self._new_tables.make(key, settings, name, wanted, self.services.now())
        await self._make_room(key, settings.lesson)
        self._check_tables_of(key)
        return made

    async def _open_table(self, table: Table, writings: Sequence[Writing]) -> None:
        """Write all entries together, so that a table exists with its host and bots or not at all."""
        self._listing.hold(table.id, table.created.key)
        try:
            await self.services.journal.append_all(writings, {table.id: listed_table(table, 0)})
        except BaseException as error:
            self._listing.release(table.id)
            if isinstance(error, ServerFault) and error.code != REQUEST_REPEATED:
                raise Refused("disk_failed") from None
            raise
        self._open_room(table).show()

    def _check_tables_of(self, key: Key) -> None:
        """Refuse a person who has opened too many tables, or holds too many seats."""
        most = self.listing.tables_held.limit_reached(key)
        if most:
            raise Refused("too_many_tables", most=most)
        self.check_seats_of(key)

    def check_seats_of(self, key: Key) -> None:
        """Refuse a person who holds too many seats already."""
        most = self.listing.seats_held.limit_reached(key)
        if most:
            raise Refused("too_many_seats", most=most)

    async def rematch(self, room: TableRoom, asked: Asked, name: str) -> Map:
        """Open the next table for the same people, or return the one that was opened first."""
        async with room.change():
            room.seat_of(asked.key)
            if room.table.state != "finished":
                raise Refused("not_finished")
            if room.table.rematch is None or not self._is_known(room.table.rematch):
                await self._open_rematch(room, asked, name)
            return {"table": room.table.rematch}

    def _is_known(self, table_id: str) -> bool:
        return table_id in self.tables or table_id in self._asleep

    async def _open_rematch(self, room: TableRoom, asked: Asked, name: str) -> None:
        seats = {chair.key: seat for seat, chair in enumerate(room.table.chairs) if chair.key}
        bots = tuple(chair.level for chair in room.table.chairs if chair.level)
        settings = msgspec.structs.replace(room.table.settings, bots=bots, seed=None, lesson="")
        table, entries = await self._new_table(asked.key, settings, name, seats)
        rematched = Rematched(at=self.services.now(), table=table.id)
        noted = Writing(room.id, room.table.entries, rematched, asked)
        await self._open_table(table, [*writings_of(table, entries), noted])
        room.absorb(rematched)

    async def branch(self, table: Table, asked: Asked, actions: int | None) -> Map:
        """Open a table that goes on from an earlier moment of a game that is over."""
        stored = await self.services.journal.entries(table.id)
        entries = branch(table, stored.entries, asked.key, actions, self.services.now())
        opened = await in_thread(rebuild, new_table_id(), entries)
        await self._make_room(asked.key)
        self._check_tables_of(asked.key)
        await self._open_table(opened, writings_of(opened, entries, asked))
        return answer_to(opened.id, 0, entries[0])

    async def close_table(self, table_id: str, cause: Cause = "closed") -> None:
        """End a table without a result and show that to its people."""
        room = await self.room(table_id)
        async with room.change():
            if room.table.state in ("open", "running"):
                await room.commit(Abandoned(at=self.services.now(), cause=cause))

    def _note_change(self, table_id: str) -> None:
        """List a table anew soon, many at once, or when somebody needs the list if nobody is here.

        As a task of the lobby, because a table's tasks end with the table.
        """
        self._changed.add(table_id)
        if self.members and not self._is_announced_soon:
            self._is_announced_soon = True
            self.tasks.later(ANNOUNCE_SECONDS, self._announce)

    async def _announce(self) -> None:
        self._is_announced_soon = False
        self._show_changes()

    def _bring_up_to_date(self) -> None:
        """List the tables that have changed as they are now; who is here sees it with the next announcement."""
        if not self._changed:
            return
        changed, self._changed = self._changed, set()
        affected = set().union(*map(self._list_anew, changed))
        self._unshown = affected | (self._unshown or set())
        self._unvisited |= changed

    def _show_changes(self) -> None:
        """Show everybody here how tables are listed now."""
        self._bring_up_to_date()
        affected, self._unshown = self._unshown, None
        if affected is not None and self.members:
            own = ((key, self._listing.own_document(key)) for key in affected if key in self._here)
            self.publish(self._listing.document(), own, {})

    def _list_anew(self, table_id: str) -> set[Key]:
        """List a table as it is now; return the keys of the people whose own tables have changed."""
        room = self.tables.get(table_id)
        self.stopped.discard(table_id)
        if room is not None and room.is_failed:
            self.stopped.add(table_id)
        if room is None or room.table.state not in ("open", "running"):
            self._unsaved.pop(table_id, None)
            return self._listing.remove(table_id) if table_id not in self._asleep else set()
        listed = self._unsaved[table_id] = listed_table(room.table, room.presence.audience)
        return self._listing.put(table_id, listed)

    def take_changed_rooms(self) -> list[TableRoom]:
        """Return the rooms in which something has changed since the last time."""
        self._bring_up_to_date()
        changed, self._unvisited = self._unvisited, set()
        return [self.tables[table_id] for table_id in changed if table_id in self.tables]

    async def save_listing(self) -> None:
        """Write down how tables are listed that have changed since the last time."""
        self._bring_up_to_date()
        unsaved, self._unsaved = self._unsaved, {}
        if not unsaved:
            return
        try:
            await self.services.journal.list_tables(unsaved)
        except ServerFault as fault:
            # Without it a start takes longer, no more; tables that cannot be written have been warned about.
            _log.debug("listing_failed", code=fault.code)
            self._unsaved = unsaved | self._unsaved

    def _come_in(self, connection: UpdateConnection) -> Map:
        """Admit a connection and return the list, which is not kept up to date while nobody is there."""
        self._show_changes()
        if not self.members:
            self.publish(self._listing.document(), (), {})
        if connection.number not in self.members:
            self._here[connection.key] += 1
        self.admit(connection, None)
        self._private_frame(connection.key, self._listing.own_document(connection.key))
        return self.snapshot_of(connection.key)

    def dismiss(self, connection: UpdateConnection) -> Member | None:
        """Let a connection out; what its key was shown is forgotten with the last one."""
        member = super().dismiss(connection)
        if member is not None:
            self._here[connection.key] -= 1
            if not self._here[connection.key]:
                del self._here[connection.key]
                self.private.pop(connection.key, None)
        return member

    def shown_to(self, member: Member) -> Key:
        """Show everybody the tables of their key."""
        return member.connection.key

    def find(self, text: str, state: State | None, before: int | None, count: int) -> Map:
        """Find tables that have not ended, the newest first."""
        found = self.listing.find(text, state, before, count)
        return {"tables": found.rows, "before": found.before}

    def forget(self, room: TableRoom) -> None:
        """Drop a room that nobody needs any more."""
        del self.tables[room.id]
        self._note_change(room.id)
