"""The points that a seat may expect at the end of Turandot, estimated when a turn begins.

The estimate is a weighted sum of a few features, with different weights for each turn. The weights were fitted to games
between bots (`opera-server tune`); the data file says to how many, and how good the fit is.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from opera_bots.weights import stage_weights
from opera_games.turandot.documents import Singer
from opera_games.turandot.words import CATEGORIES, DIRECTOR_TURN, DIRECTORS, EFFECTS, PARTS, SEATS, TURNS, Director
from opera_rules.api import Seat
from opera_rules.turandot.search import PUCCINI_POINTS, Gains, Game, Player, gains_of, highest_sum, points_of

FEATURES: tuple[str, ...] = ("cast", "money_1", "money_2", "money_3", "next_gain", "director_top", "puccini", "place")
"""`cast` is the cast as of now, `money_2` whether there is a second money card; `next_gain` what a singer to come adds
on average, `director_top` what the best director to be dealt brings on average. Few features make the fit stable: what
brings points for certain is part of `cast`, because a separate weight for it would be fitted to chance."""
SIX_CATEGORIES = EFFECTS["eclectic"]["six_categories"]
Kinds = tuple[Gains, ...]


class SingerGroup(NamedTuple):
    """Singers to come who bring the same to any cast under one director."""

    kind: Gains
    points: int
    singers: int


class Outlook:
    """What all seats face when a turn begins: the singers still to come and the directors who may be dealt."""

    def __init__(
        self, players: int, turn: int, puccini: Seat, unseen: Sequence[Singer], directors: Sequence[Director]
    ) -> None:
        self.players = players
        self.turn = turn
        self.puccini = puccini
        self.unseen = unseen
        self.directors = directors
        self._weights = None if turn > TURNS else stage_weights("turandot")[stage_name(players, turn)]
        self._groups: dict[Director | None, list[SingerGroup]] = {}

    def without(self, director: Director) -> "Outlook":
        """Build the outlook after a director is dismissed."""
        left = [other for other in self.directors if other != director]
        return Outlook(self.players, self.turn, self.puccini, self.unseen, left)

    def value(self, player: Player, seat: Seat) -> float:
        """Estimate the points of this hand at the end of the game."""
        if self._weights is None:
            return cast_points(player) + self._puccini_points(seat)
        return self._weights.value(self.features(player, seat))

    def _puccini_points(self, seat: Seat) -> int:
        """Take a point from the last holder of Puccini in a game of two."""
        return PUCCINI_POINTS if self.players == SEATS[0] and seat == self.puccini else 0

    def features(self, player: Player, seat: Seat) -> tuple[float, ...]:
        """Compute the figures of a hand, in the order of `FEATURES`."""
        brings = sorted(director_points(player, director) for director in self.directors)
        place = (seat - self.puccini) % self.players
        return (
            cast_points(player),
            player.money >= 1,
            player.money >= 2,
            player.money >= 3,
            self._next_gain(player),
            expected_highest(brings, self.players + 1) if brings else 0,
            place == 0,
            place,
        )

    def _next_gain(self, player: Player) -> float:
        """Compute the mean of what a singer to come adds to this cast."""
        if not self.unseen:
            return 0
        kinds = kinds_of(player.singers, preferred_points(player.director))
        before = casting_points(kinds)
        total = 0
        for kind, points, singers in self._groups_under(player.director):
            total += (casting_points((*kinds, kind)) - before + points) * singers
        return total / len(self.unseen)

    def _groups_under(self, director: Director | None) -> list[SingerGroup]:
        if director not in self._groups:
            self._groups[director] = list(singer_groups(self.unseen, director))
        return self._groups[director]


def singer_groups(singers: Iterable[Singer], director: Director | None) -> Iterator[SingerGroup]:
    """Group singers by what they bring: a mean needs each kind only once."""
    effect = EFFECTS[director] if director else {}
    preferred = preferred_points(director)
    found: dict[tuple[Gains, int], int] = {}
    for singer in singers:
        points = singer.stars + effect.get(singer.category, 0) + effect.get("undefined_sex", 0) * (singer.sex == "x")
        key = (gains_of(singer, preferred), points)
        found[key] = found.get(key, 0) + 1
    return (SingerGroup(kind, points, number) for (kind, points), number in found.items())


def stage(game: Game) -> str | None:
    """Name the weights for this state; None except at the beginning of a turn, before anybody has made an offer."""
    if game.phase != "offer" or any(offer is not None for offer in game.offers):
        return None
    return stage_name(len(game.players), game.turn)


def stage_name(players: int, turn: int) -> str:
    return f"{players} players, turn {turn}"


def features(game: Game, seat: Seat) -> tuple[float, ...]:
    """Compute the seat's figures; the line-up counts as not yet dealt."""
    return outlook_of(game).features(game.players[seat], seat)


