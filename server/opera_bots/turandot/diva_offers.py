"""Offers as simultaneous moves: all seats learn together what to offer, and so the others' offers are foreseen.

Everybody learns by regret matching on the standings after each outcome of the turn. What the others are expected to do
is half what they have learnt, half their habits; cards that lie face down show how much money may be among them.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from opera_bots.api import View
from opera_bots.turandot.diva_search import Start
from opera_bots.turandot.offer_search import bids_with
from opera_bots.turandot.playouts.habits import assignment, gains_of, offers_of_all
from opera_bots.turandot.playouts.playing import resolve
from opera_bots.turandot.playouts.standing import Standing
from opera_bots.turandot.playouts.table import Bid, Table, shares_of_win, winners, without_card
from opera_bots.turandot.turn_model import win_chances
from opera_games.turandot.words import SEATS, TURNS
from opera_rules.api import Seat
from opera_rules.turandot.search import Game

LESSONS: Final = {2: 60, 3: 120, 4: 150, 5: 150}
"""How often everybody learns before the playouts begin, by the number of players."""
EXPECTED_SPREAD: Final = 0.5
"""Points by which a rival's offer must be better to be expected clearly more often: rivals have other habits."""
HABIT_SHARE: Final = 0.5
"""How much of an expected offer is habit; the rest is learnt."""
UNUSUAL: Final = 1e-4
"""No offer is taken as impossible: what it counts at least, beside those that are usual."""
BLUFF_RATE: Final = 0.4
"""How often the bluff is expected among the cards of an offer."""
MOST_BEHIND: Final = 0.12
"""Offers whose estimated chance to win is worse than the best one's by more than this are left out."""
MOST_OFFERS: Final = 8
"""The number of offers that are played on."""
GUESSES: Final = 100
"""The number of guesses at the offers of two or more rivals that an estimate is the mean of."""

RARE: Final = 0.02
"""What is made less often than so many times the best offer, where there are many to learn about, is left out."""
MANY_OFFERS: Final = 13
"""As many as there are with two players."""

Parts = list[float]


class Learner:
    """A seat that learns how often to make which offer."""

    def __init__(self, bids: list[Bid], habit: Parts) -> None:
        total = sum(habit)
        self.bids = bids
        self.habit = [part / total for part in habit]
        self._regrets = [0.0] * len(bids)
        self._made = [0.0] * len(bids)
        self._lessons = 0

    def strategy(self) -> Parts:
        """Return how often to make each offer, in proportion to its regret."""
        total = sum(self._regrets)
        return [regret / total for regret in self._regrets] if total > 0 else self.habit

    def learn(self, chances: Sequence[float]) -> None:
        """Update the regrets with what every offer would have led to; later lessons weigh more."""
        strategy = self.strategy()
        self._lessons += 1
        mean = sum([part * chance for part, chance in zip(strategy, chances, strict=True)])
        for place, chance in enumerate(chances):
            self._made[place] += self._lessons * strategy[place]
            self._regrets[place] = max(0.0, self._regrets[place] + chance - mean)

    def average(self) -> Parts:
        """Return the strategy averaged over all lessons, which approaches an equilibrium."""
        total = sum(self._made)
        return [part / total for part in self._made] if total > 0 else self.habit

    def expected(self) -> Parts:
        """Return how often each offer is expected of this seat."""
        both = zip(self.habit, self.average(), strict=True)
        return [HABIT_SHARE * habit + (1 - HABIT_SHARE) * learnt for habit, learnt in both]


