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
from opera_bots.turandot.playouts.codes import MOST_KEPT, NO_DIRECTOR, expected_rank, stars_of
from opera_bots.turandot.playouts.habits import dismissal
from opera_bots.turandot.playouts.table import DECORATOR, HUNDRED, Table, scenery_worth, shares_of_win
from opera_bots.turandot.turn_model import win_chances
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, EFFECTS, LAST_DISMISSAL, MONEY_CARDS, SEATS, TURNS

FEATURES: Final = (
    "points",
    "money_1",
    "money_2",
    "money_3",
    "next_gain",
    "best_gain",
    "second_gain",
    "prospect",
    "second_prospect",
    "stars",
    "scenery",
    "themed",
    "decorator",
    "eclectic",
    "place_1",
    "place_2",
    "place_3",
    "place_4",
)
"""`points` of the cast as of now, `money_2` whether there is a second money card; what a singer to come adds on average
(`next_gain`), and the best two of a line-up; what the best two directors dealt bring (`prospect`); what kind of
director there is, with six categories as far as they are in reach; `place_2` two places after the next holder."""
ECLECTIC: Final = DIRECTORS.index("eclectic")
THEMED: Final = frozenset(
    place for place, director in enumerate(DIRECTORS) if min(EFFECTS[director].values(), default=0) < 0
)
"""Directors who like one category and dislike another."""


class Standing:
    """Values tables of one game; `unseen` are the singers that may still come."""

    def __init__(self, table: Table, unseen: Sequence[int]) -> None:
        self.codes = table.codes
        numbers: dict[int, int] = {}
        for card in unseen:
            code = table.codes.code_of[card]
            numbers[code] = numbers.get(code, 0) + 1
        self._unseen = list(numbers.items())
        self._gains: dict[tuple[int, int], tuple[float, float, float]] = {}
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
        codes, dealt, bare = table.codes, table.players + 1, table.codes.points(code, NO_DIRECTOR)
        points = codes.points(code, director)
        prospects = codes.prospects(code, table.left, dealt) if table.turn < DIRECTOR_TURN else NO_PROSPECTS
        return [
            points + scenery * scenery_worth(director),
            *MONEY_FIGURES[money],
            *self._next_gains(code, director, dealt),
            *prospects,
            float(stars_of(code)),
            float(scenery),
            float(director in THEMED),
            float(director == DECORATOR),
            points - bare if director == ECLECTIC else 0.0,
            *PLACE_FIGURES[(seat - table.puccini - 1) % table.players],
        ]

    def _next_gains(self, code: int, director: int, dealt: int) -> tuple[float, float, float]:
        """Return what singers to come add to a hand: one on average, the best of a line-up and its second best."""
        key = (code, director)
        found = self._gains.get(key)
        if found is None:
            points = self.codes.points
            base = points(code, director)
            gains: list[float] = []
            for card, number in self._unseen:
                gains += [points(code + card, director) - base] * number
            gains.sort()
            mean = sum(gains) / max(1, len(gains))
            found = self._gains[key] = (mean, expected_rank(gains, dealt, 1), expected_rank(gains, dealt, 2))
        return found


MONEY_FIGURES: Final = [
    [float(money >= card) for card in range(1, MONEY_CARDS + 1)] for money in range(MONEY_CARDS + 1)
]
NO_PROSPECTS: Final = (0.0, 0.0)
PLACE_FIGURES: Final = [[float(place == other) for other in range(1, SEATS[-1])] for place in range(SEATS[-1])]


class Fitted(msgspec.Struct, frozen=True):
    """The data file, as far as it is needed here; keys are the names of stages."""

    stages: dict[str, list[float]]
    points_to_come: dict[str, float]


@cache
def fitted() -> Fitted:
    """Load the weights."""
    content = (files("opera_bots.turandot.playouts") / "standing.json").read_bytes()
    return msgspec.json.decode(content, type=Fitted)
