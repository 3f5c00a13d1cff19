"""How levels did in a tournament: wins, points and margins, each with an interval of 95 %."""

from collections.abc import Iterable, Sequence
from math import fsum, inf, sqrt
from typing import NamedTuple

from opera_server.arena import Played
from opera_server.arena_observing import Figures

Z = 1.959964
"""So many standard errors to either side hold 95 % of a normal distribution."""
FEWEST_DEALS = 4
"""With fewer the spread of a mean is anybody's guess."""


class Estimate(NamedTuple):
    """A figure and the interval in which the true one lies in 95 of 100 tournaments."""

    value: float
    low: float
    high: float


class Standing(NamedTuple):
    """What all seats of a level did together; a win shared by k seats counts 1/k for each."""

    level: str
    seats: int
    games: int
    wins: float
    win_rate: Estimate
    """Of games that one of these seats won."""
    win_rate_per_seat: Estimate
    points: Estimate
    margin: Estimate
    """Points more than the best other seat has."""


def standings(played: Sequence[Played]) -> list[Standing]:
    """Every level once, in the order of the line-up."""
    return [_standing(level, played) for level in dict.fromkeys(played[0].levels)]


def _standing(level: str, played: Sequence[Played]) -> Standing:
    games, seats = len(played), played[0].levels.count(level)
    wins = fsum(share_of_win(game, seat) for game in played for seat in seats_of(level, game))
    rate = wilson(wins, games)
    return Standing(
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
    """A share with Wilson's interval, which stays within 0 and 1 and is honest for few games."""
    share, weight = wins / games, Z * Z / games
    middle = (share + weight / 2) / (1 + weight)
    reach = sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[tuple[int, float]]) -> Estimate:
    """The mean of values marked with their deal; those of one deal resemble each other, so deals are the sample."""
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
    """What takes the place of Z for a small sample: the first terms of the series for Student's distribution."""
    second = (Z**3 + Z) / 4
    third = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + second / freedom + third / freedom**2


def habits(played: Sequence[Played]) -> dict[str, Figures]:
    """What a seat of each level does in a game, in the mean."""
    return {
        level: mean_figures([game.seen.seats[seat] for game in played for seat in seats_of(level, game)])
        for level in dict.fromkeys(played[0].levels)
    }


def tables(played: Sequence[Played]) -> Figures:
    """How a table looks at the end, in the mean."""
    return mean_figures([game.seen.table for game in played])


def mean_figures(figures: Sequence[Figures]) -> Figures:
    return {
        group: {name: fsum(one[group][name] for one in figures) / len(figures) for name in names}
        for group, names in figures[0].items()
    }


def winning_totals(played: Sequence[Played]) -> dict[int, int]:
    """How many games were won with how many points; games that nobody won are left out."""
    totals = sorted(max(game.points[seat] for seat in game.winners) for game in played if game.winners)
    return {total: totals.count(total) for total in dict.fromkeys(totals)}
