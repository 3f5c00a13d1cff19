"""Remember how many bots of which level a player chose on the home screen, and for how long a game, by game."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from opera_tui.local.kept_file import KeptFile


class ChosenBots(msgspec.Struct, frozen=True):
    """The players at a table against bots, the reader included, their level and the length; None for the usual."""

    players: Annotated[int, Meta(ge=1, le=99)] | None = None
    level: Annotated[str, Meta(max_length=64)] | None = None
    length: Annotated[int, Meta(ge=1, le=99)] | None = None


def _read(content: bytes) -> dict[str, ChosenBots]:
    return msgspec.json.decode(content, type=dict[str, ChosenBots])


_FILE: Final[KeptFile[dict[str, ChosenBots]]] = KeptFile("bots.json", _read, msgspec.json.encode, empty={})


def chosen_bots() -> dict[str, ChosenBots]:
    """Return what was chosen for each game."""
    return _FILE.content()


async def remember_bots(game: str, chosen: ChosenBots) -> None:
    """Keep what was chosen for a game, if it differs from before."""

    def remembered(before: dict[str, ChosenBots]) -> dict[str, ChosenBots]:
        return before if before.get(game) == chosen else {**before, game: chosen}

    await _FILE.change_in_order(remembered)
