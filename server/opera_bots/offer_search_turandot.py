"""The search for an offer.

Offers are made at once, so there is no best answer to one guess: all seats learn together, from what they regret not
to have offered, how often to make which offer (regret matching). Rivals are met half as often as they have learnt here
as they would offer out of habit. Cards that lie face down already tell how much money may be among them.
"""

from collections.abc import Iterator, Sequence

from opera_bots.demand_turandot import Demand, Wishes, drawn
from opera_bots.proposal import Alternative, Proposal
from opera_bots.soloist_turandot import bluffs
from opera_bots.turn_turandot import HELPER, Bid, TurnModel, offer_of
from opera_bots.view import View
from opera_rules.api import Map, Seat
from opera_rules.chance import Chance
from opera_rules.turandot.actions import Offer
from opera_rules.turandot.figures import card_brings, helper_brings
from opera_rules.turandot.state import Game

FEWEST = 80
"""Iterations before a choice may count as clear."""
MOST = 1500
"""Iterations after which more would not be noticed."""
CLEAR = 0.97
"""An offer made so often is the choice."""
RARE = 0.3
"""Offers made less often than this part of the most frequent one are not made at all."""
REACH = 2.5
"""Offers that look worse than the best by so many points are not looked at."""
HABIT = 2
"""Out of so many guesses one is what a rival would offer out of habit."""
BLUFFING = 0.4
"""How often the bluff is thought to be among the cards of an offer."""
TRIFLE = 0.001
"""No offer is thought impossible."""


class Learner:
    """A seat that learns how often to make which offer."""

    def __init__(self, wishes: Wishes) -> None:
        self.bids = [bid for bid, _ in wishes]
        self.habit = [part for _, part in wishes]
        self.rounds = 0
        self._regrets = [0.0] * len(wishes)
        self._made = [0.0] * len(wishes)

    def strategy(self) -> list[float]:
        """Each offer as often as it was regretted not to have made it; as habit has it while nothing is."""
        total = sum(self._regrets)
        return [regret / total for regret in self._regrets] if total > 0 else self.habit

    def learn(self, likings: Sequence[float]) -> None:
        """Compare what every offer would have led to; later rounds weigh more, since they know more."""
        strategy = self.strategy()
        self.rounds += 1
        mean = sum(part * liked for part, liked in zip(strategy, likings, strict=True))
        for place, liked in enumerate(likings):
            self._made[place] += self.rounds * strategy[place]
            self._regrets[place] = max(0.0, self._regrets[place] + liked - mean)

    def average(self) -> list[float]:
        """How often each offer was made over all rounds: this is what comes near to an equilibrium."""
        total = sum(self._made)
        return [part / total for part in self._made] if total > 0 else self.habit


class OfferSearch:
    """All seats learn what to offer; the own one knows what lies face down already."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.iterations = 0
        self.game: Game = view.imagine(bytes(32))
        self.seat = view.seat
        self.chance = chance
        self.model = TurnModel(self.game)
        self.demand = Demand(self.model)
        self.seats = range(self.model.players)
        self.learners = [Learner(self._within_reach(seat)) for seat in self.seats]
        self.own = self.learners[view.seat]
        self.rivals = [seat for seat in self.seats if seat != view.seat]
        self.down: list[int | None] = [row["down"] for row in view.public["players"]]
        self._points = [0.0] * len(self.own.bids)

    def _within_reach(self, seat: Seat) -> Wishes:
        bids = [bid for bid in self.demand.bids[seat] if not self.model.wastes(seat, bid)]
        worths = {bid: self.demand.expectation(seat, bid) for bid in bids}
        best = max(worths.values())
        return [(bid, part) for bid, part in self.demand.wishes(seat) if bid in worths and worths[bid] > best - REACH]

    def is_clear(self) -> bool:
        """Only one offer is worth a look, or one is made nearly always."""
        if len(self.own.bids) == 1 or self.iterations == MOST:
            return True
        return self.iterations >= FEWEST and max(self.own.average()) > CLEAR

    def iterate(self) -> None:
        """One rival learns from what all may offer, and the own seat from what may lie there."""
        guess = [self._guess(seat) for seat in self.seats]
        rival = self.rivals[self.iterations % len(self.rivals)]
        self.learners[rival].learn([self.model.liking(rival, stands) for stands in self._outcomes(rival, guess)])
        outcomes = list(self._outcomes(self.seat, [self._guess_below(seat, guess[seat]) for seat in self.seats]))
        self.own.learn([self.model.liking(self.seat, stands) for stands in outcomes])
        for place, stands in enumerate(outcomes):
            self._points[place] += self.model.points(stands[self.seat])
        self.iterations += 1

    def _outcomes(self, seat: Seat, guess: Sequence[Bid]) -> Iterator[tuple[float, ...]]:
        """What each offer of a seat would lead to."""
        return (self.model.after(guess, seat, bid) for bid in self.learners[seat].bids)

    def _guess(self, seat: Seat) -> Bid:
        """What a seat may offer."""
        learner = self.learners[seat]
        parts = learner.habit if self.chance.below(HABIT) == 0 else learner.strategy()
        return drawn(list(zip(learner.bids, parts, strict=True)), self.chance)

    def _guess_below(self, seat: Seat, guess: Bid) -> Bid:
        """What may lie under the cards that are seen; the guess where none are."""
        cards = self.down[seat]
        if cards is None:
            return guess
        learner = self.learners[seat]
        likely = zip(learner.bids, learner.habit, learner.average(), strict=True)
        parts = {bid: habit + learnt for bid, habit, learnt in likely}
        return drawn(
            [
                (bid, (TRIFLE + parts.get(bid, 0)) * (BLUFFING if is_bluff else 1 - BLUFFING))
                for bid, is_bluff in bids_below(cards, self.model.bids_of(seat))
            ],
            self.chance,
        )

    def proposal(self) -> Proposal:
        """One of the offers that are often made, so that nobody can foresee it."""
        average = self.own.average()
        most = max(average)
        bid = drawn(
            [(bid, part) for bid, part in zip(self.own.bids, average, strict=True) if part >= RARE * most], self.chance
        )
        others = [place for place, other in enumerate(self.own.bids) if other[0] != bid[0]]
        other = max(others, key=lambda place: average[place], default=None)
        return Proposal(
            best=Alternative(self._offer(bid), self._expected(self.own.bids.index(bid))),
            next_best=None if other is None else Alternative(self._offer(self.own.bids[other]), self._expected(other)),
            gains=gains_of_offer(self.game, self.seat, bid),
            iterations=self.iterations,
        )

    def _offer(self, bid: Bid) -> Offer:
        return offer_of(bid, bluffs(self.game, self.seat, bid, self.chance))

    def _expected(self, place: int) -> float:
        if not self.iterations:
            return self.demand.expectation(self.seat, self.own.bids[place])
        return self._points[place] / self.iterations


def bids_below(cards: int, bids: Sequence[Bid]) -> Iterator[tuple[Bid, bool]]:
    """The bids that may lie under so many cards, and whether the bluff is one of them."""
    for bid in bids:
        own = (bid[0] != HELPER) + bid[1]
        if own in (cards, cards - 1):
            yield bid, own < cards


def gains_of_offer(game: Game, seat: Seat, bid: Bid) -> dict[str, int]:
    """What the offer changes at once if it is won."""
    number, money = bid
    player = game.players[seat]
    brought: Map = helper_brings(player) if number == HELPER else card_brings(player, game.lineup[number])
    before, after = brought["cast"]
    gains = {"cast": after - before, "money": -money, "scenery": int(number == HELPER)}
    return {name: gain for name, gain in gains.items() if gain}
