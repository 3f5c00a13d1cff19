"""Offers of the diva: the best answers to what the others are likely to offer.

Everybody learns what to offer as virtuosos do, by regret matching. What the others have learnt, and how many cards they
put down, says what they are likely to offer; every own offer is judged against that, by how everybody stands after it.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from opera_bots.api import View
from opera_bots.turandot.diva_search import Start
from opera_bots.turandot.offer_search import OfferSearch, bids_with
from opera_bots.turandot.playouts.playing import assign, fractions
from opera_bots.turandot.playouts.table import Bid, Table
from opera_bots.turandot.standing_model import StandingModel
from opera_games.turandot.words import SEATS
from opera_rules.api import Seat
from opera_rules.chance import Chance, derive

LESSONS: Final = {2: 25, 3: 1500, 4: 1500, 5: 1500}
"""How often everybody learns, by the number of players; with two of them there is a look at the next turn then."""
GUESSES: Final = 2
"""How many guesses at the offers of two or more rivals are drawn from what they know after each lesson."""
FIRST_GUESSES: Final = 10
"""The number of guesses where there is no time to learn."""
POINT_GUESSES: Final = 20
"""The number of guesses that the points to be expected are the mean of, the same ones for all offers."""
EARLY: Final = 40
"""After so many lessons offers that are far behind are judged no more."""
UNUSUAL: Final = 1e-4
"""No offer is taken as impossible: what it counts at least, beside those that are usual."""
BLUFF_RATE: Final = 0.5
"""How often the bluff is expected among the cards of an offer."""
NEEDLESS_BLUFF_RATE: Final = 0.02
"""The same where all money is offered, so that there is nothing to conceal."""
MOST_BEHIND: Final = 0.12
"""Offers whose estimated chance to win is worse than the best one's by more than this are left out."""
MOST_OFFERS: Final = 8
"""The number of offers that are kept."""

Likely = tuple[Sequence[Bid], Sequence[float]]
"""Offers, and how often each is likely, in parts of any size."""


class OfferCandidates(OfferSearch):
    """The promising offers of a seat, and the offers expected of the others."""

    def __init__(self, view: View, table: Table, chance: Chance) -> None:
        super().__init__(view, Chance(derive(chance.seed, "learning")))
        self.table = table
        self.weighed = StandingModel(self.game, table, self.seat, self.model)
        self.bids = [bid for bid in self.offers.bids[self.seat] if not self.model.wastes_money(self.seat, bid)]
        self.estimates: list[float] = []
        self.average: list[float] = []
        """How often it was learnt to make each offer."""
        self._judged = [0.0] * len(self.bids)
        self._weight = 0.0
        self._random = fractions(derive(chance.seed, "guesses"))
        self._likely: list[Likely] = []

    def has_learnt(self) -> bool:
        return len(self.bids) == 1 or self.iterations == LESSONS[self.model.players]

    def iterate(self) -> None:
        """Let every seat learn from a guess at all offers, and judge the own ones by what the others know then."""
        guess = [self._guess(seat) for seat in self.seats]
        for seat, learner in enumerate(self.learners):
            learner.learn([self.model.utility(seat, expected) for expected in self._outcomes(seat, guess)])
        self.iterations += 1
        if self.model.players > SEATS[0]:
            self._judge(GUESSES)
            if self.iterations == EARLY:
                self._leave_out(len(self.bids))

    def choose(self) -> None:
        """Keep the best offers by estimate; against one rival this is exact."""
        self._likely = [self._likely_offers(seat) for seat in self.seats]
        if self.model.players == SEATS[0]:
            self._judge_all()
        elif not self._weight:
            self._judge(FIRST_GUESSES)
        self._leave_out(MOST_OFFERS)
        self.estimates = [judged / self._weight for judged in self._judged]
        learnt = dict(zip(self.own.bids, self.own.average(), strict=True))
        self.average = [learnt.get(bid, 0.0) for bid in self.bids]

    def _judge(self, guesses: int) -> None:
        """Judge all offers against some guesses at the others'; later ones weigh more, since they know more."""
        self._likely = [self._likely_offers(seat) for seat in self.seats]
        for _ in range(guesses):
            self._add(self.guess(self._random), self.iterations + 1)

    def _judge_all(self) -> None:
        (rival,) = self.rivals
        for bid, part in zip(*self._likely[rival], strict=True):
            self._add([bid, bid], part)

    def _add(self, guess: Sequence[Bid], weight: float) -> None:
        self._weight += weight
        for place, bid in enumerate(self.bids):
            self._judged[place] += weight * self._chance(guess, bid)

    def _leave_out(self, most: int) -> None:
        """Keep so many offers at most, the best ones, and none that is far behind."""
        order = sorted(range(len(self.bids)), key=lambda place: -self._judged[place])[:most]
        least = self._judged[order[0]] - MOST_BEHIND * self._weight
        kept = [place for place in order if self._judged[place] > least]
        self.bids = [self.bids[place] for place in kept]
        self._judged = [self._judged[place] for place in kept]

    def _likely_offers(self, seat: Seat) -> Likely:
        """Return what a seat is likely to offer, or has offered by the number of its cards."""
        learner, cards = self.learners[seat], self.down[seat]
        learnt = learner.average()
        if cards is None or seat == self.seat:
            return learner.bids, learnt
        known = dict(zip(learner.bids, learnt, strict=True))
        fitting = list(bids_with(cards, self.model.possible_bids(seat)))
        parts = [(known.get(bid, 0.0) + UNUSUAL) * self._rate(seat, bid, is_bluff) for bid, is_bluff in fitting]
        return [bid for bid, _ in fitting], parts

    def _rate(self, seat: Seat, bid: Bid, is_bluff: bool) -> float:
        """Return how often an offer is made with the bluff, or without it."""
        rate = BLUFF_RATE if bid[1] < self.game.players[seat].money else NEEDLESS_BLUFF_RATE
        return rate if is_bluff else 1 - rate

    def _chance(self, guess: Sequence[Bid], bid: Bid) -> float:
        """Estimate the own chance to win with an offer where the others make these."""
        return self.weighed.utility(self.seat, self.weighed.outcome_with(guess, self.seat, bid))

    def mean_points(self, place: int) -> float:
        """Return the points to be expected at the end of the game."""
        random, model, bid = fractions(POINT_GUESSES), self.model, self.bids[place]
        outcomes = [model.outcome_with(self.guess(random), self.seat, bid) for _ in range(POINT_GUESSES)]
        return sum([model.points(expected[self.seat]) for expected in outcomes]) / POINT_GUESSES

    def guess(self, random: Random) -> list[Bid]:
        """Draw an offer for every seat."""
        return [bids[pick(parts, random.random())] for bids, parts in self._likely]

    def start(self, place: int, guess: list[Bid]) -> Start:
        """Carry out an offer where the others make these."""
        bid = self.bids[place]
        bids = [*guess[: self.seat], bid, *guess[self.seat + 1 :]]
        table, lineup = self.table.copy(), [self.table.codes.number(card) for card in self.game.lineup.values()]
        helped = tuple(table.helped(bids))
        lacking, left = table.award(lineup, bids)
        given = self.weighed.assignment(tuple(lacking), helped, tuple(left)).numbers
        assign(table, lineup, dict(zip(lacking, given, strict=False)), left)
        return Start(table, self._chance(guess, bid), table.key(), is_dismissed=False)


def pick(parts: Sequence[float], fraction: float) -> int:
    """Choose a place by a random fraction, as often as the parts say."""
    left = fraction * sum(parts)
    for place, part in enumerate(parts):
        left -= part
        if left < 0:
            return place
    return len(parts) - 1
