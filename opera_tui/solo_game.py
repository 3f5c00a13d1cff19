"""A game against bots at once: which table is opened, and under which name."""

import hashlib
import secrets
from typing import Final, NamedTuple

from opera_protocol.messages import TableSettings
from opera_tui.game_words import SEATS, TABLE_NAMES

LONGEST_ABSENCE: Final = 86_400
"""Seconds: a solo game waits for its player, however many others are played meanwhile."""


class SoloGame(NamedTuple):
    """What was asked for on the command line or the home screen."""

    game: str = "opera"
    players: int | None = None
    level: str | None = None
    """None for the strongest bots that the server has."""
    seed: str | None = None


def solo_table(wanted: SoloGame, levels: list[str]) -> TableSettings:
    """The table to open; what the server does not allow it refuses with a sentence."""
    seats = wanted.players or SEATS[wanted.game].usual
    level = wanted.level or levels[-1]
    return TableSettings(
        game="turandot" if wanted.game == "turandot" else "opera",
        name=secrets.choice(TABLE_NAMES),
        seats=seats,
        bots=(level,) * (seats - 1),
        spectators=False,
        absence=LONGEST_ABSENCE,
        seed=hashlib.sha256(wanted.seed.encode("utf-8", "surrogateescape")).digest() if wanted.seed else None,
    )
