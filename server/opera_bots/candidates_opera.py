"""The actions worth a thought: everything a seat may do, but the Impresario's layouts only as `arrange` finds them."""

from collections.abc import Callable, Iterator

from opera_bots.prices_opera import prices
from opera_rules.api import Action, Seat
from opera_rules.opera.acting import joining_cost
from opera_rules.opera.actions import Hire, Impresario, Join, Play
from opera_rules.opera.arrange import solve
from opera_rules.opera.budget import possible_bids
from opera_rules.opera.offers import CLOSE, INTERMEZZO
from opera_rules.opera.roles import architetto, critico, esperto, impresario, maestro, signora
from opera_rules.opera.roles.esperto import ANSWERS
from opera_rules.opera.state import Game
from opera_rules.opera.words import FEES, MOST_THINGS, Composer, Kind, Role

Plays = Callable[[Game, Seat, int], Iterator[Play]]


def candidates(game: Game, seat: Seat) -> list[Action]:
    """What the seat could do now; doing nothing comes first."""
    return CANDIDATES[game.waiting[seat]](game, seat)


def _bids(game: Game, seat: Seat) -> list[Action]:
    return list(possible_bids(game, seat))


def _acts(game: Game, seat: Seat) -> list[Action]:
    level = game.level(seat)
    roles = [role for role in game.roles if FEES[role] <= level]
    return [CLOSE, *(Hire(play) for role in roles for play in PLAYS[role](game, seat, MOST_THINGS))]


def _joins(game: Game, seat: Seat) -> list[Action]:
    assert game.playing is not None
    level = game.level(seat)
    most = max(things for things in range(1, MOST_THINGS + 1) if joining_cost(game, things) <= level)
    return [INTERMEZZO, *(Join(play) for play in PLAYS[game.playing](game, seat, most))]


def _appraisals(game: Game, seat: Seat) -> list[Action]:
    return list(reversed(ANSWERS))


def _impresario(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    """Every purchase with its best layout; rearranging alone only if it changes something."""
    income, counting = prices(game, seat).layout
    now = {city: house.halls for city, house in game.players[seat].houses.items()}
    for purchase in impresario.plays(game, seat, most):
        layout = solve(game, seat, purchase.buy, income, counting)
        if purchase.buy or layout != now:
            yield Impresario(purchase.buy, layout)


def _architetto(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    return (play for play in architetto.plays(game, seat, most) if play.build)


def _signora(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    return signora.plays(game, seat)


def _maestro(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    return maestro.plays(game, seat)


def _critico(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    """Every word about a composer once: where it is said hardly matters."""
    said: set[tuple[Composer, int]] = set()
    for play in critico.plays(game, seat):
        if play.composer is not None and (play.composer, play.steps) not in said:
            said.add((play.composer, play.steps))
            yield play


def _esperto(game: Game, seat: Seat, most: int) -> Iterator[Play]:
    return esperto.plays(game, seat)


PLAYS: dict[Role, Plays] = {
    "impresario": _impresario,
    "architetto": _architetto,
    "signora": _signora,
    "maestro": _maestro,
    "critico": _critico,
    "esperto": _esperto,
}
CANDIDATES: dict[Kind, Callable[[Game, Seat], list[Action]]] = {
    "bid": _bids,
    "act": _acts,
    "join": _joins,
    "appraise": _appraisals,
}
