"""`opera-server arena`: a tournament between levels of bots, in which everyone plays every deal from every seat."""

from typing import Any, NamedTuple

from opera_server.arena_observing import Observation, observer_of
from opera_server.bot_game import Setting, play, seed_of_game
from opera_server.standings import result_of


class Tournament(NamedTuple):
    """Games 1 to `games` of a seed; the levels of the setting are the line-up, which moves on by a seat each game."""

    setting: Setting
    seed: str
    games: int

    @property
    def rotations(self) -> int:
        """How often the line-up can move on before it stands as it did: so many games have the same deal."""
        levels = self.setting.levels
        return next(by for by in range(1, len(levels) + 1) if _moved(levels, by) == levels)

    def matches(self) -> list["Match"]:
        return [self._match(number) for number in range(self.games)]

    def _match(self, number: int) -> "Match":
        deal, by = divmod(number, self.rotations)
        return Match(self.setting._replace(levels=_moved(self.setting.levels, by)), self.seed, deal + 1)


def _moved(levels: tuple[str, ...], by: int) -> tuple[str, ...]:
    return levels[-by:] + levels[:-by] if by else levels


class Match(NamedTuple):
    """One game of a tournament; games with the same deal have the same shuffle."""

    setting: Setting
    seed: str
    deal: int


class Played(NamedTuple):
    """A match that is over: levels and points by seat, who won, and what was seen on the way."""

    deal: int
    levels: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    seen: Observation


def play_match(match: Match) -> Played:
    """Play a game from its deal to its end; the same match gives the same result wherever it is played."""
    setting = match.setting
    observer = observer_of(setting.game, len(setting.levels))
    game: Any = None
    for turn in play(setting, seed_of_game(match.seed, match.deal)):
        observer.see(turn.step)
        game = turn.step.game
    return Played(match.deal, setting.levels, *result_of(setting.rules.outcome(game)), observer.seen(game))
