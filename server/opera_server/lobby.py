"""The lobby: all tables that are open or running, and how they come and go."""

import base64
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from opera_protocol.codec import encode
from opera_protocol.messages import LOBBY, TableSettings
from opera_protocol.plain_text import CODE_WORD, PLAYER_NAME, TABLE_NAME, clean
from opera_rules.api import Map, Seat
from opera_rules.editions import is_built_in
from opera_rules.games import rules_of
from opera_rules.refusals import Refused
from opera_server.attachments import Attachment
from opera_server.directory import abandoned_row, row
from opera_server.entries import Abandoned, Asked, BotSeated, Cause, Created, Entry, Key, Rematched, Seated
from opera_server.errands import Errands
from opera_server.faults import ServerFault
from opera_server.journal_records import StoredTable, Writing
from opera_server.journal_writer import REQUEST_REPEATED
from opera_server.playing import look_around
from opera_server.recovering import rebuilt
from opera_server.rooms import Room
from opera_server.seating import check_level, free_bot_name
from opera_server.table import DamagedTableError, Table
from opera_server.table_documents import summary
from opera_server.table_room import Services, TableRoom

_log = logging.getLogger(__name__)

ANNOUNCE_SECONDS = 0.2
"""Changes of tables are collected this long before the lobby is told."""
BYTES_OF_LIST = 240 * 1024
BYTES_OF_ID = 10


class Limits(msgspec.Struct, frozen=True):
    """How many tables and seats there may be."""

    tables_per_key: int
    tables_per_address: int
    tables: int
    seats_per_key: int
    seats_per_address: int
    seats: int


