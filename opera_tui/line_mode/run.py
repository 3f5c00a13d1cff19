"""Run the program in lines, from what the player wants to the end."""

import asyncio
import os
import sys
from typing import Final

from opera_games.errors import MISFITS, Coded
from opera_protocol.client import Unreadable
from opera_protocol.local.command_errors import CommandError
from opera_tui.config.settings import Settings
from opera_tui.line_mode.front import LineFront
from opera_tui.line_mode.home import chosen
from opera_tui.line_mode.lobby import choose_table
from opera_tui.line_mode.replay import replay
from opera_tui.line_mode.streams import InputLines, Lines, Speaker
from opera_tui.line_mode.table import LineTable
from opera_tui.local.child_process import ChildProcess
from opera_tui.local.folders import log_error
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.i18n import _, sentence_of
from opera_tui.session.intents import Host, Intent, Join
from opera_tui.session.own_results import note_results
from opera_tui.session.session import Session
from opera_tui.shell.connect import Arrival, connect

STDIN: Final = 0


def check_intent(intent: Intent) -> None:
    """Refuse what has no lines."""
    if isinstance(intent, Host):
        raise CommandError(_("Line mode cannot host; play and join work in it."))
    if isinstance(intent, Join) and intent.is_visit:
        raise CommandError(_("Visitors have no line mode yet; they need a terminal."))


def run_lines(
    intent: Intent, settings: Settings, *, is_plain: bool, early: ChildProcess | None = None, warnings: list[str]
) -> int:
    """Run until the player leaves, and return the exit code."""
    speaker = Speaker(_write, is_plain=is_plain)
    for warning in warnings:
        speaker.say(warning)
    try:
        asyncio.run(_run(intent, settings, speaker, early))
    except BrokenPipeError:
        # Whoever read this has gone; nothing may be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (Coded, CommandError):
        raise
    except Exception as error:
        sentence = _("The program made a mistake and ended; your games are kept. What happened is in {file}.")
        raise CommandError(sentence.format(file=log_error(error))) from error
    return 0


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def shows_signs() -> bool:
    """Say whether the output's encoding has the signs of the program's texts."""
    try:
        UNICODE.arrow.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


async def _run(intent: Intent, settings: Settings, speaker: Speaker, early: ChildProcess | None) -> None:
    lines = InputLines(STDIN)
    front = LineFront(settings.player_name, speaker, lines)
    if early:
        front.servers.solo.adopt(early)
    try:
        await follow(intent, front, settings, speaker, lines)
    finally:
        await asyncio.shield(front.servers.close())


async def follow(intent: Intent, front: LineFront, settings: Settings, speaker: Speaker, lines: Lines) -> None:
    """Go where an intent leads, and stay until the player leaves."""
    wanted = await chosen(intent, speaker, lines)
    if wanted is None:
        return
    arrival = await connect(front, wanted)
    try:
        await _stay(arrival, settings, speaker, lines)
    except MISFITS as error:
        if arrival.session.place.where != "away":
            raise
        log_error(error)
        raise Unreadable from error
    finally:
        await asyncio.shield(arrival.session.leave())


async def _stay(arrival: Arrival, settings: Settings, speaker: Speaker, lines: Lines) -> None:
    session, table = arrival.session, arrival.table
    if arrival.is_looking_back:
        await replay(session, table, speaker, lines)
        return
    table = table or await choose_table(session, speaker, lines, is_watching=arrival.is_watching)
    while table:
        at_table = LineTable(session, table, settings, speaker, lines)
        await at_table.run()
        await note_results(session)
        _say_farewell(session, table, speaker, is_leaving=not at_table.next_table)
        await session.leave_table(table)
        table = at_table.next_table


def _say_farewell(session: Session, table: str, speaker: Speaker, *, is_leaving: bool) -> None:
    if not is_leaving or not session.client.is_in(table):
        return
    try:
        view = session.client.room(table).view
        is_kept = view.seat is not None and view.head.state in ("open", "running")
    except Coded as error:
        speaker.say(sentence_of(error))
    else:
        speaker.say(_("You leave; your seat is kept") if is_kept else _("You leave"))
