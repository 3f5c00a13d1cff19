"""A turn of Turandot as all seats weigh it: how each would stand after every outcome of the offers.

Nothing in here is secret: hands and line-up lie open, the deck counts only as the singers it may hold.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import floor
from typing import NamedTuple

from opera_bots.evaluation_turandot import Outlook, directors_to_come
from opera_rules.api import Seat
from opera_rules.turandot.actions import Offer
from opera_rules.turandot.scoring import silent_cast
from opera_rules.turandot.state import Game, Hand
from opera_rules.turandot.words import DIRECTOR_TURN, PARTS, TURNS, helpers_with

Bid = tuple[int, int]
"""A number and the money with it, or `HELPER` and the one money card; the bluff makes no difference here."""
HELPER = 0
STARS_BREAK_TIES = 0.05
"""Between equal points stars decide, so in the end each adds a trifle; all together stay below a point."""
SILENT_SINGER = 1.25
"""What a singer left over adds to the silent hand's points on average."""
SPREAD = (0.05, 0.8, 1.0, 1.15, 1.25, 1.35, 1.45)
"""How far final points may still differ from what is expected, by the turns left."""
MARGIN = 0.02
"""A point of margin counts for so much of a win: also who has won or lost plays well."""
SQUARINGS = 5
"""An exponential is so many times the square of a number near 1."""
LEAST = -16.0
"""The exponential of less than this is nothing."""
SURE = 1e-9
"""A chance that counts as none."""


def exponential(power: float) -> float:
    """Nearly e to a power that is not above 0; from products alone, so that it is the same on every machine."""
    if power < LEAST:
        return 0.0
    result = 1 + power / (1 << SQUARINGS)
    for _ in range(SQUARINGS):
        result *= result
    return result


class Given(NamedTuple):
    """The cards that Puccini's holder gives, the one left over last, and how much that is liked."""

    liked: float
    numbers: tuple[int, ...]


