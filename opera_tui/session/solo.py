"""Games against bots: what can be asked for, and the table that is opened for it.

This is loaded before anything heavy, since the server for solo games starts first.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from opera_games.catalog import GAMES, Option, about
from opera_tui.look.i18n import _
from opera_tui.look.levels import LEVELS

if TYPE_CHECKING:
    from opera_protocol.wire.messages import TableSettings


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
    length: int | None = None
    """None for the usual one."""

    @property
    def bots(self) -> int:
        return (self.players or about(self.game).usual_seats) - 1

    @property
    def bots_level(self) -> str:
        return self.level or USUAL_LEVEL

    def with_bots(self, more: int) -> "SoloGame":
        """Return the same with more or fewer bots, as far as the game allows."""
        seats = about(self.game).seats
        return self._replace(players=max(seats[0], min(seats[-1], self.bots + 1 + more)))

    def with_stronger(self, steps: int) -> "SoloGame":
        """Return the same against bots some levels stronger, or weaker, as far as there are such."""
        place = LEVELS.index(self.bots_level) + steps
        return self._replace(level=LEVELS[max(0, min(len(LEVELS) - 1, place))])

    @property
    def length_text(self) -> str:
        """Return how long the game is, where it can be chosen; else nothing."""
        option = length_option(self.game)
        if option is None:
            return ""
        usual, _text = option.values[0]
        return _(dict(option.values)[usual if self.length is None else self.length])

    def with_next_length(self) -> "SoloGame":
        """Return the same with the next length that the game has; after the last comes the usual one."""
        option = length_option(self.game)
        lengths: list[int | None] = [None]
        lengths += [length for length, _text in option.values[1:]] if option else []
        return self._replace(length=lengths[(lengths.index(self.length) + 1) % len(lengths)])


def length_option(game: str) -> Option | None:
    """Return the option of a game that says how long it is, the first one that is no switch; None if it has none."""
    return next((option for option in about(game).options if not isinstance(option.values[0][0], bool)), None)


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
    option = length_option(wanted.game)
    return TableSettings(
        game=wanted.game,
        options={option.name: wanted.length} if option and wanted.length is not None else {},
        name=secrets.choice(free or TABLE_NAMES),
        seats=seats,
        bots=(level,) * (seats - 1),
        spectators=False,
        absence=LONGEST_ABSENCE,
        seed=hashlib.sha256(wanted.seed.encode("utf-8", "surrogateescape")).digest() if wanted.seed else None,
    )
