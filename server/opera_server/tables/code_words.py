"""Let people in by a table's code word, and nobody who tries one word after the other."""

from typing import Final

from opera_protocol.wire.errors import TextError
from opera_protocol.wire.likeness import folded
from opera_protocol.wire.plain_text import CODE_WORD, clean
from opera_rules.refusals import Refused
from opera_server.journal.entries import Key
from opera_server.net.limits import RateLimit
from opera_server.tables.table import Table

GUESSES_PER_SECOND: Final = 0.5
GUESSES_AT_ONCE: Final = 10
"""Wrong words that may come from one address to one table; this machine counts as an address, too."""


class CodeWords:
    """Counts the wrong words of each table and address."""

    def __init__(self) -> None:
        self._guesses = RateLimit(GUESSES_PER_SECOND, GUESSES_AT_ONCE)

    def require(self, table: Table, key: Key, address: str | None, word: str) -> None:
        """Refuse a wrong word, and any word from where too many wrong ones came; guests of the table need none."""
        if not table.settings.code or key in table.guests:
            return
        where = table.id, address
        if not self._guesses.has_left(where):
            raise Refused("too_many_guesses")
        if not _is_right(table, word):
            self._guesses.charge(where, 1)
            raise Refused("wrong_code_word")


def _is_right(table: Table, word: str) -> bool:
    """Say whether a word is the table's; case and accents do not matter."""
    try:
        return folded(clean(word, CODE_WORD)) == folded(table.settings.code)
    except TextError:
        return False
