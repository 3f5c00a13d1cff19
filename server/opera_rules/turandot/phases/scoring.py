"""Cast the singers in the six parts, count the points of a cast, and find the result at the end of the game.

All singers are cast, so a constant added to one singer's gains does not change the best casting, and singers with the
same gains are interchangeable. There are few different gains, so the best sum of each group is cached.
"""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from opera_games.turandot.documents import Points, Singer
from opera_games.turandot.events import FinalHand, GameEnded
from opera_games.turandot.words import CATEGORIES, EFFECTS, PARTS, SEX_OF_PART, SILENT, Director, Part, Silent
from opera_rules.api import Map, Seat, to_map
from opera_rules.turandot.state import Game, Hand, Player

Casting = tuple[Singer | None, ...]
"""The singers of the six parts, from Turandot to Pang."""
Gains = bytes
"""What a singer brings in each of the six parts beyond the stars, plus 1; as bytes, which cache their hash."""
Places = tuple[int | None, ...]
"""For each part the singer's place in the order of taking, from 0; None if it stays empty."""
PUCCINI_POINTS = -1


class Cast(msgspec.Struct, frozen=True):
    """A casting and its points."""

    casting: Casting
    points: Points

    @property
    def preferred(self) -> tuple[Part, ...]:
        """Return the parts sung by singers who prefer them."""
        return tuple(part for part, singer in self._sung() if is_preferred(singer, part))

    @property
    def wrong_sex(self) -> tuple[Part, ...]:
        """Return the parts sung by singers of the wrong sex."""
        return tuple(part for part, singer in self._sung() if is_wrong_sex(singer, part))

    def part_of(self, singer: Singer) -> Part:
        return PARTS[self.casting.index(singer)]

    def _sung(self) -> Iterable[tuple[Part, Singer]]:
        return ((part, singer) for part, singer in zip(PARTS, self.casting, strict=True) if singer is not None)


def cast_of(player: Player) -> Cast:
    """Return a player's best cast as of now, without Puccini's point."""
    return best_cast(player.singers, player.director, player.scenery)


def silent_cast(hand: Hand) -> Cast:
    """Cast the silent hand in its order: the first singer Turandot, the second Calaf, and so on."""
    empty = (None,) * (len(PARTS) - len(hand.singers))
    return _count((*hand.singers, *empty), hand.director, 0)


@lru_cache(maxsize=1 << 14)
def best_cast(singers: tuple[Singer, ...], director: Director | None, scenery: int) -> Cast:
    """Cast the singers in the parts that bring most.

    Stars and most directors count wherever a singer is cast; only preferred parts, the purist who doubles
    them, and the wrong sex decide the casting.
    """
    worth = 1 + EFFECTS[director].get("preferred", 0) if director else 1
    places = best_places(tuple(gains_of(singer, worth) for singer in singers))
    return _count(tuple(None if place is None else singers[place] for place in places), director, scenery)


def _count(casting: Casting, director: Director | None, scenery: int) -> Cast:
    sung = [(part, singer) for part, singer in zip(PARTS, casting, strict=True) if singer]
    singers = [singer for _, singer in sung]
    stars = sum(singer.stars for singer in singers)
    preferred = sum(is_preferred(singer, part) for part, singer in sung)
    sex = -sum(is_wrong_sex(singer, part) for part, singer in sung)
    brought = director_points(director, singers, scenery, preferred) if director else 0
    total = stars + scenery + preferred + sex + brought
    return Cast(casting, Points(stars, scenery, preferred, sex, brought, 0, total))


def director_points(director: Director, singers: list[Singer], scenery: int, preferred: int) -> int:
    """Return what a director brings to a cast."""
    effect = EFFECTS[director]
    points = sum(effect.get(singer.category, 0) for singer in singers)
    points += effect.get("undefined_sex", 0) * sum(singer.sex == "x" for singer in singers)
    points += effect.get("preferred", 0) * preferred + effect.get("scenery", 0) * scenery
    if len({singer.category for singer in singers}) == len(CATEGORIES):
        points += effect.get("six_categories", 0)
    return points


def points_of(game: Game, seat: Seat) -> Points:
    """Return a player's points as of now; after the last turn with Puccini's."""
    points = cast_of(game.players[seat]).points
    if game.phase == "done" and loses_by_puccini(game, seat):
        return msgspec.structs.replace(points, puccini=PUCCINI_POINTS, total=points.total + PUCCINI_POINTS)
    return points


