"""What the client says about games before there is one: numbers of players, names of tables."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple


class SeatRange(NamedTuple):
    """For how many players a game is; the server has the last word."""

    lowest: int
    highest: int
    usual: int


GAMES: Final = ("opera", "turandot")
SEATS: Final[Mapping[str, SeatRange]] = {"opera": SeatRange(2, 4, 3), "turandot": SeatRange(2, 5, 4)}
LEVELS: Final = ("random", "chorus", "soloist", "virtuoso")
"""Bots from the weakest to the strongest, as every server of ours has them."""
USUAL_LEVEL: Final = "soloist"
"""Bots that play well and answer at once."""
ROUNDS: Final = (9, 7)
"""Opera's usual game and the short one."""

TABLE_NAMES: Final = (
    "Fenice",
    "La Scala",
    "San Carlo",
    "Garnier",
    "Semperoper",
    "Teatro Colón",
    "Liceu",
    "Regio",
    "Argentina",
    "Petruzzelli",
    "Massimo",
    "Staatsoper",
)


def usual_level(levels: Sequence[str]) -> str:
    """The level of bots for who names none; on a server without it, the strongest."""
    return USUAL_LEVEL if USUAL_LEVEL in levels else levels[-1]
