"""The level `chorus` of Turandot: rules of thumb, as one would explain them to a beginner.

The decision box says what a card brings to the seat's cast; what it brings to the others follows from the public
document. Everything is weighed in tenths of a point.
"""

from collections.abc import Callable
from functools import cached_property
from itertools import permutations
from typing import Any

from opera_bots.api import View
from opera_games.api import Change
from opera_games.turandot.actions import Assign, Dismiss, Nominate, Offer
from opera_games.turandot.choices import AssignChoices, DirectorRow, DismissChoices, NominateChoices, OfferChoices
from opera_games.turandot.documents import PublicDocument
from opera_games.turandot.words import TURNS, Phase
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance
from opera_rules.turandot.search import card_brings

POINT = 10
NOISE = 12
"""Added at random, so that nobody can foresee an offer: a card a little worse than the best may be wanted too."""
CROWD = 2
"""What each rival who would gain most by the same card takes off its value: two equal offers win nothing."""
OWN_WEIGHT = 8
"""A point for your own cast against one for another's, when you assign."""


class Situation:
    """A seat at one decision: what it sees, and what each card would bring to whom."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.view = view
        self.chance = chance
        self.seat = view.seat
        self.public: PublicDocument = view.public
        self.money: int = self.public.players[view.seat].money
        self.turns_left: int = TURNS - self.public.turn

    @cached_property
    def gains(self) -> dict[Seat, dict[int, int]]:
        """What each card of the line-up would add to the cast of each seat."""
        game = self.view.imagine(bytes(32))
        return {
            seat: {number: gain(card_brings(player, card)[0]) for number, card in game.lineup.items()}
            for seat, player in enumerate(game.players)
        }

    def is_ahead(self, seat: Seat) -> bool:
        """Say whether nobody's cast is better as of now."""
        points = [player.points.total for player in self.public.players]
        return bool(points[seat] == max(points))


def gain(change: Change) -> int:
    before, after = change
    return after - before


def decide(view: View, chance: Chance) -> Action:
    """Answer the decision that the seat is asked for."""
    return DECISIONS[view.kind](Situation(view, chance), view.choices)


def offer(situation: Situation, box: OfferChoices) -> Action:
    """Go for the card that helps you most and that not everybody wants.

    Money alone brings scenery when no card stands out, and is as good as a number where waiting costs nothing.
    """
    values = {row.number: value_of_number(situation, row.number) for row in box.numbers}
    number = max(values, key=lambda number: values[number])
    bluff = situation.chance.below(3) == 0
    is_time = is_time_for_scenery if box.alone.helpers else is_time_to_wait
    if box.alone.refusal is None and is_time(situation, number):
        return Offer(None, 1, bluff)
    return Offer(number, money_for(situation, number), bluff)


def value_of_number(situation: Situation, number: int) -> int:
    """Value a card by what it brings, less for every rival who would gain most by it, with noise."""
    gains, seat = situation.gains, situation.seat
    rivals = sum(brings[number] == max(brings.values()) for other, brings in gains.items() if other != seat)
    return gains[seat][number] * POINT - rivals * CROWD + situation.chance.below(NOISE)


def edge(situation: Situation, number: int) -> int:
    """Return how much more than the mean of all cards a card brings you, in tenths of a point."""
    gains = situation.gains[situation.seat]
    return gains[number] * POINT - sum(gains.values()) * POINT // len(gains)


def is_time_for_scenery(situation: Situation, number: int) -> bool:
    """Say whether no card stands out and few seats come before you for a helper: then scenery is a sure point."""
    players, helpers = len(situation.public.players), len(situation.public.helpers)
    place = (situation.seat - situation.public.puccini) % players
    has_plenty = situation.money > situation.turns_left
    return situation.money > 0 and place <= helpers + 1 and edge(situation, number) < POINT * (1 + has_plenty)


def is_time_to_wait(situation: Situation, number: int) -> bool:
    """Say whether you hand out the cards, and one that is as good as this one is left whatever the others take.

    Then nothing is lost by seeing first what they take.
    """
    gains, public = situation.gains[situation.seat], situation.public
    as_good = sum(gain >= gains[number] for gain in gains.values())
    return situation.seat == public.puccini and as_good >= len(public.players)


def money_for(situation: Situation, number: int) -> int:
    """Add a money card for a card that stands out, more the better it is; in the last turn all you have."""
    wanted = edge(situation, number) // POINT if situation.turns_left else situation.money
    return max(0, min(wanted, situation.money))


def assign(situation: Situation, box: AssignChoices) -> Action:
    """Take the best for yourself, and give the others what helps them least, above all those who are ahead."""
    gains = {(entry.seat, row.number): gain(entry.cast) for row in box.cards for entry in row.given}
    own = situation.seat
    weights = {seat: OWN_WEIGHT if seat == own else -1 - situation.is_ahead(seat) for seat in box.seats}

    def value(numbers: tuple[int, ...]) -> int:
        return sum(weights[seat] * gains[seat, number] for seat, number in zip(box.seats, numbers, strict=True))

    numbers = [row.number for row in box.cards]
    best = max(permutations(numbers, len(box.seats)), key=value)
    return Assign(dict(zip(box.seats, best, strict=True)))


def nominate(situation: Situation, box: NominateChoices) -> Action:
    """Nominate a player who is far behind: it hurts you least."""
    casts = {row.seat: row.cast for row in box.seats if row.cast is not None}
    return Nominate(min(casts, key=lambda seat: casts[seat] * POINT + situation.chance.below(NOISE)))


def dismiss(situation: Situation, box: DismissChoices) -> Action:
    """Remove the director who would help the others more than you."""

    def advantage_of_others(row: DirectorRow) -> int:
        gains = [gain(change) for change in row.casts]
        own = gains.pop(situation.seat)
        return (max(gains) - own) * POINT + situation.chance.below(NOISE)

    rows = [row for row in box.directors if row.refusal is None]
    return Dismiss(max(rows, key=advantage_of_others).director)


DECISIONS: dict[Phase, Callable[[Situation, Any], Action]] = {
    "offer": offer,
    "assign": assign,
    "nominate": nominate,
    "dismiss": dismiss,
}
