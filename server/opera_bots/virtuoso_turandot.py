"""Virtuoso plays Turandot by searching.

Offers are made at once, so there is no best answer to one guess: all seats learn together, from what they regret not
to have offered, how often to make which offer (regret matching). For everything else the next turn is played out.
"""

from collections.abc import Callable, Sequence

from opera_bots.proposal import Alternative, Proposal
from opera_bots.soloist_turandot import ANSWERS as SOLOIST
from opera_bots.soloist_turandot import bluffs, drawn, wishes
from opera_bots.turn_turandot import Bid, TurnModel, bids_with, offer_of
from opera_bots.view import View
from opera_rules.api import Seat
from opera_rules.chance import Chance
from opera_rules.turandot.state import Game

FEWEST = 60
"""Iterations before a choice counts as clear."""
MOST = 2000
CLEAR = 0.95
"""An offer made so often is the choice."""
RARE = 0.25
"""Offers made less often than this part of the most frequent one are not made at all."""
HABIT = 0.5
"""How often a rival is taken to offer as soloists do, rather than as it has learnt here."""
BLUFFING = 0.4
"""How often the bluff is thought to be among the cards of an offer."""


def think(view: View, chance: Chance, should_stop: Callable[[], bool]) -> Proposal:
    game = view.imagine(bytes(32))
    kind = view.private["choices"]["kind"]
    if kind != "offer":
        action = SOLOIST[kind](game, view.seat, chance)
        return Proposal(Alternative(action, 0.0), None, {}, 0)
    search = OfferSearch(game, view, chance)
    iterations = 0
    while not search.is_clear(iterations) and not should_stop():
        search.iterate()
        iterations += 1
    return search.proposal(iterations)


class Learner:
    """A seat that learns how often to make which offer."""

    def __init__(self, bids: Sequence[Bid], habit: Sequence[float]) -> None:
        self.bids = bids
        self.habit = habit
        self.regrets = [0.0] * len(bids)
        self.made = [0.0] * len(bids)
        self.rounds = 0

    def strategy(self) -> list[float]:
        """Each offer in proportion to its regret; as habit has it while there is none."""
        total = sum(self.regrets)
        return [regret / total for regret in self.regrets] if total > 0 else list(self.habit)

    def learn(self, likings: Sequence[float]) -> None:
        strategy = self.strategy()
        self.rounds += 1
        mean = sum(part * liked for part, liked in zip(strategy, likings, strict=True))
        for place, liked in enumerate(likings):
            self.made[place] += self.rounds * strategy[place]
            self.regrets[place] = max(0.0, self.regrets[place] + liked - mean)

    def average(self) -> list[float]:
        total = sum(self.made)
        return [part / total for part in self.made] if total else list(self.habit)


class OfferSearch:
    def __init__(self, game: Game, view: View, chance: Chance) -> None:
        self.game = game
        self.seat = view.seat
        self.chance = chance
        self.model = TurnModel(game)
        self.learners = []
        for seat in range(self.model.players):
            wished = wishes(self.model, seat)
            self.learners.append(Learner([bid for bid, _ in wished], [part for _, part in wished]))
        self.down = [None if seat == view.seat else row["down"] for seat, row in enumerate(view.public["players"])]
        self.own = self.learners[view.seat]
        self.points = [0.0] * len(self.own.bids)
        self.iterations = 0

    def is_clear(self, iterations: int) -> bool:
        if len(self.own.bids) == 1 or iterations >= MOST:
            return True
        return iterations >= FEWEST and max(self.own.average()) > CLEAR

    def iterate(self) -> None:
        self.iterations += 1
        unseen = [self.guess(seat) for seat in range(self.model.players)]
        seen = [self.guess_below(seat, unseen[seat]) for seat in range(self.model.players)]
        rival = (self.seat + 1 + self.iterations % (self.model.players - 1)) % self.model.players
        self.learners[rival].learn(self.likings(rival, unseen))
        self.own.learn(self.likings(self.seat, seen, self.points))

    def likings(self, seat: Seat, bids: list[Bid], points: list[float] | None = None) -> list[float]:
        model, bids = self.model, list(bids)
        found = []
        for place, bid in enumerate(self.learners[seat].bids):
            bids[seat] = bid
            stands = model.outcome(tuple(bids))
            found.append(model.liking(seat, stands))
            if points is not None:
                points[place] += stands[seat]
        return found

    def guess(self, seat: Seat) -> Bid:
        learner = self.learners[seat]
        by_habit = seat != self.seat and self.chance.below(100) < HABIT * 100
        parts = learner.habit if by_habit else learner.strategy()
        return drawn(list(zip(learner.bids, parts, strict=True)), self.chance)

    def guess_below(self, seat: Seat, bid: Bid) -> Bid:
        """What may lie under the cards seen."""
        cards = self.down[seat]
        if cards is None:
            return bid
        learner = self.learners[seat]
        parts = dict(
            zip(learner.bids, (h * HABIT + a * (1 - HABIT) + 0.001 for h, a in zip(learner.habit, learner.average())))
        )
        weighted = [
            (bid, parts[bid] * (BLUFFING if bluff else 1 - BLUFFING)) for bid, bluff in bids_with(cards, learner.bids)
        ]
        return drawn(weighted, self.chance)

    def proposal(self, iterations: int) -> Proposal:
        average = self.own.average()
        most = max(average)
        kept = [(bid, part if part >= RARE * most else 0.0) for bid, part in zip(self.own.bids, average, strict=True)]
        bid = drawn(kept, self.chance)
        bluff = bluffs(self.game, self.seat, bid, self.chance)
        others = [(part, place) for place, part in enumerate(average) if self.own.bids[place][0] != bid[0]]
        _, other = max(others)
        n = max(1, iterations)
        return Proposal(
            Alternative(offer_of(bid, bluff), self.points[self.own.bids.index(bid)] / n),
            Alternative(offer_of(self.own.bids[other], bluff), self.points[other] / n),
            {},
            iterations,
        )
