"""The best way to carry out each role on a board of numbers, and what it brings by the prices of a round.

All of it is estimated within microseconds: nothing is copied, and what staging brings is taken from the houses' sizes.
Long functions without calls stay whole: a search runs each of them tens of thousands of times a second.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.numbers import (
    COMPOSER_BITS,
    COPIES,
    CRITICO,
    EARNED,
    ESPERTO,
    FIELD,
    HOUSE_PIECE,
    HOUSES,
    MAESTRO,
    MEMBERS,
    NOTHING,
    SIZE,
)
from opera_bots.opera.playouts.prices import Prices
from opera_bots.opera.playouts.staging import SHIFTS, room_of, stage
from opera_games.opera.words import (
    DUCATS_PER_FAME,
    DUCATS_PER_HALL,
    INCOME,
    MOST_THINGS,
    PALAZZO_PLACES,
    POINTS_PER_HALL,
    TOP_FAME,
)

RIVAL_WEIGHT: Final = 0.7
"""How much the mean gain of the rivals counts against the own one."""
Purchase = tuple[int, ...]
NO_VALUE: Final = -1e9


@lru_cache(maxsize=1 << 12)
def great_points(fame: tuple[int, ...], honoured: int, bonus: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what each piece scores in a great hall, and the pieces from the best to the worst."""
    points = tuple(fame[piece] + (bonus if piece == honoured else 0) for piece in range(HOUSE_PIECE + 1))
    return points, tuple(sorted(range(HOUSE_PIECE + 1), key=lambda piece: -points[piece]))


