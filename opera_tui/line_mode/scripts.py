"""One line from outside: `opera act` answers the open decision of a table, `opera state` says how it stands."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec

from opera_games.errors import Coded
from opera_protocol.client import KeyQuestion, RefusedByServer
from opera_protocol.local.command_errors import CommandError
from opera_tui.config.machine import Machine
from opera_tui.config.settings import Settings, load_settings
from opera_tui.games.speech import Unclear, whole_lines
from opera_tui.games.view import GameView
from opera_tui.line_mode.answers import asked, waited_for, where
from opera_tui.line_mode.live_table import LiveTable
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.streams import Speaker
from opera_tui.lobby.named_table import named_table
from opera_tui.local.last_tables import LastTables
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import _, choose_language, sentence_of
from opera_tui.session.intents import Join
from opera_tui.session.session import Session
from opera_tui.shell.connect import session_at, session_for, solo_session

REFUSED: Final = 1
UNREACHABLE: Final = 2
Say = Callable[[str], None]


class Nobody:
    """A front end at which nobody sits: nothing is asked, and what would be is refused."""

    def __init__(self, name: str) -> None:
        self.servers = OwnServers()
        self._name = name
        self.machine = Machine()

    @property
    def name(self) -> str:
        return self._name

    async def ask_about_key(self, question: KeyQuestion) -> bool:
        return False

    async def ask_for_code(self, table: str, wrong: str) -> str:
        return ""


def act(table: str, line: str, place: str, write: Say) -> None:
    """Answer the open decision; raises `CommandError` if it is refused, or the table cannot be reached."""
    _run(_act(table, line, place, write))


def state(table: str, place: str, write: Say, *, is_json: bool) -> None:
    """Say how a table stands, in sentences or as JSON."""
    _run(_state(table, place, write, is_json=is_json))


def _run(command: Coroutine[Any, Any, None]) -> None:
    try:
        asyncio.run(command)
    except RefusedByServer as refused:
        raise CommandError(sentence_of(refused), REFUSED) from refused
    except Unclear as unclear:
        raise CommandError(unclear.sentence, REFUSED) from unclear
    except Coded as error:
        raise CommandError(sentence_of(error), UNREACHABLE) from error


async def _act(table: str, line: str, place: str, write: Say) -> None:
    async with _at_table(table, place, write) as live:
        live.news.begin(live.model.playback.log)
        live.deciding.begin_if_new()
        number = live.model.decision.number
        await live.deciding.read(line)
        if live.model.decision.number == number:
            raise Unclear(_("That is not all that has to be said"))
        await live.wait_for_bots()
        live.tell_news()


async def _state(table: str, place: str, write: Say, *, is_json: bool) -> None:
    async with _at_table(table, place, write) as live:
        live.deciding.begin_if_new()
        if is_json:
            write(json.dumps(_document(live), ensure_ascii=False) + "\n")
            return
        step = live.deciding.step
        for sentence in (where(live.view), waited_for(live.model), *(asked(step) if step else ())):
            live.speaker.say(sentence)


@asynccontextmanager
async def _at_table(table: str, place: str, write: Say) -> AsyncIterator[LiveTable]:
    """Enter a table for a moment; bots that have to act are waited for first."""
    settings = load_settings(mistakes=[])
    choose_language(settings.language)
    front = Nobody(settings.player_name)
    try:
        session = await _session(front, table, place)
        try:
            table_id = await _table_id(session, table)
            await session.enter(table_id)
            live = LiveTable(session, table_id, Preferences(_unasked(settings), front.machine), Speaker(write))
            async with live.followed():
                await live.wait_for_bots()
                yield live
        finally:
            await asyncio.shield(session.leave())
    finally:
        await asyncio.shield(front.servers.close())


def _unasked(settings: Settings) -> Settings:
    """Return the settings of somebody who means what was typed."""
    return msgspec.structs.replace(settings, read_back=False, confirm=False)


async def _session(front: Nobody, table: str, place: str) -> Session:
    """Open a session at the server that is named, else where the player sat at this table or at the last one."""
    if place:
        return await session_at(front, Join(place))
    entries = LastTables().all()
    named = [entry for entry in entries if table in (entry.table, entry.name)]
    return await (session_for(front, [*named, *entries][0]) if entries else solo_session(front))


async def _table_id(session: Session, table: str) -> str:
    """Return the table of this name or id: one that is open or under way, else the last that has ended."""
    lobby = await session.client.enter_lobby()
    try:
        return (await named_table(session.client, lobby.view, table))[0]
    except RefusedByServer:
        ended = [game.id for game in await session.finished() if table in (game.id, game.name)]
        if not ended:
            raise
    return ended[0]


def _document(live: LiveTable) -> dict[str, Any]:
    """Return what a program may want to know: the table, what is asked, lines that answer it, and the documents."""
    view, step = live.view, live.deciding.step
    documents = live.session.client.room(live.table_id).view
    return {
        "table": live.table_id,
        "name": view.head.name,
        "game": view.head.game,
        "state": view.head.state,
        "players": [view.name(seat) for seat in view.seats],
        "seat": view.me,
        "waiting": list(view.waiting) if isinstance(view, GameView) else [],
        "decision": live.model.decision.number,
        "question": step.question if step else "",
        "choices": [{"number": number, "text": option.says} for number, option in step.numbered] if step else [],
        "lines": whole_lines(step) if step else [],
        "public": documents.public,
        "private": documents.private,
    }
