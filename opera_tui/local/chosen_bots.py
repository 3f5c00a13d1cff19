"""Remember how many bots of which level a player chose on the home screen, by game."""

import asyncio
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from opera_protocol.local.storage import read_file, sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_tui.local.folders import data_folder

FILE: Final = "bots.json"
MOST_BYTES: Final = 64 * 1024


class ChosenBots(msgspec.Struct, frozen=True):
    """The players at a table against bots, the reader included, and the level of the bots; None for the usual ones."""

    players: Annotated[int, Meta(ge=1, le=99)] | None = None
    level: Annotated[str, Meta(max_length=64)] | None = None


def chosen_bots() -> dict[str, ChosenBots]:
    """Return what was chosen for each game; nothing if the file is not there or cannot be read."""
    try:
        content, _mode = read_file(data_folder() / FILE, MOST_BYTES)
        return msgspec.json.decode(content, type=dict[str, ChosenBots])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return {}


async def remember_bots(game: str, chosen: ChosenBots) -> None:
    """Keep what was chosen for a game."""
    await asyncio.to_thread(_write, game, chosen)


def _write(game: str, chosen: ChosenBots) -> None:
    """Write the file; a failure is ignored, since the player can choose again."""
    path = data_folder() / FILE
    try:
        with storage_errors(path), sole_writer(path):
            before = chosen_bots()
            if before.get(game, ChosenBots()) != chosen:
                write_whole(path, msgspec.json.encode({**before, game: chosen}))
    except StorageError:
        return
