"""What everybody does in a playout: offers, assignments and dismissals by a few quick estimates.

The habits were found by letting thousands of variants play whole games against each other in playouts. Each offer is
weighed as a good player would at a glance: what the card brings, who else wants it, what the money could bring later,
and what is left for those who get no card.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from opera_bots.turandot.playouts.codes import NO_DIRECTOR
from opera_bots.turandot.playouts.table import DECORATOR, MONEY_ALONE, Bid, Table, scenery_worth
from opera_bots.turandot.turn_model import exponential
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, SEATS, TURNS, Director

STEPS: Final = 32
"""Exponentials are looked up for multiples of 1 / STEPS."""
LOWEST: Final = 12 * STEPS
"""What is further behind than this is never done."""
EXPONENTIALS: Final = [exponential(-step / STEPS) for step in range(LOWEST)]
OFFER_SPREAD: Final = 0.1
"""Points by which an offer must be better to be made clearly more often, in playouts."""
HELPER_RATE: Final = 0.25
"""How often a seat that may get a helper asks for one."""
PROSPECT_SHARE: Final = 0.6
"""What counts, of the points that a director to come would bring."""
MANY_LACKING: Final = 2
"""Who gets which card is weighed by the leads only if more seats than this lack one: with fewer it rarely matters."""
NOTHING: Final = (0.0, 0.0, 0.0, 0.0)
MONEY_WORTH: Final = (0.0, 1.0, 1.6, 2.0)
"""What so many money cards are worth, in points, while two or more turns are to come."""
LAST_MONEY_WORTH: Final = (0.0, 0.7, 0.9, 1.0)
"""The same before the last turn."""
FUTURE_POINTS: Final[dict[Director, float]] = {
    "gothic": 0.5,
    "farce": 0.5,
    "avant_garde": 0.5,
    "traditional": 0.5,
    "purist": 0.6,
    "decorator": 0.8,
    "eclectic": 0.3,
    "androgynous": 0.3,
    "plain": 0.0,
}
"""What a director brings with the singers of turns 5 to 7."""
FUTURE: Final = [FUTURE_POINTS[director] for director in DIRECTORS]

Gains = list[list[float]]
"""What each card of the line-up brings, by seat."""
Parts = list[tuple[Bid, float]]
"""How often a seat makes which offer, in parts of any size."""


class Habits(NamedTuple):
    """What differs with the number of players."""

    card_spread: float
    """Points by which a card must be better to be wanted clearly more often."""
    denial: float
    """What a card counts for one seat if it brings all the others a point on average."""
    raises: tuple[float, float, float, float]
    """How often a seat that goes for a card is expected to add at least so much money."""
    tied: float
    """How often a card that was not won is still there when cards are assigned."""


TWO_PLAYERS: Final = Habits(card_spread=1.0, denial=0.9, raises=(1.0, 0.65, 0.4, 0.25), tied=0.3)
MORE_PLAYERS: Final = Habits(card_spread=0.8, denial=0.6, raises=(1.0, 0.8, 0.6, 0.4), tied=0.4)


def habits_with(players: int) -> Habits:
    return TWO_PLAYERS if players == SEATS[0] else MORE_PLAYERS


def gains_of(table: Table, lineup: Sequence[int]) -> Gains:
    """Estimate what each card of the line-up brings to each seat."""
    if table.turn == DIRECTOR_TURN:
        return [_director_gains(table, seat, lineup) for seat in range(table.players)]
    codes = [table.codes.code_of[card] for card in lineup]
    if table.turn < DIRECTOR_TURN:
        return [_early_gains(table, code, codes) for code in table.code]
    points = table.codes.points
    found: Gains = []
    for code, director in zip(table.code, table.director, strict=True):
        base = points(code, director)
        found.append([points(code + card, director) - base for card in codes])
    return found


def _director_gains(table: Table, seat: int, lineup: Sequence[int]) -> list[float]:
    codes, code = table.codes, table.code[seat]
    base = codes.points(code, NO_DIRECTOR)
    directors = [card - codes.first_director for card in lineup]
    return [
        codes.points(code, director) - base + FUTURE[director] + table.scenery[seat] * (director == DECORATOR)
        for director in directors
    ]


def _early_gains(table: Table, code: int, cards: Sequence[int]) -> list[float]:
    """Estimate what singers bring while the director is not known: also what they may bring with one."""
    points, prospect, left, drawn = table.codes.points, table.codes.prospect, table.left, table.players + 1
    base = points(code, NO_DIRECTOR) + PROSPECT_SHARE * prospect(code, left, drawn)
    return [
        points(code + card, NO_DIRECTOR) + PROSPECT_SHARE * prospect(code + card, left, drawn) - base for card in cards
    ]


def offers_of_all(table: Table, gains: Gains) -> list[Parts]:
    """Estimate how often each seat makes which offer."""
    habits = habits_with(table.players)
    share = habits.denial / (table.players - 1)
    totals = [sum(column) for column in zip(*gains, strict=True)]
    weighed = [[gain + share * (total - gain) for gain, total in zip(row, totals, strict=True)] for row in gains]
    wanted = [_wanted(row, habits.card_spread) for row in weighed]
    return [_offers_of(table, seat, row, wanted, habits) for seat, row in enumerate(weighed)]


def _wanted(gains: Sequence[float], spread: float) -> list[float]:
    """Estimate how often a seat goes for which card."""
    best = max(gains)
    parts = [_part(best - gain, spread) for gain in gains]
    total = sum(parts)
    return [part / total for part in parts]


def _part(behind: float, spread: float) -> float:
    step = int(behind / spread * STEPS)
    return EXPONENTIALS[step] if step < LOWEST else 0.0


def _offers_of(table: Table, seat: int, gains: list[float], wanted: Gains, habits: Habits) -> Parts:
    """Weigh every offer of a seat by its chance to win, what it brings and costs, and what else would be left."""
    money, is_last = table.money[seat], table.turn == TURNS
    worth = NOTHING if is_last else LAST_MONEY_WORTH if table.turn == TURNS - 1 else MONEY_WORTH
    keep, raises = worth[money], (1.0,) * 4 if is_last else habits.raises
    rivals = [(row, table.money[rival]) for rival, row in enumerate(wanted) if rival != seat]
    survival = _survival(rivals, len(gains))
    ordered = sorted(range(len(gains)), key=gains.__getitem__, reverse=seat == table.puccini)
    bids: list[Bid] = []
    values: list[float] = []
    for place, gain in enumerate(gains):
        kept, survival[place] = survival[place], habits.tied
        otherwise = _expected_left(ordered, gains, survival)
        survival[place] = kept
        for spent in (money,) if is_last else range(money + 1):
            chance = 1.0
            for row, has in rivals:
                if has >= spent:
                    chance *= 1 - row[place] * raises[spent]
            bids.append((place + 1, spent))
            values.append(otherwise + chance * (gain - keep + worth[money - spent] - otherwise))
    if money:
        bids.append((MONEY_ALONE, 1))
        paid = keep - worth[money - 1]
        values.append(_expected_left(ordered, gains, survival) + _helper_points(table, seat, paid))
    best = max(values)
    return [(bid, _part(best - value, OFFER_SPREAD)) for bid, value in zip(bids, values, strict=True)]


def _survival(rivals: Sequence[tuple[list[float], int]], cards: int) -> list[float]:
    """Estimate how often each card is still there once all others have taken theirs."""
    chances = [1.0] * cards
    for row, _ in rivals:
        for place, part in enumerate(row):
            chances[place] *= 1 - part
    return chances


def _expected_left(ordered: Sequence[int], gains: Sequence[float], survival: Sequence[float]) -> float:
    """Estimate the card that is assigned: the first in this order that is still there."""
    expected, reached = 0.0, 1.0
    for place in ordered:
        here = survival[place]
        expected += reached * here * gains[place]
        reached *= 1 - here
    return expected + reached * gains[ordered[-1]]


def _helper_points(table: Table, seat: int, paid: float) -> float:
    """Estimate what a helper brings: seats before this one, clockwise from Puccini's holder, may ask too."""
    before = (seat - table.puccini) % table.players - 1
    scenery = scenery_worth(table.director[seat])
    return HELPER_CHANCES[table.helpers()][before] * (scenery - paid) if before >= 0 else 0.0


