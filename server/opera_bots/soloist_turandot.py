"""Soloist plays Turandot as a good player does without reckoning far ahead.

It knows what each card is worth to everybody, guesses from that who wants which, and offers what brings most
on average. Assignments and dismissals are chosen for its own chance to win.
"""

from collections.abc import Callable, Sequence
from itertools import permutations

from opera_bots.evaluation_turandot import Outlook
from opera_bots.turn_turandot import (
    HELPER,
    SPREAD,
    Bid,
    TurnModel,
    exponential,
    liking,
    offer_of,
    outlook_after,
    silent_stand,
)
from opera_bots.view import View
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance
from opera_rules.turandot.actions import Assign, Dismiss, Nominate
from opera_rules.turandot.state import Game
from opera_rules.turandot.words import TURNS, Director, Phase

WANT = 0.7
"""Points by which a card must be better to be wanted clearly more often."""
CHOICE = 0.2
"""Points by which an offer must be better to be made clearly more often."""
PRICE = 0.8
"""What a player pays a money card for, in points."""
ASKING = 0.25
"""How often somebody asks for a helper."""
FINE = 1 << 20


def decide(view: View, chance: Chance) -> Action:
    """Answer the decision that the seat is asked for."""
    return ANSWERS[view.private["choices"]["kind"]](view.imagine(bytes(32)), view.seat, chance)


def offer(game: Game, seat: Seat, chance: Chance) -> Action:
    """One of the best offers, so that nobody can foresee it."""
    bid = drawn(wishes(TurnModel(game), seat), chance)
    return offer_of(bid, bluffs(game, seat, bid, chance))


def bluffs(game: Game, seat: Seat, bid: Bid, chance: Chance) -> bool:
    """The bluff conceals how much money there is; with none left, or when all others have offered, it cannot."""
    others_wait = any(other is None for place, other in enumerate(game.offers) if place != seat)
    if not others_wait or not game.players[seat].money:
        return False
    return chance.below(3) < (2 if bid[1] == 0 else 1)


def wishes(model: TurnModel, seat: Seat) -> list[tuple[Bid, float]]:
    """How likely a good player makes which offer."""
    worths = [(bid, expectation(model, seat, bid)) for bid in model.bids_of(seat)]
    best = max(worth for _, worth in worths)
    weights = [(bid, exponential((worth - best) / CHOICE)) for bid, worth in worths]
    total = sum(weight for _, weight in weights)
    return [(bid, weight / total) for bid, weight in weights]


def expectation(model: TurnModel, seat: Seat, bid: Bid) -> float:
    """The points at the end with this offer, won or not."""
    number, money = bid
    if number == HELPER:
        chance = chance_of_helper(model, seat)
        return chance * otherwise(model, seat, None, 1) + (1 - chance) * otherwise(model, seat, None, 0)
    chance = 1.0
    for rival in range(model.players):
        if rival != seat:
            chance *= 1 - threat(model, rival, number, money)
    return chance * model.stand(seat, number, money) + (1 - chance) * otherwise(model, seat, number, 0)


def threat(model: TurnModel, rival: Seat, number: int, money: int) -> float:
    """The chance that a rival offers this number with at least as much money."""
    stands = [model.stand(rival, other) for other in model.numbers]
    best = max(stands)
    wants = [exponential((stand - best) / WANT) for stand in stands]
    wanted = wants[model.numbers.index(number)] / sum(wants)
    if money == 0:
        return wanted
    if money > model.game.players[rival].money:
        return 0
    edge = model.stand(rival, number) - sum(stands) / len(stands)
    price = PRICE if model.turns_left else 0
    return wanted * min(0.8, max(0.1 if model.turns_left else 0.5, (edge - price * (money - 1)) / 2))


def chance_of_helper(model: TurnModel, seat: Seat) -> float:
    """Those before this seat, clockwise from Puccini's holder, may ask too."""
    before = (seat - model.puccini) % model.players - 1
    none = (1 - ASKING) ** before
    if model.helpers > 1 and before > 0:
        none += before * ASKING * (1 - ASKING) ** (before - 1)
    return none


def otherwise(model: TurnModel, seat: Seat, lost: int | None, built: int) -> float:
    """What the assignment brings: Puccini's holder takes a good card left, the others get what is poor for them."""
    stands = sorted(model.stand(seat, number, 0, built) for number in model.numbers if number != lost)
    if seat == model.puccini:
        return (stands[-1] + stands[-2]) / 2
    poor = stands[: max(1, len(stands) // 2)]
    return sum(poor) / len(poor)


def drawn(weighted: Sequence[tuple[Bid, float]], chance: Chance) -> Bid:
    """One of the bids, as likely as its weight says."""
    place = chance.below(FINE) / FINE * sum(weight for _, weight in weighted)
    for bid, weight in weighted:
        place -= weight
        if place < 0:
            return bid
    return weighted[-1][0]


def assign(game: Game, seat: Seat, chance: Chance) -> Action:
    """The best for yourself, and for the others what helps them least, above all who is ahead."""
    model = TurnModel(game)
    return Assign(max(ways_to_assign(game), key=lambda way: model.liking(seat, model.assigned(way))))


def ways_to_assign(game: Game) -> list[dict[Seat, int]]:
    """Every way to give those without a card one of the cards left."""
    ways = permutations(game.lineup, len(game.lacking))
    return [dict(zip(game.lacking, way, strict=True)) for way in ways]


def nominate(game: Game, seat: Seat, chance: Chance) -> Action:
    """Who would dismiss the director that you would miss least."""
    others = [other for other in range(len(game.players)) if other != seat]
    return Nominate(max(others, key=lambda other: without(game, seat, dismissed_by(game, other))))


def dismiss(game: Game, seat: Seat, chance: Chance) -> Action:
    """The director who would help the others more than you."""
    return Dismiss(dismissed_by(game, seat))


def dismissed_by(game: Game, seat: Seat) -> Director:
    return max(game.directors, key=lambda director: without(game, seat, director))


def without(game: Game, seat: Seat, director: Director) -> float:
    """How a seat likes to go on without a director."""
    outlook = outlook_after(game)
    left = [other for other in outlook.directors if other != director]
    outlook = Outlook(outlook.players, outlook.turn, outlook.puccini, outlook.unseen, left)
    stands = [outlook.value(player, place) for place, player in enumerate(game.players)]
    if game.silent is not None:
        stands.append(silent_stand(game.silent))
    return liking(seat, stands, SPREAD[TURNS - game.turn])


ANSWERS: dict[Phase, Callable[[Game, Seat, Chance], Action]] = {
    "offer": offer,
    "assign": assign,
    "nominate": nominate,
    "dismiss": dismiss,
}
