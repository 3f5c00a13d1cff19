"""The one owner of legality: the kinds of decisions, the check of an action, and all that a seat may do now."""

from collections.abc import Iterator

from opera_games.opera.actions import Appraise, Bid, Close, Hire, Impresario, Intermezzo, Join
from opera_games.opera.words import Kind
from opera_rules.api import Action, Log, Seat
from opera_rules.chance import Chance
from opera_rules.decisions import Decision, not_asked_for
from opera_rules.opera.phases import acting, budget
from opera_rules.opera.phases.acting import most_things
from opera_rules.opera.roles.impresario import random_layout
from opera_rules.opera.state import Game
from opera_rules.refusals import refusal_of

DECISIONS: dict[Kind, Decision[Game]] = {
    "bid": Decision((Bid,), budget.check_bid, budget.possible_bids, budget.seal_bid),
    "act": Decision((Hire, Close), acting.check_act, acting.possible_acts, acting.act),
    "join": Decision((Join, Intermezzo), acting.check_answer, acting.possible_answers, acting.answer),
    "appraise": Decision((Appraise,), acting.check_appraisal, acting.possible_appraisals, acting.appraise),
}
REARRANGE = Join(Impresario((), None))
"""Joining in without buying; refused without a layout, so `sample` adds one."""


def check(game: Game, seat: Seat, action: object) -> None:
    """Refuse what this seat may not do now."""
    asked = game.waiting.get(seat)
    if asked is None or type(action) not in DECISIONS[asked].actions:
        raise not_asked_for(asked, action, is_over=game.phase == "done")
    DECISIONS[asked].check(game, seat, action)


def carry_out(game: Game, seat: Seat, action: Action, log: Log) -> None:
    """Carry out the action itself; `order_of_play` does what follows from it."""
    decision = DECISIONS[game.waiting[seat]]
    game.waiting = {other: kind for other, kind in game.waiting.items() if other != seat}
    decision.act(game, seat, action, log)


class Offers:
    """All actions open to a seat; layouts, and the same things in another order, are left out."""

    __slots__ = ("game", "seat")

    def __init__(self, game: Game, seat: Seat) -> None:
        self.game = game
        self.seat = seat

    def __iter__(self) -> Iterator[Action]:
        kind = self.game.waiting.get(self.seat)
        return iter(DECISIONS[kind].offered(self.game, self.seat) if kind else ())

    def __contains__(self, action: object, /) -> bool:
        return refusal_of(check, self.game, self.seat, action) is None

    def sample(self, chance: Chance) -> Action:
        """Draw an action; the Impresario's gets a random layout half of the time, and always if nothing is bought."""
        actions = list(self)
        if _may_only_rearrange(self.game, self.seat):
            actions.append(REARRANGE)
        action = chance.choice(actions)
        if action is REARRANGE or (_plays_impresario(action) and chance.below(2)):
            return self.with_random_layout(action, chance)
        return action

    def with_random_layout(self, action: Action, chance: Chance) -> Action:
        """Return the same purchase with a random legal layout."""
        assert isinstance(action, Hire | Join)
        assert isinstance(action.play, Impresario)
        buy = action.play.buy
        return type(action)(Impresario(buy, random_layout(self.game, self.seat, buy, chance)))


offers = Offers


def _may_only_rearrange(game: Game, seat: Seat) -> bool:
    return game.playing == "impresario" and game.waiting.get(seat) == "join" and most_things(game, seat) > 0


def _plays_impresario(action: Action) -> bool:
    return isinstance(action, Hire | Join) and isinstance(action.play, Impresario)
