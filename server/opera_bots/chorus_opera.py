"""Chorus plays Opera by rules of thumb, as one would tell them to a beginner.

Everything is weighed in tenths of a point, with the figures of the seat's own decision box. Only the Impresario's
layouts, too many for a box, and the bid, which comes before the roles, need a table that the seat imagines.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, cast

from opera_bots.view import View
from opera_rules.api import Action, Map
from opera_rules.chance import Chance
from opera_rules.opera import imagine
from opera_rules.opera.actions import (
    Appraise,
    Architetto,
    Bid,
    Close,
    Critico,
    Esperto,
    Hire,
    Impresario,
    Intermezzo,
    Join,
    Maestro,
    Play,
    Signora,
)
from opera_rules.opera.arrange import solve
from opera_rules.opera.boxes import box as box_of
from opera_rules.opera.counting import great_hall_points
from opera_rules.opera.layouts import Halls, counting_of, income_of
from opera_rules.opera.state import Game
from opera_rules.opera.words import FEES, MOST_THINGS, TOP_LEVEL, Composer, Kind, Reward, Role

POINT = 10
DUCAT = (2, 5, 7, 9)
"""A ducat in the last round, the one before, and so on: it is worth little when nothing is left to spend it on."""
FAME = (0, 5, 6, 8)
"""What each level of fame makes a piece worth keeping, likewise."""
COUNTING = (10, 6, 4)
"""A point of the counting at the end of this round, the next one, or later: much can change until then."""
LONG = 3
"""So many rounds ahead are worth thinking of."""
WEALTH = 4
"""With so many ducats more in the purse one ducat counts a tenth of a point less."""
HALL_INCOME = 3
GREAT_HALL_POINTS = 5
WHIM = 12
"""Roles nearly as good as the best are hired at times, so that games differ."""


class Idea(NamedTuple):
    """A way to carry out a role: its worth before it is paid in levels, the things done, and the ducats they cost."""

    worth: int
    play: Play
    things: int = 1
    ducats: int = 0


class Mind:
    """A seat at one decision: what it sees, and what things are worth to it now."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.view = view
        self.chance = chance
        self.public = view.public
        self.seat = view.seat
        self.me: Map = view.public["players"][view.seat]
        self.purse: int = view.private["ducats"]
        self.stock = [piece for piece in view.private["stock"] if piece != "house"]
        self.left: int = min(LONG, view.public["rounds"] - view.public["round"])
        self.ducat: int = max(DUCAT[0], DUCAT[self.left] - self.purse // WEALTH)
        self.fame: int = FAME[self.left]
        self.income: int = self.ducat * self.left
        self.until: int = view.public["countings"][view.public["episode"] - 1] - view.public["round"]
        self.counting: int = COUNTING[min(self.until, len(COUNTING) - 1)]

    @cached_property
    def game(self) -> Game:
        """The table as this seat knows it; nothing that it weighs depends on what is drawn for the rest."""
        return imagine(self.public, self.view.private, self.view.events, bytes(32))


def decide(view: View, chance: Chance) -> Action:
    """Answer the decision that the seat is asked for."""
    box = view.private["choices"]
    return ANSWERS[box["kind"]](Mind(view, chance), box)


def bid(mind: Mind, box: Map) -> Action:
    """Buy levels for the roles you would hire, but keep a quarter of your purse or, to carry them out, up to half."""
    ideas = best_ideas(mind, boxes_with_full_budget(mind))
    wishes = sorted(ideas, key=lambda role: net_worth(mind, role, ideas[role]), reverse=True)
    wishes = wishes[: mind.public["role_limit"]]
    level = sum(FEES[role] for role in wishes) + mind.chance.below(3)
    kept = min(max(sum(ideas[role].ducats for role in wishes), mind.purse // 4), mind.purse - mind.purse // 2)
    return Bid(max(0, min(level - mind.me["level"], mind.purse - kept, box["highest"])))


def boxes_with_full_budget(mind: Mind) -> dict[Role, Map]:
    """The boxes of all roles as they would be if it were this seat's turn now and its level the highest."""
    game = mind.game.copy()
    game.phase, game.waiting = "act", {mind.seat: "act"}
    game.players[mind.seat].level = TOP_LEVEL
    return {role: box_of(game, mind.seat, role) for role in game.roles}


def act(mind: Mind, box: Map) -> Action:
    """Hire the role that brings most beyond its fee; close if none does."""
    ideas = best_ideas(mind, box["boxes"])
    if not ideas:
        return Close()
    role = max(ideas, key=lambda role: net_worth(mind, role, ideas[role]) + mind.chance.below(WHIM))
    return Hire(ideas[role].play)


def join(mind: Mind, box: Map) -> Action:
    """Join in if that brings more than the levels it costs."""
    levels = box["box"]["levels"]
    ideas = [idea for idea in IDEAS[box["box"]["role"]](mind, box["box"]) if levels[idea.things] is not None]
    best = max(ideas, key=lambda idea: idea.worth + levels[idea.things] * mind.ducat, default=None)
    if best is None or best.worth <= (mind.me["level"] - levels[best.things]) * mind.ducat:
        return Intermezzo()
    return Join(best.play)


def appraise(mind: Mind, box: Map) -> Action:
    """Let your pieces score if that brings more than the best of them is worth."""
    return Appraise(accept=appraisal(mind, box) > 0)


def best_ideas(mind: Mind, boxes: dict[Role, Map]) -> dict[Role, Idea]:
    """For each role that is worth its fee the best way to carry it out."""
    ideas = {
        role: max(IDEAS[role](mind, box), key=lambda idea: idea.worth, default=None) for role, box in boxes.items()
    }
    return {role: idea for role, idea in ideas.items() if idea and net_worth(mind, role, idea) > 0}


def net_worth(mind: Mind, role: Role, idea: Idea) -> int:
    """Levels not spent serve the next round, so a fee weighs as much as its ducats."""
    return idea.worth - FEES[role] * mind.ducat


def impresario(mind: Mind, box: Map) -> Iterator[Idea]:
    """Fill your halls: a house pays better with every piece; the famous belong in great halls before a counting."""
    before = sum(mind.me["income"].values()) * mind.income + sum(mind.me["counting"].values()) * mind.counting
    points, doubled = great_hall_points(mind.game), mind.game.pawns["maestro"]
    for buy, price in purchases(mind, box):
        layout = solve(mind.game, mind.seat, buy, mind.income, mind.counting)
        halls = cast("Mapping[str, Halls]", layout)
        after = income_of(halls, doubled) * mind.income + counting_of(halls, points) * mind.counting
        worth = after - before + price * (mind.fame - mind.ducat)
        if worth > 0:
            yield Idea(worth, Impresario(buy, layout), len(buy), price)


def purchases(mind: Mind, box: Map) -> Iterator[tuple[tuple[Composer, ...], int]]:
    """Nothing, one piece or two, as far as offer and ducats reach, with the price."""
    for number in range(MOST_THINGS + 1):
        for rows in combinations_with_replacement(allowed(box), number):
            price = sum(row["price"] for row in rows)
            if price <= mind.purse and all(rows.count(row) <= row["left"] for row in rows):
                yield tuple(row["composer"] for row in rows), price


def architetto(mind: Mind, box: Map) -> Iterator[Idea]:
    """Build what you can soon fill, a house of its own above all, for its great hall; late in the game, for points."""
    for number in range(1, MOST_THINGS + 1):
        for rows in combinations(allowed(box), number):
            ducats = sum(row["ducats"] for row in rows)
            if ducats <= mind.purse:
                points = sum(row["points"] for row in rows) * POINT
                worth = points - ducats * mind.ducat + worth_of_halls(mind, rows)
                yield Idea(worth, Architetto(tuple(row["part"] for row in rows)), number, ducats)


def worth_of_halls(mind: Mind, rows: Iterable[Map]) -> int:
    """Two pieces besides the stock can be had soon; halls that stay empty cost a point at the counting."""
    is_late = mind.until == 0 and "impresario" not in mind.public["roles"]
    room: int = 0 if is_late else len(mind.stock) + MOST_THINGS + mind.me["counting"]["empty"]
    halls: int = sum(row["halls"] for row in rows)
    filled: int = max(0, min(room, halls))
    great: int = min(filled, sum(row["part"].endswith(".main") for row in rows))
    counted = great * GREAT_HALL_POINTS - (halls - filled)
    return filled * HALL_INCOME * mind.income + counted * mind.counting


def signora(mind: Mind, box: Map) -> Iterator[Idea]:
    """Sell what stands idle, for ducats while they can still work for you, for points towards the end."""
    for row in allowed(box):
        rewards: dict[Reward, int] = {"ducats": row["ducats"] * mind.ducat, "points": row["points"] * POINT}
        for source in row["sources"]:
            lost = row["points"] * mind.fame - difference(mind, source)
            for reward, worth in rewards.items():
                yield Idea(worth - lost, Signora(row["piece"], source["source"], reward))


def maestro(mind: Mind, box: Map) -> Iterator[Idea]:
    """Send him where your income grows more than that of the others."""
    for row in allowed(box):
        yield Idea(lead(mind, row["income"]) * mind.income // LONG, Maestro(row["city"]))


def critico(mind: Mind, box: Map) -> Iterator[Idea]:
    """Before a counting, raise the composers in your great halls and lower those of the others."""
    for row in allowed(box):
        for composer in row["composers"]:
            for steps, move in box["moves"][composer].items():
                if "refusal" not in move:
                    worth = lead(mind, move["counting"]) * mind.counting // 2
                    yield Idea(worth, Critico(row["city"], composer, int(steps)))


def esperto(mind: Mind, box: Map) -> Iterator[Idea]:
    """Let him come where your pieces are famous and the others have little."""
    for row in allowed(box):
        others = max(row["others"].values(), default=0)
        yield Idea(appraisal(mind, row) - others * POINT // LONG, Esperto(row["city"]))


def appraisal(mind: Mind, row: Map) -> int:
    """Points at once, less what the best piece would still have been worth."""
    if not row["pieces"]:
        return 0
    fame: int = mind.public["ladder"].index(row["gives"]) + 1
    points: int = row["points"]
    return points * POINT - fame * mind.fame + difference(mind, row)


def difference(mind: Mind, row: Map) -> int:
    """A piece that has gone is missed at one income, for it can be replaced, and perhaps at the counting."""
    (income, income_then), (counting, counting_then) = row["income"], row["counting"]
    ducats: int = (income_then - income) * min(mind.left, 1)
    points: int = counting_then - counting
    return ducats * mind.ducat + points * mind.counting


def lead(mind: Mind, changes: Map) -> int:
    """Twice what you gain less what the luckiest of the others gains."""
    gains: dict[int, int] = {int(seat): after - before for seat, (before, after) in changes.items()}
    return 2 * gains.pop(mind.seat) - max(gains.values())


def allowed(box: Map) -> list[Map]:
    """The rows of a box that the rules do not refuse."""
    return [row for row in box["rows"] if "refusal" not in row]


IDEAS: dict[Role, Callable[[Mind, Map], Iterable[Idea]]] = {
    "impresario": impresario,
    "architetto": architetto,
    "signora": signora,
    "maestro": maestro,
    "critico": critico,
    "esperto": esperto,
}
ANSWERS: dict[Kind, Callable[[Mind, Map], Action]] = {"bid": bid, "act": act, "join": join, "appraise": appraise}
