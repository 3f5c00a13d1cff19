"""Connect to where an intent leads: which server, which session, which table."""

import asyncio
import socket
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from opera_games.catalog import GAMES
from opera_protocol.client import KeyQuestion, RefusedByServer, Room
from opera_protocol.local.address import Address, parse_address
from opera_protocol.local.known_servers import KnownServers
from opera_protocol.local.ready import Ready
from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import LobbyTable
from opera_protocol.wire.keys import fingerprint, key_from_text
from opera_tui.config.machine import Machine
from opera_tui.home.entries import as_chosen
from opera_tui.lobby.named_table import named_table
from opera_tui.local.child_process import NO_DOORS, Doors
from opera_tui.local.folders import data_folder
from opera_tui.local.hosted_port import keep_port
from opera_tui.local.last_tables import LastTable
from opera_tui.local.own_servers import OwnServers, ServerFailed
from opera_tui.look.i18n import _, sentence_of
from opera_tui.session.finished_games import FinishedGames, finished_games, hosted_transcript
from opera_tui.session.intents import Continue, Host, Intent, Join, Learn, LookBack, Play, Replay, Replays
from opera_tui.session.session import WRONG_CODE_WORD, Place, Session, open_session
from opera_tui.session.solo import SoloGame

_ELSEWHERE: Final = ((socket.AF_INET, ("192.0.2.1", 9)), (socket.AF_INET6, ("2001:db8::1", 9)))
"""Addresses reserved for documentation: nothing is sent there, the system only says which interface it would use."""


async def to_the_end(change: Coroutine[Any, Any, None]) -> None:
    """Change screens also if the player gives up meanwhile: half a change would stop Textual's own loop."""
    await asyncio.shield(asyncio.get_running_loop().create_task(change))


class FrontEnd(Protocol):
    """What is asked of the player, and of this machine, on the way to a server."""

    @property
    def servers(self) -> OwnServers:
        """The servers that this client starts."""

    @property
    def machine(self) -> Machine:
        """What this client may do with the machine that it runs on."""

    @property
    def name(self) -> str:
        """The player's name."""

    async def ask_about_key(self, question: KeyQuestion) -> bool:
        """Ask whether the player trusts a server."""

    async def ask_for_code(self, table: str, wrong: str) -> str:
        """Ask for the code word of a table; empty if none is given."""


class Arrival(NamedTuple):
    """Where an intent led: to a table of a session, or to its lobby."""

    session: Session
    table: str = ""
    """A table that was entered; if its game has not begun, it is waited for in the lobby."""
    is_watching: bool = False
    is_lesson: bool = False
    is_looking_back: bool = False
    """Whether the table's game is over and is replayed from its beginning."""
    finished: FinishedGames | None = None
    """The list of finished games, where that was wanted."""


async def connect(front: FrontEnd, intent: Intent) -> Arrival:
    """Open the session and enter the table of an intent; on an error nothing is left open."""
    if isinstance(intent, Continue):
        session = await session_for(front, intent.entry)
    elif isinstance(intent, Join):
        session = await session_at(front, intent)
    elif isinstance(intent, Learn) and intent.at is not None:
        session = await session_at(front, intent.at)
    elif isinstance(intent, Host):
        session = await _hosting(front, intent.port, intent.doors)
    elif isinstance(intent, Replay):
        session = await _session_of_transcript(front, intent.file)
    elif isinstance(intent, LookBack) and intent.where == "host":
        session = await _session_of_transcript(front, await hosted_transcript(front.servers, front.name, intent))
    else:
        session = await solo_session(front)
    try:
        return await _arrive(front, session, intent)
    except BaseException:
        await session.leave()
        raise


async def _arrive(front: FrontEnd, session: Session, intent: Intent) -> Arrival:
    if isinstance(intent, Continue):
        return await _back_at(session, intent.entry)
    if isinstance(intent, Join):
        return await at_table_named(front, session, intent)
    if isinstance(intent, Play):
        return await _playing(session, intent.wanted)
    if isinstance(intent, Learn):
        return Arrival(session, await session.learn(intent.lesson, is_anew=intent.is_anew), is_lesson=True)
    if session.place.where == "replay":
        return Arrival(session, await session.enter_only_game(), is_looking_back=True)
    if isinstance(intent, LookBack):
        await session.enter(intent.table)
        return Arrival(session, intent.table, is_looking_back=True)
    if isinstance(intent, Replays):
        return Arrival(session, finished=await finished_games(front.servers, session))
    await session.client.enter_lobby()
    return Arrival(session)


async def solo_session(front: FrontEnd) -> Session:
    """Open a session at the server for solo games."""
    return await open_session(front.servers.solo, Place("solo"), front.name)


async def _session_of_transcript(front: FrontEnd, file: Path) -> Session:
    return await open_session(front.servers.replay(file), Place("replay"), front.name)


async def _hosting(front: FrontEnd, port: int | None = None, doors: Doors = NO_DOORS) -> Session:
    """Open a session at the server for others; the join line is known once it has said its port and key."""
    server = front.servers.host(port, doors)
    await server.locate()
    assert server.ready is not None
    running = server.ready.ports[0]
    if port not in (None, running):
        # Those who play there would not find it any more.
        raise ServerFailed("server_elsewhere", port=port, running=running, command=server.stop_command)
    missing = missing_door(doors, server.ready)
    if missing:
        raise ServerFailed("server_without_door", port=missing, command=server.stop_command)
    await asyncio.to_thread(keep_port, running)
    ready = server.ready
    lines = hosted_join_line(ready), hosted_ssh_line(ready), ready.ssh_key, hosted_web_line(ready)
    place = Place("host", "", *lines)
    return await open_session(server, place, front.name)


