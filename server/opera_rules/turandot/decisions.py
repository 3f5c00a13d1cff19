"""The one owner of legality: the kinds of decisions, the check of an action, and all that a seat may do now."""

from collections.abc import Iterator

from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate, Offer
from opera_games.turandot.words import Phase
from opera_rules.api import Action, Log, Seat
from opera_rules.chance import Chance
from opera_rules.decisions import Decision, not_asked_for
from opera_rules.refusals import Refused, refusal_of
from opera_rules.turandot.phases import assignment, dismissal, offering
from opera_rules.turandot.state import Game, asked_of

DECISIONS: dict[Phase, Decision[Game]] = {
    "offer": Decision((Offer,), offering.check, offering.possible_offers, offering.make_offer),
    "assign": Decision((Assign,), assignment.check, assignment.possible_assignments, assignment.assign),
    "nominate": Decision((Nominate,), dismissal.check_nomination, dismissal.possible_nominations, dismissal.nominate),
    "dismiss": Decision((Dismiss,), dismissal.check_dismissal, dismissal.possible_dismissals, dismissal.dismiss),
}


def check(game: Game, seat: Seat, action: object) -> None:
    """Refuse what this seat may not do now."""
    asked = asked_of(game, seat)
    if asked is None or type(action) not in DECISIONS[asked].actions:
        raise not_asked_for(asked, action, is_over=game.phase == "done")
    DECISIONS[asked].check(game, seat, action)


def carry_out(game: Game, seat: Seat, action: Action, log: Log) -> None:
    """Carry out the action itself; `order_of_play` does what follows from it."""
    DECISIONS[game.phase].act(game, seat, action, log)


class Offers:
    """All actions open to a seat; none if nothing is asked of it."""

    __slots__ = ("game", "seat")

    def __init__(self, game: Game, seat: Seat) -> None:
        self.game = game
        self.seat = seat

    def __iter__(self) -> Iterator[AnyAction]:
        asked = asked_of(self.game, self.seat)
        return iter(DECISIONS[asked].offered(self.game, self.seat) if asked else ())

    def __contains__(self, action: object, /) -> bool:
        return refusal_of(check, self.game, self.seat, action) is None

    def sample(self, chance: Chance) -> AnyAction:
        """Draw one of them, each as likely as the others."""
        actions = list(self)
        if not actions:
            raise Refused("not_your_turn")
        return chance.choice(actions)


offers = Offers
