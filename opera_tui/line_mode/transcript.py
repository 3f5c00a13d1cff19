"""The transcript of a finished game in lines: a file, or where there are none, text to copy."""

import asyncio
from typing import Final

from opera_tui.config.machine import Machine
from opera_tui.games.speech import Unclear
from opera_tui.line_mode.streams import Speaker
from opera_tui.look.i18n import _, ngettext
from opera_tui.session.session import Session
from opera_tui.session.transcript import transcript

MOST_PRINTED: Final = 1_000_000
"""Bytes: far more than any game has that was played by people."""


async def hand_over(session: Session, table_id: str, machine: Machine, speaker: Speaker) -> None:
    """Write the transcript into a file and say where it is; print it for a visitor, who has no files here."""
    name, content = await transcript(session, table_id)
    where = await asyncio.to_thread(machine.write_transcript, name, content)
    if where:
        speaker.say(where)
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
