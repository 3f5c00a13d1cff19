"""The search for an offer, by regret matching.

Offers are made at the same time, so there is no best answer to one guess: all seats learn together how often to make
which offer, from how much better another one would have been (its regret). Half of the guesses at a rival's offer come
from what it has learnt, half from the offer model. Cards that lie face down show how much money may be among them.
"""

from collections.abc import Iterator, Sequence

from opera_bots.api import Alternative, Proposal, View
from opera_bots.turandot.offer_model import Frequencies, OfferModel, draw_bid
from opera_bots.turandot.reasons import reasons
from opera_bots.turandot.soloist import should_bluff
from opera_bots.turandot.turn_model import MONEY_ALONE, Bid, Expected, TurnModel, offer_of
from opera_games.turandot.actions import Offer
from opera_rules.api import Seat
from opera_rules.chance import Chance
from opera_rules.turandot.search import Game, card_brings, helpers_for, scenery_brings

LEAST_ITERATIONS = 80
"""No choice counts as clear before this many iterations."""
MOST_ITERATIONS = 1500
"""More iterations make no noticeable difference."""
CLEAR_SHARE = 0.97
"""An offer that is made this often is chosen without more iterations."""
RARE = 0.3
"""Offers made less often than this part of the most frequent one are not made at all."""
MOST_BEHIND = 2.5
"""Offers that look worse than the best by this many points are left out."""
MODEL_GUESSES = 2
"""One guess out of this many comes from the offer model."""
BLUFF_FREQUENCY = 0.4
"""How often the bluff is expected among the cards of an offer."""
LEAST_FREQUENCY = 0.001
"""No offer is taken as impossible."""


class Learner:
    """A seat that learns how often to make which offer."""

    def __init__(self, frequencies: Frequencies) -> None:
        self.bids = [bid for bid, _ in frequencies]
        self.modelled = [part for _, part in frequencies]
        self.rounds = 0
        self._regrets = [0.0] * len(frequencies)
        self._made = [0.0] * len(frequencies)

    def strategy(self) -> list[float]:
        """Return how often to make each offer, in proportion to its regret; as modelled before there is any regret."""
        total = sum(self._regrets)
        return [regret / total for regret in self._regrets] if total > 0 else self.modelled

    def learn(self, utilities: Sequence[float]) -> None:
        """Update the regrets with what every offer would have led to; later rounds weigh more, since they know more."""
        strategy = self.strategy()
        self.rounds += 1
        mean = sum(part * utility for part, utility in zip(strategy, utilities, strict=True))
        for place, utility in enumerate(utilities):
            self._made[place] += self.rounds * strategy[place]
            self._regrets[place] = max(0.0, self._regrets[place] + utility - mean)

    def average(self) -> list[float]:
        """Return the strategy averaged over all rounds: this is what approaches an equilibrium."""
        total = sum(self._made)
        return [part / total for part in self._made] if total > 0 else self.modelled


