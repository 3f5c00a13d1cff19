"""Remember how this player's finished games ended, wherever they were played: the home screen tells it at once.

The file is JSON. What it says comes from servers, so it is bounded when it is written and checked when it is read.
"""

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from opera_games.api import MOST_SEATS, Figure
from opera_protocol.wire.messages import Natural, RoomId
from opera_tui.local.kept_file import KeptFile, write_list
from opera_tui.local.last_tables import Where, Word

FILE: Final = "results.json"
MOST: Final = 5000
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


def _read(content: bytes) -> list[Result]:
    return msgspec.json.decode(content, type=list[Result])


_FILE: Final[KeptFile[list[Result]]] = KeptFile(FILE, _read, write_list, empty=[], most_bytes=4 * 1024 * 1024)


def kept_results() -> list[Result]:
    """Return the results, the oldest first."""
    return _FILE.content()


async def keep_results(news: Iterable[Result]) -> None:
    """Add results; those that are known already are replaced. Without news, nothing is written."""
    added = {result.place: result for result in news}

    def kept(before: list[Result]) -> list[Result]:
        known = {result.place: result for result in before} | added
        return sorted(known.values(), key=lambda result: result.ended)[-MOST:]

    await _FILE.change_in_order(kept)


def forget_results() -> None:
    """Forget all results: those of another key are not this player's."""
    _FILE.path.unlink(missing_ok=True)