class Lobby(Room):
    """Lists the tables to everybody who is in it."""

    def __init__(
        self,
        services: Services,
        editions: Mapping[str, Any],
        limits: Limits,
        *,
        allow_seed: bool,
        address_of: Callable[[Key], str | None],
    ) -> None:
        super().__init__(LOBBY, services.post, {"tables": {}})
        self.services = replace(services, changed=self._table_changed)
        self.tables: dict[str, TableRoom] = {}
        self.errands = Errands("lobby")
        self._editions = editions
        self._limits = limits
        self._allow_seed = allow_seed
        self._is_told_soon = False
        self._opening: list[Key] = []
        """Who is opening tables that are not in the list yet."""
        self._address_of = address_of

    def table(self, table_id: str) -> TableRoom:
        room = self.tables.get(table_id)
        if room is None:
            raise Refused("no_such_table")
        return room

    def room_of(self, table: Table) -> TableRoom:
        """The room of a table; one that has ended is opened again for who comes to see how, also after a restart."""
        return self.tables.get(table.id) or self._open_room(table)

    async def restore(self, stored: list[StoredTable]) -> None:
        """Rebuild every open table from the journal; one that cannot be rebuilt is closed, and stays exportable."""
        for record in stored:
            if not is_of_these_rules(record):
                await self._abandon_stored(record, "rules")
                continue
            try:
                self._open_room(rebuilt(record))
            except DamagedTableError as damage:
                _log.error("table_damaged table=%s entry=%s", record.id, damage.entry)
                await self._abandon_stored(record, "damaged")

    async def _abandon_stored(self, record: StoredTable, cause: Cause) -> None:
        """Close a table that is not rebuilt, by what its first entry tells of it."""
        entry = Abandoned(at=self.services.now(), cause=cause)
        await self.services.journal.append(record.id, record.next, entry, directory=abandoned_row(record, entry.at))

    def _open_room(self, table: Table) -> TableRoom:
        room = TableRoom(table, self.services)
        self.tables[table.id] = room
        self._table_changed(room)
        look_around(room)
        return room

    async def create(self, asked: Asked, settings: TableSettings, name: str) -> Map:
        """Open a table; its host sits down first, bots take the last seats."""
        table, entries = self._new_table(asked.key, settings, name, {})
        await self._open_table(table, _writings(table, entries, asked))
        return {"table": table.id, "seat": 0}

    def _new_table(
        self, key: Key, settings: TableSettings, name: str, wanted: dict[Key, Seat]
    ) -> tuple[Table, list[Entry]]:
        """A table with its host and bots, and the entries that tell of it; nothing is written down yet."""
        name = clean(name, PLAYER_NAME)
        settings = self._checked(settings)
        self._check_room_for(key)
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
        """Write everything down together, so that a table is there with its host and bots or not at all."""
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
        """Settings with clean texts and complete options, or a refusal."""
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

    def _check_room_for(self, key: Key) -> None:
        limits = self._limits
        hosts = [room.table.created.key for room in self._going_on()] + self._opening
        if len(hosts) >= limits.tables:
            raise Refused("server_full")
        self._check(key, hosts, "too_many_tables", limits.tables_per_key, limits.tables_per_address)
        self.check_seats_of(key)

    def check_seats_of(self, key: Key) -> None:
        """A person may sit at several tables, not at all of them."""
        limits = self._limits
        chairs = [chair.key for room in self._going_on() for chair in room.table.chairs]
        holders = [holder for holder in chairs if holder] + self._opening
        if len(holders) >= limits.seats:
            raise Refused("server_full")
        self._check(key, holders, "too_many_seats", limits.seats_per_key, limits.seats_per_address)

    def _check(self, key: Key, holders: list[Key], code: str, per_key: int, per_address: int) -> None:
        """Whether one key, or all keys of its address together, hold too much already; keys of this machine may."""
        address = self._address_of(key)
        if address is None:
            return
        if holders.count(key) >= per_key:
            raise Refused(code, most=per_key)
        if sum(self._address_of(holder) == address for holder in holders) >= per_address:
            raise Refused(code, most=per_address)

    def _going_on(self) -> list[TableRoom]:
        """Tables that have not ended; those that have are only looked at."""
        return [room for room in self.tables.values() if room.table.state in ("open", "running")]

    async def rematch(self, room: TableRoom, asked: Asked, name: str) -> Map:
        """The next table for the same people; who asks first opens it."""
        async with room.lock:
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
        told = Writing(room.id, room.table.entries, rematched, asked)
        await self._open_table(table, [*_writings(table, entries), told])
        room.absorb(rematched)
        room.show()

    async def close_table(self, table_id: str, cause: Cause = "closed") -> None:
        """End a table without a result; its people are told."""
        room = self.table(table_id)
        async with room.lock:
            if room.table.state in ("open", "running"):
                await room.commit(Abandoned(at=self.services.now(), cause=cause))
                room.show()

    def _table_changed(self, _room: TableRoom) -> None:
        self._tell_soon()

    def _tell_soon(self) -> None:
        """Tell who is there soon, once for many changes; this must not end with any table's own errands."""
        if self.members and not self._is_told_soon:
            self._is_told_soon = True
            self.errands.later(ANNOUNCE_SECONDS, self._announce)

    async def _announce(self) -> None:
        self._is_told_soon = False
        self.publish(self._document(), (), {})

    def come_in(self, attachment: Attachment) -> Map:
        """Admit a connection and give it the list; while nobody was there it was not kept up."""
        if not self.members:
            self.publish(self._document(), (), {})
        self.admit(attachment, None)
        return self.snapshot_of(None)

    def _document(self) -> Map:
        """The oldest tables, as many as fit into a frame: usually all of them."""
        shown: dict[str, Map] = {}
        room_left = BYTES_OF_LIST
        for room in self.tables.values():
            row_of_room = summary(room.table, room.scene.audience)
            room_left -= len(encode(row_of_room)) + BYTES_OF_ID
            if room_left < 0:
                break
            shown[room.id] = row_of_room
        return {"tables": shown}

    def forget(self, is_done_with: Callable[[TableRoom], bool]) -> list[TableRoom]:
        """Let go of tables that ended and that nobody looks at any more."""
        gone = [room for room in self.tables.values() if is_done_with(room)]
        for room in gone:
            del self.tables[room.id]
            self._tell_soon()
        return gone


def _writings(table: Table, entries: Sequence[Entry], asked: Asked | None = None) -> list[Writing]:
    """The entries of a new table; the first one brings its row in the directory and answers the request."""
    first, *others = entries
    seats = [Writing(table.id, n, entry) for n, entry in enumerate(others, start=1)]
    return [Writing(table.id, 0, first, asked, row(table, "open")), *seats]


def is_of_these_rules(record: StoredTable) -> bool:
    """Whether the game may be replayed: never under other rules than it was played by."""
    created = record.entries[0] if record.entries else None
    return not isinstance(created, Created) or created.rules == rules_of(created.settings.game).VERSION


def new_table_id() -> str:
    """Eight letters and digits that nobody can guess."""
    return base64.b32encode(secrets.token_bytes(5)).decode("ascii").lower()
