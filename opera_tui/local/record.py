"""The player's own record: games, wins and best points, by game, number of players and opponents, and streaks."""

from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from opera_tui.local.results import Result


class Tally(NamedTuple):
    """How many games there were, how many were won, and the most points."""

    games: int
    won: int
    best: int


class Opponents(NamedTuple):
    """What games are grouped by."""

    game: str
    players: int
    against: str


class Record(NamedTuple):
    """What all results come to."""

    games: int
    won: int
    streak: int
    """Games won one after the other, up to the last one."""
    longest: int
    tallies: dict[Opponents, Tally]


def record_of(results: Sequence[Result]) -> Record:
    """Add up results, which are in the order in which the games ended."""
    wins = [result.has_won for result in results]
    runs = [len(list(run)) for has_won, run in groupby(wins) if has_won]
    kinds = sorted({_opponents(result) for result in results})
    return Record(
        games=len(wins),
        won=sum(wins),
        streak=len(list(takewhile(bool, reversed(wins)))),
        longest=max(runs, default=0),
        tallies={kind: _tally([result for result in results if _opponents(result) == kind]) for kind in kinds},
    )


def _opponents(result: Result) -> Opponents:
    return Opponents(result.game, result.players, result.against)


def _tally(results: Sequence[Result]) -> Tally:
    return Tally(len(results), sum(result.has_won for result in results), max(result.points for result in results))
