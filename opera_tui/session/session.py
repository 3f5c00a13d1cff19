"""A session at one server: connecting, entering tables and sitting down, and remembering them for `Continue`."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import Struct

from opera_games.catalog import GAMES
from opera_games.lessons import Lesson
from opera_games.puzzles import lesson_of, number_of
from opera_protocol.client import (
    Client,
    ClientError,
    ConnectionLost,
    NoAnswer,
    RefusedByServer,
    Room,
    Target,
    Unreadable,
    View,
    connect,
    read,
)
from opera_protocol.wire.answers import Finished, FinishedTable, Opened
from opera_protocol.wire.messages import LOBBY, TableSettings
from opera_protocol.wire.plain_text import PLAYER_NAME, TABLE_NAME, cut
from opera_tui.local.done_lessons import note_lesson
from opera_tui.local.keeping import Keeping, OwnFolders
from opera_tui.local.last_tables import LastTable, LastTables, Where, entry_of, is_lesson
from opera_tui.local.own_servers import LocalServer
from opera_tui.look.i18n import _
from opera_tui.session.intake import newest, taken_in
from opera_tui.session.solo import SoloGame, solo_table

TRIES: Final = 4
"""How often a server of this machine is tried: it may be going down, or another client may be starting it."""
_PAUSE: Final = 0.3
LONGEST_WORD: Final = 40
FINISHED_AT_ONCE: Final = 100
"""Rows of finished games in one answer: with everybody's cast, twice as many would come near the limit of a frame."""
MOST_FINISHED: Final = 2000
NO_SUCH_TABLE: Final = "no_such_table"
WRONG_CODE_WORD: Final = "wrong_code_word"


class Place(Struct, frozen=True):
    """Where a server is, in the words of the last tables and the lobby's header."""

    where: Where | Literal["replay"]
    address: str = ""
    join_line: str = ""
    """What others have to type; empty where nobody can come."""
    ssh_line: str = ""
    """What others type who have nothing but ssh; empty without a door."""
    ssh_key: str = ""
    """The fingerprint of the key that their ssh then asks about."""
    web_line: str = ""
    """The address for browsers; empty without a door."""


async def open_session(target: Target, place: Place, name: str, keeping: Keeping | None = None) -> "Session":
    """Connect and return the session; raises a `ClientError` or `ProtocolError`."""
    keeping = keeping or OwnFolders()
    identity = await asyncio.to_thread(keeping.identity)
    tries = TRIES if isinstance(target, LocalServer) else 1
    while True:
        tries -= 1
        try:
            client = await connect(target, identity, seen_folder=keeping.shuffles_folder())
        except (ConnectionLost, NoAnswer):
            if not tries:
                raise
            await asyncio.sleep(_PAUSE)
        else:
            return Session(client, target, place, name, keeping.last_tables(), keeping.note_lesson)


