"""Remember the tables where this player sat last: `Continue` offers them before any server was asked.

The file is JSON with a line for each table. What a line says comes from servers, so it is bounded when it is written
and checked when it is read; a line that cannot be read costs only itself.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from opera_games.catalog import GAMES, about
from opera_games.puzzles import lesson_of
from opera_protocol.texts.format import plain
from opera_protocol.wire.messages import RoomId
from opera_protocol.wire.plain_text import TABLE_NAME, cut
from opera_tui.local.folders import data_folder
from opera_tui.local.kept_file import KeptFile, write_list

if TYPE_CHECKING:
    from opera_protocol.client import View
    from opera_protocol.wire.documents import LessonHead, TableHead

FILE: Final = "last_tables.json"
MOST: Final = 20
MOST_BYTES: Final = 16 * 1024 * 1024
"""More than any file of ours: an earlier version wrote names as long as a server sent them."""

Where = Literal["solo", "host", "away"]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=999)]


class LastTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that has not ended as far as this client knows."""

    table: RoomId
    where: Where
    address: Annotated[str, Meta(max_length=300)] = ""
    """The address of a server elsewhere, as it was typed."""
    name: Word
    game: Word
    progress: Count = 0
    """The round or turn."""
    length: Count = 0
    is_my_turn: bool = False
    lesson: Annotated[str, Meta(max_length=64)] = ""
    """The lesson that is played there; empty for a game, and for one that a lesson has become."""

    @property
    def place(self) -> tuple[str, str, str]:
        """Return what distinguishes the table from every other."""
        return self.where, self.address, self.table


def checked(value: Any) -> LastTable | None:
    """Return the table that an entry describes; None if it describes none."""
    try:
        return msgspec.convert(msgspec.to_builtins(value), LastTable)
    except msgspec.ValidationError:
        return None


def read_tables(content: bytes) -> list[LastTable]:
    """Return every table that the content of the file describes."""
    return [table for value in _values(content) if (table := checked(value)) is not None]


def _values(content: bytes) -> Iterator[Any]:
    """Yield the entries of a list, or those lines that can be read of one that is damaged."""
    try:
        whole = msgspec.json.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        for line in content.splitlines():
            try:
                yield msgspec.json.decode(line.strip().rstrip(b","))
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                continue
    else:
        yield from whole if isinstance(whole, list) else ()


class LastTables:
    """The file of last tables, the newest first; entries that cannot be read are left out."""

    def __init__(self, folder: Path | None = None) -> None:
        kept_in = folder or data_folder()
        self._file: KeptFile[list[LastTable]] = KeptFile(
            FILE, read_tables, write_list, empty=[], most_bytes=MOST_BYTES, folder=lambda: kept_in
        )

    def all(self) -> list[LastTable]:
        return self._file.content()

    async def remember(self, entry: LastTable) -> None:
        """Put a table first; one that the file could not hold is not remembered."""
        if checked(entry) is None:
            return
        await self._change(lambda entries: [entry, *_others(entries, entry.place)][:MOST])

    async def forget(self, place: tuple[str, str, str]) -> None:
        """Remove a table that is over, or was never there."""
        await self._change(lambda entries: _others(entries, place))

    async def _change(self, edit: Callable[[list[LastTable]], list[LastTable]]) -> None:
        await self._file.change_in_order(edit)


def _others(entries: list[LastTable], place: tuple[str, str, str]) -> list[LastTable]:
    return [entry for entry in entries if entry.place != place]


def entry_of(view: "View", where: Where, address: str) -> LastTable | None:
    """Return what is remembered of a table; None once it or its lesson has ended, and for spectators."""
    head = view.head
    lesson = head.lesson if is_lesson(head) else None
    if head.state not in ("open", "running") or view.seat is None or (lesson and _is_done(lesson)):
        return None
    progress, length = _progress(head.game, view.public.get("game"))
    return LastTable(
        table=view.room,
        where=where,
        address=address,
        name=cut(plain(head.name), TABLE_NAME.cells) or "?",
        game=plain(head.game)[:64] or "?",
        progress=progress,
        length=length,
        is_my_turn=view.is_asked,
        lesson=lesson.id if lesson else "",
    )


def is_lesson(head: "TableHead") -> bool:
    """Say whether a table is that of a lesson, and its learner has not gone on after its end."""
    known = lesson_of(head.lesson.id) if head.lesson else None
    return head.lesson is not None and not (known and known.is_game_after(head.lesson.step))


def _is_done(head: "LessonHead") -> bool:
    known = lesson_of(head.id)
    return known is not None and known.is_done_after(head.step)


def _progress(game: str, document: object) -> tuple[int, int]:
    """Return how far a game is and how far it goes; zeros before the start, and for a game that is not known here."""
    if not isinstance(document, dict) or game not in GAMES:
        return 0, 0
    number, last = (_count(document.get(field)) for field in about(game).progress_fields)
    return number, last


def _count(number: object) -> int:
    return number if type(number) is int and 0 <= number <= 999 else 0
