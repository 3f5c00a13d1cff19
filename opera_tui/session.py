"""Everything between the screens and the client: connecting, tables, and what is remembered of them."""

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from opera_protocol.client import (
    Changed,
    Client,
    ConnectionLost,
    NoAnswer,
    RefusedByServer,
    Room,
    Target,
    View,
    connect,
)
from opera_protocol.identity import load_or_create_identity
from opera_protocol.messages import TableSettings
from opera_protocol.plain_text import PLAYER_NAME, cut
from opera_protocol.shuffle import Verdict
from opera_tui.child_server import LocalServer
from opera_tui.folders import data_folder, shuffles_folder
from opera_tui.glyphs import Glyphs
from opera_tui.last_tables import LastTable, LastTables, Where, entry_of
from opera_tui.palette import Palette
from opera_tui.settings import Settings
from opera_tui.solo_game import SoloGame
from opera_tui.solo_table import solo_table

if TYPE_CHECKING:
    from textual.app import App

    from opera_tui.app import OperaApp
    from opera_tui.table_model import TableModel

TRIES: Final = 4
"""How often a server of this machine is looked for: it may be going down, or another client may be starting it."""
_PAUSE: Final = 0.3


@dataclass(frozen=True)
class Place:
    """Where a server is, in the words of the last tables and the lobby's header."""

    where: Where | Literal["replay"]
    address: str = ""
    join_line: str = ""
    """What others have to type; empty where nobody can come."""


@dataclass(frozen=True)
class Looks:
    """How things are shown to this player."""

    settings: Settings
    palette: Palette
    glyphs: Glyphs


async def open_session(target: Target, place: Place, looks: Looks) -> "Session":
    """Connect; what stands against it is raised as a `ClientError` or `ProtocolError`."""
    identity = await asyncio.to_thread(load_or_create_identity, data_folder())
    tries = TRIES if isinstance(target, LocalServer) else 1
    while True:
        tries -= 1
        try:
            client = await connect(target, identity, seen_folder=shuffles_folder())
        except (ConnectionLost, NoAnswer):
            if not tries:
                raise
            await asyncio.sleep(_PAUSE)
        else:
            return Session(client, target, place, looks)


