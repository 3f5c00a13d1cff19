"""A quick player for Opera, for thinking rounds to their end: what comes to mind at once, by the price of things."""

from collections.abc import Callable

from opera_bots.ideas_opera import appraisal, best_idea, spare_points
from opera_bots.prices_opera import Prices, prices
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance
from opera_rules.opera.acting import joining_cost
from opera_rules.opera.actions import Bid, Hire, Join
from opera_rules.opera.budget import highest_bid
from opera_rules.opera.offers import CLOSE, INTERMEZZO
from opera_rules.opera.roles.esperto import ANSWERS as APPRAISALS
from opera_rules.opera.state import Game
from opera_rules.opera.words import FEES, MOST_THINGS, ROLE_LIMIT, Kind

WHIM = 1.0
"""Roles nearly as good as the best are hired at times, so that thoughts differ."""
LEAST_LEVEL = 6
"""One role leads to another, so nobody wants less budget."""


def decide(game: Game, seat: Seat, chance: Chance, whim: float = WHIM, price: Prices | None = None) -> Action:
    """What comes to mind at once, by these prices or the usual ones."""
    return ANSWERS[game.waiting[seat]](game, seat, chance, whim, price or prices(game, seat))


def bid(game: Game, seat: Seat, chance: Chance, whim: float, price: Prices) -> Bid:
    """Buy levels for the roles you would like to hire, and keep what carrying them out costs."""
    worths = sorted(
        (idea.worth - FEES[role] * price.level, role)
        for role in game.roles
        for idea in [best_idea(game, seat, role, price)]
        if idea is not None
    )
    wishes = [role for worth, role in reversed(worths) if worth > 0][: ROLE_LIMIT[len(game.players)]]
    player = game.players[seat]
    wanted = max(LEAST_LEVEL, sum(FEES[role] for role in wishes)) + chance.below(5) - 2 - player.level
    kept = player.ducats // 3 if game.round < game.rounds else 0
    return Bid(max(0, min(wanted, player.ducats - kept, highest_bid(game, seat))))


def act(game: Game, seat: Seat, chance: Chance, whim: float, price: Prices) -> Action:
    """Hire the role that brings most beyond its fee; close if none does."""
    level = game.players[seat].level
    best: Action = CLOSE
    most = 0.0
    for role in game.roles:
        if FEES[role] <= level and (idea := best_idea(game, seat, role, price)):
            worth = idea.worth - FEES[role] * price.level
            liked = worth + whim * chance.below(100) / 100
            if worth > 0 and liked > most:
                best, most = Hire(idea.play), liked
    return best


def join(game: Game, seat: Seat, chance: Chance, whim: float, price: Prices) -> Action:
    """Join in if that brings more than the levels it costs."""
    assert game.playing is not None
    best: Action = INTERMEZZO
    most = 0.0
    for things in range(1, MOST_THINGS + 1):
        cost = joining_cost(game, things)
        if cost <= game.players[seat].level and (idea := best_idea(game, seat, game.playing, price, things)):
            worth = idea.worth - cost * price.level
            if worth > most:
                best, most = Join(idea.play), worth
        if game.playing == "signora":
            break
    return best


def appraise(game: Game, seat: Seat, chance: Chance, whim: float, price: Prices) -> Action:
    """Let your pieces score if that brings more than the best of them is worth."""
    city = game.pawns["esperto"]
    assert city is not None
    return APPRAISALS[0 if appraisal(game, seat, price, city, spare_points(game, seat)) > 0 else 1]


ANSWERS: dict[Kind, Callable[[Game, Seat, Chance, float, Prices], Action]] = {
    "bid": bid,
    "act": act,
    "join": join,
    "appraise": appraise,
}