class Session:
    """One connection to one server, from `open_session` to `leave`."""

    def __init__(
        self,
        client: Client,
        target: Target,
        place: Place,
        name: str,
        last_tables: LastTables | None = None,
        note_lesson: Callable[[str], None] = note_lesson,
    ) -> None:
        self.client = client
        self.target = target
        self.place = place
        self.name = name
        """The player's name."""
        self.last_tables = last_tables or LastTables()
        self._note_lesson = note_lesson
        self._following: dict[str, asyncio.Task[None]] = {}
        self._remembered = {entry.table for entry in self.last_tables.all() if self._is_here(entry)}
        self._sat_at: set[str] = set()
        """The tables where this player has had a seat since the connection was made, and their rematches."""

    @property
    def levels(self) -> list[str]:
        """The levels of bots, from the weakest to the strongest."""
        return list(self.client.welcome.levels)

    async def enter(self, table_id: str, code: str = "") -> Room:
        """Enter a table as its player, or watch it; a seat there is remembered for `Continue`."""
        room = await self.client.enter(table_id, code=code, name=self.name)
        if table_id in self._following:
            return room
        try:
            self.game_of(table_id)
        except ClientError:
            # A table that cannot be read or shown is not entered.
            await self.client.exit(table_id)
            raise
        self._following[table_id] = asyncio.get_running_loop().create_task(self._remember(room))
        return room

    async def create(self, settings: TableSettings) -> str:
        """Open a table, sit down, enter it and return its id."""
        table_id = read(await self.client.create(settings, self.name), Opened).table
        await self.enter(table_id, settings.code)
        return table_id

    async def sit(self, table_id: str, code: str = "") -> None:
        """Sit down on any seat and enter the table."""
        await self._take_seat(table_id, code)
        room = await self.enter(table_id, code)
        # A spectator who sits down is in the room already, and gets the seat's document a moment later.
        await room.until(lambda view: view.seat is not None)

    async def change_seat(self, table_id: str, code: str = "") -> None:
        """Sit down, and stand up wherever else this player waits for a start."""
        before = [waiting for waiting in self.waiting_at() if waiting != table_id]
        await self.sit(table_id, code)
        for waiting in before:
            await self.give_up_seat(waiting)

    def seated_at(self) -> list[str]:
        """Return the tables that were entered as a player."""
        entered = [table_id for table_id in self._following if self.client.is_in(table_id)]
        return [table_id for table_id in entered if self.client.room(table_id).view.seat is not None]

    def waiting_at(self) -> list[str]:
        """Return the tables where this player sits and the game has not begun."""
        return [table_id for table_id in self.seated_at() if _is_open(self.client.room(table_id).view)]

    def has_begun(self, table_id: str) -> bool:
        """Return whether the game of a table that was entered has begun, or is over."""
        return not _is_open(self._view(table_id))

    def game_of(self, table_id: str) -> str:
        """Return the game of a table that was entered; raises a `ClientError` if this program cannot show it."""
        game = self._view(table_id).head.game
        check_game(game)
        return game

    def _view(self, table_id: str) -> View:
        """Return what is known of a table that was entered; the server may have sent this client away meanwhile."""
        if not self.client.is_in(table_id):
            raise RefusedByServer(NO_SUCH_TABLE)
        return self.client.room(table_id).view

    def has_seat_at(self, table_id: str) -> bool:
        """Return whether this player sits at a table, as far as this client knows."""
        return table_id in self._remembered or table_id in self.seated_at()

    def has_sat_at(self, table_id: str) -> bool:
        """Return whether this player has sat at a table, or where it goes on from, in this session.

        The code word is not asked for there.
        """
        # Tables are noted a moment after they have changed: who is as fast as that is not asked either.
        return table_id in self._sat_at or any(
            table_id in _open_to(self._view(entered)) for entered in self.seated_at()
        )

    async def _take_seat(self, table_id: str, code: str) -> None:
        """Sit down under the player's name, or with a number after it if somebody else has it."""
        for name in (self.name, *(f"{cut(self.name, PLAYER_NAME.cells - 2)} {number}" for number in range(2, 6))):
            try:
                await self.client.take_seat(table_id, name, code=code)
            except RefusedByServer as refused:
                if refused.code != "name_taken":
                    raise
            else:
                self._sat_at.add(table_id)
                return
        raise RefusedByServer("name_taken", name=self.name)

    async def play_new(self, wanted: SoloGame) -> str:
        """Open a table with bots, start it at once and return its id."""
        taken_names = {entry.name for entry in self.last_tables.all()}
        table_id = await self.create(solo_table(wanted, self.levels, taken_names))
        await self.start_alone(table_id)
        return table_id

    async def learn(self, lesson_id: str, *, is_anew: bool = False) -> str:
        """Enter the table of a lesson where it was left, else open one, and return its id."""
        lesson = lesson_of(lesson_id)
        if lesson is None:
            raise ClientError("no_such_lesson", lesson=lesson_id[:LONGEST_WORD])
        left = "" if is_anew else await self._left_at(lesson)
        if left:
            await self.enter(left)
            return left
        name = cut(_title(lesson), TABLE_NAME.cells)
        return await self.create(TableSettings(game=lesson.game, name=name, seats=lesson.seats, lesson=lesson.id))

    async def _left_at(self, lesson: Lesson) -> str:
        """Return the table where a lesson was left, empty for none; whoever is in the lobby stays there."""
        is_there = self.client.is_in(LOBBY)
        lobby = await self.client.enter_lobby()
        tables = [table for table, row in lobby.view.own_tables.items() if row.lesson == lesson.id]
        if not is_there:
            await self.client.exit(LOBBY)
        return tables[0] if tables else ""

    async def start_alone(self, table_id: str) -> None:
        """Start a table where nobody else has to be ready."""
        await self.client.ready(table_id)
        await self.client.start(table_id)
        await self.client.room(table_id).until(_is_running)

    async def play_again(self, table_id: str) -> str:
        """Enter the next table of the same people and return its id; alone with bots it is started at once."""
        again = read(await self.client.rematch(table_id, self.name), Opened).table
        await self.sit(again)
        if self.place.where == "solo":
            await self.start_alone(again)
        return again

    async def play_on(self, table_id: str, actions: int | None) -> str:
        """Open a table that goes on from an earlier moment of a game that is over, enter it and return its id."""
        opened = read(await self.client.branch(table_id, actions), Opened).table
        await self.enter(opened)
        return opened

    async def finished(self) -> Sequence[FinishedTable]:
        """List the player's finished games on this server, the newest first; as many as anybody would look through."""
        tables: list[FinishedTable] = []
        before = None
        while len(tables) < MOST_FINISHED:
            asked = self.client.finished(before=before, count=FINISHED_AT_ONCE, mine=self.place.where != "replay")
            page = read(await asked, Finished).tables
            tables += page
            if len(page) < FINISHED_AT_ONCE:
                break
            before = page[-1].number
        return tables

    async def enter_only_game(self) -> str:
        """Enter the one game that a server has read from a transcript, and return its table's id."""
        games = await self.finished()
        if not games:
            raise RefusedByServer(NO_SUCH_TABLE)
        await self.enter(games[0].id)
        return games[0].id

    async def continue_open(self) -> str | None:
        """Enter the solo game that was played last and has not ended; return None if there is none."""
        for entry in self.last_tables.all():
            if self._is_here(entry) and await self._is_my_open_game(entry.table):
                return entry.table
        return None

    async def leave_table(self, table_id: str) -> None:
        """Leave a table; the player keeps the seat."""
        if table_id in self.seated_at() and not _is_over(self.client.room(table_id).view):
            self._remembered.add(table_id)
        await self._stop_following(table_id)
        await self.client.exit(table_id)

    async def lose_table(self, table_id: str, code: str) -> None:
        """Forget a table from which the server has sent this client away; offer it again unless it is gone."""
        await self.leave_table(table_id)
        if code == NO_SUCH_TABLE:
            await self._forget(table_id)

    async def give_up_seat(self, table_id: str) -> None:
        """Stand up: before the start the seat is free again, during the game a bot acts until its holder is back.

        A lesson ends, and so does a game against bots at the player's own server: without a result, since nobody would
        want what the bots played it to. It is not offered again.
        """
        is_ended = self.place.where == "solo" or is_lesson(self._view(table_id).head)
        is_given_up = is_ended or table_id in self.waiting_at()
        await self.client.leave(table_id)
        await self.leave_table(table_id)
        if is_given_up:
            await self._forget(table_id)

    async def leave(self) -> None:
        """Disconnect from the server; calling it again does nothing."""
        await self.write_down()
        await self.client.close()

    async def write_down(self) -> None:
        """Remember all tables as they stand, and follow them no longer."""
        for table_id in list(self._following):
            await self._stop_following(table_id)

    async def _is_my_open_game(self, table_id: str) -> bool:
        try:
            view = (await self.enter(table_id)).view
        except RefusedByServer as refused:
            await self._forget(table_id)
            if refused.code == "table_other_rules":
                # Another game must not begin without a word on why this one does not go on.
                raise
            return False
        if view.seat is not None and _is_running(view):
            return True
        await self.leave_table(table_id)
        return False

    async def _remember(self, room: Room) -> None:
        """Keep the entry of a table up to date until it ends."""
        written = await self._write_down(room.view)
        await self._note_done(room.view)
        async for batch in taken_in(room.items()):
            change = newest(batch)
            if change is None:
                continue
            await self._note_done(change.view)
            self._sat_at |= _open_to(change.view)
            if self._entry(change.view, written) != written:
                written = await self._write_down(change.view)

    async def _note_done(self, view: View) -> None:
        """Note a lesson that is done."""
        with contextlib.suppress(Unreadable):
            head = view.head.lesson
            lesson = lesson_of(head.id) if head else None
            if head and lesson and lesson.is_done_after(head.step):
                await asyncio.to_thread(self._note_lesson, lesson.id)

    def _entry(self, view: View, before: LastTable | None = None) -> LastTable | None:
        """Return what is remembered of a table: nothing of a game that is replayed, `before` if it cannot be read."""
        if self.place.where == "replay":
            return None
        try:
            return entry_of(view, self.place.where, self.place.address)
        except Unreadable:
            return before

    async def _write_down(self, view: View) -> LastTable | None:
        """Remember a table where this player has a seat; forget one that has ended."""
        entry = self._entry(view)
        if entry is not None:
            self._remembered.add(view.room)
            await self.last_tables.remember(entry)
        elif view.seat is not None:
            await self._forget(view.room)
        return entry

    async def _forget(self, table_id: str) -> None:
        self._remembered.discard(table_id)
        await self.last_tables.forget(self._entry_place(table_id))

    async def _stop_following(self, table_id: str) -> None:
        following = self._following.pop(table_id, None)
        if following:
            following.cancel()
            await asyncio.wait([following])
            if self.client.is_in(table_id):
                view = self.client.room(table_id).view
                self._sat_at |= _open_to(view)
                await self._write_down(view)
                await self._note_done(view)

    def _is_here(self, entry: LastTable) -> bool:
        return (entry.where, entry.address) == (self.place.where, self.place.address)

    def _entry_place(self, table_id: str) -> tuple[str, str, str]:
        return self.place.where, self.place.address, table_id


def check_game(game: str) -> None:
    """Refuse a game that this program does not have: a newer server may have one."""
    if game not in GAMES:
        raise ClientError("unknown_game", game=game[:LONGEST_WORD], games=GAMES)


def _open_to(view: View) -> set[str]:
    """Return the tables where whoever sits here needs no code word: this one and its rematch."""
    with contextlib.suppress(Unreadable):
        if view.seat is not None:
            return {view.room, view.head.rematch or view.room}
    return set()


def _is_open(view: View) -> bool:
    with contextlib.suppress(Unreadable):
        return view.head.state == "open"
    return False


def _is_over(view: View) -> bool:
    with contextlib.suppress(Unreadable):
        return view.head.state not in ("open", "running")
    return False


def _is_running(view: View) -> bool:
    return view.head.state == "running"


def _title(lesson: Lesson) -> str:
    """Return what the table of a lesson is called."""
    number = number_of(lesson.id)
    return _(lesson.title) if number is None else _("Puzzle {number}").format(number=number)
