"""A turn as the diva weighs it: everybody's standing after each outcome of the offers, by her own evaluation."""

from opera_bots.turandot.playouts.standing import Standing
from opera_bots.turandot.playouts.table import Table
from opera_bots.turandot.turn_model import Assignment, Expected, TurnModel, win_chances
from opera_games.turandot.words import SEATS
from opera_rules.api import Seat
from opera_rules.turandot.search import Game


class StandingModel(TurnModel):
    """What is expected of a hand is its standing; only in the last turn it is the points.

    Rivals who hand out cards are expected to do it as virtuosos do, whose model of the turn is given.
    """

    def __init__(self, game: Game, table: Table, seat: Seat, rivals: TurnModel) -> None:
        super().__init__(game)
        self.table = table
        self.standing = Standing(table, table.deck)
        self._assigns_itself = seat == self.puccini and self.players > SEATS[0]
        self._rivals = rivals

    def _compute_expected(self, seat: Seat, number: int, spent: int, built: int) -> float:
        if not self.turns_left:
            return super()._compute_expected(seat, number, spent, built)
        table = self.table
        codes, code, director = table.codes, table.code[seat], table.director[seat]
        card = codes.number(self.game.lineup[number])
        if card < codes.first_director:
            code += codes.code_of[card]
        else:
            director = card - codes.first_director
        money, scenery = table.money[seat] - spent - built, table.scenery[seat] + built
        return self.standing.of_hand(table, seat, code, director, money, scenery)

    def assignment(self, lacking: tuple[Seat, ...], helped: tuple[Seat, ...], left: tuple[int, ...]) -> Assignment:
        """Choose as Puccini's holder."""
        if self._assigns_itself:
            return super().assignment(lacking, helped, left)
        return self._rivals.assignment(lacking, helped, left)

    def utility(self, seat: Seat, expected: Expected) -> float:
        """Return a seat's chance to win; the silent hand counts in the last turn only."""
        if not self.turns_left:
            return super().utility(seat, expected)
        return win_chances(expected[: self.players], 1)[seat]
