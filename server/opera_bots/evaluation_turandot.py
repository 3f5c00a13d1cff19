"""What a hand of Turandot will be worth at the end of the game, estimated when a turn begins.

The weights were fitted to the final points of games that bots played with each other (`opera-server tune`).
"""

from collections.abc import Iterable, Sequence
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

FEATURES: tuple[str, ...] = (
    "stars",
    "fit",
    "director",
    "scenery",
    "money_1",
    "money_2",
    "money_3",
    "next_gain",
    "next_best_gain",
    "women_missing",
    "preferred_open",
    "director_top",
    "director_mean",
    "decorator_scenery",
    "puccini",
    "place",
)
SIX_CATEGORIES = EFFECTS["eclectic"]["six_categories"]
WOMEN = 2


class Weights(NamedTuple):
    """What the features of one stage are multiplied by."""

    weights: tuple[float, ...]
    intercept: float


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
        self.is_over = turn > TURNS
        self.weights = None if self.is_over else all_weights()[stage_name(players, turn)]

    def value(self, player: Player, seat: Seat) -> float:
        """The points that this hand may expect at the end of the game."""
        if self.weights is None:
            return cast_points(player) + self._puccini_points(seat)
        points = self.weights.intercept
        for weight, feature in zip(self.weights.weights, self.features(player, seat), strict=True):
            points += weight * feature
        return points

    def features(self, player: Player, seat: Seat) -> tuple[float, ...]:
        """The figures of a hand, in the order of `FEATURES`."""
        gains = self._gains(player)
        best = sorted(gains)[-max(1, len(gains) // 3) :]
        brings = self._brings(player)
        place = (seat - self.puccini) % self.players
        return (
            sum(singer.stars for singer in player.singers),
            fit(kinds_of(player.singers, None)),
            director_points(player, player.director) if player.director else 0,
            player.scenery,
            player.money >= 1,
            player.money >= 2,
            player.money >= 3,
            sum(gains) / max(1, len(gains)),
            sum(best) / len(best) if best else 0,
            max(0, WOMEN - sum(singer.sex != "m" for singer in player.singers)),
            self._preferred_open(player),
            expected_highest(brings, self.players + 1) if brings else 0,
            sum(brings) / len(brings) if brings else 0,
            player.scenery if "decorator" in self.directors else 0,
            place == 0,
            place,
        )

    def _puccini_points(self, seat: Seat) -> int:
        """With two players whoever held Puccini last loses a point."""
        return PUCCINI_POINTS if self.players == SEATS[0] and seat == self.puccini else 0

    def _gains(self, player: Player) -> list[float]:
        """What each singer to come would add to this cast."""
        worth = worth_of_preferred(player.director)
        kinds = kinds_of(player.singers, player.director)
        before = fit(kinds)
        fits = {kind: fit(tuple(sorted((*kinds, kind)))) - before for kind in self._kinds_to_come(worth)}
        effect = EFFECTS[player.director] if player.director else {}
        undefined = effect.get("undefined_sex", 0)
        categories = {category: effect.get(category, 0) for category in CATEGORIES}
        return [
            singer.stars + fits[gains_of(singer, worth)] + categories[singer.category] + undefined * (singer.sex == "x")
            for singer in self.unseen
        ]

    def _kinds_to_come(self, worth: int) -> Iterable[Gains]:
        return dict.fromkeys(gains_of(singer, worth) for singer in self.unseen)

    def _preferred_open(self, player: Player) -> float:
        """How many of the singers to come prefer a part for which this hand has nobody who does."""
        covered = [singer.prefers for singer in player.singers]
        open_to = sum(singer.prefers is not None and singer.prefers not in covered for singer in self.unseen)
        return open_to / max(1, len(self.unseen))

    def _brings(self, player: Player) -> list[float]:
        """What each director who may be dealt would bring to this hand, the lowest first."""
        return sorted(director_points(player, director) for director in self.directors)


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


def cast_points(player: Player) -> int:
    """The points of the best casting, without looking for the casting itself."""
    stars = sum(singer.stars for singer in player.singers)
    points = stars + player.scenery + fit(kinds_of(player.singers, None))
    return points + int(director_points(player, player.director)) if player.director else points


def kinds_of(singers: Sequence[Singer], director: Director | None) -> tuple[Gains, ...]:
    worth = worth_of_preferred(director)
    return tuple(sorted(gains_of(singer, worth) for singer in singers))


def worth_of_preferred(director: Director | None) -> int:
    """A preferred part brings a point, with the purist two."""
    return 1 + EFFECTS[director].get("preferred", 0) if director else 1


@lru_cache(maxsize=1 << 14)
def fit(kinds: tuple[Gains, ...]) -> int:
    """What preferred parts bring and wrong sexes cost in the best casting."""
    return highest_sum(kinds)


def director_points(player: Player, director: Director) -> float:
    """What a director brings to this hand; the six categories count as far as they are in reach."""
    effect = EFFECTS[director]
    points: float = effect.get("scenery", 0) * player.scenery
    if "preferred" in effect:
        points += fit(kinds_of(player.singers, director)) - fit(kinds_of(player.singers, None))
    undefined = effect.get("undefined_sex", 0)
    for singer in player.singers:
        points += effect.get(singer.category, 0) + undefined * (singer.sex == "x")
    if "six_categories" in effect:
        points += hope_of_six(player.singers)
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
