"""Which action answers which decision: checking it, and carrying out what the seat itself does."""

from collections.abc import Callable
from typing import Any, NamedTuple

from opera_rules.api import Action, Seat
from opera_rules.opera import acting, budget
from opera_rules.opera.actions import Appraise, Bid, Close, Hire, Intermezzo, Join
from opera_rules.opera.events import Log
from opera_rules.opera.state import Game
from opera_rules.opera.words import Kind
from opera_rules.refusals import Refused


def _always_allowed(game: Game, seat: Seat, action: Action) -> None:
    """Closing, an intermezzo and an answer to the Esperto are never refused to who is asked."""


class Answer(NamedTuple):
    """How an action is checked and carried out."""

    check: Callable[[Game, Seat, Any], None]
    carry_out: Callable[[Game, Seat, Any, Log], None]


DECISIONS: dict[Kind, dict[type[Action], Answer]] = {
    "bid": {Bid: Answer(budget.check_bid, budget.seal_bid)},
    "act": {Hire: Answer(acting.check_hire, acting.hire), Close: Answer(_always_allowed, acting.close)},
    "join": {
        Join: Answer(acting.check_join, acting.join),
        Intermezzo: Answer(_always_allowed, acting.take_intermezzo),
    },
    "appraise": {Appraise: Answer(_always_allowed, acting.answer_esperto)},
}


def check(game: Game, seat: Seat, action: Action) -> None:
    """Refuse what this seat may not do now."""
    kind = asked(game, seat)
    answer = DECISIONS[kind].get(type(action))
    if answer is None:
        raise Refused("other_decision", asked=kind, got=_name(action))
    answer.check(game, seat, action)


def asked(game: Game, seat: Seat) -> Kind:
    """The kind of decision this seat has to make."""
    if game.phase == "done":
        raise Refused("game_over")
    kind = game.waiting.get(seat)
    if kind is None:
        raise Refused("not_your_turn")
    return kind


def carry_out(game: Game, seat: Seat, action: Action, log: Log) -> None:
    """Do what the seat itself does; what follows for others comes later."""
    answer = DECISIONS[game.waiting[seat]][type(action)]
    game.waiting = {other: kind for other, kind in game.waiting.items() if other != seat}
    answer.carry_out(game, seat, action, log)


def _name(action: Action) -> str:
    return str(type(action).__struct_config__.tag)
