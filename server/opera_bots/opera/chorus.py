"""The level `chorus` of Opera: rules of thumb, as one would explain them to a beginner.

Everything is weighed in tenths of a point, with the figures of the seat's own decision box. Only the Impresario's
layouts, too many for a box, and the bid, which comes before the roles, need a state that the seat imagines.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple, TypeVar, cast

from opera_bots.api import View
from opera_games.api import Change
from opera_games.opera.actions import (
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
from opera_games.opera.choices import (
    ActChoices,
    AnyBox,
    AppraiseChoices,
    ArchitettoBox,
    BidChoices,
    BySeat,
    CriticoBox,
    CriticoVisit,
    EspertoBox,
    EspertoVisit,
    ImpresarioBox,
    JoinChoices,
    MaestroBox,
    MaestroVisit,
    OfferedPart,
    OfferedPiece,
    Sale,
    SignoraBox,
)
from opera_games.opera.documents import PublicDocument
from opera_games.opera.words import FEES, MOST_THINGS, TOP_LEVEL, Composer, Kind, Reward, Role
from opera_rules.api import Action
from opera_rules.chance import Chance
from opera_rules.opera.search import Game, Halls, box_of_role, counting_of, great_hall_points, income_of, solve_layout

RowT = TypeVar("RowT", OfferedPiece, OfferedPart, Sale, MaestroVisit, CriticoVisit, EspertoVisit)

POINT = 10
DUCAT_VALUE = (2, 5, 7, 9)
"""A ducat in the last round, the one before, and so on: worth little when nothing is left to spend it on."""
FAME_VALUE = (0, 5, 6, 8)
"""What each level of fame adds to the value of keeping a piece, also by the rounds left."""
COUNTING_VALUE = (10, 6, 4)
"""A point of the counting at the end of this round, the next one, or later: much can change until then."""
HORIZON = 3
"""The number of rounds to plan ahead."""
DUCATS_PER_TENTH = 4
"""Ducats in the purse that make each ducat count a tenth of a point less."""
HALL_INCOME = 3
GREAT_HALL_POINTS = 5
NOISE = 12
"""Added at random, so that roles nearly as good as the best are hired at times and games differ."""


class ValuedPlay(NamedTuple):
    """A way to carry out a role: its value before it is paid in levels, the things done, and the ducats they cost."""

    value: int
    play: Play
    things: int = 1
    ducats: int = 0


class Situation:
    """A seat at one decision: what it sees, and what things are worth to it now."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.view = view
        self.chance = chance
        self.public: PublicDocument = view.public
        self.seat = view.seat
        self.player = self.public.players[view.seat]
        self.purse: int = view.private.ducats
        self.stock = [piece for piece in view.private.stock if piece != "house"]
        self.rounds_left: int = min(HORIZON, self.public.rounds - self.public.round)
        self.ducat: int = max(DUCAT_VALUE[0], DUCAT_VALUE[self.rounds_left] - self.purse // DUCATS_PER_TENTH)
        self.fame: int = FAME_VALUE[self.rounds_left]
        self.income: int = self.ducat * self.rounds_left
        self.rounds_to_counting: int = self.public.countings[self.public.episode - 1] - self.public.round
        self.counting: int = COUNTING_VALUE[min(self.rounds_to_counting, len(COUNTING_VALUE) - 1)]

    @cached_property
    def game(self) -> Game:
        """A state as this seat imagines it; no value used here depends on what is drawn at random."""
        game: Game = self.view.imagine(bytes(32))
        return game


def decide(view: View, chance: Chance) -> Action:
    """Answer the decision that the seat is asked for."""
    return DECISIONS[view.kind](Situation(view, chance), view.choices)


def bid(situation: Situation, box: BidChoices) -> Action:
    """Buy levels for the roles you would hire, but keep a quarter of your purse or, to carry them out, up to half."""
    plays = best_plays(situation, boxes_with_full_budget(situation))
    wanted = sorted(plays, key=lambda role: net_value(situation, role, plays[role]), reverse=True)
    wanted = wanted[: situation.public.role_limit]
    level = sum(FEES[role] for role in wanted) + situation.chance.below(3)
    purse = situation.purse
    kept = min(max(sum(plays[role].ducats for role in wanted), purse // 4), purse - purse // 2)
    return Bid(max(0, min(level - situation.player.level, purse - kept, box.highest)))


def boxes_with_full_budget(situation: Situation) -> dict[Role, AnyBox]:
    """Build the boxes of all roles as if it were this seat's turn now and its level the highest."""
    game = situation.game.copy()
    game.phase, game.waiting = "act", {situation.seat: "act"}
    game.players[situation.seat].level = TOP_LEVEL
    return {role: box_of_role(game, situation.seat, role) for role in game.roles}


def act(situation: Situation, box: ActChoices) -> Action:
    """Hire the role that brings most beyond its fee; close if none does."""
    plays = best_plays(situation, box.boxes)
    if not plays:
        return Close()
    role = max(plays, key=lambda role: net_value(situation, role, plays[role]) + situation.chance.below(NOISE))
    return Hire(plays[role].play)


def join(situation: Situation, choices: JoinChoices) -> Action:
    """Join in if that brings more than the levels it costs."""
    box = choices.box
    levels = {things: level for things, level in enumerate(box.levels) if level is not None}
    plays = [play for play in PLAYS[box.role](situation, box) if play.things in levels]
    best = max(plays, key=lambda play: play.value + levels[play.things] * situation.ducat, default=None)
    if best is None or best.value <= (situation.player.level - levels[best.things]) * situation.ducat:
        return Intermezzo()
    return Join(best.play)


def appraise(situation: Situation, box: AppraiseChoices) -> Action:
    """Let your pieces score if that brings more than the best of them is worth."""
    return Appraise(accept=appraisal_value(situation, box) > 0)


def best_plays(situation: Situation, boxes: dict[Role, AnyBox]) -> dict[Role, ValuedPlay]:
    """Find for each role that is worth its fee the best way to carry it out."""
    plays = {
        role: max(PLAYS[role](situation, box), key=lambda play: play.value, default=None) for role, box in boxes.items()
    }
    return {role: play for role, play in plays.items() if play and net_value(situation, role, play) > 0}


def net_value(situation: Situation, role: Role, play: ValuedPlay) -> int:
    """Subtract the fee: levels not spent serve the next round, so it weighs as much as its ducats."""
    return play.value - FEES[role] * situation.ducat


def impresario(situation: Situation, box: ImpresarioBox) -> Iterator[ValuedPlay]:
    """Fill your halls: a house pays better with every piece; the famous belong in great halls before a counting."""
    game, income, counting = situation.game, situation.income, situation.counting
    before = sum(situation.player.income.values()) * income + situation.player.counting.total * counting
    points, doubled = great_hall_points(game), game.pawns["maestro"]
    for buy, price in purchases(situation, box):
        layout = solve_layout(game, situation.seat, buy, income, counting)
        halls = cast("Mapping[str, Halls]", layout)
        after = income_of(halls, doubled) * income + counting_of(halls, points) * counting
        value = after - before + price * (situation.fame - situation.ducat)
        if value > 0:
            yield ValuedPlay(value, Impresario(buy, layout), len(buy), price)


def purchases(situation: Situation, box: ImpresarioBox) -> Iterator[tuple[tuple[Composer, ...], int]]:
    """List nothing, one piece or two, as far as offer and ducats reach, with the price."""
    for number in range(MOST_THINGS + 1):
        for rows in combinations_with_replacement(allowed_rows(box.rows), number):
            price = sum(row.price for row in rows)
            if price <= situation.purse and all(rows.count(row) <= row.left for row in rows):
                yield tuple(row.composer for row in rows), price


def architetto(situation: Situation, box: ArchitettoBox) -> Iterator[ValuedPlay]:
    """Build what you can soon fill, above all a new house, for its great hall; late in the game, build for points."""
    for number in range(1, MOST_THINGS + 1):
        for rows in combinations(allowed_rows(box.rows), number):
            ducats = sum(row.ducats for row in rows)
            if ducats <= situation.purse:
                points = sum(row.points for row in rows) * POINT
                value = points - ducats * situation.ducat + value_of_halls(situation, rows)
                yield ValuedPlay(value, Architetto(tuple(row.part for row in rows)), number, ducats)


def value_of_halls(situation: Situation, rows: Iterable[OfferedPart]) -> int:
    """Weigh new halls: two pieces besides the stock can be had soon; empty halls cost a point at the counting."""
    player = situation.player
    is_late = situation.rounds_to_counting == 0 and "impresario" not in situation.public.roles
    pieces: int = 0 if is_late else len(situation.stock) + MOST_THINGS + player.counting.empty
    halls: int = sum(row.halls for row in rows)
    filled: int = max(0, min(pieces, halls))
    great: int = min(filled, sum(row.part.endswith(".main") for row in rows))
    counted = great * GREAT_HALL_POINTS - (halls - filled)
    return filled * HALL_INCOME * situation.income + counted * situation.counting


def signora(situation: Situation, box: SignoraBox) -> Iterator[ValuedPlay]:
    """Sell what you do not need, for ducats while they can still work for you, for points towards the end."""
    for row in allowed_rows(box.rows):
        rewards: dict[Reward, int] = {"ducats": row.ducats * situation.ducat, "points": row.points * POINT}
        for source in row.sources:
            lost = row.points * situation.fame - change_without_piece(situation, source.income, source.counting)
            for reward, value in rewards.items():
                yield ValuedPlay(value - lost, Signora(row.piece, source.source, reward))


def maestro(situation: Situation, box: MaestroBox) -> Iterator[ValuedPlay]:
    """Send him where your income grows more than that of the others."""
    for row in allowed_rows(box.rows):
        assert row.income is not None
        yield ValuedPlay(advantage(situation, row.income) * situation.income // HORIZON, Maestro(row.city))


def critico(situation: Situation, box: CriticoBox) -> Iterator[ValuedPlay]:
    """Before a counting, raise the composers in your great halls and lower those of the others."""
    for row in allowed_rows(box.rows):
        for composer in row.composers or ():
            for steps, move in box.moves[composer].items():
                if move.counting is not None:
                    value = advantage(situation, move.counting) * situation.counting // 2
                    yield ValuedPlay(value, Critico(row.city, composer, int(steps)))


def esperto(situation: Situation, box: EspertoBox) -> Iterator[ValuedPlay]:
    """Send him where your pieces are famous and the others have little."""
    for row in allowed_rows(box.rows):
        others = max((row.others or {}).values(), default=0)
        yield ValuedPlay(appraisal_value(situation, row) - others * POINT // HORIZON, Esperto(row.city))


def appraisal_value(situation: Situation, row: EspertoVisit | AppraiseChoices) -> int:
    """Weigh points at once against what the best piece would still have been worth."""
    if not row.pieces:
        return 0
    assert row.gives
    assert row.points is not None
    assert row.income
    assert row.counting
    fame = situation.public.ladder.index(row.gives) + 1
    return row.points * POINT - fame * situation.fame + change_without_piece(situation, row.income, row.counting)


def change_without_piece(situation: Situation, income: Change, counting: Change) -> int:
    """Weigh the loss of a piece: it is missed at one income, for it can be replaced, and perhaps at the counting."""
    ducats = (income[1] - income[0]) * min(situation.rounds_left, 1)
    points = counting[1] - counting[0]
    return ducats * situation.ducat + points * situation.counting


def advantage(situation: Situation, changes: BySeat) -> int:
    """Subtract what the other who gains most gains from twice what you gain."""
    gains: dict[int, int] = {int(seat): after - before for seat, (before, after) in changes.items()}
    return 2 * gains.pop(situation.seat) - max(gains.values())


def allowed_rows(rows: Iterable[RowT]) -> list[RowT]:
    """Keep the rows of a box that the rules do not refuse."""
    return [row for row in rows if row.refusal is None]


PLAYS: dict[Role, Callable[[Situation, Any], Iterable[ValuedPlay]]] = {
    "impresario": impresario,
    "architetto": architetto,
    "signora": signora,
    "maestro": maestro,
    "critico": critico,
    "esperto": esperto,
}
DECISIONS: dict[Kind, Callable[[Situation, Any], Action]] = {
    "bid": bid,
    "act": act,
    "join": join,
    "appraise": appraise,
}
