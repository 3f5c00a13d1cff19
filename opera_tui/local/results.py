"""Remember how this player's finished games ended, wherever they were played: the home screen tells it at once.

The file is JSON. What it says comes from servers, so it is bounded when it is written and checked when it is read.
"""

import asyncio
from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from opera_games.api import MOST_SEATS, Figure
from opera_protocol.local.storage import read_file, sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_protocol.wire.messages import Natural, RoomId
from opera_tui.local.folders import data_folder
from opera_tui.local.last_tables import Where, Word

FILE: Final = "results.json"
MOST: Final = 5000
MOST_BYTES: Final = 4 * 1024 * 1024
PEOPLE: Final = "people"
MIXED: Final = "mixed"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of this player's."""

    table: RoomId
    where: Where
    address: Annotated[str, Meta(max_length=300)] = ""
    """The address of a server elsewhere."""
    game: Word
    ended: Natural
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    against: Annotated[str, Meta(max_length=64)] = ""
    """The level of the bots, `MIXED` if they had several, `PEOPLE` if others sat there; empty if that is not known."""
    points: Figure
    has_won: bool

    @property
    def place(self) -> tuple[str, str, str]:
        """Return what distinguishes the game from every other."""
        return self.where, self.address, self.table


def kept_results() -> list[Result]:
    """Return the results, the oldest first; none if the file is not there or cannot be read."""
    try:
        content, _mode = read_file(data_folder() / FILE, MOST_BYTES)
        return msgspec.json.decode(content, type=list[Result])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return []


async def keep_results(news: Iterable[Result]) -> None:
    """Add results; those that are known already are replaced. Without news, nothing is written."""
    await asyncio.to_thread(_keep, {result.place: result for result in news})


def _keep(news: dict[tuple[str, str, str], Result]) -> None:
    """Write the file; a failure is ignored, since the servers have the games."""
    path = data_folder() / FILE
    try:
        with storage_errors(path), sole_writer(path):
            before = kept_results()
            known = {result.place: result for result in before} | news
            after = sorted(known.values(), key=lambda result: result.ended)[-MOST:]
            if after != before:
                write_whole(path, b"[\n" + b",\n".join(map(msgspec.json.encode, after)) + b"\n]\n")
    except StorageError:
        return


def forget_results() -> None:
    """Forget all results: those of another key are not this player's."""
    (data_folder() / FILE).unlink(missing_ok=True)