def scores(game: Game) -> tuple[int, ...]:
    """Return everybody's points as of now; the cards that they come from lie open."""
    return tuple([points_of(game, seat).total for seat in range(len(game.players))])


def loses_by_puccini(game: Game, seat: Seat) -> bool:
    """Say whether the seat loses a point: with two players, by holding Puccini in turn 7."""
    return game.silent is not None and seat == game.puccini


def outcome(game: Game) -> Map | None:
    """Return how the game ended, as in the transcript's last line; None while it goes on."""
    if game.phase != "done":
        return None
    ended = result(game)
    return {
        "ranking": [list(row) for row in ended.ranking],
        "winners": list(ended.winners),
        "hands": [{**to_map(hand), "casting": list(hand.casting)} for hand in ended.hands],
    }


def result(game: Game) -> GameEnded:
    """Return the result of a game that is done."""
    hands = {seat: points_of(game, seat) for seat in range(len(game.players))}
    order = sorted(hands, key=lambda seat: (-hands[seat].total, -hands[seat].stars, seat))
    finals = [_final(seat, cast_of(game.players[seat]), points) for seat, points in hands.items()]
    if game.silent is not None:
        silent = silent_cast(game.silent)
        finals.append(_final(SILENT, silent, silent.points))
    return GameEnded(
        ranking=tuple((seat, hands[seat].total) for seat in order),
        winners=_winners(game, hands),
        hands=tuple(finals),
    )


def _winners(game: Game, hands: dict[Seat, Points]) -> tuple[Seat, ...]:
    """Find the winners by points, then stars, then together; nobody if the silent hand beats both in points."""
    best = max((points.total, points.stars) for points in hands.values())
    if game.silent is not None and silent_cast(game.silent).points.total > best[0]:
        return ()
    return tuple(seat for seat, points in hands.items() if (points.total, points.stars) == best)


def _final(seat: Seat | Silent, cast: Cast, points: Points) -> FinalHand:
    casting = tuple(singer.id if singer else None for singer in cast.casting)
    return FinalHand(seat, casting, *msgspec.structs.astuple(points))


def is_preferred(singer: Singer, part: Part) -> bool:
    return singer.prefers == part


def is_wrong_sex(singer: Singer, part: Part) -> bool:
    """Say whether a man sings a woman's part or the reverse; undefined sex fits everywhere."""
    return singer.sex not in ("x", SEX_OF_PART[part])


@lru_cache(maxsize=512)
def gains_of(singer: Singer, worth: int) -> Gains:
    """Return a singer's gains: `worth` points in the preferred part, -1 in a part of the wrong sex."""
    return bytes(1 + worth * is_preferred(singer, part) - is_wrong_sex(singer, part) for part in PARTS)


@lru_cache(maxsize=1 << 14)
def best_places(gains: tuple[Gains, ...]) -> Places:
    """Find the casting with the highest sum of gains; among equals the lexicographically smallest list of places.

    An empty part counts as the place after the last: a part goes to the earliest singer with whom the highest sum
    can still be reached, and stays empty only if there is none.
    """
    left = sorted(gains)
    uncast = list(enumerate(gains))
    places: list[int | None] = []
    for part in range(len(PARTS)):
        chosen = _earliest_best(part, uncast, tuple(left))
        places.append(None if chosen is None else chosen[0])
        if chosen is not None:
            uncast.remove(chosen)
            left.remove(chosen[1])
    return tuple(places)


def highest_sum(gains: tuple[Gains, ...]) -> int:
    """Return what the best casting of singers with these gains brings beyond their stars."""
    return _best_sum(0, tuple(sorted(gains))) - len(gains)


def _earliest_best(part: int, uncast: list[tuple[int, Gains]], left: tuple[Gains, ...]) -> tuple[int, Gains] | None:
    highest = _best_sum(part, left)
    for place, singer in uncast:
        if singer[part] + _best_sum(part + 1, _without(left, singer)) == highest:
            return place, singer
    return None


@lru_cache(maxsize=1 << 14)
def _best_sum(part: int, singers: tuple[Gains, ...]) -> int:
    """Return the highest sum if just these singers, given in sorted order, are cast from this part on."""
    if not singers:
        return 0
    sums = [singer[part] + _best_sum(part + 1, _without(singers, singer)) for singer in dict.fromkeys(singers)]
    if len(singers) < len(PARTS) - part:
        sums.append(_best_sum(part + 1, singers))
    return max(sums)


def _without(singers: tuple[Gains, ...], singer: Gains) -> tuple[Gains, ...]:
    place = singers.index(singer)
    return singers[:place] + singers[place + 1 :]
