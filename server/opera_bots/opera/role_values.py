"""The value of each way to carry out a role of Opera, by item values and without copying a state.

The Impresario's purchases and layouts are the expensive ones to compute, so their values are cached.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import fsum
from operator import itemgetter
from typing import NamedTuple, cast

from opera_bots.opera.item_values import SCALE, ItemValues
from opera_games.opera.actions import Esperto, Impresario, Layout, Maestro, Play
from opera_games.opera.documents import House
from opera_games.opera.words import (
    COMPOSERS,
    DUCATS_PER_HALL,
    INCOME,
    MOST_THINGS,
    PIECES,
    POINTS_PER_HALL,
    City,
    Composer,
    Piece,
    Role,
    Source,
)
from opera_rules.api import Seat
from opera_rules.opera.search import (
    DUCATS_PER_FAME,
    Game,
    Halls,
    Task,
    appraisable_pieces,
    appraisal_points,
    best_layout,
    best_piece,
    best_worth,
    counting_of,
    fame_on,
    income_of,
    pawn_targets,
    possible_buildings,
    possible_reviews,
    possible_sales,
)

RIVAL_WEIGHT = 0.7
"""How much the mean gain of the rivals counts against your own."""


class ValuedPlay(NamedTuple):
    """A way to carry out a role, and its value before it is paid in levels."""

    value: float
    play: Play


class Holdings(NamedTuple):
    """Everything that counts when a seat buys and stages: the key of the cache of `best_purchase`."""

    houses: tuple[tuple[City, House], ...]
    stock: tuple[Piece, ...]
    ducats: int
    offer: tuple[int, ...]
    ladder: tuple[Composer, ...]
    episode: int
    honoured: Composer
    maestro: City | None
    values: ItemValues
    most: int


def best_play(game: Game, seat: Seat, role: Role, values: ItemValues, most: int = MOST_THINGS) -> ValuedPlay | None:
    """Find the best way to carry out a role; None if there is none."""
    return max(PLAYS[role](game, seat, values, most), key=itemgetter(0), default=None)


def impresario_plays(game: Game, seat: Seat, values: ItemValues, most: int) -> Iterable[ValuedPlay]:
    """Buy the best piece, and the best second one with it, and stage all as well as possible."""
    player = game.players[seat]
    episode = game.episode
    purchase = best_purchase(
        Holdings(
            houses=tuple(player.houses.items()),
            stock=player.stock,
            ducats=player.ducats,
            offer=tuple([game.offer[composer] for composer in COMPOSERS]),
            ladder=game.ladder,
            episode=episode,
            honoured=game.century[episode - 1],
            maestro=game.pawns["maestro"],
            values=values,
            most=most,
        )
    )
    return (purchase,) if purchase else ()


@lru_cache(maxsize=1 << 12)
def best_purchase(holdings: Holdings) -> ValuedPlay | None:
    """Choose one piece after the other, and where all pieces go; None if nothing would be better than now."""
    values = holdings.values
    income, counting = values.layout_weights
    fame = fame_on(holdings.ladder)
    now: dict[str, Halls] = {city: house.halls for city, house in holdings.houses}
    points: dict[str, int] = {
        piece: fame[piece] + (holdings.episode if piece == holdings.honoured else 0) for piece in PIECES
    }
    owned: tuple[str, ...] = (*holdings.stock, *(piece for halls in now.values() for piece in halls if piece))
    task = Task({city: len(halls) for city, halls in now.items()}, owned, points, holdings.maestro)
    halls = sum(task.halls.values())
    # A layout counts an empty hall as one point lost at the counting; the rest of its cost is added here.
    filled = -values.empty - counting / SCALE

    def value_with(buy: tuple[Composer, ...]) -> float:
        pieces = owned + buy
        staged = best_worth(task._replace(pieces=pieces), income, counting) / SCALE + min(halls, len(pieces)) * filled
        return staged + best_pieces(pieces) * values.best + sum([fame[piece] for piece in buy]) * kept

    def best_pieces(pieces: tuple[str, ...]) -> int:
        return sum(sorted([points[piece] for piece in pieces])[-len(now) :])

    kept = values.staged - values.ducat
    before = (income * income_of(now, holdings.maestro) + counting * counting_of(now, points)) / SCALE
    before += best_pieces(owned) * values.best + sum([len(row) - row.count(None) for row in now.values()]) * filled
    best: tuple[Composer, ...] = ()
    highest = value_with(best)
    for _ in range(holdings.most):
        bought = best
        left = holdings.ducats - sum([fame[piece] for piece in bought])
        for composer, offered in zip(COMPOSERS, holdings.offer, strict=True):
            if offered > bought.count(composer) and fame[composer] <= left:
                value = value_with((*bought, composer))
                if value > highest:
                    best, highest = (*bought, composer), value
        if best == bought:
            break
    if highest <= before:
        return None
    layout = best_layout(task._replace(pieces=owned + best), income, counting, now)
    return ValuedPlay(highest - before, Impresario(best, cast("Layout", layout)))


def architetto_plays(game: Game, seat: Seat, values: ItemValues, most: int) -> Iterable[ValuedPlay]:
    """Get points at once for ducats, and halls to fill."""
    houses = game.players[seat].houses
    plans = game.edition.plans
    hall = POINTS_PER_HALL * values.point - DUCATS_PER_HALL * values.ducat + values.hall
    ranked = points_of_pieces(game, seat)
    for play in possible_buildings(game, seat, most):
        value = 0.0
        best = len(houses)
        sizes = {city: len(house.halls) for city, house in houses.items()}
        for part in play.build:
            plan = plans[part]
            before = sizes.get(plan.city, 0)
            sizes[plan.city] = before + plan.halls
            value += plan.halls * hall + (INCOME[before + plan.halls] - INCOME[before]) * values.missing_income
            if plan.wing == "main":
                value += values.house + (ranked[best] * values.best if best < len(ranked) else 0.0)
                best += 1
        if play.build:
            yield ValuedPlay(value, play)


def signora_plays(game: Game, seat: Seat, values: ItemValues, most: int) -> Iterable[ValuedPlay]:
    """Sell what is missed least."""
    fame = fame_on(game.ladder)
    spare = spare_points(game, seat)
    reward = {"points": values.point, "ducats": DUCATS_PER_FAME * values.ducat}
    lost: dict[tuple[Piece, Source], float] = {}
    for play in possible_sales(game, seat):
        sale = (play.piece, play.source)
        if sale not in lost:
            lost[sale] = loss_of_piece(game, seat, values, play.piece, play.source, spare)
        yield ValuedPlay(fame[play.piece] * reward[play.reward] - lost[sale], play)


def loss_of_piece(game: Game, seat: Seat, values: ItemValues, piece: Piece, source: Source, spare: int) -> float:
    """Value a piece that leaves the stock or its hall; `spare` are the points of its successor in a great hall."""
    fame = fame_on(game.ladder)[piece]
    episode = game.episode
    points = fame + episode if piece == game.century[episode - 1] else fame
    lost = values.best * (points - spare) if points > spare else 0.0
    if source == "stock":
        return lost + fame * values.stock_fame
    halls = game.players[seat].houses[source].halls
    staged = len(halls) - halls.count(None)
    ducats = INCOME[staged] - INCOME[staged - 1]
    lost += ducats * values.income + fame * values.staged - values.empty
    if source == game.pawns["maestro"]:
        lost += ducats * values.doubled
    return lost + points * values.great if halls[0] == piece else lost


def points_of_pieces(game: Game, seat: Seat) -> list[int]:
    """List what each of the seat's pieces would score in a great hall, the best first."""
    fame = fame_on(game.ladder)
    episode = game.episode
    honoured = game.century[episode - 1]
    pieces = game.players[seat].pieces()
    return sorted([fame[piece] + (episode if piece == honoured else 0) for piece in pieces], reverse=True)