class OfferCandidates:
    """The promising offers of a seat, and the offers expected of the others."""

    def __init__(self, view: View, game: Game, table: Table, random: Random) -> None:
        self.seat = view.seat
        self.table = table
        self.lineup = [table.codes.number(card) for card in game.lineup.values()]
        self.gains = gains_of(table, self.lineup)
        self.standing = Standing(table, table.deck)
        self._outcomes: dict[tuple[Bid, ...], Table] = {}
        self._chances: dict[tuple[Bid, ...], list[float]] = {}
        self._standings: dict[tuple[Seat, int, int, bool], float] = {}
        self.learners = [
            learner_for(table, seat, parts)
            for seat, parts in enumerate(offers_of_all(table, self.gains, EXPECTED_SPREAD))
        ]
        self.lessons = 0
        self.bids: list[Bid] = []
        self.estimates: list[float] = []
        self.average: Parts = []
        """How often it was learnt to make each offer."""
        self._random = random
        self._down = [player.down for player in view.public.players]
        self._rivals: dict[Seat, tuple[list[Bid], Parts]] = {}

    def has_learnt(self) -> bool:
        return self.lessons == LESSONS[self.table.players]

    def choose(self) -> None:
        """Foresee the others' offers by what was learnt, and keep the best own ones by estimate."""
        for seat, learner in enumerate(self.learners):
            if seat != self.seat:
                self._rivals[seat] = seen_offers(learner, self._down[seat])
        own = self.learners[self.seat].bids
        estimates = self._estimate(own)
        best = max(estimates)
        order = sorted(range(len(own)), key=lambda place: -estimates[place])[:MOST_OFFERS]
        kept = [place for place in order if estimates[place] > best - MOST_BEHIND]
        average = self.learners[self.seat].average()
        self.bids = [own[place] for place in kept]
        self.estimates = [estimates[place] for place in kept]
        self.average = [average[place] for place in kept]

    def learn(self) -> None:
        """Let every seat learn from a guess at all offers, half of them by habit."""
        guess, random = [], self._random
        for learner in self.learners:
            parts = learner.habit if random.random() < HABIT_SHARE else learner.strategy()
            guess.append(learner.bids[pick(parts, random.random())])
        for seat, learner in enumerate(self.learners):
            learner.learn([self._chance(seat, with_bid(guess, seat, bid)) for bid in learner.bids])
        self.lessons += 1

    def _chance(self, seat: Seat, bids: tuple[Bid, ...]) -> float:
        """Estimate a seat's chance to win after these offers."""
        found = self._chances.get(bids)
        if found is None:
            found = self._chances[bids] = self._compute_chances(bids)
        return found[seat]

    def _compute_chances(self, bids: tuple[Bid, ...]) -> list[float]:
        """Judge everybody's hand after these offers; after the last turn the points that were made."""
        if self.table.turn == TURNS:
            return shares_of_win(self._outcome(bids))
        won, helped = winners(bids), self.table.helped(bids)
        lacking, left = without_card(won, self.table.players)
        given = assignment(self.table, self.gains, lacking, left)
        standings = [0.0] * self.table.players
        for number, seat in won.items():
            standings[seat] = self._standing(seat, number, bids[seat][1], built=False)
        for seat, number in given.items():
            standings[seat] = self._standing(seat, number, 0, built=seat in helped)
        return win_chances(standings, 1)

    def _standing(self, seat: Seat, number: int, spent: int, *, built: bool) -> float:
        """Judge a hand with one more card, less money and perhaps a scenery card more."""
        key = (seat, number, spent, built)
        found = self._standings.get(key)
        if found is None:
            table = self.table.copy()
            table.take(seat, self.lineup[number - 1], spent)
            if built:
                table.build(seat)
            hand = (table.code[seat], table.director[seat], table.money[seat], table.scenery[seat])
            found = self._standings[key] = self.standing.of_hand(table, seat, *hand)
        return found

    def _outcome(self, bids: tuple[Bid, ...]) -> Table:
        """Carry out these offers."""
        found = self._outcomes.get(bids)
        if found is None:
            found = self._outcomes[bids] = self.table.copy()
            resolve(found, self.lineup, self.gains, bids)
        return found

    def _estimate(self, own: Sequence[Bid]) -> list[float]:
        """Estimate the chance to win with each offer; against one rival exactly, else by guesses."""
        guesses = self._all_offers() if self.table.players == SEATS[0] else self._some_offers()
        estimates = [0.0] * len(own)
        for bids, part in guesses:
            for place, bid in enumerate(own):
                estimates[place] += part * self._chance(self.seat, with_bid(bids, self.seat, bid))
        return estimates

    def _all_offers(self) -> list[tuple[list[Bid], float]]:
        ((bids, parts),) = self._rivals.values()
        total = sum(parts)
        return [([bid, bid], part / total) for bid, part in zip(bids, parts, strict=True)]

    def _some_offers(self) -> list[tuple[list[Bid], float]]:
        return [(self.guess(self._random), 1 / GUESSES) for _ in range(GUESSES)]

    def guess(self, random: Random) -> list[Bid]:
        """Draw an offer for every rival."""
        guess = [(0, 0)] * self.table.players
        for seat, (bids, parts) in self._rivals.items():
            guess[seat] = bids[pick(parts, random.random())]
        return guess

    def start(self, place: int, guess: list[Bid]) -> Start:
        """Carry out an offer where the others make these."""
        bids = with_bid(guess, self.seat, self.bids[place])
        table = self._outcome(bids)
        return Start(table, self._chance(self.seat, bids), table.key(), is_dismissed=False)


def learner_for(table: Table, seat: Seat, parts: Sequence[tuple[Bid, float]]) -> Learner:
    """Leave out offers with more money than outbids everybody, and where there are many those that are rare."""
    enough = 1 + max(money for other, money in enumerate(table.money) if other != seat)
    kept = [(bid, part + UNUSUAL) for bid, part in parts if table.turn == TURNS or bid[1] <= enough]
    if len(kept) > MANY_OFFERS:
        kept = [(bid, part) for bid, part in kept if part > RARE]
    return Learner([bid for bid, _ in kept], [part for _, part in kept])


def seen_offers(learner: Learner, cards: int | None) -> tuple[list[Bid], Parts]:
    """Return the offers expected of a rival that put down so many cards, None if it put down none yet."""
    parts = learner.expected()
    if cards is None:
        return learner.bids, parts
    known = dict(zip(learner.bids, parts, strict=True))
    fitting = list(bids_with(cards, learner.bids))
    if not fitting:
        return learner.bids, parts
    likely = [(UNUSUAL + known[bid]) * (BLUFF_RATE if is_bluff else 1 - BLUFF_RATE) for bid, is_bluff in fitting]
    return [bid for bid, _ in fitting], likely


def with_bid(bids: Sequence[Bid], seat: Seat, bid: Bid) -> tuple[Bid, ...]:
    return (*bids[:seat], bid, *bids[seat + 1 :])


def pick(parts: Parts, fraction: float) -> int:
    """Choose a place by a random fraction, as often as the parts say."""
    left = fraction * sum(parts)
    for place, part in enumerate(parts):
        left -= part
        if left < 0:
            return place
    return len(parts) - 1
