"""What is asked on the way to a server: a visitor's name, whether its key is right, and the code word of a table."""

import asyncio

import msgspec

from opera_protocol.client import KeyQuestion
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_tui.config.machine import Machine
from opera_tui.config.settings import Settings
from opera_tui.games.speech import folded, phrases
from opera_tui.line_mode.streams import Lines, Speaker
from opera_tui.local.booklets import booklet_name
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import N_, _
from opera_tui.session.session import Session


def is_yes(line: str) -> bool:
    """Say whether a line is a yes, in English or in the reader's language, abbreviated or not."""
    typed = folded(line)
    return len(typed) == 1 and any(yes.startswith(typed[0]) for text in phrases(N_("yes")) for yes in folded(text))


async def named(machine: Machine, settings: Settings, speaker: Speaker, lines: Lines) -> Settings | None:
    """Return the settings with a name for tables, which a visitor without one is asked for; None to leave."""
    before, sentence = settings, _("What is your name? Others see it at tables.")
    while machine.asks_name(settings):
        speaker.say(sentence)
        line = await lines.next()
        if line is None:
            return None
        try:
            settings = msgspec.structs.replace(before, name=clean(line.strip(), PLAYER_NAME))
        except TextError:
            sentence = _("That cannot be a name: it has at most {n} letters.").format(n=PLAYER_NAME.cells)
        else:
            machine.save_settings(before, settings)
    return settings


class LineFront:
    """The player and this machine, for `shell.connect`."""

    def __init__(self, name: str, speaker: Speaker, lines: Lines, machine: Machine | None = None) -> None:
        self.machine = machine or Machine()
        self.is_known = self.machine.is_known()
        self.speaker = speaker
        self.lines = lines
        self._servers = None if self.machine.is_visit else OwnServers()
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def servers(self) -> OwnServers:
        """The servers that this client starts; a visitor has none."""
        assert self._servers is not None
        return self._servers

    async def close(self) -> None:
        """Stop the servers that this client has started."""
        if self._servers is not None:
            await self._servers.close()

    async def print_booklet(self, session: Session, table_id: str) -> str:
        """Write the booklet of a finished game into a file, and say where it is."""
        from opera_tui.session.booklets import booklet_at  # noqa: PLC0415 - loads pages that few games need

        content = await booklet_at(self._servers, session, table_id)
        name = booklet_name(session.client.room(table_id).view.head.name, table_id)
        return (await asyncio.to_thread(self.machine.write_booklet, name, content)).told

    async def ask_about_key(self, question: KeyQuestion) -> bool:
        if question.known is not None:
            warning = _("Warning: {server} at {address} had another key before, {known}, and now has {offered}.")
            self.speaker.say(
                warning.format(
                    server=question.name, address=question.address, known=question.known, offered=question.offered
                )
            )
            self.speaker.say(_("Ask its operator which one is right. Trust the new key? Type yes or no"))
        else:
            first = _("You have not been at {server} at {address} before; its key has the fingerprint {offered}.")
            self.speaker.say(first.format(server=question.name, address=question.address, offered=question.offered))
            self.speaker.say(_("Go on if its host has told you the same. Trust it? Type yes or no"))
        return is_yes(await self.lines.next() or "")

    async def ask_for_code(self, table: str, wrong: str) -> str:
        self.speaker.say(wrong or _("This table has a code word; ask its host for it."))
        self.speaker.say(_("Code word for {table}, or an empty line to go without:").format(table=table))
        return (await self.lines.next() or "").strip()
