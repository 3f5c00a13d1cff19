"""What a hand of Turandot will be worth at the end of the game, estimated when a turn begins.

The weights were fitted to the final points of games that bots played with each other (`opera-server tune`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from opera_bots.weights import fitted
from opera_rules.api import Seat
from opera_rules.turandot.cards import EFFECTS, Singer
from opera_rules.turandot.casting import Gains, gains_of, highest_sum
from opera_rules.turandot.scoring import PUCCINI_POINTS, points_of
from opera_rules.turandot.state import Game, Player
from opera_rules.turandot.words import CATEGORIES, DIRECTOR_TURN, DIRECTORS, PARTS, SEATS, TURNS, Director

FEATURES: tuple[str, ...] = ("cast", "money_1", "money_2", "money_3", "next_gain", "director_top", "puccini", "place")
"""`cast` is the cast as of now, `money_2` whether there is a second money card; `next_gain` what a singer to come adds
in the mean, `director_top` what the best director to be dealt brings on average. Fewer figures are weighed more surely:
what brings points for certain is not told apart, since in games of equals its weight would be a matter of chance."""
SIX_CATEGORIES = EFFECTS["eclectic"]["six_categories"]
Kinds = tuple[Gains, ...]


class Weights(NamedTuple):
    """What the features of one stage are multiplied by."""

    weights: tuple[float, ...]
    intercept: float


class Sort(NamedTuple):
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
        self._weights = None if turn > TURNS else all_weights()[stage_name(players, turn)]
        self._sorts: dict[Director | None, list[Sort]] = {}

    def without(self, director: Director) -> "Outlook":
        """The same, once a director is dismissed."""
        left = [other for other in self.directors if other != director]
        return Outlook(self.players, self.turn, self.puccini, self.unseen, left)

    def value(self, player: Player, seat: Seat) -> float:
        """The points that this hand may expect at the end of the game."""
        if self._weights is None:
            return cast_points(player) + self._puccini_points(seat)
        points = self._weights.intercept
        for weight, feature in zip(self._weights.weights, self.features(player, seat), strict=True):
            points += weight * feature
        return points

    def _puccini_points(self, seat: Seat) -> int:
        """With two players whoever held Puccini last loses a point."""
        return PUCCINI_POINTS if self.players == SEATS[0] and seat == self.puccini else 0

    def features(self, player: Player, seat: Seat) -> tuple[float, ...]:
        """The figures of a hand, in the order of `FEATURES`."""
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
        """What a singer to come adds to this cast, in the mean."""
        if not self.unseen:
            return 0
        kinds = kinds_of(player.singers, worth_of_preferred(player.director))
        before = fit(kinds)
        total = 0
        for kind, points, singers in self._sorted(player.director):
            total += (fit((*kinds, kind)) - before + points) * singers
        return total / len(self.unseen)

    def _sorted(self, director: Director | None) -> list[Sort]:
        if director not in self._sorts:
            self._sorts[director] = list(sorts_of(self.unseen, director))
        return self._sorts[director]


def sorts_of(singers: Iterable[Singer], director: Director | None) -> Iterator[Sort]:
    effect = EFFECTS[director] if director else {}
    worth = worth_of_preferred(director)
    found: dict[tuple[Gains, int], int] = {}
    for singer in singers:
        points = singer.stars + effect.get(singer.category, 0) + effect.get("undefined_sex", 0) * (singer.sex == "x")
        key = (gains_of(singer, worth), points)
        found[key] = found.get(key, 0) + 1
    return (Sort(kind, points, number) for (kind, points), number in found.items())


def stage(game: Game) -> str | None:
    """The beginning of a turn, before anybody has made an offer."""
    if game.phase != "offer" or any(offer is not None for offer in game.offers):
        return None
    return stage_name(len(game.players), game.turn)


def stage_name(players: int, turn: int) -> str:
    return f"{players} players, turn {turn}"


def features(game: Game, seat: Seat) -> tuple[float, ...]:
    """The figures that tell what a seat's hand will be worth; the line-up counts as not yet dealt."""
    return outlook_of(game).features(game.players[seat], seat)


def value(game: Game, seat: Seat) -> float:
    """The points that this seat may expect at the end of the game."""
    if game.phase == "done":
        return points_of(game, seat).total
    return outlook_of(game).value(game.players[seat], seat)


def outlook_of(game: Game) -> Outlook:
    """The outlook when the turn of this state began."""
    lineup = [card for card in game.lineup.values() if isinstance(card, Singer)]
    return Outlook(len(game.players), game.turn, game.puccini, (*lineup, *game.deck), directors_to_come(game))


def directors_to_come(game: Game) -> tuple[Director, ...]:
    """Those not dismissed; none once turn 4 is over."""
    if game.turn > DIRECTOR_TURN:
        return ()
    return tuple(director for director in DIRECTORS if director not in game.dismissed)


def cast_points(player: Player) -> float:
    """The points of the best casting, without looking for the casting itself."""
    stars = sum(singer.stars for singer in player.singers)
    points = stars + player.scenery + fit(kinds_of(player.singers, 1))
    return points + director_points(player, player.director) if player.director else points


@lru_cache(maxsize=1 << 12)
def kinds_of(singers: tuple[Singer, ...], worth: int) -> Kinds:
    """All about these singers that matters for who sings what."""
    return tuple(sorted(gains_of(singer, worth) for singer in singers))


def worth_of_preferred(director: Director | None) -> int:
    """A preferred part brings a point, with the purist two."""
    return 1 + EFFECTS[director].get("preferred", 0) if director else 1


@lru_cache(maxsize=1 << 14)
def fit(kinds: Kinds) -> int:
    """What preferred parts bring and wrong sexes cost in the best casting."""
    return highest_sum(kinds)


def director_points(player: Player, director: Director) -> float:
    """What a director brings to this hand; the six categories count as far as they are in reach."""
    return cast_director_points(player.singers, director) + EFFECTS[director].get("scenery", 0) * player.scenery


@lru_cache(maxsize=1 << 14)
def cast_director_points(singers: tuple[Singer, ...], director: Director) -> float:
    effect = EFFECTS[director]
    undefined = effect.get("undefined_sex", 0)
    points: float = sum(effect.get(singer.category, 0) + undefined * (singer.sex == "x") for singer in singers)
    if "preferred" in effect:
        points += fit(kinds_of(singers, worth_of_preferred(director))) - fit(kinds_of(singers, 1))
    if "six_categories" in effect:
        points += hope_of_six(singers)
    return points


def hope_of_six(singers: Sequence[Singer]) -> float:
    """All points once six categories are in the cast, none once they cannot be, a part of them in between."""
    missing = len(CATEGORIES) - len({singer.category for singer in singers})
    spare = len(PARTS) - len(singers) - missing
    return SIX_CATEGORIES * (1 + spare) / (1 + spare + missing) if spare >= 0 else 0


def expected_highest(ordered: Sequence[float], drawn: int) -> float:
    """The mean of the highest of some that are drawn from these, which are given in ascending order."""
    drawn = min(drawn, len(ordered))
    ways = sum(comb(place, drawn - 1) * figure for place, figure in enumerate(ordered))
    return ways / comb(len(ordered), drawn)


@cache
def all_weights() -> dict[str, Weights]:
    """The fitted weights by stage."""
    return {
        name: Weights(tuple(row["weights"]), row["intercept"]) for name, row in fitted("turandot")["stages"].items()
    }