def _helper_chances(helpers: int) -> list[float]:
    """Compute the chance to get a helper, by the number of seats that come first."""
    found, free = [], 1.0
    for before in range(SEATS[-1] - 1):
        one_asks = before * HELPER_RATE * free / (1 - HELPER_RATE)
        found.append(free + one_asks if helpers > 1 else free)
        free *= 1 - HELPER_RATE
    return found


HELPER_CHANCES: Final = [[0.0] * (SEATS[-1] - 1), _helper_chances(1), _helper_chances(2)]


def draw(parts: Parts, fraction: float) -> Bid:
    """Choose an offer by a random fraction, as often as the parts say."""
    place = fraction * sum([part for _, part in parts])
    for bid, part in parts:
        place -= part
        if place < 0:
            return bid
    return parts[-1][0]


def assignment(table: Table, gains: Gains, lacking: Sequence[int], numbers: Sequence[int]) -> dict[int, int]:
    """Choose numbers as Puccini's holder: the best for itself, for others, leaders first, what brings least."""
    holder, left = table.puccini, list(numbers)
    given: dict[int, int] = {}
    if holder in lacking:
        row = gains[holder]
        given[holder] = max(left, key=lambda number: row[number - 1])
        left.remove(given[holder])
    for seat in sorted(lacking, key=table.points, reverse=True) if len(lacking) > MANY_LACKING else lacking:
        if seat != holder:
            row = gains[seat]
            given[seat] = min(left, key=lambda number: row[number - 1])
            left.remove(given[seat])
    return given


def dismissal(table: Table, seat: int) -> int:
    """Choose the director who would help another seat most, compared with this one."""
    points = table.codes.points
    bases = [points(code, NO_DIRECTOR) for code in table.code]
    best, found = -float("inf"), NO_DIRECTOR
    for director in range(NO_DIRECTOR):
        if table.left >> director & 1:
            brings = [points(code, director) - base for code, base in zip(table.code, bases, strict=True)]
            own = brings.pop(seat)
            if max(brings) - own > best:
                best, found = max(brings) - own, director
    return found
