"""Who will offer what: an estimate from what every card is worth to everybody.

Each seat is taken to weigh its offers against the others' threats, and the threats follow from how often the others
would then make which offer; two rounds of that settle well enough.
"""

from collections.abc import Sequence

from opera_bots.turn_turandot import HELPER, Bid, TurnModel, exponential
from opera_rules.api import Seat
from opera_rules.chance import Chance

WANT = 1.0
"""Points by which a card must be better to be wanted clearly more often, before anybody thinks about rivals."""
CHOICE = 0.8
"""Points by which an offer must be better to be made clearly more often."""
ASKING = 0.25
"""How often somebody asks for a helper."""
ROUNDS = 2
"""How often threats and wishes follow from each other."""
FINE = 1 << 20
"""Chances are drawn in steps of one part in so many."""

Wishes = list[tuple[Bid, float]]
"""How often a seat would make which offer."""
Threats = dict[Bid, float]
"""The chance that a seat offers a number with at least so much money."""


class Demand:
    """The offers that all seats may be expected to make in a turn."""

    def __init__(self, model: TurnModel) -> None:
        self.model = model
        self.seats = range(model.players)
        self.bids = [model.sensible_bids_of(seat) for seat in self.seats]
        self._otherwise = [self._stands_otherwise(seat) for seat in self.seats]
        self._threats = [threats_of(self._first_wishes(seat)) for seat in self.seats]
        for _ in range(ROUNDS - 1):
            self._threats = [threats_of(self.wishes(seat)) for seat in self.seats]

    def wishes(self, seat: Seat) -> Wishes:
        """How often a good player on this seat makes which offer."""
        worths = [self.expectation(seat, bid) for bid in self.bids[seat]]
        return weighted(self.bids[seat], worths, CHOICE)

    def _first_wishes(self, seat: Seat) -> Wishes:
        """What it would offer if nobody else was there to want the same, with each sum of money as likely."""
        bids = [bid for bid in self.bids[seat] if bid[0] != HELPER]
        return weighted(bids, [self.model.stand(seat, *bid) for bid in bids], WANT)

    def expectation(self, seat: Seat, bid: Bid) -> float:
        """The points at the end with this offer, won or not."""
        number, money = bid
        if number == HELPER:
            built, not_built = self._otherwise[seat][HELPER], self._otherwise[seat][-1]
            chance = self._chance_of_helper(seat)
            return chance * built + (1 - chance) * not_built
        chance = 1.0
        for rival in self.seats:
            if rival != seat:
                chance *= 1 - self._threats[rival].get(bid, 0)
        return chance * self.model.stand(seat, number, money) + (1 - chance) * self._otherwise[seat][number]

    def _chance_of_helper(self, seat: Seat) -> float:
        """Those before this seat, clockwise from Puccini's holder, may ask too."""
        before = (seat - self.model.puccini) % self.model.players - 1
        chance = power(1 - ASKING, before)
        if self.model.helpers > 1 and before > 0:
            chance += before * ASKING * power(1 - ASKING, before - 1)
        return chance

    def _stands_otherwise(self, seat: Seat) -> dict[int, float]:
        """How the seat stands if it loses a number, asks for a helper and gets one, or (-1) gets none."""
        stands = {number: self.model.stand(seat, number) for number in self.model.numbers}
        found = {
            lost: self._assigned(seat, [stand for number, stand in stands.items() if number != lost])
            for lost in (*self.model.numbers, -1)
        }
        if (HELPER, 1) in self.bids[seat]:
            built = [self.model.stand(seat, number, 0, 1) for number in self.model.numbers]
            found[HELPER] = self._assigned(seat, built)
        return found

    def _assigned(self, seat: Seat, stands: list[float]) -> float:
        """Puccini's holder takes one of the better cards left, the others get what is poor for them."""
        stands.sort(reverse=seat == self.model.puccini)
        likely = stands[: max(1, len(stands) // 2)]
        return sum(likely) / len(likely)


def weighted(bids: Sequence[Bid], worths: Sequence[float], spread: float) -> Wishes:
    """Each bid the more often the better it is; `spread` points make a clear difference."""
    best = max(worths)
    weights = [exponential((worth - best) / spread) for worth in worths]
    total = sum(weights)
    return [(bid, weight / total) for bid, weight in zip(bids, weights, strict=True)]


def threats_of(wishes: Wishes) -> Threats:
    threats: Threats = {}
    for (number, money), part in wishes:
        for less in range(money + 1):
            threats[number, less] = threats.get((number, less), 0) + part
    return threats


def power(base: float, times: int) -> float:
    """By products alone, so that it is the same on every machine."""
    result = 1.0
    for _ in range(times):
        result *= base
    return result


def drawn(wishes: Wishes, chance: Chance) -> Bid:
    """One of the bids, as often as the wishes say."""
    place = chance.below(FINE) / FINE * sum(part for _, part in wishes)
    for bid, part in wishes:
        place -= part
        if place < 0:
            return bid
    return wishes[-1][0]
