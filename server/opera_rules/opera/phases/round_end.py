"""What happens between the income and the next bids."""

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from opera_games.opera.events import ComposersRose, DucatsGranted, PalazzoEmptied, RoundEnded
from opera_games.opera.ladder import risen
from opera_games.opera.words import COMPOSERS, PALAZZO_PLACES, ROLES, Composer
from opera_rules.api import Log
from opera_rules.opera.phases.scoring import Houses, everybodys_houses, figures_of
from opera_rules.opera.phases.supply import fill_offer
from opera_rules.opera.state import Game, no_pieces


def end_round(game: Game, log: Log) -> None:
    """Make everything ready for the next round, in the order of the rules; after the last round nothing."""
    if game.round < game.rounds:
        renew_offer(game, log)
        return_roles(game)
        if len(game.palazzo) == PALAZZO_PLACES[len(game.players)]:
            log.append(PalazzoEmptied(game.empty_palazzo()))
        reopen(game, log)
    log.append(RoundEnded(game.round))


class Staged(NamedTuple):
    """How often each composer is on a stage, and those who are there most often; nobody if no stage has a piece."""

    counts: dict[Composer, int]
    most: tuple[Composer, ...]


def staged_composers(game: Game) -> Staged:
    """Count how often each composer is on a stage; stocks and Palazzo do not count."""
    return staged_in(everybodys_houses(game))


@lru_cache(maxsize=1 << 10)
def staged_in(houses: tuple[Houses, ...]) -> Staged:
    counts = no_pieces()
    for composer in chain.from_iterable([figures_of(own).composers for own in houses]):
        counts[composer] += 1
    highest = max(counts.values())
    return Staged(counts, tuple([composer for composer in COMPOSERS if highest and counts[composer] == highest]))


@lru_cache(maxsize=1 << 10)
def rising(ladder: tuple[Composer, ...], movers: tuple[Composer, ...]) -> tuple[Composer, ...]:
    """Return those of the movers that rise: not one at the top, nor its neighbours."""
    after = risen(ladder, movers)
    return tuple([mover for mover in movers if after.index(mover) > ladder.index(mover)])


def raise_composers(game: Game, log: Log) -> None:
    """Let the most staged composers rise, also after the last round."""
    movers = staged_composers(game).most
    rose = rising(game.ladder, movers)
    game.ladder = risen(game.ladder, movers)
    if movers:
        log.append(ComposersRose(movers, rose, game.ladder))


def renew_offer(game: Game, log: Log) -> None:
    game.put_on_discard(c for c in COMPOSERS for _ in range(game.offer[c]))
    fill_offer(game, log, discards_surplus=len(game.players) == 2)


def return_roles(game: Game) -> None:
    game.roles = ROLES
    game.takers = {}
    for player in game.players:
        player.hired = 0


def reopen(game: Game, log: Log) -> None:
    """Return the pass discs, and give each player on level 0 a ducat."""
    game.answers = {}
    for player in game.players:
        player.closed = False
    poor = tuple(seat for seat, player in enumerate(game.players) if player.level == 0)
    for seat in poor:
        game.earn(seat, 1)
    if poor:
        log.append(DucatsGranted(poor))
