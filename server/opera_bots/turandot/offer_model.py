"""How often each seat makes which offer, estimated from what every card is worth to everybody.

Each seat is assumed to weigh its offers against the others' threats, and the threats follow from how often the others
make which offer; two rounds of that are close enough to an equilibrium.
"""

from collections.abc import Sequence

from opera_bots.turandot.turn_model import MONEY_ALONE, Bid, TurnModel, exponential
from opera_rules.api import Seat
from opera_rules.chance import Chance

CARD_SPREAD = 1.0
"""Points by which a card must be better to be wanted clearly more often, before anybody thinks about rivals."""
OFFER_SPREAD = 0.8
"""Points by which an offer must be better to be made clearly more often."""
HELPER_FREQUENCY = 0.25
"""How often a seat that may get a helper asks for one."""
ROUNDS = 2
"""How often threats and frequencies follow from each other."""
STEPS = 1 << 20
"""Random fractions are drawn as multiples of 1 / STEPS."""
NO_HELPER = -1
"""The key of what a seat expects if it offers money alone and gets no helper."""

Frequencies = list[tuple[Bid, float]]
"""How often a seat would make which offer."""
Threats = dict[Bid, float]
"""The chance that a seat offers a number with at least so much money."""


class OfferModel:
    """The offers that all seats may be expected to make in a turn."""

    def __init__(self, model: TurnModel) -> None:
        self.model = model
        self.seats = range(model.players)
        self.bids = [model.sensible_bids(seat) for seat in self.seats]
        self._fallbacks = [self._compute_fallbacks(seat) for seat in self.seats]
        self._threats = [threats_of(self._first_frequencies(seat)) for seat in self.seats]
        for _ in range(ROUNDS - 1):
            self._threats = [threats_of(self.frequencies(seat)) for seat in self.seats]

    def frequencies(self, seat: Seat) -> Frequencies:
        """Estimate how often a good player on this seat makes which offer."""
        expected = [self.expected(seat, bid) for bid in self.bids[seat]]
        return softmax(self.bids[seat], expected, OFFER_SPREAD)

    def _first_frequencies(self, seat: Seat) -> Frequencies:
        """Estimate offers as if nobody else wanted the same, with each sum of money as likely."""
        bids = [bid for bid in self.bids[seat] if bid[0] != MONEY_ALONE]
        return softmax(bids, [self.model.expected(seat, *bid) for bid in bids], CARD_SPREAD)

    def expected(self, seat: Seat, bid: Bid) -> float:
        """Estimate the final points of a seat with this offer, won or not."""
        number, money = bid
        if number == MONEY_ALONE:
            return self._expected_with_money_alone(seat)
        chance = 1.0
        for rival in self.seats:
            if rival != seat:
                chance *= 1 - self._threats[rival].get(bid, 0)
        return chance * self.model.expected(seat, number, money) + (1 - chance) * self._fallbacks[seat][number]

    def _expected_with_money_alone(self, seat: Seat) -> float:
        """Estimate the final points with a card that is left, and with scenery where a helper comes."""
        fallbacks = self._fallbacks[seat]
        if not self.model.helpers[seat]:
            return fallbacks[NO_HELPER]
        chance = self._chance_of_helper(seat)
        return chance * fallbacks[MONEY_ALONE] + (1 - chance) * fallbacks[NO_HELPER]

    def _chance_of_helper(self, seat: Seat) -> float:
        """Estimate the chance to get a helper: seats before this one, clockwise from Puccini's holder, may ask too."""
        before = (seat - self.model.puccini) % self.model.players - 1
        chance = power(1 - HELPER_FREQUENCY, before)
        if self.model.helpers[seat] > 1 and before > 0:
            chance += before * HELPER_FREQUENCY * power(1 - HELPER_FREQUENCY, before - 1)
        return chance

    def _compute_fallbacks(self, seat: Seat) -> dict[int, float]:
        """Estimate the final points of a seat that loses a number, or offers money alone with or without a helper."""
        expected = {number: self.model.expected(seat, number) for number in self.model.numbers}
        found = {
            lost: self._mean_assigned(seat, [points for number, points in expected.items() if number != lost])
            for lost in (*self.model.numbers, NO_HELPER)
        }
        if self.model.helpers[seat] and (MONEY_ALONE, 1) in self.bids[seat]:
            built = [self.model.expected(seat, number, 0, 1) for number in self.model.numbers]
            found[MONEY_ALONE] = self._mean_assigned(seat, built)
        return found

    def _mean_assigned(self, seat: Seat, expected: list[float]) -> float:
        """Average the likely cards: Puccini's holder takes one of the better ones left, the others get a poor one."""
        expected.sort(reverse=seat == self.model.puccini)
        likely = expected[: max(1, len(expected) // 2)]
        return sum(likely) / len(likely)


def softmax(bids: Sequence[Bid], expected: Sequence[float], spread: float) -> Frequencies:
    """Turn expected points into frequencies, the better the more often; `spread` points make a clear difference."""
    best = max(expected)
    weights = [exponential((points - best) / spread) for points in expected]
    total = sum(weights)
    return [(bid, weight / total) for bid, weight in zip(bids, weights, strict=True)]


def threats_of(frequencies: Frequencies) -> Threats:
    """Add up the frequencies of all offers with at least so much money."""
    threats: Threats = {}
    for (number, money), part in frequencies:
        for less in range(money + 1):
            threats[number, less] = threats.get((number, less), 0) + part
    return threats


def power(base: float, times: int) -> float:
    """Raise to a power by products alone, so that it is the same on every machine."""
    result = 1.0
    for _ in range(times):
        result *= base
    return result


def draw_bid(frequencies: Frequencies, chance: Chance) -> Bid:
    """Draw one of the bids, as often as the frequencies say."""
    place = chance.below(STEPS) / STEPS * sum(part for _, part in frequencies)
    for bid, part in frequencies:
        place -= part
        if place < 0:
            return bid
    return frequencies[-1][0]
