"""The ways from a plan to a place: which server, which session, which table."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from opera_protocol.address import parse_address
from opera_protocol.client import KeyQuestion, RefusedByServer, ServerAt
from opera_protocol.known_servers import KnownServers
from opera_tui.child_server import LocalServer
from opera_tui.finished_games import FinishedGames, finished_games, hosted_transcript
from opera_tui.folders import data_folder
from opera_tui.join_line import hosted_join_line, join_line
from opera_tui.last_tables import LastTable
from opera_tui.plans import Continue, Host, Join, LookBack, Plan, Play, Replay, Replays
from opera_tui.session import Place, Session, open_session, tables_of
from opera_tui.solo_game import SoloGame

if TYPE_CHECKING:
    from opera_tui.app import OperaApp


class Arrival(NamedTuple):
    """Where a plan led to: a table of a session, or its lobby."""

    session: Session
    table: str = ""
    is_watching: bool = False
    is_looking_back: bool = False
    """Whether the table's game is over and is looked at from its beginning."""
    finished: FinishedGames | None = None
    """The list of finished games, where that was wanted."""


async def travel(app: "OperaApp", plan: Plan) -> Arrival:
    """Carry out a plan; what stands against it is raised, with nothing left open."""
    if isinstance(plan, Continue):
        session = await _session_for(app, plan.entry)
    elif isinstance(plan, Join):
        session = await _session_at(app, plan)
    elif isinstance(plan, Host):
        session = await _hosting(app, app.servers.host(plan.port))
    elif isinstance(plan, Replay):
        session = await _session_of_transcript(app, plan.file)
    elif isinstance(plan, LookBack) and plan.where == "host":
        session = await _session_of_transcript(app, await hosted_transcript(app, plan.table, plan.name))
    else:
        session = await _solo(app)
    try:
        return await _arrive(app, session, plan)
    except BaseException:
        await session.leave()
        raise


async def _arrive(app: "OperaApp", session: Session, plan: Plan) -> Arrival:
    if isinstance(plan, Continue):
        return await _back_at(session, plan.entry)
    if isinstance(plan, Join):
        return await _at_table_named(session, plan)
    if isinstance(plan, Play):
        return await _playing(session, plan.wanted)
    if session.place.where == "replay":
        return await _at_transcript(session)
    if isinstance(plan, LookBack):
        await session.enter(plan.table)
        return Arrival(session, plan.table, is_looking_back=True)
    if isinstance(plan, Replays):
        return Arrival(session, finished=await finished_games(app, session))
    await session.enter_lobby()
    return Arrival(session)


async def _solo(app: "OperaApp") -> Session:
    return await open_session(app.servers.solo, Place("solo"), app.looks)


async def _session_of_transcript(app: "OperaApp", file: Path) -> Session:
    return await open_session(app.servers.replay(file), Place("replay"), app.looks)


async def _hosting(app: "OperaApp", server: LocalServer) -> Session:
    """The join line is known once the server has said its port and key."""
    await server.locate()
    assert server.ready is not None
    return await open_session(server, Place("host", join_line=hosted_join_line(server.ready)), app.looks)


async def _session_at(app: "OperaApp", plan: Join) -> Session:
    address = parse_address(plan.address)

    async def decide(question: KeyQuestion) -> bool:
        return await app.ask_about_key(question)

    target = ServerAt(address, KnownServers(data_folder()), expected=plan.key, decide=decide)
    session = await open_session(target, Place("away", address=address.short), app.looks)
    known = KnownServers(data_folder()).look_up(address)
    session.place = Place("away", address.short, join_line=join_line(address, known) if known else "")
    return session


async def _session_for(app: "OperaApp", entry: LastTable) -> Session:
    if entry.where == "solo":
        return await _solo(app)
    if entry.where == "host":
        return await _hosting(app, app.servers.host())
    return await _session_at(app, Join(entry.address))


async def _playing(session: Session, wanted: SoloGame | None) -> Arrival:
    table = await session.continue_open() if wanted is None else None
    return Arrival(session, table or await session.play_new(wanted or SoloGame()))


async def _back_at(session: Session, entry: LastTable) -> Arrival:
    """A table that is not there any more is not offered again."""
    try:
        room = await session.enter(entry.table)
    except RefusedByServer:
        await session.last_tables.forget(entry.place)
        raise
    if room.view.public["table"]["state"] == "open":
        await session.enter_lobby()
        return Arrival(session)
    return Arrival(session, entry.table)


async def _at_transcript(session: Session) -> Arrival:
    """The one game that the server has read from the file."""
    games = await session.finished()
    if not games:
        raise RefusedByServer("no_such_table")
    await session.enter(games[0]["id"])
    return Arrival(session, games[0]["id"], is_looking_back=True)


async def _at_table_named(session: Session, plan: Join) -> Arrival:
    """Straight to the table that was named, else to the lobby."""
    lobby = await session.enter_lobby()
    if not plan.table:
        return Arrival(session, is_watching=plan.is_watching)
    found = [table for table, row in tables_of(lobby).items() if plan.table in (table, row["name"])]
    if not found:
        raise RefusedByServer("no_such_table")
    if not plan.is_watching and tables_of(lobby)[found[0]]["state"] == "open":
        await session.sit(found[0], plan.code)
        return Arrival(session)
    await session.enter(found[0], plan.code)
    return Arrival(session, found[0], plan.is_watching)
