"""The actions worth comparing: everything a seat may do, but of the Impresario's layouts only the best ones."""

from collections.abc import Callable, Iterator

from opera_bots.opera.item_values import item_values
from opera_games.opera.actions import Hire, Impresario, Join, Play
from opera_games.opera.words import FEES, MOST_THINGS, Composer, Kind, Role
from opera_rules.api import Action, Seat
from opera_rules.opera.search import (
    APPRAISALS,
    CLOSE,
    INTERMEZZO,
    Game,
    joining_cost,
    possible_bids,
    possible_buildings,
    possible_plays,
    possible_purchases,
    possible_reviews,
    solve_layout,
)

Plays = Callable[[Game, Seat, int], Iterator[Play]]


def candidate_actions(game: Game, seat: Seat) -> list[Action]:
    """List what the seat could do now; doing nothing comes first."""
    return CANDIDATES[game.waiting[seat]](game, seat)


def _bids(game: Game, seat: Seat) -> list[Action]:
    return list(possible_bids(game, seat))


def _acts(game: Game, seat: Seat) -> list[Action]:
    level = game.level(seat)
    roles = [role for role in game.roles if FEES[role] <= level]
    return [CLOSE, *(Hire(play) for role in roles for play in _plays(game, seat, role, MOST_THINGS))]


def _joins(game: Game, seat: Seat) -> list[Action]:
    assert game.playing is not None
    level = game.level(seat)
    most = max(things for things in range(1, MOST_THINGS + 1) if joining_cost(game, things) <= level)
    return [INTERMEZZO, *(Join(play) for play in _plays(game, seat, game.playing, most))]


def _appraisals(game: Game, seat: Seat) -> list[Action]:
    return list(reversed(APPRAISALS))


def _plays(game: Game, seat: Seat, role: Role, most: int) -> Iterator[Play]:
    """List the plays of a role that are worth comparing."""
    fewer = FEWER_PLAYS.get(role)
    return fewer(game, seat, most) if fewer else possible_plays(game, seat, role)


def _impresario(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    """List every purchase with its best layout; rearranging alone only if it changes something."""
    income, counting = item_values(game, seat).layout_weights
    now = {city: house.halls for city, house in game.players[seat].houses.items()}
    for purchase in possible_purchases(game, seat, most):
        layout = solve_layout(game, seat, purchase.buy, income, counting)
        if purchase.buy or layout != now:
            yield Impresario(purchase.buy, layout)


def _architetto(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    return (play for play in possible_buildings(game, seat, most) if play.build)


def _critico(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    """List every move of a composer once: the city where the Critico ends up hardly matters."""
    moves: set[tuple[Composer, int]] = set()
    for play in possible_reviews(game, seat):
        if play.composer is not None and (play.composer, play.steps) not in moves:
            moves.add((play.composer, play.steps))
            yield play


FEWER_PLAYS: dict[Role, Plays] = {"impresario": _impresario, "architetto": _architetto, "critico": _critico}
"""The roles of which not every play is worth comparing."""
CANDIDATES: dict[Kind, Callable[[Game, Seat], list[Action]]] = {
    "bid": _bids,
    "act": _acts,
    "join": _joins,
    "appraise": _appraisals,
}
