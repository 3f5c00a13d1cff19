"""How each role can be carried out on a board of numbers, and what that brings by the prices of a round.

All of it is estimated within microseconds: nothing is copied, and what staging brings is taken from the houses' sizes.
Long functions without calls stay whole: a search runs each of them tens of thousands of times a second.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_purchases import buy_and_stage, purchase, purchases
from opera_bots.opera.playouts.great_halls import points_now, spare_points
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
Valued = tuple[float, Any]
"""What a play brings before it is paid in levels, and the play."""
VALUE: Final = itemgetter(0)
NO_VALUE: Final = -1e9
NOT_POSSIBLE: Final[Valued] = (NO_VALUE, NOTHING)


def parts_to_build(board: Board, seat: int, prices: Prices) -> list[Valued]:
    """List the parts that the seat can pay for now."""
    plans, parts, built, ducats = board.plans, board.parts, board.built[seat], board.ducats[seat]
    first = seat * HOUSES
    hall = worth_of_hall(prices)
    found: list[Valued] = []
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
                value = halls * hall + INCOME[halls] * prices.missing_income + prices.house
                found.append((value, main))
    return found


def worth_of_hall(prices: Prices) -> float:
    return POINTS_PER_HALL * prices.point - DUCATS_PER_HALL * prices.ducat + prices.hall


def second_parts(board: Board, seat: int, prices: Prices, found: list[Valued], part: int) -> list[Valued]:
    """List the parts that can be built after another: also the wings of a main part."""
    plans = board.plans
    ducats = board.ducats[seat] - DUCATS_PER_HALL * plans.halls[part]
    city = plans.city[part]
    possible = found
    if part == plans.main[city]:
        size, hall = plans.halls[part], worth_of_hall(prices)
        wings = [wing for wing in plans.wings[city] if board.parts[wing]]
        possible = found + [
            (plans.halls[wing] * hall + (INCOME[size + plans.halls[wing]] - INCOME[size]) * prices.missing_income, wing)
            for wing in wings
        ]
    return [one for one in possible if one[1] != part and DUCATS_PER_HALL * plans.halls[one[1]] <= ducats]


def building(board: Board, seat: int, prices: Prices, most: int) -> Valued:
    """Choose the parts that bring most."""
    found = parts_to_build(board, seat, prices)
    if not found:
        return NO_VALUE, ()
    value, part = max(found)
    if most > 1:
        best, second = 0.0, NOTHING
        for worth, other in second_parts(board, seat, prices, found, part):
            if worth > best:
                best, second = worth, other
        if second != NOTHING:
            return value + best, (part, second)
    return value, (part,)


def buildings(board: Board, seat: int, prices: Prices, things: int) -> list[Valued]:
    """List all ways to build this many parts."""
    found = parts_to_build(board, seat, prices)
    if things == 1:
        return [(value, (part,)) for value, part in found]
    alone = {part for _, part in found}
    # Two parts that can be built in any order come once.
    return [
        (value + more, (part, second))
        for value, part in found
        for more, second in second_parts(board, seat, prices, found, part)
        if part < second or second not in alone
    ]


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


def sales(board: Board, seat: int, prices: Prices) -> list[Valued]:
    """List the pieces that can be sold, from where they are missed least; for points and for ducats."""
    if SIZE[board.palazzo] >= PALAZZO_PLACES[board.players]:
        return []
    fame, palazzo = board.fame.of, board.palazzo
    own, stock = board.own[seat], board.stock(seat)
    spare = spare_points(board, seat)
    points = points_now(board)[0]
    first = seat * HOUSES
    found: list[Valued] = []
    for composer in range(HOUSE_PIECE):
        shift = FIELD * composer
        if palazzo >> composer & 1 or not own >> shift & COPIES:
            continue
        if stock >> shift & COPIES:
            place = NOTHING
            missed = fame[composer] * prices.stock_fame
            if points[composer] > spare:
                missed += (points[composer] - spare) * prices.best
        else:
            missed, place = min(
                [
                    (loss(board, seat, prices, composer, city, spare), city)
                    for city in range(HOUSES)
                    if board.staged[first + city] >> composer & 1
                ]
            )
        found.append((fame[composer] * prices.point - missed, (composer, place, True)))
        found.append((fame[composer] * DUCATS_PER_FAME * prices.ducat - missed, (composer, place, False)))
    return found


def maestro_visits(board: Board, seat: int, prices: Prices) -> list[Valued]:
    """List the cities by how much more the own income grows there than that of the others."""
    share = RIVAL_WEIGHT / (board.players - 1)
    staged = board.staged

    def brings(city: int) -> float:
        ducats = (1.0 + share) * EARNED[staged[seat * HOUSES + city]]
        for at in range(city, len(staged), HOUSES):
            ducats -= share * EARNED[staged[at]]
        return ducats

    here = board.pawns[0]
    now = brings(here) if here >= 0 else 0.0
    return [((brings(city) - now) * prices.doubled, city) for city in board.targets(0)]


def reviews(board: Board, seat: int, prices: Prices) -> list[Valued]:
    """List the moves of composers: best up with those in the own great halls, down with those of the others."""
    share = RIVAL_WEIGHT / (board.players - 1)
    interest = [0.0] * (HOUSE_PIECE + 1)
    crown = prices.great + prices.best
    for at, pieces in enumerate(board.staged):
        if pieces:
            side = 1.0 if at // HOUSES == seat else -share
            for piece in MEMBERS[pieces]:
                interest[piece] += side * prices.staged
            if board.great[at] >= 0:
                interest[board.great[at]] += side * crown
    ladder, cities = board.ladder, reviewed_in(board)
    found: list[Valued] = []
    for at, composer in enumerate(ladder):
        if composer not in cities:
            continue
        for direction in (1, -1):
            value = 0.0
            for steps in (direction, 2 * direction):
                if 0 <= at + steps < TOP_FAME:
                    value += direction * (interest[composer] - interest[ladder[at + steps]])
                    found.append((value, (cities[composer], composer, steps)))
    return found


def reviewed_in(board: Board) -> dict[int, int]:
    """Find the first city for each composer where the Critico can meet him."""
    found: dict[int, int] = {}
    for city in board.targets(CRITICO - MAESTRO):
        for at in range(city, len(board.staged), HOUSES):
            for piece in MEMBERS[board.staged[at] & COMPOSER_BITS]:
                found.setdefault(piece, city)
    return found


def appraisal(board: Board, seat: int, prices: Prices, city: int, spare: int) -> float:
    """Weigh points at once against the best piece."""
    pieces = board.staged[seat * HOUSES + city] & COMPOSER_BITS
    if not pieces:
        return 0.0
    fame = board.fame
    return fame.total[pieces] * prices.point - loss(board, seat, prices, fame.best[pieces], city, spare)


def esperto_visits(board: Board, seat: int, prices: Prices) -> list[Valued]:
    """List the cities: best are those where the own pieces are famous and those of the others are not."""
    share = RIVAL_WEIGHT / (board.players - 1)
    staged, total = board.staged, board.fame.total
    spare = spare_points(board, seat)
    found: list[Valued] = []
    for city in board.targets(ESPERTO - MAESTRO):
        value = 0.0
        if staged[seat * HOUSES + city] & COMPOSER_BITS:
            value = appraisal(board, seat, prices, city, spare)
        for other in range(board.players):
            if other != seat and total[staged[other * HOUSES + city]]:
                brought = appraisal(board, other, prices, city, spare_points(board, other))
                if brought > 0:
                    value -= share * brought
        found.append((value, city))
    return found


def best_of(plays: list[Valued]) -> Valued:
    """Choose the first of the best."""
    return max(plays, key=VALUE, default=NOT_POSSIBLE)


def _sell(board: Board, seat: int, play: tuple[int, int, bool], prices: Prices) -> None:
    board.sell(seat, *play)


def _build(board: Board, seat: int, parts: tuple[int, ...], prices: Prices) -> None:
    for part in parts:
        board.build(seat, part)


def _move_maestro(board: Board, seat: int, city: int, prices: Prices) -> None:
    board.pawns[0] = city


def _move_composer(board: Board, seat: int, play: tuple[int, int, int], prices: Prices) -> None:
    board.pawns[CRITICO - MAESTRO] = play[0]
    board.review(play[1], play[2])


def _move_esperto(board: Board, seat: int, city: int, prices: Prices) -> None:
    board.visit_as_esperto(seat, city)


def sale(board: Board, seat: int, prices: Prices) -> Valued:
    """Choose the piece that is missed least; for ducats or for points."""
    return best_of(sales(board, seat, prices))


def _purchase(board: Board, seat: int, prices: Prices) -> Valued:
    return purchase(board, seat, prices, MOST_THINGS)


def _building(board: Board, seat: int, prices: Prices) -> Valued:
    return building(board, seat, prices, MOST_THINGS)


def _maestro_visit(board: Board, seat: int, prices: Prices) -> Valued:
    return best_of(maestro_visits(board, seat, prices))


def _review(board: Board, seat: int, prices: Prices) -> Valued:
    best = best_of(reviews(board, seat, prices))
    return best if best[0] > 0 else NOT_POSSIBLE


def _esperto_visit(board: Board, seat: int, prices: Prices) -> Valued:
    return best_of(esperto_visits(board, seat, prices))


def _purchases(board: Board, seat: int, prices: Prices) -> list[Valued]:
    return [play for things in range(1, MOST_THINGS + 1) for play in purchases(board, seat, prices, things)]


def _buildings(board: Board, seat: int, prices: Prices) -> list[Valued]:
    return [play for things in range(1, MOST_THINGS + 1) for play in buildings(board, seat, prices, things)]


BestPlay = Callable[[Board, int, Prices], Valued]
PLAYS: Final[tuple[BestPlay, ...]] = (_purchase, _building, sale, _maestro_visit, _review, _esperto_visit)
"""For each role its best play and what that brings before it is paid in levels."""
AllPlays = Callable[[Board, int, Prices], list[Valued]]
ALL_PLAYS: Final[tuple[AllPlays, ...]] = (_purchases, _buildings, sales, maestro_visits, reviews, esperto_visits)
"""For each role all that it can do; of the Impresario's layouts one for each purchase."""
CarryOut = Callable[[Board, int, Any, Prices], None]
CARRY_OUT: Final[tuple[CarryOut, ...]] = (buy_and_stage, _build, _sell, _move_maestro, _move_composer, _move_esperto)
"""For each role what carries out such a play."""