async def session_at(front: FrontEnd, intent: Join) -> Session:
    """Open a session at a server elsewhere."""
    target = front.machine.server_at(intent.address, intent.key, front.ask_about_key)
    if front.machine.is_visit:
        return await open_session(target, Place("away", address=intent.address), front.name, front.machine)
    address = parse_address(intent.address)
    session = await open_session(target, Place("away", address=address.short), front.name, front.machine)
    known = KnownServers(data_folder()).look_up(address)
    session.place = Place("away", address.short, join_line=address.join_line(fingerprint(known)) if known else "")
    return session


async def session_for(front: FrontEnd, entry: LastTable) -> Session:
    """Open a session at the server of a table where the player sat."""
    if entry.where == "solo":
        return await solo_session(front)
    if entry.where == "host":
        return await _hosting(front)
    return await session_at(front, Join(entry.address))


async def _playing(session: Session, wanted: SoloGame | None) -> Arrival:
    table = await session.continue_open() if wanted is None else None
    return Arrival(session, table or await session.play_new(wanted or as_chosen(GAMES[0])))


async def _back_at(session: Session, entry: LastTable) -> Arrival:
    """Enter a table again; one that is not there any more is not offered again."""
    try:
        room = await session.enter(entry.table)
    except RefusedByServer:
        await session.last_tables.forget(entry.place)
        raise
    if room.view.head.state == "open":
        await session.client.enter_lobby()
    return Arrival(session, entry.table)


async def at_table_named(front: FrontEnd, session: Session, intent: Join) -> Arrival:
    """Enter the table that was named, else the lobby; ask for a code word that is missing or wrong."""
    lobby = await session.client.enter_lobby()
    own_table = "" if intent.table or intent.is_watching or not intent.is_visit else _running_table(lobby)
    if own_table:
        await session.enter(own_table)
        return Arrival(session, own_table)
    if not intent.table:
        return Arrival(session, is_watching=intent.is_watching)
    table_id, table = await named_table(session.client, lobby.view, intent.table)
    code = intent.code
    while True:
        try:
            return await _at_table(session, table_id, table, intent._replace(code=code))
        except RefusedByServer as refused:
            if refused.code != WRONG_CODE_WORD:
                raise
            code = await front.ask_for_code(table.name if table else table_id, sentence_of(refused) if code else "")
        if not code:
            return Arrival(session, is_watching=intent.is_watching)


def _running_table(lobby: Room) -> str:
    """Return the table where this player sits and plays, if there is just one; empty otherwise."""
    tables = [table_id for table_id, table in lobby.view.own_tables.items() if table.state == "running"]
    return tables[0] if len(tables) == 1 else ""


async def _at_table(session: Session, table_id: str, table: LobbyTable | None, intent: Join) -> Arrival:
    """Sit down at a table that has not begun, or enter it as a spectator or as its player."""
    if not intent.is_watching and (table is None or table.state == "open"):
        try:
            await session.sit(table_id, intent.code)
        except RefusedByServer as refused:
            if refused.code != "not_open":
                raise
        else:
            return Arrival(session, table_id)
    await session.enter(table_id, intent.code)
    return Arrival(session, table_id, intent.is_watching)


def hosted_join_line(ready: Ready) -> str:
    """Return the join line of a server of this machine; empty if its key cannot be read."""
    key = key_from_text(ready.key)
    return Address(_own_address(), ready.ports[0]).join_line(fingerprint(key)) if key else ""


def hosted_ssh_line(ready: Ready) -> str:
    """Return what people type who have nothing but ssh; empty if the server has no door for them."""
    return f"ssh -p {ready.ssh} {_own_address()}" if ready.ssh else ""


def hosted_web_line(ready: Ready) -> str:
    """Return the address for browsers; empty if the server has no door for them."""
    # The short form of an address has no port, and brackets around IPv6.
    where = ready.web.replace("*", Address(_own_address()).short)
    return f"http://{where}/" if where else ""


def missing_door(doors: Doors, ready: Ready) -> int | None:
    """Return the port of a door that is asked for, and that a server which runs already has not."""
    if doors.ssh not in (None, ready.ssh):
        return doors.ssh
    return None if doors.web is None or ready.web.endswith(f":{doors.web}") else doors.web


def _own_address() -> str:
    """Return the address at which others on the network find this machine, else its name."""
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect(elsewhere)
                return str(probe.getsockname()[0])
        except OSError:
            continue
    return socket.gethostname()


def waiting_for(intent: Intent) -> str:
    """Return what is shown while an intent is followed."""
    if isinstance(intent, Join):
        return _("Connecting to {address} …").format(address=plain(intent.address))
    if isinstance(intent, Continue):
        return _("Going back to {table} …").format(table=plain(intent.entry.name))
    if isinstance(intent, Replay):
        return _("Checking {file} …").format(file=plain(intent.file.name))
    if isinstance(intent, LookBack):
        return _("Opening {table} …").format(table=plain(intent.name))
    return _("Starting the server …") if isinstance(intent, Host | Replays) else _("Setting the table …")
