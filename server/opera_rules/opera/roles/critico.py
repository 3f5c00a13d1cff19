"""The Critico: goes to a city and may move a composer staged there up or down the ladder."""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache

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
    check_steps(game, play.composer, play.steps)


def check_steps(game: Game, composer: Composer, steps: int) -> None:
    if steps not in STEPS:
        raise Refused("steps_out_of_range", most=STEPS[-1])
    fame = game.fame(composer)
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


def _fame_moves(
    game: Game, composer: Composer, now: list[int], counting: Callable[[Ladder], list[int]]
) -> dict[str, FameMove]:
    """Return for each number of steps the ladder and everybody's counting."""
    moves: dict[str, FameMove] = {}
    for steps in STEPS:
        refusal = refusal_of(check_steps, game, composer, steps)
        if refusal:
            moves[str(steps)] = FameMove(refusal=refusal)
            continue
        ladder = reviewed(game.ladder, composer, steps)
        moves[str(steps)] = FameMove(ladder, changes(now, counting(ladder)))
    return moves


def prospect(game: Game, seat: Seat) -> CriticoProspect:
    """Find the review that helps the seat's counting most."""
    counting = counting_by_ladder(game, [seat])

    @cache
    def after(composer: Composer | None, steps: int) -> int:
        return counting(reviewed(game.ladder, composer, steps))[0]

    best = max(plays(game, seat), key=lambda review: after(review.composer, review.steps))
    now, then = counting(game.ladder)[0], after(best.composer, best.steps)
    return CriticoProspect(best.city, best.composer, best.steps, (now, then))