class TurnModel:
    """How each seat would stand, by what it takes, pays and builds in this turn."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = len(game.players)
        self.puccini = game.puccini
        self.numbers = tuple(game.lineup)
        self.helpers = len(helpers_with(self.players)) if game.turn != DIRECTOR_TURN else 0
        self.turns_left = TURNS - game.turn
        self.outlook = outlook_after(game)
        self._stands: dict[tuple[Seat, int, int, int], float] = {}
        self._outcomes: dict[tuple[Bid, ...], tuple[float, ...]] = {}
        self._given: dict[tuple[tuple[Seat, ...], tuple[Seat, ...], tuple[int, ...]], Given] = {}

    def stand(self, seat: Seat, number: int, spent: int = 0, built: int = 0) -> float:
        """The points a seat may expect at the end once it took this card, spent money and built scenery."""
        key = (seat, number, spent, built)
        found = self._stands.get(key)
        if found is None:
            found = self._stands[key] = self._stand_anew(*key)
        return found

    def _stand_anew(self, seat: Seat, number: int, spent: int, built: int) -> float:
        player = self.game.players[seat]
        if built:
            player = player.with_scenery()
        player = player.with_card(self.game.lineup[number], spent)
        stand = self.outlook.value(player, seat)
        if not self.turns_left:
            stand += STARS_BREAK_TIES * sum(singer.stars for singer in player.singers)
        return stand

    def points(self, stand: float) -> float:
        """The points in a standing, without the trifles that break ties."""
        return stand if self.turns_left else floor(stand)

    def silent_stand(self, number: int) -> float:
        """What the silent hand may expect with the card left over."""
        assert self.game.silent is not None
        return silent_stand(self.game.silent.with_card(self.game.lineup[number]))

    def assigned(self, way: Mapping[Seat, int]) -> list[float]:
        """How all stand once Puccini's holder gave these cards to those without one."""
        stands = [
            self.stand(seat, way[seat]) if seat in way else self.outlook.value(player, seat)
            for seat, player in enumerate(self.game.players)
        ]
        if self.game.silent is not None:
            (left,) = (number for number in self.numbers if number not in way.values())
            stands.append(self.silent_stand(left))
        return stands

    def bids_of(self, seat: Seat) -> list[Bid]:
        """All that a seat may offer."""
        money = self.game.players[seat].money
        bids = [(number, spent) for number in self.numbers for spent in range(money + 1)]
        if money and self.helpers and seat != self.puccini:
            bids.append((HELPER, 1))
        return bids

    def sensible_bids_of(self, seat: Seat) -> list[Bid]:
        """All that a good player may offer: in the last turn there is nothing left to keep money for."""
        bids = self.bids_of(seat)
        if self.turns_left:
            return bids
        money = self.game.players[seat].money
        return [(number, spent) for number, spent in bids if number == HELPER or spent == money]

    def wastes(self, seat: Seat, bid: Bid) -> bool:
        """Money beyond what outbids everybody could be kept for a later turn."""
        richest = max(player.money for other, player in enumerate(self.game.players) if other != seat)
        return self.turns_left > 0 and bid[1] > richest + 1

    def after(self, bids: Sequence[Bid], seat: Seat, bid: Bid) -> tuple[float, ...]:
        """The outcome of these offers if one seat makes another one."""
        return self.outcome((*bids[:seat], bid, *bids[seat + 1 :]))

    def outcome(self, bids: tuple[Bid, ...]) -> tuple[float, ...]:
        """How all seats stand after these offers and the assignment; with two players the silent hand comes last."""
        found = self._outcomes.get(bids)
        if found is None:
            found = self._outcomes[bids] = tuple(self._outcome_anew(bids))
        return found

    def _outcome_anew(self, bids: Sequence[Bid]) -> list[float]:
        winners = self._winners(bids)
        built = self._built(bids)
        lacking = tuple(seat for seat in range(self.players) if seat not in winners.values())
        left = tuple(number for number in self.numbers if number not in winners)
        stands = [0.0] * self.players
        for number, seat in winners.items():
            stands[seat] = self.stand(seat, number, bids[seat][1])
        given = self.assignment(lacking, built, left).numbers
        for seat, number in zip(lacking, given, strict=False):
            stands[seat] = self.stand(seat, number, 0, seat in built)
        if self.game.silent is not None:
            stands.append(self.silent_stand(given[-1]))
        return stands

    def _winners(self, bids: Sequence[Bid]) -> dict[int, Seat]:
        """For each number that is won, who wins it."""
        best: dict[int, tuple[int, Seat | None]] = {}
        for seat, (number, money) in enumerate(bids):
            most, _ = best.get(number, (-1, None))
            if money > most:
                best[number] = (money, seat)
            elif money == most:
                best[number] = (money, None)
        return {number: seat for number, (_, seat) in best.items() if number != HELPER and seat is not None}

    def _built(self, bids: Sequence[Bid]) -> tuple[Seat, ...]:
        """Who gets a helper."""
        asking = [seat for seat, (number, _) in enumerate(bids) if number == HELPER]
        asking.sort(key=lambda seat: (seat - self.puccini) % self.players)
        return tuple(asking[: self.helpers])

    def assignment(self, lacking: tuple[Seat, ...], built: tuple[Seat, ...], left: tuple[int, ...]) -> Given:
        """What Puccini's holder likes best: cards for those without one in their order, then the one left over."""
        key = (lacking, built, left)
        found = self._given.get(key)
        if found is None:
            found = self._given[key] = self._assignment_anew(*key)
        return found

    def _assignment_anew(self, lacking: tuple[Seat, ...], built: tuple[Seat, ...], left: tuple[int, ...]) -> Given:
        if not lacking:
            (over,) = left
            return Given(0 if self.game.silent is None else self._weights[-1] * self.silent_stand(over), left)
        seat = lacking[0]
        best: Given | None = None
        for number in left:
            rest = self.assignment(lacking[1:], built, tuple(other for other in left if other != number))
            liked = rest.liked + self._weights[seat] * self.stand(seat, number, 0, seat in built)
            if best is None or liked > best.liked:
                best = Given(liked, (number, *rest.numbers))
        assert best is not None
        return best

    @cached_property
    def _weights(self) -> list[float]:
        """What a point for each seat means to Puccini's holder: most for itself, least for who is behind."""
        weights = [-share for share in self.shares(self.before)]
        weights[self.puccini] += 1
        return weights

    @cached_property
    def before(self) -> tuple[float, ...]:
        """How all stand in the mean of what they may get."""
        stands = [
            sum(self.stand(seat, number) for number in self.numbers) / len(self.numbers) for seat in range(self.players)
        ]
        if self.game.silent is not None:
            stands.append(sum(map(self.silent_stand, self.numbers)) / len(self.numbers))
        return tuple(stands)

    def shares(self, stands: Sequence[float]) -> list[float]:
        """Each one's chance to win."""
        return shares(stands, SPREAD[self.turns_left])

    def liking(self, seat: Seat, stands: Sequence[float]) -> float:
        """What a standing at the end of this turn is worth to a seat."""
        return liking(seat, stands, SPREAD[self.turns_left])


def shares(stands: Sequence[float], spread: float) -> list[float]:
    """Each one's chance to have the most points, if all may still differ so far from what is expected."""
    most = max(stands)
    weights = [exponential((stand - most) / spread) for stand in stands]
    total = sum(weights)
    return [weight / total for weight in weights]


def liking(seat: Seat, stands: Sequence[float], spread: float) -> float:
    """What a standing is worth to a seat: its chance to win, and a little for the margin."""
    own = stands[seat]
    total, most = 1.0, stands[seat - 1]
    for other, stand in enumerate(stands):
        if other != seat:
            total += odds(stand - own, spread)
            most = max(most, stand)
    return 1 / total + MARGIN * (own - most)


def odds(lead: float, spread: float) -> float:
    """How much likelier it is to win for who leads by so many points than for the other."""
    return exponential(lead / spread) if lead <= 0 else 1 / max(SURE, exponential(-lead / spread))


def silent_stand(hand: Hand) -> float:
    """What the silent hand may expect at the end."""
    return silent_cast(hand).points.total + SILENT_SINGER * (len(PARTS) - len(hand.singers))


def outlook_after(game: Game) -> Outlook:
    """The outlook once this turn is over, before somebody dismisses a director."""
    directors = directors_to_come(game) if game.turn < DIRECTOR_TURN else ()
    is_last = game.turn == TURNS
    puccini = game.puccini if is_last else (game.puccini + 1) % len(game.players)
    return Outlook(len(game.players), game.turn + 1, puccini, game.deck, directors)


def offer_of(bid: Bid, bluff: bool) -> Offer:
    number, money = bid
    return Offer(number or None, money, bluff)
