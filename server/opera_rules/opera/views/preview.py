"""What an action would bring, from what its seat may know: no chance, nothing hidden, nothing of what follows."""

from opera_games.opera.actions import Bid
from opera_games.opera.choices import Preview
from opera_rules.api import Action, Seat
from opera_rules.opera.decisions import carry_out, check
from opera_rules.opera.phases.budget import place_bid
from opera_rules.opera.state import Game
from opera_rules.opera.views.figures import figures
from opera_rules.refusals import Refused

STILL_FIGURED = frozenset({"composer_twice", "ducats_short", "level_short"})
"""Refusals of something that can be pictured all the same, so that a player sees what it would bring."""


def preview(game: Game, seat: Seat, action: Action) -> Preview:
    """Return the figures before and after, and the refusal if there is one."""
    try:
        check(game, seat, action)
    except Refused as refused:
        if refused.code not in STILL_FIGURED:
            return Preview(refused.to_map())
        return figures(game, pictured(game, seat, action), seat, refused.to_map())
    return figures(game, pictured(game, seat, action), seat, None)


def pictured(game: Game, seat: Seat, action: Action) -> Game:
    """Return the table after what this seat does; for a bid, as if nobody else bid."""
    after = game.copy()
    if isinstance(action, Bid):
        place_bid(after, seat, action.amount)
    else:
        carry_out(after, seat, action, [])
    return after
