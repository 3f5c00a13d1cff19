"""The level `soloist` of Turandot: it plays as a good player does without calculating far ahead.

It knows what each card is worth to everybody, guesses the offers of the others from that, and offers what brings
most on average. Assignments and dismissals are chosen for its own chance to win.
"""

from collections.abc import Callable
from itertools import permutations

from opera_bots.api import View
from opera_bots.turandot.offer_model import OfferModel, draw_bid
from opera_bots.turandot.turn_model import (
    SPREAD,
    Bid,
    Expected,
    TurnModel,
    offer_of,
    outlook_after,
    silent_expected,
    utility,
)
from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate
from opera_games.turandot.words import TURNS, Director, Phase
from opera_rules.api import Seat
from opera_rules.chance import Chance
from opera_rules.turandot.search import Game

GUESSES = 30
"""How many guesses at the others' offers are compared; few enough that nobody can foresee the result."""


def decide(view: View, chance: Chance) -> AnyAction:
    """Answer the decision that the seat is asked for."""
    return DECISIONS[view.kind](view.imagine(bytes(32)), view.seat, chance)


def offer(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """Make the offer that does best against a few guesses at the offers of the others."""
    model = TurnModel(game)
    offers = OfferModel(model)
    frequencies = [offers.frequencies(rival) for rival in range(model.players)]
    guesses = [[draw_bid(rival, chance) for rival in frequencies] for _ in range(GUESSES)]
    bids = [bid for bid in offers.bids[seat] if not model.wastes_money(seat, bid)]
    bid = max(bids, key=lambda bid: sum(model.utility(seat, model.outcome_with(guess, seat, bid)) for guess in guesses))
    return offer_of(bid, should_bluff(game, seat, bid, chance))


def should_bluff(game: Game, seat: Seat, bid: Bid, chance: Chance) -> bool:
    """Bluff every other time, if it conceals anything.

    Once all others have made their offers there is nobody left to mislead, and with all money offered there is nothing
    to conceal.
    """
    others_wait = any(other is None for place, other in enumerate(game.offers) if place != seat)
    return chance.below(2) == 0 and others_wait and bid[1] < game.players[seat].money


def assign(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """Take the best for yourself, and give the others what helps them least, above all those who are ahead."""
    model = TurnModel(game)
    cards = max(possible_assignments(game), key=lambda cards: model.utility(seat, model.after_assignment(cards)))
    return Assign(cards)


def possible_assignments(game: Game) -> list[dict[Seat, int]]:
    """List every way to give the seats without a card one of the cards left."""
    return [dict(zip(game.lacking, cards, strict=True)) for cards in permutations(game.lineup, len(game.lacking))]


def nominate(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """Nominate the player who would dismiss the director that you would miss least."""
    others = [other for other in range(len(game.players)) if other != seat]
    return Nominate(max(others, key=lambda other: utility_without(game, seat, dismissal_by(game, other))))


def dismiss(game: Game, seat: Seat, chance: Chance) -> AnyAction:
    """Dismiss the director who would help the others more than you."""
    return Dismiss(dismissal_by(game, seat))


def dismissal_by(game: Game, seat: Seat) -> Director:
    """Predict the director that a seat would dismiss."""
    return max(game.directors, key=lambda director: utility_without(game, seat, director))


def utility_without(game: Game, seat: Seat, director: Director) -> float:
    """Value the dismissal of a director for a seat."""
    return utility(seat, expected_without(game, director), SPREAD[TURNS - game.turn])


def expected_without(game: Game, director: Director) -> Expected:
    """Estimate the final points of all seats once a director is dismissed."""
    outlook = outlook_after(game).without(director)
    expected = [outlook.value(player, place) for place, player in enumerate(game.players)]
    if game.silent is not None:
        expected.append(silent_expected(game.silent))
    return expected


DECISIONS: dict[Phase, Callable[[Game, Seat, Chance], AnyAction]] = {
    "offer": offer,
    "assign": assign,
    "nominate": nominate,
    "dismiss": dismiss,
}