class Session:
    """One connection to one server, from `open_session` to `leave`."""

    def __init__(self, client: Client, target: Target, place: Place, looks: Looks) -> None:
        self.client = client
        self.target = target
        self.place = place
        self.looks = looks
        self.last_tables = LastTables()
        self.verdict: Verdict | None = None
        """What became of the last game's shuffle."""
        self._following: dict[str, asyncio.Task[None]] = {}
        self._remembered = {entry.table for entry in self.last_tables.all() if self._is_here(entry)}

    @property
    def settings(self) -> Settings:
        return self.looks.settings

    @property
    def palette(self) -> Palette:
        return self.looks.palette

    @property
    def glyphs(self) -> Glyphs:
        return self.looks.glyphs

    @property
    def name(self) -> str:
        """The player's name."""
        return self.settings.player_name

    @property
    def pace(self) -> float:
        """Seconds between two steps that are shown one after the other."""
        return self.settings.pace

    @property
    def levels(self) -> list[str]:
        """The levels of bots, from the weakest to the strongest."""
        levels: list[str] = list(self.client.welcome.get("levels", ()))
        return levels

    def room(self, table_id: str) -> Room:
        """A table that was entered."""
        return self.client.room(table_id)

    async def enter_lobby(self) -> Room:
        return await self.client.enter_lobby()

    async def enter(self, table_id: str, code: str = "") -> Room:
        """Come to a table as its player, or watch it; a seat there is remembered for `Continue`."""
        room = await self.client.enter(table_id, code=code, name=self.name)
        if table_id not in self._following:
            following = asyncio.get_running_loop().create_task(self._remember(room))
            self._following[table_id] = following
        return room

    async def create(self, settings: TableSettings) -> str:
        """Open a table, sit down and come in; its id."""
        opened = await self.client.create(settings, self.name)
        table_id: str = opened["table"]
        await self.enter(table_id, settings.code)
        return table_id

    async def sit(self, table_id: str, code: str = "") -> None:
        """Sit down anywhere and come in."""
        await self._take_seat(table_id, code)
        await self.enter(table_id, code)

    async def change_seat(self, table_id: str, code: str = "") -> None:
        """Sit down, and stand up wherever else this player waits for a start."""
        before = [waiting for waiting in self.waiting_at() if waiting != table_id]
        await self.sit(table_id, code)
        for waiting in before:
            await self.give_up_seat(waiting)

    def seated_at(self) -> list[str]:
        """The tables that were entered as a player."""
        entered = [table_id for table_id in self._following if self.client.is_in(table_id)]
        return [table_id for table_id in entered if self.room(table_id).view.seat is not None]

    def waiting_at(self) -> list[str]:
        """Of these, the tables where the game has not begun."""
        return [table_id for table_id in self.seated_at() if _state(self.room(table_id).view) == "open"]

    def has_seat_at(self, table_id: str) -> bool:
        """Whether this player sits at a table, as far as this client knows."""
        return table_id in self._remembered or table_id in self.seated_at()

    async def _take_seat(self, table_id: str, code: str) -> None:
        """Under the own name, or with a number behind it where somebody else has it."""
        for name in (self.name, *(f"{cut(self.name, PLAYER_NAME.cells - 2)} {number}" for number in range(2, 6))):
            try:
                await self.client.take_seat(table_id, name, code=code)
            except RefusedByServer as refused:
                if refused.code != "name_taken":
                    raise
            else:
                return
        raise RefusedByServer("name_taken", {"name": self.name})

    async def play_new(self, wanted: SoloGame) -> str:
        """Open a table with bots and start it at once; its id."""
        taken_names = {entry.name for entry in self.last_tables.all()}
        table_id = await self.create(solo_table(wanted, self.levels, taken_names))
        await self.start_alone(table_id)
        return table_id

    async def start_alone(self, table_id: str) -> None:
        """Start a table where nobody else has to be ready."""
        await self.client.ready(table_id)
        await self.client.start(table_id)
        await self.room(table_id).until(_is_running)

    async def finished(self) -> list[Mapping[str, Any]]:
        """The player's finished games on this server, the newest first."""
        answer = await self.client.finished(mine=self.place.where != "replay")
        games: list[Mapping[str, Any]] = answer["tables"]
        return games

    async def continue_open(self) -> str | None:
        """The solo game that was played last and has not ended, entered; None if there is none."""
        for entry in self.last_tables.all():
            if self._is_here(entry) and await self._is_my_open_game(entry.table):
                return entry.table
        return None

    async def leave_table(self, table_id: str) -> None:
        """Go out of a table; the seat stays the own one."""
        await self._stop_following(table_id)
        await self.client.exit(table_id)

    async def give_up_seat(self, table_id: str) -> None:
        """Stand up: before the start the seat is free again, during the game a bot acts until its holder is back."""
        is_open = table_id in self.waiting_at()
        await self.client.leave(table_id)
        await self.leave_table(table_id)
        if is_open:
            await self.last_tables.forget(self._entry_place(table_id))

    async def leave(self) -> None:
        """Say goodbye to the server; may be called again."""
        for table_id in list(self._following):
            await self._stop_following(table_id)
        await self.client.close()

    async def _is_my_open_game(self, table_id: str) -> bool:
        try:
            view = (await self.enter(table_id)).view
        except RefusedByServer:
            await self.last_tables.forget(self._entry_place(table_id))
            return False
        if view.seat is not None and _is_running(view):
            return True
        await self.leave_table(table_id)
        return False

    async def _remember(self, room: Room) -> None:
        """Keep the entry of a table up to date until it ends."""
        written = await self._write_down(room.view)
        async for item in room.items():
            if isinstance(item, Changed) and self._entry(item.view) != written:
                written = await self._write_down(item.view)

    def _entry(self, view: View) -> LastTable | None:
        """What is remembered of a table; of games that are only looked at, nothing."""
        return None if self.place.where == "replay" else entry_of(view, self.place.where, self.place.address)

    async def _write_down(self, view: View) -> LastTable | None:
        """Remember how a table stands where this player has a seat; one that has ended is forgotten."""
        entry = self._entry(view)
        if entry is not None:
            await self.last_tables.remember(entry)
        elif view.seat is not None:
            await self.last_tables.forget(self._entry_place(view.room))
        return entry

    async def _stop_following(self, table_id: str) -> None:
        following = self._following.pop(table_id, None)
        if following:
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following
            if self.client.is_in(table_id):
                await self._write_down(self.room(table_id).view)

    def _is_here(self, entry: LastTable) -> bool:
        return (entry.where, entry.address) == (self.place.where, self.place.address)

    def _entry_place(self, table_id: str) -> tuple[str, str, str]:
        return self.place.where, self.place.address, table_id

    # What the table screen asks for; the application knows the other screens.

    def ring(self, app: "App[Any]") -> None:
        """It is the player's turn."""
        _opera(app).ring()

    def show_end(self, app: "App[Any]", model: "TableModel") -> None:
        _opera(app).show_end(self, model)

    def show_help(self, app: "App[Any]", model: "TableModel", topic: str) -> None:
        """Explain a topic, or open the rules of the table's game if there is none."""
        game = model.view.head["game"] if model.view else "opera"
        _opera(app).show_rules(game, topic)

    def show_hosting(self, app: "App[Any]", table_id: str) -> None:
        _opera(app).show_hosting(self, table_id)

    def ask_to_leave(self, app: "App[Any]", table_id: str) -> None:
        _opera(app).ask_to_leave(self, table_id)


def _opera(app: "App[Any]") -> "OperaApp":
    return cast("OperaApp", app)


def tables_of(lobby: Room) -> dict[str, Mapping[str, Any]]:
    """The lobby's rows by the ids of their tables."""
    return dict(lobby.view.public.get("tables", {}))


def _state(view: View) -> str:
    state: str = view.public["table"]["state"]
    return state


def _is_running(view: View) -> bool:
    return _state(view) == "running"
