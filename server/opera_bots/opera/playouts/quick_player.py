"""A player for games that are played out: it decides in microseconds, by what things are worth in a round.

The seat hires the role that brings most beyond its fee, joins in if that pays, and bids for the roles it would like.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_plays import (
    ALL_PLAYS,
    CARRY_OUT,
    NO_VALUE,
    PLAYS,
    VALUE,
    Valued,
    appraisal,
    building,
    buildings,
    sale,
    sales,
)
from opera_bots.opera.playouts.board_purchases import buy_and_stage, purchase, purchases
from opera_bots.opera.playouts.great_halls import spare_points
from opera_bots.opera.playouts.numbers import (
    ACT,
    BID,
    CRITICO,
    DONE,
    ESPERTO,
    FEE,
    IMPRESARIO,
    JOIN,
    MAESTRO,
    NOTHING,
    SIGNORA,
)
from opera_bots.opera.playouts.prices import Prices, prices_of
from opera_games.opera.words import MOST_THINGS, ROLE_LIMIT, ROLES

Whims = Sequence[float]
"""Numbers from 0 to 1 for each round, seat and role, and for the bid of each round and seat."""
WHIMS: Final = 7
BID_WHIM: Final = 6


class Option(NamedTuple):
    """Something that a seat may do in a round: a role to hire, or what else the decision allows, and its value."""

    value: float
    role: int
    """The role that is hired or joined; `NOTHING` closes, takes the intermezzo or declines."""
    play: Any


PASS: Final = Option(0.0, NOTHING, None)


class QuickPlayer:
    """Decides for all seats by the prices of each round, with whims so that games differ."""

    __slots__ = ("noise", "prices", "spread", "whims")

    def __init__(
        self,
        prices: Sequence[Sequence[Prices]],
        whims: Whims,
        noise: float = 1.0,
        spread: float = 2.5,
    ) -> None:
        self.prices = prices
        self.whims = whims
        self.noise = noise
        self.spread = spread

    def play_on(self, board: Board, last: int) -> None:
        """Play to the end of a round, or of the game."""
        while True:
            kind = board.kind
            if kind == ACT:
                self.act(board)
            elif kind == JOIN:
                self.join(board)
            elif kind == BID:
                if board.round > last:
                    return
                board.reveal_bids([self.bid(board, seat) for seat in range(board.players)])
            elif kind == DONE:
                return
            else:
                self.appraise(board)

    def bid(self, board: Board, seat: int) -> int:
        """Buy levels for the roles that pay, and keep something to carry them out."""
        whim = self.whims[(board.round * board.players + seat) * WHIMS + BID_WHIM]
        return self.bid_for(board, seat, self.wanted(board, seat), whim)

    def wanted(self, board: Board, seat: int) -> int:
        """Return the levels that the best roles cost, as many as may be hired."""
        prices = self.prices[seat][board.round]
        values = []
        for role, best_play in enumerate(PLAYS):
            value = best_play(board, seat, prices)[0] - FEE[role] * prices.level
            if value > 0:
                values.append((value, FEE[role]))
        values.sort(reverse=True)
        return sum([fee for _, fee in values[: ROLE_LIMIT[board.players]]])

    def bid_for(self, board: Board, seat: int, wanted: int, whim: float) -> int:
        """Return the bid that pays for as many levels, with a whim from 0 to 1."""
        prices = self.prices[seat][board.round]
        levels = max(prices.least_level, wanted) + self.spread * (2 * whim - 1) - board.level[seat]
        ducats = board.ducats[seat]
        return max(0, min(round(levels), int(ducats * (1 - prices.kept)), board.highest_bid(seat)))

    def act(self, board: Board) -> None:
        """Hire the role that brings most beyond its fee; close if none does."""
        seat, roles = board.seat, board.roles
        prices = self.prices[seat][board.round]
        level = board.level[seat]
        whim = (board.round * board.players + seat) * WHIMS
        most, best = 0.0, NOTHING
        chosen: Any = None
        for role in range(len(ROLES)):
            if roles >> role & 1 and FEE[role] <= level:
                value, play = PLAYS[role](board, seat, prices)
                value -= FEE[role] * prices.level
                if value > 0:
                    value += self.noise * self.whims[whim + role] + prices.eager[role]
                    if value > most:
                        most, best, chosen = value, role, play
        if best == NOTHING:
            close(board, seat)
        else:
            hire(board, seat, best, chosen, prices)

    def options(self, board: Board, breadth: int = 1) -> list[Option]:
        """List what the seat that is asked may do, with so many ways to carry out a role.

        What this player would do comes first.

        Only for a player without whims.
        """
        if board.kind == ACT:
            found = self.hires(board, breadth)
        elif board.kind == JOIN:
            found = self.joins(board, breadth)
        else:
            seat, city = board.seat, board.pawns[ESPERTO - MAESTRO]
            value = appraisal(board, seat, self.prices[seat][board.round], city, spare_points(board, seat))
            found = [Option(value, ESPERTO, city)]
        found.insert(0, PASS)
        found.sort(key=lambda option: -option.value)
        return found

    def hires(self, board: Board, breadth: int) -> list[Option]:
        """List the roles that the seat can hire, each with its best plays."""
        seat, roles = board.seat, board.roles
        prices = self.prices[seat][board.round]
        found = []
        for role in range(len(ROLES)):
            if roles >> role & 1 and FEE[role] <= board.level[seat]:
                best = PLAYS[role](board, seat, prices)
                if best[0] > NO_VALUE:
                    plays = with_others(best, ALL_PLAYS[role](board, seat, prices), breadth) if breadth > 1 else [best]
                    for brings, play in plays:
                        value = brings - FEE[role] * prices.level
                        # Only what is worth its fee competes by eagerness, as in `act`.
                        found.append(Option(value + prices.eager[role] if value > 0 else value, role, play))
        return found

    def joins(self, board: Board, breadth: int) -> list[Option]:
        """List the best ways to join in with one thing or two."""
        seat, role = board.seat, board.playing
        prices = self.prices[seat][board.round]
        found = []
        for things in range(1, 2 if role == SIGNORA else MOST_THINGS + 1):
            cost = board.joining_cost(things)
            if cost <= board.level[seat]:
                best: Valued = sale(board, seat, prices) if role == SIGNORA else FIND[role](board, seat, prices, things)
                if best[0] > NO_VALUE:
                    plays = [best]
                    if breadth > 1:
                        others: list[Valued] = (
                            sales(board, seat, prices)
                            if role == SIGNORA
                            else [*FIND_ALL[role](board, seat, prices, things)]
                        )
                        plays = with_others(best, others, breadth)
                    found += [Option(value - cost * prices.level, role, play) for value, play in plays]
        return found

    def join(self, board: Board) -> None:
        """Join in if that brings more than the levels it costs."""
        seat, role = board.seat, board.playing
        prices = self.prices[seat][board.round]
        level = board.level[seat]
        if role == SIGNORA:
            value, sold = sale(board, seat, prices)
            if value > board.joining_cost(1) * prices.level:
                board.pay_join(seat, 1)
                board.sell(seat, *sold)
        else:
            find = purchase if role == IMPRESARIO else building
            most: float = 0.0
            best: tuple[int, ...] | None = None
            for things in range(1, MOST_THINGS + 1):
                cost = board.joining_cost(things)
                if cost <= level:
                    value, things_chosen = find(board, seat, prices, things)
                    value -= cost * prices.level
                    if value > most:
                        most, best = value, things_chosen
            if best is not None:
                board.pay_join(seat, max(1, len(best)))
                if role == IMPRESARIO:
                    buy_and_stage(board, seat, best, prices)
                else:
                    for part in best:
                        board.build(seat, part)
        board.go_on()

    def appraise(self, board: Board) -> None:
        """Let the pieces score if that brings more than the best of them is worth."""
        seat, city = board.seat, board.pawns[ESPERTO - MAESTRO]
        if appraisal(board, seat, self.prices[seat][board.round], city, spare_points(board, seat)) > 0:
            board.appraise(seat, city)
        board.go_on()


def with_others(best: Valued, plays: list[Valued], breadth: int) -> list[Valued]:
    """List what the quick player would do first, and the best of the other plays as no better than that."""
    others = sorted([play for play in plays if play[1] != best[1]], key=VALUE, reverse=True)
    return [best, *((min(value, best[0]), play) for value, play in others[: breadth - 1])]


def steady_player(board: Board) -> QuickPlayer:
    """Make a player without whims for a board."""
    prices = prices_of(board.rounds, board.players)
    whims = [0.5] * ((board.rounds + 1) * board.players * WHIMS)
    return QuickPlayer([prices] * board.players, whims, noise=0.0)


FIND: Final = (purchase, building)
FIND_ALL: Final = (purchases, buildings)


def take(board: Board, option: Option, player: QuickPlayer) -> None:
    """Do what an option of the seat that is asked says."""
    seat, kind = board.seat, board.kind
    prices = player.prices[seat][board.round]
    if option.role == NOTHING:
        board.closed[seat] = board.closed[seat] or kind == ACT
    elif kind == ACT:
        hire(board, seat, option.role, option.play, prices)
        return
    elif kind == JOIN:
        things = 1 if option.role == SIGNORA else max(1, len(option.play))
        board.pay_join(seat, things)
        CARRY_OUT[option.role](board, seat, option.play, prices)
    else:
        board.appraise(seat, option.play)
    board.go_on()


def close(board: Board, seat: int) -> None:
    board.closed[seat] = True
    board.go_on()


def hire(board: Board, seat: int, role: int, play: Any, prices: Prices) -> None:
    """Hire a role with a play that `PLAYS` found."""
    board.pay_hire(seat, role)
    CARRY_OUT[role](board, seat, play, prices)
    if role not in (MAESTRO, CRITICO):
        board.ask_others(seat, role)
    board.go_on()
