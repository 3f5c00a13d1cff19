"""A turn of Turandot as all seats weigh it: what each may expect after every outcome of the offers.

Nothing in here is secret: hands and line-up lie open, the deck counts only as the singers it may hold.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import floor
from typing import NamedTuple

from opera_bots.turandot.evaluation import Outlook, directors_to_come
from opera_games.turandot.actions import Offer
from opera_games.turandot.words import DIRECTOR_TURN, PARTS, TURNS
from opera_rules.api import Seat
from opera_rules.turandot.search import Game, Hand, helpers_for, silent_cast

Bid = tuple[int, int]
"""A number and the money with it, or `MONEY_ALONE` and the one money card; the bluff makes no difference here."""
Expected = Sequence[float]
"""The points that each seat may expect at the end of the game; with two players the silent hand comes last."""
MONEY_ALONE = 0
STARS_BREAK_TIES = 0.05
"""Stars break ties, so in the last turn each adds a little; all together stay below a point."""
SILENT_SINGER = 1.25
"""What a singer left over adds to the silent hand's points on average."""
SPREAD = (0.05, 0.8, 1.0, 1.15, 1.25, 1.35, 1.45)
"""How far final points may still differ from what is expected, by the turns left."""
MARGIN = 0.02
"""What a point of margin counts, as a part of a win: so a seat that has won or lost already still plays well."""
SQUARINGS = 5
"""How often a number near 1 is squared to approximate an exponential."""
LEAST_POWER = -16.0
"""The exponential of less than this is taken as 0."""
LEAST_CHANCE = 1e-9


def exponential(power: float) -> float:
    """Approximate e to a power that is not above 0, by products alone, so that it is the same on every machine."""
    if power < LEAST_POWER:
        return 0.0
    result = 1 + power / (1 << SQUARINGS)
    for _ in range(SQUARINGS):
        result *= result
    return result


class Assignment(NamedTuple):
    """The cards that Puccini's holder gives, the one left over last, and their value to the holder."""

    value: float
    numbers: tuple[int, ...]


