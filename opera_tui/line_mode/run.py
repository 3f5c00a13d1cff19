"""Run the program in lines, from what the player wants to the end."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from opera_games.errors import MISFITS, Coded
from opera_protocol.client import Unreadable
from opera_protocol.local.command_errors import CommandError
from opera_protocol.wire.messages import LOBBY
from opera_tui.config.machine import Machine
from opera_tui.config.settings import Settings
from opera_tui.line_mode.exits import Exit
from opera_tui.line_mode.front import LineFront, named
from opera_tui.line_mode.home import begins_with_list, chosen
from opera_tui.line_mode.hosting import leave_server, others_type
from opera_tui.line_mode.lobby import choose_table
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.replay import replay
from opera_tui.line_mode.streams import InputLines, Lines, Speaker, cells_of
from opera_tui.line_mode.table import LineTable
from opera_tui.local.child_process import ChildProcess
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.i18n import _, hide_paths, sentence_of, spell
from opera_tui.session.intents import GoHome, Intent
from opera_tui.session.lesson_states import is_done_with
from opera_tui.session.own_results import note_results
from opera_tui.session.session import Session
from opera_tui.shell.connect import Arrival, connect

STDIN: Final = 0
STDOUT: Final = 1


def run_lines(
    intent: Intent,
    settings: Settings,
    machine: Machine,
    *,
    is_plain: bool,
    early: ChildProcess | None = None,
    warnings: Sequence[str] = (),
) -> int:
    """Run until the player leaves, and return the exit code."""
    spell(plainly=is_plain)
    hide_paths(machine.is_visit)
    speaker = Speaker(_write, is_plain=is_plain, cells=lambda: cells_of(STDOUT))
    speaker.say_all(warnings)
    try:
        asyncio.run(_run(intent, settings, machine, speaker, early))
    except BrokenPipeError:
        # Whoever read this has gone; nothing may be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Coded as error:
        raise CommandError(sentence_of(error)) from error
    except CommandError:
        raise
    except Exception as error:
        raise CommandError(_mistake(machine.log_error(error))) from error
    return 0


def _mistake(file: str) -> str:
    if not file:
        return _("The program made a mistake and ended; your games are kept.")
    sentence = _("The program made a mistake and ended; your games are kept. What happened is in {file}.")
    return sentence.format(file=file)


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


async def _run(
    intent: Intent, settings: Settings, machine: Machine, speaker: Speaker, early: ChildProcess | None
) -> None:
    lines: Lines = InputLines(STDIN)
    chosen_settings = await named(machine, settings, speaker, lines)
    if chosen_settings is None:
        return
    preferences = Preferences(chosen_settings, machine)
    front = LineFront(chosen_settings.player_name, speaker, lines, machine)
    if early:
        front.servers.solo.adopt(early)
    try:
        await follow(intent, front, preferences)
    finally:
        await asyncio.shield(front.close())


async def follow(intent: Intent, front: LineFront, preferences: Preferences) -> None:
    """Go where an intent leads, from there perhaps to the first list and on, until the player leaves.

    What was chosen in a list and cannot be is said, and the list asks again; the intent's own errors are raised.
    """
    going: Intent = intent
    while (wanted := await chosen(going, front)) is not None:
        try:
            is_going_home = await _followed(wanted, front, preferences)
        except Coded as error:
            if not begins_with_list(going):
                raise
            front.speaker.say_error(error)
        else:
            if not is_going_home:
                return
            going = GoHome()


async def _followed(wanted: Intent, front: LineFront, preferences: Preferences) -> bool:
    """Go to a server and stay there; return whether the player goes from there to the first list."""
    arrival = await connect(front, wanted)
    try:
        return await _stay(arrival, front, preferences) is Exit.HOME
    except MISFITS as error:
        if arrival.session.place.where != "away":
            raise
        front.machine.log_error(error)
        raise Unreadable from error
    finally:
        await asyncio.shield(arrival.session.leave())


async def _stay(arrival: Arrival, front: LineFront, preferences: Preferences) -> Exit:
    """Stay at a server, and return how the player leaves it."""
    session, table = arrival.session, arrival.table
    if arrival.is_looking_back:
        await replay(session, table, front.speaker, front.lines, _printer(session, table, front))
        return Exit.PROGRAM
    if front.machine.is_visit and not table:
        front.speaker.say(
            _("Welcome, {name}. A line with nothing but ? tells what can be typed").format(name=front.name)
        )
    front.speaker.say_all(others_type(session.place))
    going: str | Exit = table or Exit.TABLES
    while True:
        if going is Exit.TABLES:
            going = await choose_table(session, front, preferences, is_watching=arrival.is_watching)
        elif isinstance(going, str):
            going = await _after_table(session, going, front, preferences)
        elif await leave_server(front, session):
            return going
        else:
            going = Exit.TABLES


async def _after_table(session: Session, table: str, front: LineFront, preferences: Preferences) -> str | Exit:
    """Stay at a table; return where the person goes then: to another table, or out by an exit."""
    at_table = LineTable(session, table, preferences, front.speaker, front.lines, _printer(session, table, front))
    going = await at_table.run()
    if not front.machine.is_visit:
        await note_results(session)
    _say_farewell(session, table, front.speaker, is_leaving=going in (Exit.HOME, Exit.PROGRAM))
    await _left(session, table)
    if going is Exit.TABLES:
        # The lobby tells of changes a moment later: entered again, it has the table that was just left, or no more.
        await session.client.exit(LOBBY)
    return going


def _printer(session: Session, table: str, front: LineFront) -> Callable[[], Awaitable[str]] | None:
    """Return what writes the booklet of a game; None where the reader has no files."""
    return partial(front.print_booklet, session, table) if front.machine.makes_booklets else None


async def _left(session: Session, table: str) -> None:
    """Leave a table; one of a lesson that is done, or of a puzzle, ends with that, as on the screen."""
    if session.client.is_in(table) and is_done_with(session.client.room(table).view):
        try:
            await session.give_up_seat(table)
        except Coded:
            # It was to be left anyway.
            await session.leave_table(table)
    else:
        await session.leave_table(table)


def _say_farewell(session: Session, table: str, speaker: Speaker, *, is_leaving: bool) -> None:
    if not is_leaving or not session.client.is_in(table):
        return
    try:
        view = session.client.room(table).view
        is_kept = view.seat is not None and view.head.state in ("open", "running") and not is_done_with(view)
    except Coded as error:
        speaker.say(sentence_of(error))
    else:
        speaker.say(_("You leave; your seat is kept") if is_kept else _("You leave"))
