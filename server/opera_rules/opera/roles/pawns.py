"""What all characters share: a pawn that moves to another open city with a free place."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from opera_games.api import Refusal
from opera_games.opera.events import PawnMoved
from opera_games.opera.words import CITIES, Character, City
from opera_rules.api import Log, Seat
from opera_rules.opera.edition import Edition
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused, refusal, refuse

VisitT = TypeVar("VisitT")


class Reach(NamedTuple):
    """The cities where a pawn can go, and why it cannot go to the others."""

    targets: tuple[City, ...]
    refusals: dict[City, Refusal]


def reach(game: Game, character: Character) -> Reach:
    pawns = game.pawns
    return _reach(game.edition, game.countings, game.episode, character, pawns[character], tuple(pawns.values()))


@lru_cache(maxsize=1 << 10)
def _reach(
    edition: Edition,
    countings: tuple[int, ...],
    episode: int,
    character: Character,
    here: City | None,
    standing: tuple[City | None, ...],
) -> Reach:
    refusals: dict[City, Refusal] = {}
    for city in CITIES:
        if city not in edition.open_in[episode]:
            refusals[city] = refusal("city_closed", city=city, round=edition.opens_after(city, countings))
        elif city == here:
            refusals[city] = refusal("pawn_stands_there", role=character, city=city)
        elif standing.count(city) >= edition.pawn_places[city]:
            refusals[city] = refusal("no_pawn_place", city=city)
    return Reach(tuple([city for city in CITIES if city not in refusals]), refusals)


def targets(game: Game, character: Character) -> tuple[City, ...]:
    """Return the cities where the pawn can go."""
    return reach(game, character).targets


def check_hire(game: Game, character: Character) -> None:
    if not targets(game, character):
        raise Refused("no_city_for_pawn", role=character)


def check_move(game: Game, character: Character, city: City) -> None:
    refuse(reach(game, character).refusals.get(city))


def move(game: Game, seat: Seat, character: Character, city: City, log: Log) -> None:
    game.pawns = {**game.pawns, character: city}
    log.append(PawnMoved(seat, character, city))


def visits(
    game: Game, character: Character, row_of: Callable[[City], VisitT], row_type: Callable[..., VisitT]
) -> tuple[VisitT, ...]:
    """List every city, with the refusal where the pawn cannot go."""
    refusals = reach(game, character).refusals
    return tuple([row_type(city, refusal=refusals[city]) if city in refusals else row_of(city) for city in CITIES])
