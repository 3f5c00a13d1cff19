"""The Critico: goes to a city and may move a composer staged there up or down the ladder."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache

from opera_games.api import Refusal
from opera_games.opera.actions import Critico
from opera_games.opera.choices import CriticoBox, CriticoProspect, CriticoVisit, FameMove, Levels
from opera_games.opera.events import FameChanged
from opera_games.opera.words import COMPOSERS, TOP_FAME, City, Composer
from opera_rules.api import Log, Seat
from opera_rules.opera.roles import pawns
from opera_rules.opera.state import Game
from opera_rules.opera.views.figures import Ladder, changes, counting_by_ladder
from opera_rules.refusals import Refused, refusal_of

ASKS = None
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
    staged: list[Composer | str | None] = []
    for player in game.players:
        house = player.houses.get(city)
        if house is not None:
            staged += house.halls
    return tuple(composer for composer in COMPOSERS if composer in staged)


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
def reviewed(ladder: tuple[Composer, ...], composer: Composer | None, steps: int) -> tuple[Composer, ...]:
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


def box(game: Game, seat: Seat, levels: Levels) -> CriticoBox:
    """List cities with the composers staged there; what moving a composer does is the same in every city."""

    def row(city: City) -> CriticoVisit:
        return CriticoVisit(city, composers_in(game, city))

    rows = pawns.visits(game, "critico", row, CriticoVisit)
    reachable = {composer for row in rows for composer in row.composers or ()}
    counting = counting_by_ladder(game, range(len(game.players)))
    now = counting(game.ladder)
    return CriticoBox(levels, rows, {c: _fame_moves(game, c, now, counting) for c in COMPOSERS if c in reachable})


@cache
def _refusal_of_steps(composer: Composer, fame: int, steps: int) -> Refusal | None:
    return refusal_of(check_steps, composer, fame, steps)


def _fame_moves(
    game: Game, composer: Composer, now: list[int], counting: Callable[[Ladder], list[int]]
) -> dict[str, FameMove]:
    """Return for each number of steps the ladder and everybody's counting."""
    moves: dict[str, FameMove] = {}
    for steps in STEPS:
        refusal = _refusal_of_steps(composer, game.fame(composer), steps)
        if refusal:
            moves[str(steps)] = FameMove(refusal=refusal)
            continue
        ladder = reviewed(game.ladder, composer, steps)
        moves[str(steps)] = FameMove(ladder, changes(now, counting(ladder)))
    return moves


def prospect(game: Game, seat: Seat) -> CriticoProspect:
    """Find the review that helps the seat's counting most."""
    counting = counting_by_ladder(game, [seat])
    [now] = counting(game.ladder)
    cities = pawns.targets(game, "critico")
    best, most = reviews(cities[0], None, 0)[0], now
    for review in _different_reviews(game, cities):
        [then] = counting(reviewed(game.ladder, review.composer, review.steps))
        if then > most:
            best, most = review, then
    return CriticoProspect(best.city, best.composer, best.steps, (now, most))


def _different_reviews(game: Game, cities: Iterable[City]) -> Iterator[Critico]:
    """Yield the reviews of each composer staged in these cities, for the first of them: what they do is the same."""
    city_of: dict[Composer, City] = {}
    for city in cities:
        for composer in composers_in(game, city):
            city_of.setdefault(composer, city)
    for composer, city in city_of.items():
        yield from reviews(city, composer, game.fame(composer))
