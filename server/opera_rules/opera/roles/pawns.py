"""What all characters share: a pawn that moves to another open city with a free place."""

from collections.abc import Callable
from typing import TypeVar

from opera_games.opera.events import PawnMoved
from opera_games.opera.words import CITIES, Character, City
from opera_rules.api import Log, Seat
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused, refusal_of

VisitT = TypeVar("VisitT")


def targets(game: Game, character: Character) -> list[City]:
    """Return the cities where the pawn can go."""
    standing = list(game.pawns.values())
    here = game.pawns[character]
    places = game.edition.pawn_places
    return [city for city in game.open_cities() if city != here and standing.count(city) < places[city]]


def check_hire(game: Game, character: Character) -> None:
    if not targets(game, character):
        raise Refused("no_city_for_pawn", role=character)


def check_move(game: Game, character: Character, city: City) -> None:
    if city not in game.open_cities():
        raise Refused("city_closed", city=city, round=game.opens_after(city))
    if game.pawns[character] == city:
        raise Refused("pawn_stands_there", role=character, city=city)
    if city not in targets(game, character):
        raise Refused("no_pawn_place", city=city)


def move(game: Game, seat: Seat, character: Character, city: City, log: Log) -> None:
    game.pawns = {**game.pawns, character: city}
    log.append(PawnMoved(seat, character, city))


def visits(
    game: Game, character: Character, row_of: Callable[[City], VisitT], row_type: Callable[..., VisitT]
) -> tuple[VisitT, ...]:
    """List every city, with the refusal where the pawn cannot go."""
    allowed = targets(game, character)
    return tuple(
        [
            row_of(city) if city in allowed else row_type(city, refusal=refusal_of(check_move, game, character, city))
            for city in CITIES
        ]
    )
