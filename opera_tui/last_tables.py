"""The tables where this player sat last: what `Continue` offers before any server was asked."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import msgspec

from opera_protocol.client import View
from opera_protocol.errors import StorageError
from opera_protocol.storage import read_file, sole_writer, storage_errors, write_whole
from opera_tui.folders import data_folder

FILE: Final = "last_tables.json"
MOST: Final = 20

Where = Literal["solo", "host", "away"]


class LastTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that has not ended as far as this client knows."""

    table: str
    where: Where
    address: str = ""
    """Of a server elsewhere, as it was typed."""
    name: str
    game: str
    progress: int = 0
    """The round or turn."""
    length: int = 0
    is_my_turn: bool = False

    @property
    def place(self) -> tuple[str, str, str]:
        """What tells it from every other table."""
        return self.where, self.address, self.table


_decoder: Final[msgspec.json.Decoder[list[LastTable]]] = msgspec.json.Decoder(list[LastTable])


class LastTables:
    """The file, the newest table first; a file that cannot be read is an empty one."""

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
        """The table is over, or was never there."""
        await self._change(lambda entries: _others(entries, place))

    async def _change(self, edit: Callable[[list[LastTable]], list[LastTable]]) -> None:
        await asyncio.to_thread(self._rewrite, edit)

    def _rewrite(self, edit: Callable[[list[LastTable]], list[LastTable]]) -> None:
        """A convenience is not worth an error: without the file only `Continue` is missing."""
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
    """What is remembered of a table; None once it has ended, and for spectators."""
    head, game = view.public["table"], view.public["game"] or {}
    if head["state"] not in ("open", "running") or view.seat is None:
        return None
    return LastTable(
        table=head["id"],
        where=where,
        address=address,
        name=head["name"],
        game=head["game"],
        progress=game.get("round") or game.get("turn") or 0,
        length=game.get("rounds") or game.get("turns") or 0,
        is_my_turn=bool(view.private and view.private["decision"] is not None),
    )