def spare_points(game: Game, seat: Seat) -> int:
    """Find the points of the best piece beyond those that fill the great halls."""
    ranked = points_of_pieces(game, seat)
    houses = len(game.players[seat].houses)
    return ranked[houses] if houses < len(ranked) else 0


def maestro_plays(game: Game, seat: Seat, values: ItemValues, most: int) -> Iterable[ValuedPlay]:
    """Go where your income grows more than that of the others."""
    here = game.pawns["maestro"]
    share = RIVAL_WEIGHT / (len(game.players) - 1)
    now = doubled_ducats(game, seat, here, share) if here else 0.0
    for city in pawn_targets(game, "maestro"):
        yield ValuedPlay((doubled_ducats(game, seat, city, share) - now) * values.doubled, Maestro(city))


def doubled_ducats(game: Game, seat: Seat, city: City, share: float) -> float:
    """Compute what the Maestro brings in a city, less what he brings the others."""
    ducats = 0.0
    for other, player in enumerate(game.players):
        house = player.houses.get(city)
        if house:
            staged = len(house.halls) - house.halls.count(None)
            ducats += INCOME[staged] * (1.0 if other == seat else -share)
    return ducats


def critico_plays(game: Game, seat: Seat, values: ItemValues, most: int) -> Iterable[ValuedPlay]:
    """Raise the composers in your great halls, lower those of the others."""
    share = RIVAL_WEIGHT / (len(game.players) - 1)
    interest = dict.fromkeys(PIECES, 0.0)
    for other, player in enumerate(game.players):
        side = 1.0 if other == seat else -share
        for house in player.houses.values():
            for piece in house.halls:
                if piece is not None:
                    interest[piece] += side * values.staged
            if house.halls[0] is not None:
                interest[house.halls[0]] += side * (values.great + values.best)
    ladder = game.ladder
    tried: set[tuple[Composer, int]] = set()
    for play in possible_reviews(game, seat):
        if play.composer is not None and (play.composer, play.steps) not in tried:
            at = ladder.index(play.composer)
            passed = ladder[at + 1 : at + play.steps + 1] if play.steps > 0 else ladder[at + play.steps : at]
            way = -1 if play.steps > 0 else 1
            change = interest[play.composer] * play.steps + way * fsum([interest[other] for other in passed])
            tried.add((play.composer, play.steps))
            if change > 0:
                yield ValuedPlay(change, play)


