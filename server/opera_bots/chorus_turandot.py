"""Chorus plays Turandot by rules of thumb, as one would tell them to a beginner.

What a card brings to the own cast stands in the decision box, what it brings to the others follows from what lies
open. Everything is weighed in tenths of a point.
"""

from collections.abc import Callable
from functools import cached_property
from itertools import permutations

from opera_bots.view import View
from opera_rules.api import Action, Map, Seat
from opera_rules.chance import Chance
from opera_rules.turandot import imagine
from opera_rules.turandot.actions import Assign, Dismiss, Nominate, Offer
from opera_rules.turandot.figures import card_brings
from opera_rules.turandot.words import TURNS, Phase

POINT = 10
WHIM = 12
"""Nobody should be able to foresee an offer, so a card a little worse than the best may be wanted too."""
CROWD = 2
"""What each rival who would gain most by the same card takes off its worth: two equal offers win nothing."""
OWN = 8
"""A point for your own cast against one for another's, when you assign."""


class Mind:
    """A seat at one decision: what it sees, and what each card would bring to whom."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.view = view
        self.chance = chance
        self.seat = view.seat
        self.public = view.public
        self.money: int = view.public["players"][view.seat]["money"]
        self.turns_left: int = TURNS - view.public["turn"]

    @cached_property
    def gains(self) -> dict[Seat, dict[int, int]]:
        """For each seat what each card of the line-up would add to its cast."""
        game = imagine(self.public, self.view.private, self.view.events, bytes(32))
        return {
            seat: {number: gain(card_brings(player, card)["cast"]) for number, card in game.lineup.items()}
            for seat, player in enumerate(game.players)
        }

    def is_ahead(self, seat: Seat) -> bool:
        """Whether nobody's cast is better as of now."""
        points = [player["points"]["total"] for player in self.public["players"]]
        return bool(points[seat] == max(points))


def gain(change: list[int]) -> int:
    """What a change of points brings."""
    before, after = change
    return after - before


def decide(view: View, chance: Chance) -> Action:
    """Answer the decision that the seat is asked for."""
    box = view.private["choices"]
    return ANSWERS[box["kind"]](Mind(view, chance), box)


def offer(mind: Mind, box: Map) -> Action:
    """Go for the card that helps you most and that not everybody wants; money alone when no card stands out."""
    worths = {row["number"]: worth_of_number(mind, row["number"]) for row in box["numbers"]}
    number = max(worths, key=lambda number: worths[number])
    bluff = mind.chance.below(3) == 0
    if "refusal" not in box["alone"] and is_time_for_scenery(mind, number):
        return Offer(None, 1, bluff)
    return Offer(number, money_for(mind, number), bluff)


def worth_of_number(mind: Mind, number: int) -> int:
    """What the card brings, less for every rival it suits best, with a whim."""
    rivals = sum(gains[number] == max(gains.values()) for seat, gains in mind.gains.items() if seat != mind.seat)
    return mind.gains[mind.seat][number] * POINT - rivals * CROWD + mind.chance.below(WHIM)


def edge(mind: Mind, number: int) -> int:
    """How much better a card is for you than the cards in the mean, in tenths."""
    gains = mind.gains[mind.seat]
    return gains[number] * POINT - sum(gains.values()) * POINT // len(gains)


def is_time_for_scenery(mind: Mind, number: int) -> bool:
    """Scenery is a sure point: take it when no card stands out and few can come before you to the helpers."""
    players, helpers = len(mind.public["players"]), len(mind.public["helpers"])
    place = (mind.seat - mind.public["puccini"]) % players
    return mind.money > 0 and place <= helpers + 1 and edge(mind, number) < POINT * (1 + (mind.money > mind.turns_left))


def money_for(mind: Mind, number: int) -> int:
    """A money card for a card that stands out, more the better it is; in the last turn all you have."""
    wanted = edge(mind, number) // POINT if mind.turns_left else mind.money
    return max(0, min(wanted, mind.money))


def assign(mind: Mind, box: Map) -> Action:
    """Take the best for yourself, and give the others what helps them least, above all who is ahead."""
    gains = {(entry["seat"], row["number"]): gain(entry["cast"]) for row in box["cards"] for entry in row["given"]}
    weights = {seat: OWN if seat == mind.seat else -1 - mind.is_ahead(seat) for seat in box["seats"]}

    def worth(numbers: tuple[int, ...]) -> int:
        return sum(weights[seat] * gains[seat, number] for seat, number in zip(box["seats"], numbers, strict=True))

    numbers = [row["number"] for row in box["cards"]]
    best = max(permutations(numbers, len(box["seats"])), key=worth)
    return Assign(dict(zip(box["seats"], best, strict=True)))


def nominate(mind: Mind, box: Map) -> Action:
    """Let somebody choose who is far behind: it hurts you least."""
    rows = [row for row in box["seats"] if "refusal" not in row]
    return Nominate(min(rows, key=lambda row: row["cast"] * POINT + mind.chance.below(WHIM))["seat"])


def dismiss(mind: Mind, box: Map) -> Action:
    """Remove the director who would help the others more than you."""

    def loss(row: Map) -> int:
        gains = [gain(change) for change in row["casts"]]
        own = gains.pop(mind.seat)
        return (max(gains) - own) * POINT + mind.chance.below(WHIM)

    rows = [row for row in box["directors"] if "refusal" not in row]
    return Dismiss(max(rows, key=loss)["director"])


ANSWERS: dict[Phase, Callable[[Mind, Map], Action]] = {
    "offer": offer,
    "assign": assign,
    "nominate": nominate,
    "dismiss": dismiss,
}
