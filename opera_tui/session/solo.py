"""Games against bots: what can be asked for, and the table that is opened for it.

This is loaded before anything heavy, since the server for solo games starts first.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from opera_games.catalog import GAMES, about
from opera_tui.look.i18n import NP_, _

if TYPE_CHECKING:
    from opera_protocol.wire.messages import TableSettings


LEVELS: Final = ("random", "chorus", "soloist", "virtuoso", "diva")
"""Bots from the weakest to the strongest, as every server of ours has them."""


class LevelWords(NamedTuple):
    """A level's name, how it plays, and how well: the last alone where there is little room."""

    name: str
    way: str
    strength: str


LEVEL_WORDS: Final = {
    "random": LevelWords(
        NP_("level of a bot, 8 cells", "random"), NP_("16 cells", "any legal move"), NP_("15 cells", "the weakest")
    ),
    "chorus": LevelWords(
        NP_("level of a bot, 8 cells", "chorus"), NP_("16 cells", "rules of thumb"), NP_("15 cells", "for first games")
    ),
    "soloist": LevelWords(
        NP_("level of a bot, 8 cells", "soloist"),
        NP_("16 cells", "weighs each move"),
        NP_("15 cells", "strong (usual)"),
    ),
    "virtuoso": LevelWords(
        NP_("level of a bot, 8 cells", "virtuoso"), NP_("16 cells", "quick and sharp"), NP_("15 cells", "very strong")
    ),
    "diva": LevelWords(
        NP_("level of a bot, 8 cells", "diva"), NP_("16 cells", "takes her time"), NP_("15 cells", "the strongest")
    ),
}
"""What is read of a level; files, the wire and the command line have its English word in every language."""
TEMPERAMENT_WORDS: Final = {
    "builder": NP_("11 cells", "a builder"),
    "collector": NP_("11 cells", "a collector"),
    "schemer": NP_("11 cells", "a schemer"),
}
"""What a bot likes to do, in the lobby."""
FIRST_LEVEL: Final = "chorus"
"""Bots for somebody who has not played yet."""
USUAL_LEVEL: Final = "soloist"
"""Bots that play well and answer at once."""

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


class SoloGame(NamedTuple):
    """A game against bots, as it was asked for on the command line or the home screen."""

    game: str = GAMES[0]
    players: int | None = None
    level: str | None = None
    """None for the usual one."""
    seed: str | None = None

    @property
    def bots(self) -> int:
        return (self.players or about(self.game).usual_seats) - 1

    def with_bots(self, more: int) -> "SoloGame":
        """Return the same with more or fewer bots, as far as the game allows."""
        seats = about(self.game).seats
        return self._replace(players=max(seats[0], min(seats[-1], self.bots + 1 + more)))

    def with_next_level(self) -> "SoloGame":
        """Return the same against bots of the next level; after the strongest comes the weakest."""
        place = LEVELS.index(self.level or USUAL_LEVEL)
        return self._replace(level=LEVELS[(place + 1) % len(LEVELS)])


def level_name(level: str) -> str:
    """Return a level's name in the reader's language; one that only a newer server has, as it came."""
    if level in LEVEL_WORDS:
        return _(LEVEL_WORDS[level].name)
    from opera_protocol.texts.format import plain  # noqa: PLC0415 - no server of ours has such levels

    return plain(level)


def usual_level(levels: Sequence[str]) -> str:
    """Return the level of bots if none is named; on a server without it, the strongest."""
    return USUAL_LEVEL if USUAL_LEVEL in levels else levels[-1]


def solo_table(wanted: SoloGame, levels: list[str], taken_names: Collection[str] = ()) -> "TableSettings":
    """Return the table to open; what the server does not allow it refuses with a sentence."""
    # These take time that a start need not wait for.
    import hashlib  # noqa: PLC0415
    import secrets  # noqa: PLC0415

    from opera_protocol.wire.messages import LONGEST_ABSENCE, TableSettings  # noqa: PLC0415

    seats = wanted.players or about(wanted.game).usual_seats
    free = [name for name in TABLE_NAMES if name not in taken_names]
    level = wanted.level or usual_level(levels)
    return TableSettings(
        game=wanted.game,
        name=secrets.choice(free or TABLE_NAMES),
        seats=seats,
        bots=(level,) * (seats - 1),
        spectators=False,
        absence=LONGEST_ABSENCE,
        seed=hashlib.sha256(wanted.seed.encode("utf-8", "surrogateescape")).digest() if wanted.seed else None,
    )
