"""The search for everything but offers: assignments, nominations and dismissals.

For each of the best options the game is played on, with another deck every time, to the end of the next turn.
"""

from collections.abc import Iterator
from typing import NamedTuple

from opera_bots.demand_turandot import Demand, drawn
from opera_bots.proposal import Alternative, Proposal
from opera_bots.soloist_turandot import ANSWERS, dismissed_by, stands_without, ways_to_assign
from opera_bots.turn_turandot import TurnModel
from opera_bots.view import View
from opera_rules.api import Seat
from opera_rules.chance import Chance, derive
from opera_rules.turandot.actions import AnyAction, Assign, Dismiss, Nominate
from opera_rules.turandot.figures import card_brings
from opera_rules.turandot.legality import apply
from opera_rules.turandot.state import Game, waiting

FEW = 4
"""So many options are played on, the best by what they bring at once."""
TRUST = 12
"""The estimate at once counts as much as so many games played on."""
MOST = 80
"""Iterations after which more would not be noticed."""
CLEAR = 0.03
"""An option liked so much better from the start, as a part of a win, is not questioned."""


class Option:
    """An action, how much it is liked and the points it promises, at first by estimate."""

    def __init__(self, action: AnyAction, liked: float, points: float) -> None:
        self.action = action
        self.estimate = liked
        self._liked = TRUST * liked
        self._points = TRUST * points
        self._weight = TRUST

    def add(self, liked: float, points: float) -> None:
        self._liked += liked
        self._points += points
        self._weight += 1

    @property
    def liked(self) -> float:
        return self._liked / self._weight

    @property
    def points(self) -> float:
        return self._points / self._weight


class Estimate(NamedTuple):
    """How all stand after an action, before the game goes on."""

    action: AnyAction
    stands: list[float]


class OptionSearch:
    """The best few options, played on in turn with the same decks."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.iterations = 0
        self.view = view
        self.seat = view.seat
        self.chance = chance
        self.game: Game = view.imagine(bytes(32))
        self.model = TurnModel(self.game)
        options = [
            Option(action, self.model.liking(self.seat, stands), self.model.points(stands[self.seat]))
            for action, stands in estimates(self.game, self.model, self.seat)
        ]
        self.options = sorted(options, key=lambda option: -option.estimate)[:FEW]

    def is_clear(self) -> bool:
        """There is nothing to choose, the game ends with this turn, or one option is far better at once."""
        if len(self.options) == 1 or not self.model.turns_left or self.iterations == MOST:
            return True
        return self.options[0].estimate > self.options[1].estimate + CLEAR

    def iterate(self) -> None:
        """Play on after one option; all of them meet the same decks."""
        deal, place = divmod(self.iterations, len(self.options))
        option = self.options[place]
        chance = Chance(derive(self.chance.seed, "deal", deal))
        game = played_on(apply(self.view.imagine(chance.seed), self.seat, option.action).game, chance)
        model = TurnModel(game)
        demand = Demand(model)
        bids = tuple(drawn(demand.wishes(seat), chance) for seat in range(model.players))
        stands = model.outcome(bids)
        option.add(model.liking(self.seat, stands), model.points(stands[self.seat]))
        self.iterations += 1

    def proposal(self) -> Proposal:
        best, *others = sorted(self.options, key=lambda option: -option.liked)
        return Proposal(
            best=Alternative(best.action, best.points),
            next_best=Alternative(others[0].action, others[0].points) if others else None,
            gains=gains_of_option(self.game, self.seat, best.action),
            iterations=self.iterations,
        )


def estimates(game: Game, model: TurnModel, seat: Seat) -> Iterator[Estimate]:
    """Every option, and how all would stand after it."""
    if game.phase == "assign":
        for way in ways_to_assign(game):
            yield Estimate(Assign(way), model.assigned(way))
    elif game.phase == "nominate":
        for other in range(len(game.players)):
            if other != seat:
                yield Estimate(Nominate(other), stands_without(game, dismissed_by(game, other)))
    else:
        for director in game.directors:
            yield Estimate(Dismiss(director), stands_without(game, director))


def played_on(game: Game, chance: Chance) -> Game:
    """The next turn, when all are asked for offers; until then everybody decides as soloists do."""
    while game.phase != "offer":
        (seat,) = waiting(game)
        action = ANSWERS[game.phase](game, seat, chance)
        game = apply(game, seat, action).game
    return game


def gains_of_option(game: Game, seat: Seat, action: AnyAction) -> dict[str, int]:
    """What the action changes at once for the seat: the card that it gives itself."""
    if not isinstance(action, Assign) or seat not in action.cards:
        return {}
    before, after = card_brings(game.players[seat], game.lineup[action.cards[seat]])["cast"]
    return {"cast": after - before} if after != before else {}
