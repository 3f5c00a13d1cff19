"""What is asked on the way to a server: whether its key is the right one, and the code word of a table."""

from opera_protocol.client import KeyQuestion
from opera_tui.config.machine import Machine
from opera_tui.games.speech import folded, phrases
from opera_tui.line_mode.streams import Lines, Speaker
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import N_, _


def is_yes(line: str) -> bool:
    """Say whether a line is a yes, in English or in the reader's language, abbreviated or not."""
    typed = folded(line)
    return len(typed) == 1 and any(yes.startswith(typed[0]) for text in phrases(N_("yes")) for yes in folded(text))


class LineFront:
    """The player and this machine, for `shell.connect`."""

    def __init__(self, name: str, speaker: Speaker, lines: Lines) -> None:
        self.servers = OwnServers()
        self.machine = Machine()
        self.is_known = self.machine.is_known()
        self._name = name
        self._speaker = speaker
        self._lines = lines

    @property
    def name(self) -> str:
        return self._name

    async def ask_about_key(self, question: KeyQuestion) -> bool:
        if question.known is not None:
            warning = _("Warning: {server} at {address} had another key before, {known}, and now has {offered}.")
            self._speaker.say(
                warning.format(
                    server=question.name, address=question.address, known=question.known, offered=question.offered
                )
            )
            self._speaker.say(_("Ask its operator which one is right. Trust the new key? Type yes or no"))
        else:
            first = _("You have not been at {server} at {address} before; its key has the fingerprint {offered}.")
            self._speaker.say(first.format(server=question.name, address=question.address, offered=question.offered))
            self._speaker.say(_("Go on if its host has told you the same. Trust it? Type yes or no"))
        return is_yes(await self._lines.next() or "")

    async def ask_for_code(self, table: str, wrong: str) -> str:
        self._speaker.say(wrong or _("This table has a code word; ask its host for it."))
        self._speaker.say(_("Code word for {table}, or an empty line to go without:").format(table=table))
        return (await self._lines.next() or "").strip()
