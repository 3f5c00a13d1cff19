"""The level `virtuoso` of Turandot: it searches offers as simultaneous moves, other decisions by playing on.

After each of the best assignments, nominations or dismissals the game is played on, with another deck every time, to
the end of the next turn.
"""

from collections.abc import Callable, Iterator

from opera_bots.api import Alternative, Proposal, View
from opera_bots.turandot.offer_model import OfferModel, draw_bid
from opera_bots.turandot.offer_search import OfferSearch
from opera_bots.turandot.reasons import reasons
from opera_bots.turandot.soloist import DECISIONS, dismissal_by, expected_without, possible_assignments
from opera_bots.turandot.turn_model import Expected, TurnModel
from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate
from opera_rules.api import Seat
from opera_rules.chance import Chance, derive
from opera_rules.turandot import apply, waiting
from opera_rules.turandot.search import Game, card_brings

MOST_OPTIONS = 4
"""The number of options that are played on, the best by estimate."""
ESTIMATE_WEIGHT = 12
"""The estimate counts as much as this many games played on."""
MOST_ITERATIONS = 80
"""More iterations make no noticeable difference."""
CLEAR_LEAD = 0.03
"""An option whose estimate is so much better, as a part of a win, is chosen without a search."""


def propose(view: View, chance: Chance, should_stop: Callable[[], bool]) -> Proposal:
    """Search for the best action of this decision; `should_stop` is asked before each iteration."""
    kind = OfferSearch if view.kind == "offer" else OptionSearch
    search: OfferSearch | OptionSearch = kind(view, chance)
    while not search.is_clear() and not should_stop():
        search.iterate()
    return search.proposal()


class Option:
    """An action, its utility and the points it promises, at first by estimate."""

    def __init__(self, action: AnyAction, utility: float, points: float) -> None:
        self.action = action
        self.estimate = utility
        self._utility = ESTIMATE_WEIGHT * utility
        self._points = ESTIMATE_WEIGHT * points
        self._weight = ESTIMATE_WEIGHT

    def add(self, utility: float, points: float) -> None:
        """Add the result of a game played on to the means."""
        self._utility += utility
        self._points += points
        self._weight += 1

    @property
    def utility(self) -> float:
        return self._utility / self._weight

    @property
    def points(self) -> float:
        return self._points / self._weight


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
            Option(action, self.model.utility(self.seat, expected), self.model.points(expected[self.seat]))
            for action, expected in estimates(self.game, self.model, self.seat)
        ]
        self.options = sorted(options, key=lambda option: -option.estimate)[:MOST_OPTIONS]

    def is_clear(self) -> bool:
        """Say whether there is nothing to choose, the game ends with this turn, or one option is far better."""
        if len(self.options) == 1 or not self.model.turns_left or self.iterations == MOST_ITERATIONS:
            return True
        return self.options[0].estimate > self.options[1].estimate + CLEAR_LEAD

    def iterate(self) -> None:
        """Play on after one option; all of them meet the same decks."""
        deal, place = divmod(self.iterations, len(self.options))
        option = self.options[place]
        chance = Chance(derive(self.chance.seed, "deal", deal))
        game = play_to_next_offers(apply(self.view.imagine(chance.seed), self.seat, option.action).game, chance)
        model = TurnModel(game)
        offers = OfferModel(model)
        bids = tuple(draw_bid(offers.frequencies(seat), chance) for seat in range(model.players))
        expected = model.outcome(bids)
        option.add(model.utility(self.seat, expected), model.points(expected[self.seat]))
        self.iterations += 1

    def proposal(self) -> Proposal:
        """Propose the option with the highest mean utility."""
        best, *others = sorted(self.options, key=lambda option: -option.utility)
        return Proposal(
            best=Alternative(best.action, best.points),
            next_best=Alternative(others[0].action, others[0].points) if others else None,
            gains=immediate_gains(self.game, self.seat, best.action),
            iterations=self.iterations,
            reasons=reasons(self.game, self.seat, best.action),
        )


def estimates(game: Game, model: TurnModel, seat: Seat) -> Iterator[tuple[AnyAction, Expected]]:
    """List every option with what all seats may expect after it, before the game goes on."""
    if game.phase == "assign":
        for cards in possible_assignments(game):
            yield Assign(cards), model.after_assignment(cards)
    elif game.phase == "nominate":
        for other in range(len(game.players)):
            if other != seat:
                yield Nominate(other), expected_without(game, dismissal_by(game, other))
    else:
        for director in game.directors:
            yield Dismiss(director), expected_without(game, director)


def play_to_next_offers(game: Game, chance: Chance) -> Game:
    """Play on until all are asked for offers; everybody decides as the soloist does."""
    while game.phase != "offer":
        (seat,) = waiting(game)
        action = DECISIONS[game.phase](game, seat, chance)
        game = apply(game, seat, action).game
    return game


def immediate_gains(game: Game, seat: Seat, action: AnyAction) -> dict[str, int]:
    """Compute what the action itself changes for the seat: the card that it gives itself."""
    if not isinstance(action, Assign) or seat not in action.cards:
        return {}
    (before, after), _ = card_brings(game.players[seat], game.lineup[action.cards[seat]])
    return {"cast": after - before} if after != before else {}
