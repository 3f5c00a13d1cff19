"""Thinking a round of Opera to its end, and how a seat stands then."""

from typing import NamedTuple

from opera_bots import quick_opera
from opera_bots.course_opera import act
from opera_bots.evaluation_opera import value
from opera_bots.prices_opera import prices
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.state import Game

ENVY = 0.7
"""What the best of the rivals expects weighs so much against what the own seat does."""


class Standing(NamedTuple):
    """What a seat aims at, and the points it expects at the end."""

    worth: float
    points: float


def standing(game: Game, seat: Seat) -> Standing:
    """What the seat expects, and how far that is beyond the best of its rivals."""
    own = value(game, seat)
    rivals = max([value(game, other) for other in range(len(game.players)) if other != seat])
    return Standing(own - ENVY * rivals, own)


def scenario(game: Game, seat: Seat, chance: Chance) -> tuple[Game, bytes]:
    """A table on which the others have made the bids that are still sealed, and the seed of their whims."""
    start = game.copy()
    if game.phase == "bid":
        start.bids = {
            other: quick_opera.bid(game, other, chance, quick_opera.WHIM, prices(game, other)).amount
            for other in range(len(game.players))
            if other != seat
        }
        start.waiting = {seat: "bid"}
    return start, derive(chance.seed, "whims", chance.below(1 << 62))


def play_out(start: Game, seat: Seat, action: Action, seed: bytes) -> Standing:
    """How the seat stands at the end of the round if it does this and all go on as comes to mind, others with whims."""
    game = start.copy()
    chance = Chance(seed)
    act(game, seat, action)
    while game.round == start.round and game.waiting:
        asked = min(game.waiting)
        act(game, asked, quick_opera.decide(game, asked, chance, 0.0 if asked == seat else quick_opera.WHIM))
    return standing(game, seat)
