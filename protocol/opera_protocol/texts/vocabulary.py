"""Display names of words: those of the games, and those of tables and connections."""

from collections.abc import Iterator, Mapping
from typing import Final, Generic, TypeVar

from opera_games.catalog import GAMES, texts_of
from opera_protocol.texts.i18n import N_

Key = TypeVar("Key")
Entry = TypeVar("Entry")


class OfAllGames(Mapping[Key, Entry], Generic[Key, Entry]):
    """One table of every game's texts as one mapping, such as all `WORDS`; each is loaded at the first look-up."""

    def __init__(self, table: str, shared: Mapping[Key, Entry] | None = None) -> None:
        self._table = table
        self._shared = shared or {}

    def __getitem__(self, key: Key) -> Entry:
        for entries in self._tables():
            if key in entries:
                return entries[key]
        raise KeyError(key)

    def __iter__(self) -> Iterator[Key]:
        return iter(dict.fromkeys(key for entries in self._tables() for key in entries))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _tables(self) -> Iterator[Mapping[Key, Entry]]:
        yield self._shared
        for game in GAMES:
            yield getattr(texts_of(game), self._table)


WORDS: Final = OfAllGames[str, str]("WORDS")
DECISIONS: Final = OfAllGames[str, str]("DECISIONS")
ACTIONS: Final = OfAllGames[str, str]("ACTIONS")

FIELDS: Final[Mapping[str, str]] = {
    "player_name": N_("The name"),
    "table_name": N_("The table's name"),
    "code_word": N_("The code word"),
    "chat_line": N_("The line"),
    "server_name": N_("The server's name"),
}
"""Texts that people type."""

REASONS: Final[Mapping[str, str]] = {
    # bytes that are no message
    # Translators: reasons stand after a colon; “it” is a message, a name or a line, so better without a pronoun.
    "too_long": N_("it is too long"),
    "truncated": N_("its end is missing"),
    "trailing_bytes": N_("something follows after its end"),
    "not_msgpack": N_("it is no msgpack"),
    "bad_utf8": N_("a text in it is no UTF-8"),
    "too_deep": N_("it is nested too deeply"),
    "duplicate_key": N_("a key in it comes twice"),
    "forbidden_type": N_("something in it is of a type that is not allowed"),
    "unknown_kind": N_("it is of an unknown kind"),
    "wrong_shape": N_("its fields are not as they should be"),
    "not_encodable": N_("something in it cannot be sent"),
    # changes that do not fit a document
    "not_a_map": N_("there is no map where it changes one"),
    "not_a_list": N_("there is no list where it changes one"),
    "absent_key": N_("it removes a key that is not there"),
    "no_such_item": N_("it changes an item that is not there"),
    "bad_edit": N_("an edit in it is not as it should be"),
    "bad_removal": N_("it removes what cannot be removed"),
    # text from people
    "empty": N_("it is empty"),
    "too_wide": N_("it is too long"),
    "edge_blank": N_("it begins or ends with a blank"),
    "odd_blank": N_("it has a blank other than the usual one"),
    "control": N_("it has a control character"),
    "bidi": N_("it has a character that changes the direction of writing"),
    "invisible": N_("it has an invisible character"),
    "stacked_marks": N_("it has too many marks on one character"),
    "private_use": N_("it has a character without a common meaning"),
    "unassigned": N_("it has a character that does not exist"),
    "surrogate": N_("it has half a character"),
}

CAUSES: Final[Mapping[str, str]] = {
    "closed": N_("the operator closed the table"),
    "empty": N_("nobody was there any more"),
    "rules": N_("it was begun with other rules"),
    "damaged": N_("its journal is damaged"),
}

PROBLEMS: Final[Mapping[str, str]] = {
    "EACCES": N_("you may not do that there; check whose it is, and its permissions"),
    "EPERM": N_("you may not do that there; check whose it is, and its permissions"),
    "EDQUOT": N_("you have used all the space that you may use; make room"),
    "EFBIG": N_("it is too large"),
    "EIO": N_("the disk does not work as it should"),
    "EISDIR": N_("it is a folder"),
    "ELOOP": N_("it is a link that leads nowhere"),
    "EMFILE": N_("too many files are open"),
    "ENAMETOOLONG": N_("its name is too long"),
    "ENFILE": N_("too many files are open"),
    "ENOENT": N_("there is no such file or folder"),
    "ENOSPC": N_("the disk is full; make room"),
    "ENOTDIR": N_("a part of its path is no folder"),
    "EROFS": N_("it can only be read: the file or its disk is write-protected"),
    "EAGAIN": N_("another program holds it"),
}
"""What the system says about files, by its codes."""
