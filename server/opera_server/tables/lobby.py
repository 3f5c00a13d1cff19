"""The lobby: open and close tables, and list them to everybody who is in it."""

import base64
import secrets
from collections.abc import Sequence

import msgspec

from opera_games.catalog import GAMES
from opera_protocol.wire.codec import encode
from opera_protocol.wire.messages import LOBBY, Enter, TableSettings
from opera_protocol.wire.plain_text import CODE_WORD, PLAYER_NAME, TABLE_NAME, clean
from opera_rules.api import Map, Seat, rules_of
from opera_rules.editions import built_in, is_built_in
from opera_rules.refusals import Refused
from opera_server.config.logs import get_logger
from opera_server.config.settings import Settings, load_editions
from opera_server.faults import ServerFault
from opera_server.journal.entries import (
    Abandoned,
    Asked,
    BotSeated,
    Cause,
    Created,
    Entry,
    Key,
    Rematched,
    Seated,
    StoredTable,
    Writing,
    answer_to,
)
from opera_server.journal.writer import REQUEST_REPEATED
from opera_server.net.update_connections import UpdateConnection
from opera_server.tables.background_tasks import BackgroundTasks, in_thread
from opera_server.tables.branching import branch
from opera_server.tables.documents import abandoned_row, row, summary
from opera_server.tables.play.absences import reclaim_seat, return_to_seat
from opera_server.tables.play.bots import wake_bots
from opera_server.tables.room import Room
from opera_server.tables.rules_version import is_of_these_rules, other_rules, version_of_rules
from opera_server.tables.seating import check_level, free_bot_name
from opera_server.tables.table import DamagedTableError, Table, rebuild, rebuild_stored
from opera_server.tables.table_room import Services, TableRoom

_log = get_logger(__name__)

ANNOUNCE_SECONDS = 0.2
"""Changes of tables are collected this long before they are shown in the lobby."""
BYTES_OF_LIST = 240 * 1024
BYTES_OF_ID = 10
MOST_ROOMS = 40
"""Rooms that one connection may be in: more than one person can have seats."""


