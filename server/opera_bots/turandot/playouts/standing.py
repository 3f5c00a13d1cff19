"""How everybody stands between two turns: each seat's chance to win, by weights fitted to playouts.

A seat's standing is a weighted sum of a few figures, with other weights for each turn and number of players; the
chances follow from how the standings differ.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from opera_bots.turandot.evaluation import stage_name
from opera_bots.turandot.playouts.codes import MOST_KEPT
from opera_bots.turandot.playouts.habits import dismissal
from opera_bots.turandot.playouts.table import HUNDRED, Table, scenery_worth, shares_of_win
from opera_bots.turandot.turn_model import win_chances
from opera_games.turandot.words import DIRECTOR_TURN, LAST_DISMISSAL, MONEY_CARDS, TURNS

FEATURES: Final = ("points", "money_1", "money_2", "money_3", "next_gain", "prospect", "holder", "place")
"""`points` of the cast as of now, `money_2` whether there is a second money card, `next_gain` what a singer to come
adds on average, `prospect` what the best director dealt brings on average, `place` how far from the next holder."""


class Standing:
    """Values tables of one game; `unseen` are the singers that may still come."""

    def __init__(self, table: Table, unseen: Sequence[int]) -> None:
        self.codes = table.codes
        numbers: dict[int, int] = {}
        for card in unseen:
            code = table.codes.code_of[card]
            numbers[code] = numbers.get(code, 0) + 1
        self._unseen = list(numbers.items())
        self._gains: dict[tuple[int, int], float] = {}
        self._standings: dict[tuple[int, ...], float] = {}

    def after_turn(self, table: Table) -> list[float]:
        """Return each seat's chance to win at the end of a turn; after the last one, its share of the win."""
        if table.turn == TURNS:
            return shares_of_win(table)
        if table.turn <= LAST_DISMISSAL:
            table = table.copy()
            table.dismiss(dismissal(table, (table.puccini + 1) % table.players))
        return self.after_dismissal(table)

    def after_dismissal(self, table: Table) -> list[float]:
        """Return the chances when nothing is left to do in this turn but to pass Puccini on."""
        standings = [
            self.of_hand(table, seat, code, table.director[seat], table.money[seat], table.scenery[seat])
            for seat, code in enumerate(table.code)
        ]
        return win_chances(standings, 1)

    def of_hand(self, table: Table, seat: int, code: int, director: int, money: int, scenery: int) -> float:
        """Return the standing of a seat if it had this hand at the end of the table's turn."""
        key = (table.turn, seat - table.puccini, table.left, code, director, money, scenery)
        found = self._standings.get(key)
        if found is None:
            if len(self._standings) >= MOST_KEPT:
                self._standings.clear()
            weights = fitted().stages[stage_name(table.players, table.turn + 1)]
            row = self._figures(table, seat, code, director, money, scenery)
            found = self._standings[key] = sum([weight * figure for weight, figure in zip(weights, row, strict=True)])
        return found

    def final_points(self, table: Table, seat: int) -> float:
        """Estimate a seat's points at the end of the game, at the end of a turn."""
        if table.turn == TURNS:
            return table.final_points()[seat] // HUNDRED
        return table.points(seat) + fitted().points_to_come[stage_name(table.players, table.turn + 1)]

    def features(self, table: Table) -> list[list[float]]:
        """Compute each seat's figures, in the order of `FEATURES`."""
        return [
            self._figures(table, seat, code, table.director[seat], table.money[seat], table.scenery[seat])
            for seat, code in enumerate(table.code)
        ]

    def _figures(self, table: Table, seat: int, code: int, director: int, money: int, scenery: int) -> list[float]:
        codes, players = table.codes, table.players
        place = (seat - table.puccini - 1) % players
        return [
            codes.points(code, director) + scenery * scenery_worth(director),
            *MONEY_FIGURES[money],
            self._next_gain(code, director),
            codes.prospect(code, table.left, players + 1) if table.turn < DIRECTOR_TURN else 0.0,
            float(place == 0),
            place / players,
        ]

    def _next_gain(self, code: int, director: int) -> float:
        """Return what a singer to come adds to a hand on average."""
        key = (code, director)
        found = self._gains.get(key)
        if found is None:
            points = self.codes.points
            base, total, singers = points(code, director), 0.0, 0
            for card, number in self._unseen:
                total += (points(code + card, director) - base) * number
                singers += number
            found = self._gains[key] = total / max(1, singers)
        return found


MONEY_FIGURES: Final = [
    [float(money >= card) for card in range(1, MONEY_CARDS + 1)] for money in range(MONEY_CARDS + 1)
]


class Fitted(msgspec.Struct, frozen=True):
    """The data file, as far as it is needed here; keys are the names of stages."""

    stages: dict[str, list[float]]
    points_to_come: dict[str, float]


@cache
def fitted() -> Fitted:
    """Load the weights."""
    content = (files("opera_bots.turandot.playouts") / "standing.json").read_bytes()
    return msgspec.json.decode(content, type=Fitted)
