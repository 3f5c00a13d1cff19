"""Play a round of Opera to its end, and estimate what a seat may expect then.

A quick player decides for all seats: it takes the role with the highest value, by item values.
"""

from collections.abc import Callable
from typing import NamedTuple

from opera_bots.opera.evaluation import value
from opera_bots.opera.item_values import ItemValues, item_values
from opera_bots.opera.role_values import appraisal_value, best_play, spare_points
from opera_games.opera.actions import Bid, Hire, Join
from opera_games.opera.words import FEES, MOST_THINGS, ROLE_LIMIT, Kind
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.search import APPRAISALS, CLOSE, INTERMEZZO, Game, highest_bid, joining_cost, play_on

NOISE = 1.0
"""Added at random, so that roles nearly as good as the best are hired at times and rollouts differ."""
LEAST_LEVEL = 6
"""The budget that a bid aims at, at least: one role leads to another."""
RIVAL_WEIGHT = 0.7
"""How much the expectation of the best rival counts against a seat's own."""


def decide(game: Game, seat: Seat, chance: Chance, noise: float = NOISE, values: ItemValues | None = None) -> Action:
    """Answer a decision by these item values or those of the evaluation."""
    return DECISIONS[game.waiting[seat]](game, seat, chance, noise, values or item_values(game, seat))


def bid(game: Game, seat: Seat, chance: Chance, noise: float, values: ItemValues) -> Bid:
    """Buy levels for the roles you would like to hire, and keep what carrying them out costs."""
    ranked = sorted(
        (found.value - FEES[role] * values.level, role)
        for role in game.roles
        for found in [best_play(game, seat, role, values)]
        if found is not None
    )
    roles = [role for value, role in reversed(ranked) if value > 0][: ROLE_LIMIT[len(game.players)]]
    player = game.players[seat]
    levels = max(LEAST_LEVEL, sum(FEES[role] for role in roles)) + chance.below(5) - 2 - player.level
    kept = player.ducats // 3 if game.round < game.rounds else 0
    return Bid(max(0, min(levels, player.ducats - kept, highest_bid(game, seat))))


def act(game: Game, seat: Seat, chance: Chance, noise: float, values: ItemValues) -> Action:
    """Hire the role that brings most beyond its fee; close if none does."""
    level = game.players[seat].level
    best: Action = CLOSE
    most = 0.0
    for role in game.roles:
        if FEES[role] <= level and (found := best_play(game, seat, role, values)):
            value = found.value - FEES[role] * values.level
            noisy = value + noise * chance.below(100) / 100
            if value > 0 and noisy > most:
                best, most = Hire(found.play), noisy
    return best


def join(game: Game, seat: Seat, chance: Chance, noise: float, values: ItemValues) -> Action:
    """Join in if that brings more than the levels it costs."""
    assert game.playing is not None
    best: Action = INTERMEZZO
    most = 0.0
    for things in range(1, MOST_THINGS + 1):
        cost = joining_cost(game, things)
        if cost <= game.players[seat].level and (found := best_play(game, seat, game.playing, values, things)):
            value = found.value - cost * values.level
            if value > most:
                best, most = Join(found.play), value
        if game.playing == "signora":
            break
    return best


def appraise(game: Game, seat: Seat, chance: Chance, noise: float, values: ItemValues) -> Action:
    """Let your pieces score if that brings more than the best of them is worth."""
    city = game.pawns["esperto"]
    assert city is not None
    return APPRAISALS[0 if appraisal_value(game, seat, values, city, spare_points(game, seat)) > 0 else 1]


DECISIONS: dict[Kind, Callable[[Game, Seat, Chance, float, ItemValues], Action]] = {
    "bid": bid,
    "act": act,
    "join": join,
    "appraise": appraise,
}


class Expectation(NamedTuple):
    """What a search maximises, and the points that the seat expects at the end of the game."""

    value: float
    points: float


def expectation(game: Game, seat: Seat) -> Expectation:
    """Evaluate a seat between rounds: its own points, less those of its best rival."""
    own = value(game, seat)
    rivals = max([value(game, other) for other in range(len(game.players)) if other != seat])
    return Expectation(own - RIVAL_WEIGHT * rivals, own)


def scenario(game: Game, seat: Seat, chance: Chance) -> tuple[Game, bytes]:
    """Draw the bids of the others that are still sealed, and the seed for the noise of their decisions."""
    start = game.copy()
    if game.phase == "bid":
        start.bids = {
            other: bid(game, other, chance, NOISE, item_values(game, other)).amount
            for other in range(len(game.players))
            if other != seat
        }
        start.waiting = {seat: "bid"}
    return start, derive(chance.seed, "whims", chance.below(1 << 62))


def roll_out(start: Game, seat: Seat, action: Action, seed: bytes) -> Expectation:
    """Play the round to its end after this action; the quick player decides for all, with noise for the others."""
    game = start.copy()
    chance = Chance(seed)
    play_on(game, seat, action)
    while game.round == start.round and game.waiting:
        asked = min(game.waiting)
        noise = 0.0 if asked == seat else NOISE
        play_on(game, asked, decide(game, asked, chance, noise))
    return expectation(game, seat)
