"""A game against bots, as it was asked for."""

from typing import NamedTuple


class SoloGame(NamedTuple):
    """What was asked for on the command line or the home screen."""

    game: str = "opera"
    players: int | None = None
    level: str | None = None
    """None for the usual one."""
    seed: str | None = None