class OfferSearch:
    """All seats learn what to offer; the seat that decides knows what lies face down already."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.iterations = 0
        self.game: Game = view.imagine(bytes(32))
        self.seat = view.seat
        self.chance = chance
        self.model = TurnModel(self.game)
        self.offers = OfferModel(self.model)
        self.seats = range(self.model.players)
        self.learners = [Learner(self._promising(seat)) for seat in self.seats]
        self.own = self.learners[view.seat]
        self.rivals = [seat for seat in self.seats if seat != view.seat]
        self.down: list[int | None] = [player.down for player in view.public.players]
        self._points = [0.0] * len(self.own.bids)

    def _promising(self, seat: Seat) -> Frequencies:
        """Leave out offers that waste money or look far worse than the best."""
        bids = [bid for bid in self.offers.bids[seat] if not self.model.wastes_money(seat, bid)]
        expected = {bid: self.offers.expected(seat, bid) for bid in bids}
        least = max(expected.values()) - MOST_BEHIND
        frequencies = self.offers.frequencies(seat)
        return [(bid, part) for bid, part in frequencies if bid in expected and expected[bid] > least]

    def is_clear(self) -> bool:
        """Say whether only one offer is promising, one is made nearly always, or enough was searched."""
        if len(self.own.bids) == 1 or self.iterations == MOST_ITERATIONS:
            return True
        return self.iterations >= LEAST_ITERATIONS and max(self.own.average()) > CLEAR_SHARE

    def iterate(self) -> None:
        """Let one rival learn from guesses at all offers, and the deciding seat from those that fit the cards seen."""
        guess = [self._guess(seat) for seat in self.seats]
        rival = self.rivals[self.iterations % len(self.rivals)]
        self.learners[rival].learn([self.model.utility(rival, expected) for expected in self._outcomes(rival, guess)])
        outcomes = list(self._outcomes(self.seat, [self._guess_face_down(seat, guess[seat]) for seat in self.seats]))
        self.own.learn([self.model.utility(self.seat, expected) for expected in outcomes])
        for place, expected in enumerate(outcomes):
            self._points[place] += self.model.points(expected[self.seat])
        self.iterations += 1

    def _outcomes(self, seat: Seat, guess: Sequence[Bid]) -> Iterator[Expected]:
        """Estimate the outcome of each offer of a seat."""
        return (self.model.outcome_with(guess, seat, bid) for bid in self.learners[seat].bids)

    def _guess(self, seat: Seat) -> Bid:
        """Draw what a seat may offer."""
        learner = self.learners[seat]
        parts = learner.modelled if self.chance.below(MODEL_GUESSES) == 0 else learner.strategy()
        return draw_bid(list(zip(learner.bids, parts, strict=True)), self.chance)

    def _guess_face_down(self, seat: Seat, guess: Bid) -> Bid:
        """Draw an offer that fits the number of cards a seat put down; keep the guess if it put down none yet."""
        cards = self.down[seat]
        if cards is None:
            return guess
        learner = self.learners[seat]
        likely = zip(learner.bids, learner.modelled, learner.average(), strict=True)
        parts = {bid: modelled + learnt for bid, modelled, learnt in likely}
        return draw_bid(
            [
                (bid, (LEAST_FREQUENCY + parts.get(bid, 0)) * (BLUFF_FREQUENCY if is_bluff else 1 - BLUFF_FREQUENCY))
                for bid, is_bluff in bids_with(cards, self.model.possible_bids(seat))
            ],
            self.chance,
        )

    def proposal(self) -> Proposal:
        """Propose one of the offers that are often made, so that nobody can foresee it."""
        average = self.own.average()
        most = max(average)
        bid = draw_bid(
            [(bid, part) for bid, part in zip(self.own.bids, average, strict=True) if part >= RARE * most], self.chance
        )
        others = [place for place, other in enumerate(self.own.bids) if other[0] != bid[0]]
        other = max(others, key=lambda place: average[place], default=None)
        offer = self._offer(bid)
        return Proposal(
            best=Alternative(offer, self._expected(self.own.bids.index(bid))),
            next_best=None if other is None else Alternative(self._offer(self.own.bids[other]), self._expected(other)),
            gains=immediate_gains(self.game, self.seat, bid),
            iterations=self.iterations,
            reasons=reasons(self.game, self.seat, offer),
        )

    def _offer(self, bid: Bid) -> Offer:
        return offer_of(bid, should_bluff(self.game, self.seat, bid, self.chance))

    def _expected(self, place: int) -> float:
        if not self.iterations:
            return self.offers.expected(self.seat, self.own.bids[place])
        return self._points[place] / self.iterations


def bids_with(cards: int, bids: Sequence[Bid]) -> Iterator[tuple[Bid, bool]]:
    """List the bids that may consist of this many cards, and whether the bluff is one of them."""
    for bid in bids:
        shown = (bid[0] != MONEY_ALONE) + bid[1]
        if shown in (cards, cards - 1):
            yield bid, shown < cards


def immediate_gains(game: Game, seat: Seat, bid: Bid) -> dict[str, int]:
    """Compute what the offer changes for the seat if it is won."""
    number, money = bid
    player = game.players[seat]
    if number == MONEY_ALONE and not helpers_for(game, seat):
        return {}
    brought = scenery_brings(player) if number == MONEY_ALONE else card_brings(player, game.lineup[number])
    before, after = brought[0]
    gains = {"cast": after - before, "money": -money, "scenery": int(number == MONEY_ALONE)}
    return {name: gain for name, gain in gains.items() if gain}
