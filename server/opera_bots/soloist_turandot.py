"""Soloist plays Turandot as a good player does without reckoning far ahead.

It knows what each card is worth to everybody, guesses from that who wants which, and offers what brings most
on average. Assignments and dismissals are chosen for its own chance to win.
"""

from collections.abc import Callable
from itertools import permutations

from opera_bots.demand_turandot import Demand, drawn
from opera_bots.turn_turandot import SPREAD, Bid, TurnModel, liking, offer_of, outlook_after, silent_stand
from opera_bots.view import View
from opera_rules.api import Seat
from opera_rules.chance import Chance
from opera_rules.turandot.actions import AnyAction, Assign, Dismiss, Nominate
from opera_rules.turandot.state import Game
from opera_rules.turandot.words import TURNS, Director, Phase

GUESSES = 30
"""So many ways in which the others may offer are thought of; few enough that nobody can foresee what comes of it."""


def decide(view: View, chance: Chance) -> AnyAction:
    """Answer the decision that the seat is asked for."""
    return ANSWERS[view.private["choices"]["kind"]](view.imagine(bytes(32)), view.seat, chance)


def offer(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """What does best against a few guesses at the offers of the others."""
    model = TurnModel(game)
    demand = Demand(model)
    wishes = [demand.wishes(rival) for rival in range(model.players)]
    guesses = [[drawn(wished, chance) for wished in wishes] for _ in range(GUESSES)]
    bids = [bid for bid in demand.bids[seat] if not model.wastes(seat, bid)]
    bid = max(bids, key=lambda bid: sum(model.liking(seat, model.after(guess, seat, bid)) for guess in guesses))
    return offer_of(bid, bluffs(game, seat, bid, chance))


def bluffs(game: Game, seat: Seat, bid: Bid, chance: Chance) -> bool:
    """Every other time, if it conceals anything.

    When all others have offered nobody is left to be misled, and with all money on the table it would only tell so.
    """
    others_wait = any(other is None for place, other in enumerate(game.offers) if place != seat)
    return chance.below(2) == 0 and others_wait and bid[1] < game.players[seat].money


def assign(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """The best for yourself, and for the others what helps them least, above all who is ahead."""
    model = TurnModel(game)
    return Assign(max(ways_to_assign(game), key=lambda way: model.liking(seat, model.assigned(way))))


def ways_to_assign(game: Game) -> list[dict[Seat, int]]:
    """Every way to give those without a card one of the cards left."""
    ways = permutations(game.lineup, len(game.lacking))
    return [dict(zip(game.lacking, way, strict=True)) for way in ways]


def nominate(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """Who would dismiss the director that you would miss least."""
    others = [other for other in range(len(game.players)) if other != seat]
    return Nominate(max(others, key=lambda other: without(game, seat, dismissed_by(game, other))))


def dismiss(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """The director who would help the others more than you."""
    return Dismiss(dismissed_by(game, seat))


def dismissed_by(game: Game, seat: Seat) -> Director:
    return max(game.directors, key=lambda director: without(game, seat, director))


def without(game: Game, seat: Seat, director: Director) -> float:
    """How a seat likes to go on without a director."""
    return liking(seat, stands_without(game, director), SPREAD[TURNS - game.turn])


def stands_without(game: Game, director: Director) -> list[float]:
    """How all stand once a director is dismissed."""
    outlook = outlook_after(game).without(director)
    stands = [outlook.value(player, place) for place, player in enumerate(game.players)]
    if game.silent is not None:
        stands.append(silent_stand(game.silent))
    return stands


ANSWERS: dict[Phase, Callable[[Game, Seat, Chance], AnyAction]] = {
    "offer": offer,
    "assign": assign,
    "nominate": nominate,
    "dismiss": dismiss,
}
