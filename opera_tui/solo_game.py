"""A game against bots, as it was asked for."""

from typing import NamedTuple

from opera_tui.game_words import LEVELS, SEATS, USUAL_LEVEL


class SoloGame(NamedTuple):
    """What was asked for on the command line or the home screen."""

    game: str = "opera"
    players: int | None = None
    level: str | None = None
    """None for the usual one."""
    seed: str | None = None

    @property
    def bots(self) -> int:
        return (self.players or SEATS[self.game].usual) - 1

    def with_bots(self, more: int) -> "SoloGame":
        """The same with more bots or fewer, as far as the game goes."""
        seats = SEATS[self.game]
        return self._replace(players=max(seats.lowest, min(seats.highest, self.bots + 1 + more)))

    def with_next_level(self) -> "SoloGame":
        """The same against bots of the next level, after the strongest the weakest."""
        place = LEVELS.index(self.level or USUAL_LEVEL)
        return self._replace(level=LEVELS[(place + 1) % len(LEVELS)])
