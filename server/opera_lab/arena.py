"""A tournament between levels of bots (`opera-server arena`), and its statistics by level.

Each level plays every deal from every seat; wins, points and margins come with an interval of 95 %.
"""

from collections.abc import Iterable, Sequence
from math import fsum, inf, sqrt
from typing import Any, NamedTuple

from opera_lab.games import Figures, Observation, module_of
from opera_lab.results import result_of
from opera_lab.self_play import GameSetup, play, seed_of_game

Z = 1.959964
"""Standard errors to either side that enclose 95 % of a normal distribution."""
FEWEST_DEALS = 4
"""With fewer the spread of a mean cannot be estimated."""


class Tournament(NamedTuple):
    """Games 1 to `games` of a seed; the levels of the setup are the line-up, which moves on by a seat each game."""

    setup: GameSetup
    seed: str
    games: int

    @property
    def rotations(self) -> int:
        """Return the number of games with the same deal: after that many moves the line-up is the same again."""
        levels = self.setup.levels
        return next(by for by in range(1, len(levels) + 1) if _moved(levels, by) == levels)

    def matches(self) -> list["Match"]:
        """List all games."""
        return [self._match(number) for number in range(self.games)]

    def _match(self, number: int) -> "Match":
        deal, by = divmod(number, self.rotations)
        return Match(self.setup._replace(levels=_moved(self.setup.levels, by)), self.seed, deal + 1)


def _moved(levels: tuple[str, ...], by: int) -> tuple[str, ...]:
    return levels[-by:] + levels[:-by] if by else levels


class Match(NamedTuple):
    """One game of a tournament; games with the same deal have the same shuffle."""

    setup: GameSetup
    seed: str
    deal: int


class Played(NamedTuple):
    """A match that is over: levels and points by seat, the winning seats, and what was seen on the way."""

    deal: int
    levels: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    seen: Observation


def play_match(match: Match) -> Played:
    """Play a game from its deal to its end; the same match gives the same result wherever it is played."""
    setup = match.setup
    observer = module_of(setup.game).Observer(len(setup.levels))
    game: Any = None
    for move in play(setup, seed_of_game(match.seed, match.deal)):
        observer.see(move.step)
        game = move.step.game
    return Played(match.deal, setup.levels, *result_of(setup.rules.outcome(game)), observer.seen(game))


class Estimate(NamedTuple):
    """A figure and its 95 % confidence interval."""

    value: float
    low: float
    high: float


class LevelResult(NamedTuple):
    """What all seats of a level did together; a win shared by k seats counts 1/k for each."""

    level: str
    seats: int
    games: int
    wins: float
    win_rate: Estimate
    """The share of games that one of these seats won."""
    win_rate_per_seat: Estimate
    points: Estimate
    margin: Estimate
    """Points more than the best other seat has."""


def level_results(played: Sequence[Played]) -> list[LevelResult]:
    """Compute the result of each level, in the order of the line-up."""
    return [_level_result(level, played) for level in dict.fromkeys(played[0].levels)]


def _level_result(level: str, played: Sequence[Played]) -> LevelResult:
    games, seats = len(played), played[0].levels.count(level)
    wins = fsum(share_of_win(game, seat) for game in played for seat in seats_of(level, game))
    rate = wilson(wins, games)
    return LevelResult(
        level,
        seats,
        games,
        wins,
        rate,
        Estimate(*(share / seats for share in rate)),
        mean([(game.deal, game.points[seat]) for game in played for seat in seats_of(level, game)]),
        mean([(game.deal, margin(game, seat)) for game in played for seat in seats_of(level, game)]),
    )


def seats_of(level: str, game: Played) -> Iterable[int]:
    return (seat for seat, other in enumerate(game.levels) if other == level)


def share_of_win(game: Played, seat: int) -> float:
    return 1 / len(game.winners) if seat in game.winners else 0.0


def margin(game: Played, seat: int) -> int:
    return game.points[seat] - max(points for other, points in enumerate(game.points) if other != seat)


def wilson(wins: float, games: int) -> Estimate:
    """Compute a share with Wilson's interval, which stays within 0 and 1 and is reliable for few games."""
    share, weight = wins / games, Z * Z / games
    middle = (share + weight / 2) / (1 + weight)
    reach = sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[tuple[int, float]]) -> Estimate:
    """Compute the mean of pairs of deal and value; values of one deal are alike, so deals are the sample."""
    middle = fsum(value for _, value in values) / len(values)
    by_deal: dict[int, float] = {}
    for deal, value in values:
        by_deal[deal] = by_deal.get(deal, 0.0) + value - middle
    deals = len(by_deal)
    if deals < FEWEST_DEALS:
        return Estimate(middle, -inf, inf)
    error = sqrt(fsum(total * total for total in by_deal.values()) * deals / (deals - 1)) / len(values)
    reach = student(deals - 1) * error
    return Estimate(middle, middle - reach, middle + reach)


def student(freedom: int) -> float:
    """Approximate the quantile of Student's distribution that replaces Z for small samples, by a series."""
    second = (Z**3 + Z) / 4
    third = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + second / freedom + third / freedom**2


def figures_by_level(played: Sequence[Played]) -> dict[str, Figures]:
    """Compute the means of what a seat of each level does in a game."""
    return {
        level: mean_figures([game.seen.seats[seat] for game in played for seat in seats_of(level, game)])
        for level in dict.fromkeys(played[0].levels)
    }


def figures_of_tables(played: Sequence[Played]) -> Figures:
    """Compute the mean figures of the whole table at the end."""
    return mean_figures([game.seen.table for game in played])


def mean_figures(figures: Sequence[Figures]) -> Figures:
    return {
        group: {name: fsum(one[group][name] for one in figures) / len(figures) for name in names}
        for group, names in figures[0].items()
    }


def winning_totals(played: Sequence[Played]) -> dict[int, int]:
    """Count games by the points that won them; games that nobody won are left out."""
    totals = sorted(max(game.points[seat] for seat in game.winners) for game in played if game.winners)
    return {total: totals.count(total) for total in dict.fromkeys(totals)}
