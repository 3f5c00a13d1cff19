"""The table of a game against bots, and its name."""

import hashlib
import secrets
from collections.abc import Collection
from typing import Final

from opera_protocol.messages import TableSettings
from opera_tui.game_words import SEATS, TABLE_NAMES, usual_level
from opera_tui.solo_game import SoloGame

LONGEST_ABSENCE: Final = 86_400
"""Seconds: a solo game waits for its player, however many others are played meanwhile."""


def solo_table(wanted: SoloGame, levels: list[str], taken_names: Collection[str] = ()) -> TableSettings:
    """The table to open; what the server does not allow it refuses with a sentence."""
    seats = wanted.players or SEATS[wanted.game].usual
    free = [name for name in TABLE_NAMES if name not in taken_names]
    level = wanted.level or usual_level(levels)
    return TableSettings(
        game="turandot" if wanted.game == "turandot" else "opera",
        name=secrets.choice(free or TABLE_NAMES),
        seats=seats,
        bots=(level,) * (seats - 1),
        spectators=False,
        absence=LONGEST_ABSENCE,
        seed=hashlib.sha256(wanted.seed.encode("utf-8", "surrogateescape")).digest() if wanted.seed else None,
    )