def esperto_plays(game: Game, seat: Seat, values: ItemValues, most: int) -> Iterable[ValuedPlay]:
    """Go where your pieces are famous and the others have little."""
    share = RIVAL_WEIGHT / (len(game.players) - 1)
    spares = [spare_points(game, other) for other in range(len(game.players))]
    for city in pawn_targets(game, "esperto"):
        value = 0.0
        for other, spare in enumerate(spares):
            brought = appraisal_value(game, other, values, city, spare)
            if other == seat:
                value += brought
            elif brought > 0:
                value -= brought * share
        yield ValuedPlay(value, Esperto(city))


def appraisal_value(game: Game, seat: Seat, values: ItemValues, city: City, spare: int) -> float:
    """Weigh points at once against what the best piece would still have been worth."""
    pieces = appraisable_pieces(game, seat, city)
    if not pieces:
        return 0.0
    given = best_piece(game, pieces)
    return appraisal_points(game, pieces) * values.point - loss_of_piece(game, seat, values, given, city, spare)


PLAYS: dict[Role, Callable[[Game, Seat, ItemValues, int], Iterable[ValuedPlay]]] = {
    "impresario": impresario_plays,
    "architetto": architetto_plays,
    "signora": signora_plays,
    "maestro": maestro_plays,
    "critico": critico_plays,
    "esperto": esperto_plays,
}