class TurnModel:
    """What each seat may expect, by what it takes, pays and builds in this turn."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = len(game.players)
        self.puccini = game.puccini
        self.numbers = tuple(game.lineup)
        self.helpers = [len(helpers_for(game, seat)) for seat in range(self.players)]
        """How many helpers there are for each seat that offers money alone."""
        self.turns_left = TURNS - game.turn
        self.outlook = outlook_after(game)
        self._expected: dict[tuple[Seat, int, int, int], float] = {}
        self._outcomes: dict[tuple[Bid, ...], tuple[float, ...]] = {}
        self._assignments: dict[tuple[tuple[Seat, ...], tuple[Seat, ...], tuple[int, ...]], Assignment] = {}

    def expected(self, seat: Seat, number: int, spent: int = 0, built: int = 0) -> float:
        """Estimate the final points of a seat once it took this card, spent money and built scenery."""
        key = (seat, number, spent, built)
        found = self._expected.get(key)
        if found is None:
            found = self._expected[key] = self._compute_expected(*key)
        return found

    def _compute_expected(self, seat: Seat, number: int, spent: int, built: int) -> float:
        player = self.game.players[seat]
        if built:
            player = player.with_scenery()
        player = player.with_card(self.game.lineup[number], spent)
        expected = self.outlook.value(player, seat)
        if not self.turns_left:
            expected += STARS_BREAK_TIES * sum(singer.stars for singer in player.singers)
        return expected

    def points(self, expected: float) -> float:
        """Remove what was added to break ties."""
        return expected if self.turns_left else floor(expected)

    def silent_expected(self, number: int) -> float:
        """Estimate the silent hand with the card left over."""
        assert self.game.silent is not None
        return silent_expected(self.game.silent.with_card(self.game.lineup[number]))

    def after_assignment(self, cards: Mapping[Seat, int]) -> Expected:
        """Estimate the final points of all seats once Puccini's holder gave these cards to the seats without one."""
        expected = [
            self.expected(seat, cards[seat]) if seat in cards else self.outlook.value(player, seat)
            for seat, player in enumerate(self.game.players)
        ]
        if self.game.silent is not None:
            (left,) = (number for number in self.numbers if number not in cards.values())
            expected.append(self.silent_expected(left))
        return expected

    def possible_bids(self, seat: Seat) -> list[Bid]:
        """List everything that a seat may offer."""
        money = self.game.players[seat].money
        bids = [(number, spent) for number in self.numbers for spent in range(money + 1)]
        if money:
            bids.append((MONEY_ALONE, 1))
        return bids

    def sensible_bids(self, seat: Seat) -> list[Bid]:
        """List what a good player may offer: in the last turn there is nothing left to keep money for."""
        bids = self.possible_bids(seat)
        if self.turns_left:
            return bids
        money = self.game.players[seat].money
        return [(number, spent) for number, spent in bids if number == MONEY_ALONE or spent == money]

    def wastes_money(self, seat: Seat, bid: Bid) -> bool:
        """Say whether a bid is more than enough to outbid everybody: the rest could be kept for a later turn."""
        richest = max(player.money for other, player in enumerate(self.game.players) if other != seat)
        return self.turns_left > 0 and bid[1] > richest + 1

    def outcome_with(self, bids: Sequence[Bid], seat: Seat, bid: Bid) -> Expected:
        """Estimate the outcome of these offers if one seat makes another one."""
        return self.outcome((*bids[:seat], bid, *bids[seat + 1 :]))

    def outcome(self, bids: tuple[Bid, ...]) -> Expected:
        """Estimate the final points of all seats after these offers and the assignment."""
        found = self._outcomes.get(bids)
        if found is None:
            found = self._outcomes[bids] = tuple(self._compute_outcome(bids))
        return found

    def _compute_outcome(self, bids: Sequence[Bid]) -> list[float]:
        winners = self._winners(bids)
        helped = self._helped(bids)
        lacking = tuple(seat for seat in range(self.players) if seat not in winners.values())
        left = tuple(number for number in self.numbers if number not in winners)
        expected = [0.0] * self.players
        for number, seat in winners.items():
            expected[seat] = self.expected(seat, number, bids[seat][1])
        assigned = self.assignment(lacking, helped, left).numbers
        for seat, number in zip(lacking, assigned, strict=False):
            expected[seat] = self.expected(seat, number, 0, seat in helped)
        if self.game.silent is not None:
            expected.append(self.silent_expected(assigned[-1]))
        return expected

    def _winners(self, bids: Sequence[Bid]) -> dict[int, Seat]:
        """Find the winner of each number that is won."""
        best: dict[int, tuple[int, Seat | None]] = {}
        for seat, (number, money) in enumerate(bids):
            most, _ = best.get(number, (-1, None))
            if money > most:
                best[number] = (money, seat)
            elif money == most:
                best[number] = (money, None)
        return {number: seat for number, (_, seat) in best.items() if number != MONEY_ALONE and seat is not None}

    def _helped(self, bids: Sequence[Bid]) -> tuple[Seat, ...]:
        """Find the seats that get a helper."""
        asking = [seat for seat, (number, _) in enumerate(bids) if number == MONEY_ALONE and self.helpers[seat]]
        asking.sort(key=lambda seat: (seat - self.puccini) % self.players)
        return tuple(asking[: max(self.helpers)])

    def assignment(self, lacking: tuple[Seat, ...], helped: tuple[Seat, ...], left: tuple[int, ...]) -> Assignment:
        """Choose as Puccini's holder: cards for the seats without one in their order, then the one left over."""
        key = (lacking, helped, left)
        found = self._assignments.get(key)
        if found is None:
            found = self._assignments[key] = self._compute_assignment(*key)
        return found

    def _compute_assignment(
        self, lacking: tuple[Seat, ...], helped: tuple[Seat, ...], left: tuple[int, ...]
    ) -> Assignment:
        if not lacking:
            (over,) = left
            return Assignment(0 if self.game.silent is None else self._weights[-1] * self.silent_expected(over), left)
        seat = lacking[0]
        best: Assignment | None = None
        for number in left:
            rest = self.assignment(lacking[1:], helped, tuple(other for other in left if other != number))
            value = rest.value + self._weights[seat] * self.expected(seat, number, 0, seat in helped)
            if best is None or value > best.value:
                best = Assignment(value, (number, *rest.numbers))
        assert best is not None
        return best

    @cached_property
    def _weights(self) -> list[float]:
        """What a point for each seat is worth to Puccini's holder: above 0 for itself, near 0 for seats far behind."""
        weights = [-chance for chance in win_chances(self._mean_expected, SPREAD[self.turns_left])]
        weights[self.puccini] += 1
        return weights

    @cached_property
    def _mean_expected(self) -> Expected:
        """The mean of what each seat may expect with any of the cards."""
        expected = [
            sum(self.expected(seat, number) for number in self.numbers) / len(self.numbers)
            for seat in range(self.players)
        ]
        if self.game.silent is not None:
            expected.append(sum(map(self.silent_expected, self.numbers)) / len(self.numbers))
        return expected

    def utility(self, seat: Seat, expected: Expected) -> float:
        """Value an outcome of this turn for a seat."""
        return utility(seat, expected, SPREAD[self.turns_left])


def win_chances(expected: Expected, spread: float) -> list[float]:
    """Compute each seat's chance to have the most points, if final points may still differ by `spread`."""
    most = max(expected)
    weights = [exponential((points - most) / spread) for points in expected]
    total = sum(weights)
    return [weight / total for weight in weights]


def utility(seat: Seat, expected: Expected, spread: float) -> float:
    """Value an outcome for a seat: its chance to win, and a little for the margin."""
    own = expected[seat]
    total, most = 1.0, expected[seat - 1]
    for other, points in enumerate(expected):
        if other != seat:
            total += odds(points - own, spread)
            most = max(most, points)
    return 1 / total + MARGIN * (own - most)


def odds(lead: float, spread: float) -> float:
    """Compute the odds that a seat with this lead wins against the other."""
    return exponential(lead / spread) if lead <= 0 else 1 / max(LEAST_CHANCE, exponential(-lead / spread))


def silent_expected(hand: Hand) -> float:
    """Estimate the final points of the silent hand."""
    return silent_cast(hand).points.total + SILENT_SINGER * (len(PARTS) - len(hand.singers))


def outlook_after(game: Game) -> Outlook:
    """Build the outlook once this turn is over, before a director is dismissed."""
    directors = directors_to_come(game) if game.turn < DIRECTOR_TURN else ()
    is_last = game.turn == TURNS
    puccini = game.puccini if is_last else (game.puccini + 1) % len(game.players)
    return Outlook(len(game.players), game.turn + 1, puccini, game.deck, directors)


def offer_of(bid: Bid, bluff: bool) -> Offer:
    number, money = bid
    return Offer(number or None, money, bluff)
