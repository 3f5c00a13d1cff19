"""A finished game in lines: told once more from its beginning, or as a file, and where there are none, text to copy."""

import asyncio
from typing import Final

from opera_tui.config.machine import Machine
from opera_tui.games.speech import Unclear
from opera_tui.games.taken_back import standing
from opera_tui.games.view import GameView, TableView
from opera_tui.line_mode.news import told_once
from opera_tui.line_mode.streams import Speaker
from opera_tui.look.i18n import _, ngettext, sentence_for
from opera_tui.session.session import Session
from opera_tui.session.transcript import transcript
from opera_tui.session.whole_log import whole_log

MOST_PRINTED: Final = 1_000_000
"""Bytes: far more than any game has that was played by people."""


async def tell_again(session: Session, view: TableView, speaker: Speaker) -> None:
    """Tell a game that is over in the sentences of its log."""
    if not isinstance(view, GameView) or view.head.state in ("open", "running"):
        raise Unclear(sentence_for("not_finished", {}))
    events = standing(await whole_log(session.client, view.room, type(view)))
    speaker.say_all(told_once(view.log_text(event) for event in events))
    speaker.say(_("That was the game; transcript file gives it for opera replay, as a file or as text to copy"))


async def hand_over(session: Session, table_id: str, machine: Machine, speaker: Speaker) -> None:
    """Write the transcript into a file and say where it is; print it for a visitor, who has no files here."""
    name, content = await transcript(session, table_id)
    written = await asyncio.to_thread(machine.write_transcript, name, content)
    if written:
        speaker.say(written.told)
        return
    if len(content) > MOST_PRINTED:
        raise Unclear(_("The transcript is too long to be printed here"))
    number = content.count(b"\n")
    told = ngettext(
        "The transcript follows, {n} line; kept in a file such as {file}, opera replay shows the game:",
        "The transcript follows, {n} lines; kept in a file such as {file}, opera replay shows the game:",
        number,
    )
    speaker.say(told.format(n=number, file=name))
    speaker.quote(content.decode("utf-8"))
    speaker.say(_("That was the transcript"))
