"""Remember the tables where this player sat last: `Continue` offers them before any server was asked."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import msgspec

from opera_games.catalog import GAMES, about
from opera_protocol.client import View
from opera_protocol.local.storage import read_file, sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_tui.local.folders import data_folder

FILE: Final = "last_tables.json"
MOST: Final = 20

Where = Literal["solo", "host", "away"]


class LastTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that has not ended as far as this client knows."""

    table: str
    where: Where
    address: str = ""
    """The address of a server elsewhere, as it was typed."""
    name: str
    game: str
    progress: int = 0
    """The round or turn."""
    length: int = 0
    is_my_turn: bool = False

    @property
    def place(self) -> tuple[str, str, str]:
        """Return what distinguishes the table from every other."""
        return self.where, self.address, self.table


_decoder: Final[msgspec.json.Decoder[list[LastTable]]] = msgspec.json.Decoder(list[LastTable])


class LastTables:
    """The file of last tables, the newest first; a file that cannot be read counts as empty."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or data_folder()) / FILE

    def all(self) -> list[LastTable]:
        try:
            content, _mode = read_file(self._path)
            return _decoder.decode(content)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return []

    async def remember(self, entry: LastTable) -> None:
        """Put a table first."""
        await self._change(lambda entries: [entry, *_others(entries, entry.place)][:MOST])

    async def forget(self, place: tuple[str, str, str]) -> None:
        """Remove a table that is over, or was never there."""
        await self._change(lambda entries: _others(entries, place))

    async def _change(self, edit: Callable[[list[LastTable]], list[LastTable]]) -> None:
        await asyncio.to_thread(self._rewrite, edit)

    def _rewrite(self, edit: Callable[[list[LastTable]], list[LastTable]]) -> None:
        """Rewrite the file; a failure is ignored, since only `Continue` needs it."""
        try:
            with storage_errors(self._path), sole_writer(self._path):
                before = self.all()
                after = edit(before)
                if after != before:
                    write_whole(self._path, msgspec.json.encode(after))
        except StorageError:
            return


def _others(entries: list[LastTable], place: tuple[str, str, str]) -> list[LastTable]:
    return [entry for entry in entries if entry.place != place]


def entry_of(view: View, where: Where, address: str) -> LastTable | None:
    """Return what is remembered of a table; None once it has ended, and for spectators."""
    head = view.head
    if head.state not in ("open", "running") or view.seat is None:
        return None
    progress, length = _progress(head.game, view.public.get("game"))
    return LastTable(
        table=head.id,
        where=where,
        address=address,
        name=head.name,
        game=head.game,
        progress=progress,
        length=length,
        is_my_turn=view.is_asked,
    )


def _progress(game: str, document: object) -> tuple[int, int]:
    """Return how far a game is and how far it goes; zeros before the start, and for a game that is not known here."""
    if not isinstance(document, dict) or game not in GAMES:
        return 0, 0
    number, last = (document.get(field) for field in about(game).progress_fields)
    return (number, last) if isinstance(number, int) and isinstance(last, int) else (0, 0)