def points_now(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return great_points(board.fame.of, board.century[board.episode - 1], board.episode)


def spare_points(board: Board, seat: int) -> int:
    """Find the points of the best piece beyond those that fill the great halls."""
    points, ranked = points_now(board)
    own = board.own[seat]
    first = seat * HOUSES
    left = HOUSES - board.halls[first : first + HOUSES].count(0)
    for piece in ranked:
        left -= own >> FIELD * piece & COPIES
        if left < 0:
            return points[piece]
    return 0


def purchase(board: Board, seat: int, prices: Prices, most: int) -> tuple[float, Purchase]:  # noqa: C901
    """Choose what to buy, piece by piece, and value it with all pieces staged as well as houses of this size allow."""
    first = seat * HOUSES
    sizes = tuple(board.halls[first : first + HOUSES])
    maestro = board.pawns[0]
    points, ranked = points_now(board)
    houses, halls, earned = room_of(sizes, maestro)
    income = filled = great = 0
    for at in range(first, first + HOUSES):
        pieces = board.staged[at]
        if pieces:
            income += EARNED[pieces]
            filled += SIZE[pieces]
            if board.great[at] >= 0:
                great += points[board.great[at]]
    if maestro >= 0:
        income += EARNED[board.staged[first + maestro]]
    own = board.own[seat]
    copies = [own >> shift & COPIES for shift in SHIFTS]
    staged = top = spare = 0
    left = houses
    for piece in ranked:
        number = copies[piece]
        if number:
            staged += min(houses, number)
            if left > 0:
                top += points[piece] * (min(left, number))
                left -= number
                spare = points[piece]
    if left > 0:
        spare = 0
    staged = min(staged, halls)
    value = (earned[staged] - income) * prices.income + (top - great) * prices.great - (staged - filled) * prices.empty
    fame, offer, ducats = board.fame.of, board.offer, board.ducats[seat]
    buy: Purchase = ()
    crown = prices.great + prices.best
    for _ in range(most):
        best, highest = NOTHING, 0.0
        filling = (earned[staged + 1] - earned[staged]) * prices.income - prices.empty if staged < halls else 0.0
        for composer in range(HOUSE_PIECE):
            price = fame[composer]
            if offer[composer] and price <= ducats and (not buy or buy[0] != composer or offer[composer] > 1):
                gain = price * (prices.staged - prices.ducat)
                if copies[composer] < houses:
                    gain += filling
                if points[composer] > spare:
                    gain += (points[composer] - spare) * crown
                if gain > highest:
                    best, highest = composer, gain
        if best == NOTHING:
            break
        buy = (*buy, best)
        value += highest
        ducats -= fame[best]
        if copies[best] < houses and staged < halls:
            staged += 1
        copies[best] += 1
    return value, buy


def buy_and_stage(board: Board, seat: int, buy: Purchase, prices: Prices) -> None:
    """Buy these pieces and stage all."""
    for composer in buy:
        board.buy(seat, composer)
    first = seat * HOUSES
    sizes = tuple(board.halls[first : first + HOUSES])
    points = points_now(board)[0]
    found = stage(board.own[seat], sizes, board.pawns[0], points, prices.income_weight, prices.counting_weight)
    board.arrange(seat, found.staged, found.great)


def building(board: Board, seat: int, prices: Prices, most: int) -> tuple[float, tuple[int, ...]]:  # noqa: C901
    """Choose the parts that bring most."""
    plans, parts, built, ducats = board.plans, board.parts, board.built[seat], board.ducats[seat]
    first = seat * HOUSES
    hall = POINTS_PER_HALL * prices.point - DUCATS_PER_HALL * prices.ducat + prices.hall
    found: list[tuple[float, int]] = []
    new_house = prices.house
    for city in plans.opened[board.episode]:
        main = plans.main[city]
        if built >> main & 1:
            size = board.halls[first + city]
            for wing in plans.wings[city]:
                if parts[wing] and not built >> wing & 1:
                    halls = plans.halls[wing]
                    if DUCATS_PER_HALL * halls <= ducats:
                        more = INCOME[size + halls] - INCOME[size]
                        found.append((halls * hall + more * prices.missing_income, wing))
        elif parts[main]:
            halls = plans.halls[main]
            if DUCATS_PER_HALL * halls <= ducats:
                value = halls * hall + INCOME[halls] * prices.missing_income + new_house
                found.append((value, main))
    if not found:
        return NO_VALUE, ()
    value, part = max(found)
    if most == 1:
        return value, (part,)
    ducats -= DUCATS_PER_HALL * plans.halls[part]
    city = plans.city[part]
    if part == plans.main[city]:
        size = plans.halls[part]
        for wing in plans.wings[city]:
            if parts[wing]:
                more = INCOME[size + plans.halls[wing]] - INCOME[size]
                found.append((plans.halls[wing] * hall + more * prices.missing_income, wing))
    best, second = 0.0, NOTHING
    for worth, other in found:
        if worth > best and other != part and DUCATS_PER_HALL * plans.halls[other] <= ducats:
            best, second = worth, other
    return (value, (part,)) if second == NOTHING else (value + best, (part, second))


def loss(board: Board, seat: int, prices: Prices, piece: int, city: int, spare: int) -> float:
    """Value a piece that leaves its hall; `spare` are the points of its successor in a great hall."""
    points = points_now(board)[0][piece]
    at = seat * HOUSES + city
    pieces = board.staged[at]
    ducats = EARNED[pieces] - EARNED[pieces & ~(1 << piece)]
    lost = ducats * prices.income + board.fame.of[piece] * prices.staged - prices.empty
    if city == board.pawns[0]:
        lost += ducats * prices.doubled
    if board.great[at] == piece:
        lost += points * prices.great
    if points > spare:
        lost += (points - spare) * prices.best
    return lost


def sale(board: Board, seat: int, prices: Prices) -> tuple[float, tuple[int, int, bool]]:  # noqa: C901
    """Choose the piece that is missed least; for ducats or for points."""
    nothing = (NOTHING, NOTHING, False)
    if SIZE[board.palazzo] >= PALAZZO_PLACES[board.players]:
        return NO_VALUE, nothing
    fame, palazzo = board.fame.of, board.palazzo
    own, stock = board.own[seat], board.stock(seat)
    for_points = prices.point >= DUCATS_PER_FAME * prices.ducat
    reward = prices.point if for_points else DUCATS_PER_FAME * prices.ducat
    spare = spare_points(board, seat)
    points = points_now(board)[0]
    best, chosen = NO_VALUE, nothing
    first = seat * HOUSES
    for composer in range(HOUSE_PIECE):
        shift = FIELD * composer
        if palazzo >> composer & 1 or not own >> shift & COPIES:
            continue
        brought = fame[composer] * reward
        if stock >> shift & COPIES:
            value = brought - fame[composer] * prices.stock_fame
            if points[composer] > spare:
                value -= (points[composer] - spare) * prices.best
            if value > best:
                best, chosen = value, (composer, NOTHING, for_points)
        elif brought > best:
            for city in range(HOUSES):
                if board.staged[first + city] >> composer & 1:
                    value = brought - loss(board, seat, prices, composer, city, spare)
                    if value > best:
                        best, chosen = value, (composer, city, for_points)
    return best, chosen


def maestro_visit(board: Board, seat: int, prices: Prices) -> tuple[float, int]:
    """Choose the city where the own income grows more than that of the others."""
    share = RIVAL_WEIGHT / (board.players - 1)
    staged = board.staged

    def brings(city: int) -> float:
        ducats = (1.0 + share) * EARNED[staged[seat * HOUSES + city]]
        for at in range(city, len(staged), HOUSES):
            ducats -= share * EARNED[staged[at]]
        return ducats

    here = board.pawns[0]
    now = brings(here) if here >= 0 else 0.0
    best, chosen = NO_VALUE, NOTHING
    for city in board.targets(0):
        ducats = brings(city)
        if ducats > best:
            best, chosen = ducats, city
    return (best - now) * prices.doubled if chosen >= 0 else NO_VALUE, chosen


def review(board: Board, seat: int, prices: Prices) -> tuple[float, tuple[int, int, int]]:  # noqa: C901
    """Choose the composer to move: up with those in the own great halls, down with those of the others."""
    share = RIVAL_WEIGHT / (board.players - 1)
    interest = [0.0] * (HOUSE_PIECE + 1)
    crown = prices.great + prices.best
    reach = 0
    targets = board.targets(1)
    for at, pieces in enumerate(board.staged):
        if pieces:
            side = 1.0 if at // HOUSES == seat else -share
            for piece in MEMBERS[pieces]:
                interest[piece] += side * prices.staged
            if board.great[at] >= 0:
                interest[board.great[at]] += side * crown
            if at % HOUSES in targets:
                reach |= pieces
    ladder = board.ladder
    best, move = 0.0, (NOTHING, NOTHING, 0)
    for at, composer in enumerate(ladder):
        if not reach >> composer & 1:
            continue
        value = 0.0
        mine = interest[composer]
        for steps in (1, 2):
            if at + steps >= TOP_FAME:
                break
            value += mine - interest[ladder[at + steps]]
            if value > best:
                best, move = value, (NOTHING, composer, steps)
        value = 0.0
        for steps in (-1, -2):
            if at + steps < 0:
                break
            value += interest[ladder[at + steps]] - mine
            if value > best:
                best, move = value, (NOTHING, composer, steps)
    if move[1] == NOTHING:
        return NO_VALUE, move
    composer = move[1]
    for city in targets:
        for at in range(city, len(board.staged), HOUSES):
            if board.staged[at] >> composer & 1:
                return best, (city, composer, move[2])
    return NO_VALUE, move


def appraisal(board: Board, seat: int, prices: Prices, city: int, spare: int) -> float:
    """Weigh points at once against the best piece."""
    pieces = board.staged[seat * HOUSES + city] & COMPOSER_BITS
    if not pieces:
        return 0.0
    fame = board.fame
    return fame.total[pieces] * prices.point - loss(board, seat, prices, fame.best[pieces], city, spare)


def esperto_visit(board: Board, seat: int, prices: Prices) -> tuple[float, int]:
    """Choose the city where the own pieces are famous and those of the others are not."""
    share = RIVAL_WEIGHT / (board.players - 1)
    staged, total = board.staged, board.fame.total
    spare = spare_points(board, seat)
    best, chosen = NO_VALUE, NOTHING
    for city in board.targets(ESPERTO - MAESTRO):
        value = 0.0
        if staged[seat * HOUSES + city] & COMPOSER_BITS:
            value = appraisal(board, seat, prices, city, spare)
        for other in range(board.players):
            if other != seat and total[staged[other * HOUSES + city]]:
                brought = appraisal(board, other, prices, city, spare_points(board, other))
                if brought > 0:
                    value -= share * brought
        if value > best:
            best, chosen = value, city
    return best, chosen


def _sell(board: Board, seat: int, play: tuple[int, int, bool], prices: Prices) -> None:
    board.sell(seat, *play)


def _build(board: Board, seat: int, parts: tuple[int, ...], prices: Prices) -> None:
    for part in parts:
        board.build(seat, part)


def _move_maestro(board: Board, seat: int, city: int, prices: Prices) -> None:
    board.pawns[0] = city


def _review(board: Board, seat: int, play: tuple[int, int, int], prices: Prices) -> None:
    board.pawns[CRITICO - MAESTRO] = play[0]
    board.review(play[1], play[2])


def _move_esperto(board: Board, seat: int, city: int, prices: Prices) -> None:
    board.visit_as_esperto(seat, city)


def _purchase(board: Board, seat: int, prices: Prices) -> tuple[float, Purchase]:
    return purchase(board, seat, prices, MOST_THINGS)


def _building(board: Board, seat: int, prices: Prices) -> tuple[float, tuple[int, ...]]:
    return building(board, seat, prices, MOST_THINGS)


BestPlay = Callable[[Board, int, Prices], tuple[float, Any]]
PLAYS: Final[tuple[BestPlay, ...]] = (_purchase, _building, sale, maestro_visit, review, esperto_visit)
"""For each role its best play and what that brings before it is paid in levels."""
CarryOut = Callable[[Board, int, Any, Prices], None]
CARRY_OUT: Final[tuple[CarryOut, ...]] = (buy_and_stage, _build, _sell, _move_maestro, _review, _move_esperto)
"""For each role what carries out such a play."""