def value(game: Game, seat: Seat) -> float:
    """Estimate the points of a seat at the end of the game; when a turn begins, or once the game is over."""
    if game.phase == "done":
        return points_of(game, seat).total
    return outlook_of(game).value(game.players[seat], seat)


def outlook_of(game: Game) -> Outlook:
    """Build the outlook when the turn of this state began."""
    lineup = [card for card in game.lineup.values() if isinstance(card, Singer)]
    return Outlook(len(game.players), game.turn, game.puccini, (*lineup, *game.deck), directors_to_come(game))


def directors_to_come(game: Game) -> tuple[Director, ...]:
    """List the directors not dismissed; none once turn 4 is over."""
    if game.turn > DIRECTOR_TURN:
        return ()
    return tuple(director for director in DIRECTORS if director not in game.dismissed)


def cast_points(player: Player) -> float:
    """Compute the points of the best casting without the casting itself, which takes longer."""
    stars = sum(singer.stars for singer in player.singers)
    points = stars + player.scenery + casting_points(kinds_of(player.singers, 1))
    return points + director_points(player, player.director) if player.director else points


@lru_cache(maxsize=1 << 12)
def kinds_of(singers: tuple[Singer, ...], preferred: int) -> Kinds:
    """Reduce singers to what matters for their casting."""
    return tuple(sorted(gains_of(singer, preferred) for singer in singers))


def preferred_points(director: Director | None) -> int:
    """Look up what a preferred part brings: a point, with the purist two."""
    return 1 + EFFECTS[director].get("preferred", 0) if director else 1


@lru_cache(maxsize=1 << 14)
def casting_points(kinds: Kinds) -> int:
    """Return what preferred parts bring and wrong sexes cost in the best casting; cached."""
    return highest_sum(kinds)


def director_points(player: Player, director: Director) -> float:
    """Compute what a director brings to this hand; the six categories count as far as they are in reach."""
    return cast_director_points(player.singers, director) + EFFECTS[director].get("scenery", 0) * player.scenery


@lru_cache(maxsize=1 << 14)
def cast_director_points(singers: tuple[Singer, ...], director: Director) -> float:
    effect = EFFECTS[director]
    undefined = effect.get("undefined_sex", 0)
    points: float = sum(effect.get(singer.category, 0) + undefined * (singer.sex == "x") for singer in singers)
    if "preferred" in effect:
        points += casting_points(kinds_of(singers, preferred_points(director)))
        points -= casting_points(kinds_of(singers, 1))
    if "six_categories" in effect:
        points += expected_six_categories(singers)
    return points


def expected_six_categories(singers: Sequence[Singer]) -> float:
    """Count all points once six categories are in the cast, none once they cannot be, a part of them in between."""
    missing = len(CATEGORIES) - len({singer.category for singer in singers})
    spare = len(PARTS) - len(singers) - missing
    return SIX_CATEGORIES * (1 + spare) / (1 + spare + missing) if spare >= 0 else 0


def expected_highest(ordered: Sequence[float], drawn: int) -> float:
    """Compute the mean of the highest of some figures drawn from these, which are given in ascending order."""
    drawn = min(drawn, len(ordered))
    ways = sum(comb(place, drawn - 1) * figure for place, figure in enumerate(ordered))
    return ways / comb(len(ordered), drawn)
