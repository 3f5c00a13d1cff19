"""What an action would bring, from what its seat may know: no chance, nothing hidden, nothing of what follows."""

from opera_rules.api import Action, Map, Seat
from opera_rules.opera.acting import ROLE_RULES
from opera_rules.opera.actions import ROLE_OF, Bid, Play
from opera_rules.opera.budget import place_bid
from opera_rules.opera.decisions import carry_out, check
from opera_rules.opera.figures import all_figures
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused

STILL_FIGURED = frozenset({"composer_twice", "ducats_short", "level_short"})
"""Refusals of something that can be pictured all the same, so that a player sees what it would bring."""


def preview(game: Game, seat: Seat, action: Action) -> Map:
    """The figures before and after, and the refusal if there is one."""
    try:
        check(game, seat, action)
    except Refused as refused:
        figures = all_figures(game, pictured(game, seat, action), seat) if refused.code in STILL_FIGURED else {}
        return {"refusal": refused.to_map(), **figures}
    return {"refusal": None, **all_figures(game, pictured(game, seat, action), seat)}


def pictured(game: Game, seat: Seat, action: Action) -> Game:
    """The table after what this seat does; for a bid, as if nobody else bid."""
    after = game.copy()
    if isinstance(action, Bid):
        place_bid(after, seat, action.amount)
    else:
        carry_out(after, seat, action, [])
    return after


def played(game: Game, seat: Seat, play: Play) -> Game:
    """The table after what a role does; its price in levels changes neither income nor counting."""
    after = game.copy()
    ROLE_RULES[ROLE_OF[type(play)]].carry_out(after, seat, play, [])
    return after
