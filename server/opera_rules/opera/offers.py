"""What a seat may do now, as a value that can be iterated and asked."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

from opera_rules.api import Action, Seat
from opera_rules.chance import Chance
from opera_rules.opera.acting import ROLE_RULES, joining_cost
from opera_rules.opera.actions import Close, Hire, Impresario, Intermezzo, Join, Play
from opera_rules.opera.budget import possible_bids
from opera_rules.opera.decisions import check
from opera_rules.opera.roles.esperto import ANSWERS
from opera_rules.opera.roles.impresario import random_layout
from opera_rules.opera.state import Game
from opera_rules.opera.words import FEES, MOST_THINGS, Kind
from opera_rules.refusals import Refused

CLOSE = Close()
INTERMEZZO = Intermezzo()
REARRANGE = Join(Impresario())
"""Joining in without buying; refused as it stands, allowed with a layout."""


class Offers:
    """All actions open to a seat: each is yielded once, layouts and other orders of the same things left out."""

    __slots__ = ("game", "seat")

    def __init__(self, game: Game, seat: Seat) -> None:
        self.game = game
        self.seat = seat

    def __iter__(self) -> Iterator[Action]:
        kind = self.game.waiting.get(self.seat)
        return OFFERED[kind](self.game, self.seat) if kind else iter(())

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            check(self.game, self.seat, action)
        except Refused:
            return False
        return True

    def sample(self, chance: Chance) -> Action:
        """Any of them; the Impresario's with a random layout half of the time, always when only rearranging."""
        actions = list(self)
        if _may_only_rearrange(self.game, self.seat):
            actions.append(REARRANGE)
        action = chance.choice(actions)
        if action is REARRANGE or (_plays_impresario(action) and chance.below(2)):
            return self.with_random_layout(action, chance)
        return action

    def with_random_layout(self, action: Action, chance: Chance) -> Action:
        """The Impresario's same purchase with some legal layout."""
        assert isinstance(action, Hire | Join)
        assert isinstance(action.play, Impresario)
        buy = action.play.buy
        return type(action)(Impresario(buy, random_layout(self.game, self.seat, buy, chance)))


def offers(game: Game, seat: Seat) -> Offers:
    return Offers(game, seat)


def _acts(game: Game, seat: Seat) -> Iterator[Action]:
    level = game.players[seat].level
    return chain(
        (hiring(play) for role in game.roles if FEES[role] <= level for play in ROLE_RULES[role].plays(game, seat)),
        (CLOSE,),
    )


@cache
def hiring(play: Play) -> Hire:
    return Hire(play)


@cache
def joining(play: Play) -> Join:
    return Join(play)


def _joins(game: Game, seat: Seat) -> Iterator[Action]:
    assert game.playing is not None
    rules = ROLE_RULES[game.playing]
    plays = rules.plays(game, seat, _most_things(game, seat))
    return chain((joining(play) for play in plays if not rules.is_idle(play)), (INTERMEZZO,))


def _most_things(game: Game, seat: Seat) -> int:
    """How many things the budget pays for when joining in."""
    level = game.players[seat].level
    return max(things for things in range(MOST_THINGS + 1) if joining_cost(game, things) <= level)


def _may_only_rearrange(game: Game, seat: Seat) -> bool:
    return game.playing == "impresario" and game.waiting.get(seat) == "join" and _most_things(game, seat) > 0


def _plays_impresario(action: Action) -> bool:
    return isinstance(action, Hire | Join) and isinstance(action.play, Impresario)


def _appraisals(game: Game, seat: Seat) -> Iterator[Action]:
    return iter(ANSWERS)


OFFERED: dict[Kind, Callable[[Game, Seat], Iterator[Action]]] = {
    "bid": possible_bids,
    "act": _acts,
    "join": _joins,
    "appraise": _appraisals,
}
