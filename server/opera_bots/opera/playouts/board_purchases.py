"""What the Impresario buys on a board of numbers, and what it brings by the prices of a round.

All pieces are thought to be staged as well as houses of their size allow; which hall takes which piece is left open.
"""

from typing import NamedTuple

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.great_halls import points_now
from opera_bots.opera.playouts.numbers import COPIES, EARNED, HOUSE_PIECE, HOUSES, NOTHING, SIZE
from opera_bots.opera.playouts.prices import Prices
from opera_bots.opera.playouts.staging import SHIFTS, room_of, stage

Purchase = tuple[int, ...]


class Room(NamedTuple):
    """What a seat has to stage, and where."""

    value: float
    """What staging all own pieces brings before any is bought."""
    houses: int
    halls: int
    earned: tuple[int, ...]
    """The income with 0, 1, ... pieces staged."""
    copies: list[int]
    staged: int
    points: tuple[int, ...]
    spare: int
    """The points of the worst piece in a great hall."""


def room_for(board: Board, seat: int, prices: Prices) -> Room:
    """See what staging brings to a seat, and what a purchase would find."""
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
    return Room(value, houses, halls, earned, copies, staged, points, spare)


def purchase(board: Board, seat: int, prices: Prices, most: int) -> tuple[float, Purchase]:
    """Choose what to buy, piece by piece."""
    value, houses, halls, earned, copies, staged, points, spare = room_for(board, seat, prices)
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


def purchases(board: Board, seat: int, prices: Prices, things: int) -> list[tuple[float, Purchase]]:
    """List all ways to buy this many pieces."""
    room = room_for(board, seat, prices)
    fame, offer, ducats = board.fame.of, board.offer, board.ducats[seat]
    composers = [composer for composer in range(HOUSE_PIECE) if offer[composer]]
    found: list[tuple[float, Purchase]] = []
    for first in composers:
        if fame[first] > ducats:
            continue
        value = room.value + gain(room, first, fame[first], prices)
        if things == 1:
            found.append((value, (first,)))
            continue
        after = with_piece(room, first)
        for second in composers:
            is_there = second > first or (second == first and offer[first] > 1)
            if is_there and fame[first] + fame[second] <= ducats:
                found.append((value + gain(after, second, fame[second], prices), (first, second)))
    return found


def gain(room: Room, composer: int, price: int, prices: Prices) -> float:
    """Value one more piece."""
    value = price * (prices.staged - prices.ducat)
    if room.copies[composer] < room.houses and room.staged < room.halls:
        value += (room.earned[room.staged + 1] - room.earned[room.staged]) * prices.income - prices.empty
    if room.points[composer] > room.spare:
        value += (room.points[composer] - room.spare) * (prices.great + prices.best)
    return value


def with_piece(room: Room, composer: int) -> Room:
    """Return what is left with one more piece."""
    copies = room.copies[:]
    copies[composer] += 1
    is_staged = room.copies[composer] < room.houses and room.staged < room.halls
    return room._replace(copies=copies, staged=room.staged + is_staged)


def buy_and_stage(board: Board, seat: int, buy: Purchase, prices: Prices) -> None:
    """Buy these pieces and stage all."""
    for composer in buy:
        board.buy(seat, composer)
    first = seat * HOUSES
    sizes = tuple(board.halls[first : first + HOUSES])
    points = points_now(board)[0]
    found = stage(board.own[seat], sizes, board.pawns[0], points, prices.income_weight, prices.counting_weight)
    board.arrange(seat, found.staged, found.great)
