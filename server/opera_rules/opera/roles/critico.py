"""The Critico: goes to a city and may move a composer staged there up or down the ladder."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from opera_games.api import Refusal
from opera_games.opera.actions import Critico
from opera_games.opera.choices import CriticoBox, CriticoProspect, CriticoVisit, FameMove, Levels
from opera_games.opera.events import FameChanged
from opera_games.opera.ladder import risen
from opera_games.opera.words import CITIES, COMPOSERS, TOP_FAME, City, Composer, Piece
from opera_rules.api import Log, Seat
from opera_rules.opera.phases.round_end import staged_in
from opera_rules.opera.phases.scoring import Houses, everybodys_houses, figures_of
from opera_rules.opera.roles import pawns
from opera_rules.opera.state import Game
from opera_rules.opera.views.figures import changes
from opera_rules.refusals import Refused, refusal_of

ASKS = None
Ladder = tuple[Composer, ...]
STEPS = (-2, -1, 1, 2)


def check_hire(game: Game, seat: Seat) -> None:
    pawns.check_hire(game, "critico")


def check(game: Game, seat: Seat, play: Critico) -> None:
    pawns.check_move(game, "critico", play.city)
    if play.composer is None:
        if play.steps:
            raise Refused("steps_without_composer")
        return
    if play.composer not in composers_in(game, play.city):
        raise Refused("not_staged_there", composer=play.composer, city=play.city)
    check_steps(play.composer, game.fame(play.composer), play.steps)


def check_steps(composer: Composer, fame: int, steps: int) -> None:
    """Refuse steps that lead a composer of this fame beyond the ladder, or are none."""
    if steps not in STEPS:
        raise Refused("steps_out_of_range", most=STEPS[-1])
    if not 1 <= fame + steps <= TOP_FAME:
        raise Refused("beyond_ladder", composer=composer, fame=fame)


def composers_in(game: Game, city: City) -> tuple[Composer, ...]:
    """Return composers with a piece on any player's stage in this city."""
    stages = [player.houses[city].halls for player in game.players if city in player.houses]
    return _composers_among({piece for halls in stages for piece in halls})


def _composers_among(pieces: set[Piece | None]) -> tuple[Composer, ...]:
    return tuple([composer for composer in COMPOSERS if composer in pieces])


def plays(game: Game, seat: Seat) -> Iterator[Critico]:
    for city in pawns.targets(game, "critico"):
        yield from reviews(city, None, 0)
        for composer in composers_in(game, city):
            yield from reviews(city, composer, game.fame(composer))


@cache
def reviews(city: City, composer: Composer | None, fame: int) -> tuple[Critico, ...]:
    """Return all steps that stay on the ladder; without a composer, just the visit."""
    if composer is None:
        return (Critico(city, None, 0),)
    return tuple(Critico(city, composer, steps) for steps in STEPS if 1 <= fame + steps <= TOP_FAME)


@lru_cache(maxsize=1 << 12)
def reviewed(ladder: Ladder, composer: Composer | None, steps: int) -> Ladder:
    """Return the ladder with this composer moved, if there is one; those passed move one level the other way."""
    if composer is None:
        return ladder
    places = list(ladder)
    at = places.index(composer)
    places.insert(at + steps, places.pop(at))
    return tuple(places)


def carry_out(game: Game, seat: Seat, play: Critico, log: Log) -> None:
    pawns.move(game, seat, "critico", play.city, log)
    if play.composer is not None:
        game.ladder = reviewed(game.ladder, play.composer, play.steps)
        log.append(FameChanged(seat, play.composer, play.steps, game.ladder))


class Outlook(NamedTuple):
    """What the Critico could do, for everybody."""

    composers: dict[City, tuple[Composer, ...]]
    """Those with a piece on a stage in each city."""
    counting: list[int]
    """What the coming counting brings each seat without him."""
    moves: dict[Composer, dict[str, FameMove]]
    """What each number of steps of a staged composer does; it is the same in every city."""