class Lobby(Room):
    """All tables that are in memory, and the room in which they are listed."""

    def __init__(self, services: Services, settings: Settings) -> None:
        super().__init__(LOBBY, {"tables": {}})
        self.services = services
        self.tables: dict[str, TableRoom] = {}
        self.tasks = BackgroundTasks("lobby")
        self._editions = {game: built_in(game) for game in GAMES} | load_editions(settings.edition)
        self._limits = settings.limits
        self._allow_seed = settings.allow_seed
        self._is_announced_soon = False
        self._opening: list[Key] = []
        """The hosts of tables that are being written to the journal."""

    def room(self, table_id: str) -> TableRoom:
        """Return the room of a table that is open; refuse others."""
        room = self.tables.get(table_id)
        if room is None:
            raise Refused("no_such_table")
        return room

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
        """Return a table that is open now, or one that has ended, from the journal."""
        if table_id in self.tables:
            return self.tables[table_id].table
        stored = await self.services.journal.entries(table_id)
        if not is_of_these_rules(stored):
            raise other_rules(stored)
        try:
            return await in_thread(rebuild_stored, stored)
        except DamagedTableError:
            raise Refused("no_such_table") from None

    async def restore(self, stored: list[StoredTable]) -> None:
        """Rebuild every open table from the journal; one that cannot be rebuilt is closed, and stays exportable."""
        for record in stored:
            if not is_of_these_rules(record):
                _log.warning("table_other_rules", table=record.id, rules=version_of_rules(record.entries))
                await self._abandon_stored(record, "rules")
                continue
            try:
                self._open_room(rebuild_stored(record))
            except DamagedTableError as damage:
                _log.error("table_damaged", table=record.id, entry=damage.entry)
                await self._abandon_stored(record, "damaged")

    async def _abandon_stored(self, record: StoredTable, cause: Cause) -> None:
        """End a table that cannot be rebuilt; its first entries say what lists show of it."""
        entry = Abandoned(at=self.services.now(), cause=cause)
        await self.services.journal.append(record.id, record.next, entry, row=abandoned_row(record, entry.at))

    def _open_room(self, table: Table) -> TableRoom:
        room = TableRoom(table, self.services, on_show=self._announce_soon, wake_bots=wake_bots)
        self.tables[table.id] = room
        self._announce_soon()
        room.wake_bots()
        return room

    async def create(self, asked: Asked, settings: TableSettings, name: str) -> Map:
        """Open a table; its host sits down first, bots take the last seats."""
        table, entries = self._new_table(asked.key, settings, name, {})
        await self._open_table(table, _writings(table, entries, asked))
        return answer_to(table.id, 0, entries[0])

    def _new_table(
        self, key: Key, settings: TableSettings, name: str, wanted: dict[Key, Seat]
    ) -> tuple[Table, list[Entry]]:
        """Make a table with its host and bots, and the entries for the journal; nothing is written yet."""
        name = clean(name, PLAYER_NAME)
        settings = self._checked(settings)
        self._check_tables_of(key)
        edition = self._editions[settings.game]
        now = self.services.now()
        created = Created(
            at=now,
            settings=settings,
            rules=rules_of(settings.game).VERSION,
            edition=None if is_built_in(settings.game, edition) else edition.source,
            key=key,
            wanted=wanted,
        )
        table = Table.create(new_table_id(), created)
        entries: list[Entry] = [created, Seated(at=now, seat=wanted.get(key, 0), key=key, name=name)]
        table.absorb(entries[1])
        kept = wanted.values()
        free = [seat for seat, chair in enumerate(table.chairs) if chair.is_free and seat not in kept]
        for seat, level in zip(free[len(free) - len(settings.bots) :], settings.bots, strict=True):
            entries.append(BotSeated(at=now, seat=seat, level=level, name=free_bot_name(table)))
            table.absorb(entries[-1])
        return table, entries

    async def _open_table(self, table: Table, writings: Sequence[Writing]) -> None:
        """Write all entries together, so that a table exists with its host and bots or not at all."""
        host = table.created.key
        self._opening.append(host)
        try:
            await self.services.journal.append_all(writings)
        except ServerFault as fault:
            if fault.code == REQUEST_REPEATED:
                raise
            raise Refused("disk_failed") from None
        finally:
            self._opening.remove(host)
        self._open_room(table).show()

    def _checked(self, settings: TableSettings) -> TableSettings:
        """Return settings with clean texts and complete options, or refuse them."""
        rules = rules_of(settings.game)
        if settings.seats not in rules.SEATS:
            lowest, highest = rules.SEATS[0], rules.SEATS[-1]
            raise Refused("players_out_of_range", players=settings.seats, lowest=lowest, highest=highest)
        if settings.seed is not None and not self._allow_seed:
            raise Refused("seed_not_allowed")
        for level in (*settings.bots, settings.stand_in):
            check_level(level)
        if len(settings.bots) >= settings.seats:
            raise Refused("no_free_seat")
        if settings.clock.mode != "none" and not settings.clock.seconds:
            raise Refused("clock_too_short", least=1)
        return msgspec.structs.replace(
            settings,
            name=clean(settings.name, TABLE_NAME),
            code=clean(settings.code, CODE_WORD) if settings.code else "",
            options=rules.read_options(settings.options),
        )

    def _check_tables_of(self, key: Key) -> None:
        limits = self._limits
        hosts = [room.table.created.key for room in self._going_on()] + self._opening
        most = self._limit_reached(key, hosts, limits.tables_per_key, limits.tables_per_address, limits.tables)
        if most:
            raise Refused("too_many_tables", most=most)
        self.check_seats_of(key)

    def check_seats_of(self, key: Key) -> None:
        """Refuse a person who holds too many seats already."""
        limits = self._limits
        chairs = [chair.key for room in self._going_on() for chair in room.table.chairs]
        holders = [holder for holder in chairs if holder] + self._opening
        most = self._limit_reached(key, holders, limits.seats_per_key, limits.seats_per_address, limits.seats)
        if most:
            raise Refused("too_many_seats", most=most)

    def _limit_reached(self, key: Key, holders: list[Key], per_key: int, per_address: int, total: int) -> int | None:
        """Return the limit that a key or its address has reached, None if neither has; refuse if the server is full."""
        if len(holders) >= total:
            raise Refused("server_full")
        address_of = self.services.address_of
        address = address_of(key)
        if address is None:
            # Keys of this machine count only for the total.
            return None
        if holders.count(key) >= per_key:
            return per_key
        return per_address if sum(address_of(holder) == address for holder in holders) >= per_address else None

    def _going_on(self) -> list[TableRoom]:
        """Return tables that have not ended; those that have are only looked at."""
        return [room for room in self.tables.values() if room.table.state in ("open", "running")]

    async def rematch(self, room: TableRoom, asked: Asked, name: str) -> Map:
        """Open the next table for the same people, or return the one that was opened first."""
        async with room.change():
            room.seat_of(asked.key)
            if room.table.state != "finished":
                raise Refused("not_finished")
            if room.table.rematch is None or room.table.rematch not in self.tables:
                await self._open_rematch(room, asked, name)
            return {"table": room.table.rematch}

    async def _open_rematch(self, room: TableRoom, asked: Asked, name: str) -> None:
        seats = {chair.key: seat for seat, chair in enumerate(room.table.chairs) if chair.key}
        bots = tuple(chair.level for chair in room.table.chairs if chair.level)
        settings = msgspec.structs.replace(room.table.settings, bots=bots, seed=None)
        table, entries = self._new_table(asked.key, settings, name, seats)
        rematched = Rematched(at=self.services.now(), table=table.id)
        noted = Writing(room.id, room.table.entries, rematched, asked)
        await self._open_table(table, [*_writings(table, entries), noted])
        room.absorb(rematched)

    async def branch(self, table: Table, asked: Asked, actions: int | None) -> Map:
        """Open a table that goes on from an earlier moment of a game that is over."""
        stored = await self.services.journal.entries(table.id)
        entries = branch(table, stored.entries, asked.key, actions, self.services.now())
        opened = await in_thread(rebuild, new_table_id(), entries)
        self._check_tables_of(asked.key)
        await self._open_table(opened, _writings(opened, entries, asked))
        return answer_to(opened.id, 0, entries[0])

    async def close_table(self, table_id: str, cause: Cause = "closed") -> None:
        """End a table without a result and show that to its people."""
        room = self.room(table_id)
        async with room.change():
            if room.table.state in ("open", "running"):
                await room.commit(Abandoned(at=self.services.now(), cause=cause))

    def _announce_soon(self) -> None:
        """Announce changes soon, many at once; as a task of the lobby, because a table's tasks end with the table."""
        if self.members and not self._is_announced_soon:
            self._is_announced_soon = True
            self.tasks.later(ANNOUNCE_SECONDS, self._announce)

    async def _announce(self) -> None:
        self._is_announced_soon = False
        self.publish(self._document(), (), {})

    def _come_in(self, connection: UpdateConnection) -> Map:
        """Admit a connection and return the list, which is not kept up to date while nobody is there."""
        if not self.members:
            self.publish(self._document(), (), {})
        self.admit(connection, None)
        return self.snapshot_of(None)

    def _document(self) -> Map:
        """List the oldest tables, as many as fit into a frame: usually all of them."""
        shown: dict[str, Map] = {}
        bytes_left = BYTES_OF_LIST
        for room in filter(_is_listed, self.tables.values()):
            row_of_room = summary(room.table, room.presence.audience)
            bytes_left -= len(encode(row_of_room)) + BYTES_OF_ID
            if bytes_left < 0:
                break
            shown[room.id] = row_of_room
        return {"tables": shown}

    def forget(self, room: TableRoom) -> None:
        """Drop a room that nobody needs any more."""
        del self.tables[room.id]
        self._announce_soon()


def _is_listed(room: TableRoom) -> bool:
    """Say whether the lobby shows a table: not one opened again after its end, nor what became of a private one."""
    is_over = room.table.state in ("finished", "abandoned")
    return not (is_over and (room.is_reopened or room.table.is_private))


def _writings(table: Table, entries: Sequence[Entry], asked: Asked | None = None) -> list[Writing]:
    """Number the entries of a new table; the first one brings its row in the index and answers the request."""
    first, *others = entries
    seats = [Writing(table.id, n, entry) for n, entry in enumerate(others, start=1)]
    return [Writing(table.id, 0, first, asked, row(table, table.state)), *seats]


def new_table_id() -> str:
    """Return eight letters and digits that nobody can guess."""
    return base64.b32encode(secrets.token_bytes(5)).decode("ascii").lower()
