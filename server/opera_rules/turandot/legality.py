"""The one owner of legality: what a seat may do now, and doing it."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, NamedTuple

from opera_rules.api import Action, Seat, Step
from opera_rules.chance import Chance
from opera_rules.refusals import Refused
from opera_rules.turandot import assignment, dismissal, offering
from opera_rules.turandot.actions import AnyAction, Assign, Dismiss, Nominate, Offer, action_name
from opera_rules.turandot.events import Log
from opera_rules.turandot.state import Game, asked_of
from opera_rules.turandot.turns import go_on
from opera_rules.turandot.words import Phase


class Decision(NamedTuple):
    """One kind of decision: its action, what the rules refuse, all they allow, and how it is carried out."""

    action: type[Action]
    check: Callable[[Game, Seat, Any], None]
    allowed: Callable[[Game, Seat], tuple[Any, ...]]
    act: Callable[[Game, Seat, Any, Log], bool]
    """Whether the turn can go on then."""


DECISIONS: dict[Phase, Decision] = {
    "offer": Decision(Offer, offering.check, offering.allowed, offering.act),
    "assign": Decision(Assign, assignment.check, assignment.allowed, assignment.act),
    "nominate": Decision(Nominate, dismissal.check_nomination, dismissal.nominations, dismissal.nominate),
    "dismiss": Decision(Dismiss, dismissal.check_dismissal, dismissal.dismissals, dismissal.dismiss),
}


def offers(game: Game, seat: Seat) -> "Allowed":
    """What this seat may do now."""
    return Allowed(game, seat)


class Allowed:
    """Everything a seat may do now; nothing if nothing is asked of it."""

    __slots__ = ("game", "seat")

    def __init__(self, game: Game, seat: Seat) -> None:
        self.game = game
        self.seat = seat

    def __iter__(self) -> Iterator[AnyAction]:
        return iter(self.listed())

    def __contains__(self, action: object, /) -> bool:
        return refusal_of(self.game, self.seat, action) is None

    def sample(self, chance: Chance) -> AnyAction:
        """One of them, each as likely as the others."""
        listed = self.listed()
        if not listed:
            raise Refused("not_your_turn")
        return chance.choice(listed)

    def listed(self) -> tuple[AnyAction, ...]:
        asked = asked_of(self.game, self.seat)
        return DECISIONS[asked].allowed(self.game, self.seat) if asked else ()


def check(game: Game, seat: Seat, action: object) -> Decision:
    """The decision that this action makes; raises the refusal of one that the rules do not allow."""
    asked = asked_of(game, seat)
    if asked is None:
        raise Refused("game_over") if game.phase == "done" else Refused("not_your_turn")
    decision = DECISIONS[asked]
    if type(action) is not decision.action:
        raise Refused("other_decision", asked=asked, got=action_name(action))
    decision.check(game, seat, action)
    return decision


def refusal_of(game: Game, seat: Seat, action: object) -> Refused | None:
    try:
        check(game, seat, action)
    except Refused as refusal:
        return refusal
    return None


def apply(game: Game, seat: Seat, action: AnyAction) -> Step[Game]:
    """The state after an action and all that followed from it; a refused one changes nothing."""
    decision = check(game, seat, action)
    after = copy(game)
    log: Log = []
    if decision.act(after, seat, action, log):
        go_on(after, log)
    return Step(after, tuple(log))