def outlook(game: Game) -> Outlook:
    """Find out what he could do; his row and his box ask for it, and all seats when they bid."""
    honoured = game.century[game.episode - 1]
    is_counting_round = game.round in game.countings
    return _outlook(everybodys_houses(game), game.ladder, honoured, game.episode, is_counting_round)


@lru_cache(maxsize=1 << 6)
def _outlook(
    houses: tuple[Houses, ...], ladder: Ladder, honoured: Composer, bonus: int, is_counting_round: bool
) -> Outlook:
    """In a counting round the most staged composers rise before it is counted, which is included."""
    staged = staged_in(houses)
    movers = staged.most if is_counting_round else ()
    figures = [figures_of(own) for own in houses]
    now = [own.counting(risen(ladder, movers), honoured, bonus).total for own in figures]
    counting = changes(now, now)
    great_halls: dict[Piece | None, list[str]] = {}
    for seat, own in zip(counting, figures, strict=True):
        for piece in own.great:
            great_halls.setdefault(piece, []).append(seat)

    def fame_move(composer: Composer, steps: int) -> FameMove:
        """Add to everybody's counting what great halls gain or lose; nothing else depends on fame."""
        refusal = _refusal_of_steps(composer, ladder.index(composer) + 1, steps)
        if refusal:
            return FameMove(refusal=refusal)
        after = reviewed(ladder, composer, steps)
        then = counting.copy()
        for moved, rise in _rises(risen(ladder, movers), risen(after, movers)):
            for seat in great_halls.get(moved, ()):
                then[seat] = then[seat][0], then[seat][1] + rise
        return FameMove(after, then)

    moves = {
        composer: {str(steps): fame_move(composer, steps) for steps in STEPS}
        for composer, pieces in staged.counts.items()
        if pieces
    }
    return Outlook(_composers_by_city(houses), now, moves)


@cache
def _refusal_of_steps(composer: Composer, fame: int, steps: int) -> Refusal | None:
    return refusal_of(check_steps, composer, fame, steps)


def _rises(now: Ladder, then: Ladder) -> list[tuple[Composer, int]]:
    """Return how far each composer who moves between two ladders rises or, below 0, falls."""
    return [(moved, then.index(moved) - place) for place, moved in enumerate(now) if then[place] != moved]


def _composers_by_city(houses: tuple[Houses, ...]) -> dict[City, tuple[Composer, ...]]:
    pieces: dict[City, set[Piece | None]] = {city: set() for city in CITIES}
    for own in houses:
        for city, house in own:
            pieces[city].update(house.halls)
    return {city: _composers_among(staged) for city, staged in pieces.items()}


def box(game: Game, seat: Seat, levels: Levels) -> CriticoBox:
    """List cities with the composers staged there, and what moving a composer does."""
    found = outlook(game)

    def row(city: City) -> CriticoVisit:
        return CriticoVisit(city, found.composers[city])

    rows = pawns.visits(game, "critico", row, CriticoVisit)
    reachable = {composer for row in rows for composer in row.composers or ()}
    return CriticoBox(
        levels, rows, {composer: found.moves[composer] for composer in COMPOSERS if composer in reachable}
    )


def prospect(game: Game, seat: Seat) -> CriticoProspect:
    """Find the review that helps the seat's counting most."""
    found, cities, me = outlook(game), pawns.targets(game, "critico"), str(seat)
    now = most = found.counting[seat]
    best: tuple[City, Composer | None, int] = cities[0], None, 0
    for composer, city in _first_cities(found, cities).items():
        for steps, move in zip(STEPS, found.moves[composer].values(), strict=True):
            if move.counting and move.counting[me][1] > most:
                best, most = (city, composer, steps), move.counting[me][1]
    return CriticoProspect(*best, (now, most))


def _first_cities(found: Outlook, cities: Iterable[City]) -> dict[Composer, City]:
    """Return the first of these cities where each composer is staged."""
    first: dict[Composer, City] = {}
    for city in cities:
        for composer in found.composers[city]:
            first.setdefault(composer, city)
    return first
